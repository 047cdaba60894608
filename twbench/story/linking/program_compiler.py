"""Compiles a logic, with its words, to the program that every story of a game with it has."""

__all__ = ["compiled_program"]

import re
from collections.abc import Mapping, Sequence

from twbench.errors import LogicError, StoryLimitError
from twbench.generator.data import KnowledgeBase
from twbench.generator.data.phrasebook import MetaCommand, Refusal, RulePhrases
from twbench.generator.knowledge.roles import DIRECTIONS, PLAYER_TYPES, ROOM
from twbench.logic import Predicate, Rule
from twbench.story.contents.dictionary import ProgramWord, ProgramWords
from twbench.story.linking.code_context import CodeContext
from twbench.story.linking.finder import has_room
from twbench.story.linking.program import MEMORY, LogicProgram, program_identity
from twbench.story.linking.rule_code import RuleCode
from twbench.story.linking.rule_words import RuleWords
from twbench.story.state.conditions import (
    Literal,
    Scope,
    compile_condition,
    compile_effects,
    has_attribute,
)
from twbench.story.state.representation import Representation, added, removed
from twbench.story.texts.text_functions import parse_function
from twbench.story.texts.texts import TextCompiler
from twbench.story.words.commands import CommandGrammar, Line, Pattern
from twbench.story.words.meta_commands import GO_BACK, GO_THROUGH
from twbench.story.words.rule_phrases import nouns_of, room_beyond, way_through, without_means
from twbench.story.words.story_words import USED, StoryWords
from twbench.story.words.synonyms import SPECIAL_WORDS
from twbench.story.zcode.block import Pointer, RoutineWord, TextWord, Word
from twbench.story.zcode.layout import (
    BEHIND_NOUN,
    BOUND_SLOT,
    Effect,
    RefusalStep,
    RuleKind,
    Test,
    TextStep,
)
from twbench.story.zcode.template import load_template

NOUNS = (0x8000, 0x8001)
"""The elements of the nouns of a grammar line."""
_MEANS = re.compile(r"(.*) with \{(\w+)\}")
_NEVER: tuple[Word, ...] = (Test.DIFFERENT.value, BOUND_SLOT, BOUND_SLOT, Test.END.value)
"""A condition that never holds: that slot 0 differs from itself."""
_WALKS = {GO_THROUGH: TextStep.GO_THROUGH, GO_BACK: TextStep.GO_BACK}


def compiled_program(kb: KnowledgeBase) -> LogicProgram:
    """Return the program of the logic of ``kb``, with its words.

    Raises LogicError for a phrasebook that gives a word of the parser another meaning,
    GameFileError for texts with unknown functions, StoryLimitError for what no story has room for.
    """
    return _Builder(kb).build()


class _Builder:
    """Compiles one logic with its words.

    Rules and meta commands are numbered together, in the order in which they are compiled: by that
    index, ``rules`` has their words, ``addresses`` where these are in the program, ``mismatches``
    what is said of a wrong first or second noun. ``sources`` has the rules alone, each with its
    command template. ``finders`` are the routines that find one of several rules, by the indices of
    these; ``walking`` are verbs that may go through a door, ``ways`` is where the ways are of which
    these choose (0: not placed yet).
    """

    def __init__(self, kb: KnowledgeBase):
        self.logic = kb.logic
        self.words = StoryWords(kb.phrasebook)
        self.program = LogicProgram(Representation(kb.logic), program_identity(kb))
        program = self.program
        self.context = CodeContext(load_template(), program.block, program.relations)
        self.code = RuleCode(self.context)
        self.addresses: list[int] = []
        self.rules: list[RuleWords] = []
        self.finders: dict[tuple[int, ...], int] = {}
        self.sources: list[tuple[Rule, str]] = []
        self.walking: set[str] = set()
        self.ways: Word = 0
        self.mismatches: list[tuple[str, str]] = []

    def build(self) -> LogicProgram:
        """Compile all rules that have commands, then the commands."""
        program, grammar = self.program, CommandGrammar(self.words)
        templates = []
        for name, command in self.logic.inform7.commands.items():
            rule = self.logic.rules.get(name)
            if rule is not None:
                templates.append((self._add_rule(rule, command.command), command.command))
        grammar.add_rules(templates, self._add_shortened)
        for meta in self.words.commands:
            self._add_meta(meta, grammar)
        lines = self._place_lines(grammar)
        records = self._place_records(lines)
        self._check_size()
        program.code, routines = self.code.joined()
        program.block.place_routines([program.block.strings.size + place for place in routines])
        program.words = ProgramWords(
            {
                word: ProgramWord.of(
                    lines.get(word), records.get(word), int(grammar.classes.get(word, 0))
                )
                for word in sorted({*lines, *grammar.classes})
            }
        )
        program.literals = grammar.literals
        program.strings = program.block.strings.encoded()
        program.complete()
        return program

    def _add_rule(self, rule: Rule, template: str) -> int:
        """Compile a rule; return its index among the rules and meta commands."""
        parameters = {p.name for q in rule.all_predicates for p in q.parameters}
        for noun in nouns_of(template):
            if noun not in parameters:
                raise LogicError(
                    f"The command {template!r} of rule {rule.name!r} names {noun!r},"
                    f" which is no placeholder of the rule: {', '.join(sorted(parameters))}."
                )
        self.program.rules.append(rule.name)
        self.sources.append((rule, template))
        return self._place_rule(rule, template, len(self.program.rules), len(nouns_of(template)))

    def _add_shortened(self, index: int, count: int) -> int:
        """Compile a rule again for commands that name its first ``count`` nouns only.

        The slots stay the same; the conditions fill those of the nouns left out.
        """
        rule, template = self.sources[index]
        return self._place_rule(rule, template, index + 1, count)

    def _place_rule(self, rule: Rule, template: str, number: int, count: int) -> int:
        """Compile a rule for commands that name its first ``count`` nouns; return its index.

        ``number`` is that of the rule in the program, counted from 1.
        """
        program = self.program
        nouns = nouns_of(template)
        types = {p.name: p.type for q in rule.all_predicates for p in q.parameters}
        nouns_filled, noun_tests = self._noun_tests(nouns[:count], types)
        scope = Scope()
        # A shortened command comes after the full one, whose slots the directory tells of.
        for name in program.slots.get(rule.name, nouns):
            scope.declare(name, types[name], filled=name in nouns[:count])
        condition, effects = self._condition_and_effects(rule, scope)
        phrases = self.words.phrases(rule, template)
        if count < len(nouns) and (using := _MEANS.fullmatch(template)):
            phrases = without_means(phrases, *using.groups())
        program.slots.setdefault(rule.name, tuple(scope.slots))
        block = program.block
        report = self._text(phrases.report, scope)
        tests = [*noun_tests, *condition]
        compiled = RuleWords(
            number,
            RuleKind.ACTION,
            count,
            len(scope.slots),
            tests,
            effects,
            report,
            has_room(len(scope.slots), tests, self.context),
        )
        words: list[Word] = [
            RoutineWord(self.code.doer(compiled)),
            # The types by themselves: a rule that they fit, and whose condition does not hold, is
            # the one whose reasons are given.
            Pointer(block.place([*noun_tests, Test.END.value])),
            0 if compiled.has_routine else Pointer(block.place(tests)),
            Pointer(block.place(effects)),
            report,
            Pointer(self._place_refusals(phrases, nouns_filled)),
            self._event(rule, scope),
        ]
        return self._keep(compiled, words, phrases.mismatches)

    def _noun_tests(
        self, nouns: Sequence[str], types: Mapping[str, str]
    ) -> tuple[Scope, list[Word]]:
        """Return the scope in which the nouns of a command are filled, and tests of their types.

        ``types`` are those of the rule's placeholders.
        """
        scope = Scope()
        tests: list[Word] = []
        for noun in nouns:
            scope.declare(noun, types[noun], filled=True)
            attribute = self.program.representation.type_attribute(types[noun])
            tests += has_attribute(BOUND_SLOT | scope.slots[noun], attribute)
        return scope, tests

    def _condition_and_effects(self, rule: Rule, scope: Scope) -> tuple[list[Word], list[Word]]:
        """Compile what a rule needs and does; the slots that it takes are added to ``scope``."""
        representation = self.program.representation
        additions = [Literal.of(p) for p in added(rule)]
        removals = [Literal.of(p) for p in removed(rule)]
        condition = compile_condition(
            map(Literal.of, rule.preconditions),
            scope,
            representation,
            others=[argument for literal in additions for argument in literal.arguments],
        )
        return condition, compile_effects(removals, additions, scope, representation)

    def _keep(self, rule: RuleWords, words: list[Word], mismatches: tuple[str, str]) -> int:
        """Place the words of a rule; return its index."""
        self.rules.append(rule)
        self.addresses.append(self.program.block.place(words))
        self.mismatches.append(mismatches)
        return len(self.addresses) - 1

    def _event(self, rule: Rule, scope: Scope) -> Word:
        """Return the text of the rule's event, unless it names what the rule does not have."""
        event = self.logic.inform7.commands[rule.name].event
        return self._text(event, scope) if set(USED.findall(event)) <= set(scope.slots) else 0

    def _text(self, text: str, scope: Scope) -> Word:
        function = parse_function(text[1:-1]) if text.startswith("[") else None
        if function is not None and function.kind == "call":
            return function.number
        terms = {name: BOUND_SLOT | number for name, number in scope.slots.items()}
        compiler = TextCompiler(self.program.block, self.program.representation, terms)
        return compiler.compile(text, placeholders=True)

    def _place_refusals(self, phrases: RulePhrases, nouns_filled: Scope) -> int:
        """Place the reasons that make sense in this logic, closed by the one that always holds."""
        words: list[Word] = []
        final: Word = TextWord("You can't do that now.\n")
        for refusal in phrases.refusals:
            literals = self._literals(refusal)
            if literals is None:
                continue
            scope = nouns_filled.copy()
            condition = compile_condition(literals, scope, self.program.representation)
            # What a condition finds can be named only where the condition holds.
            said = scope.filled if refusal.holds else nouns_filled.filled
            if not set(USED.findall(refusal.text)) <= said:
                continue
            text = self._text(refusal.text, scope)
            if not literals:
                final = text
                break
            kind = RefusalStep.IF_HOLDS if refusal.holds else RefusalStep.IF_FAILS
            words += [kind.value, Pointer(self.program.block.place(condition)), text]
        return self.program.block.place([*words, RefusalStep.END.value, 0, final])

    def _literals(self, refusal: Refusal) -> list[Literal] | None:
        """Parse a refusal's condition; None if this logic lacks one of its predicates."""
        literals = []
        for predicate in map(Predicate.parse, refusal.facts):
            if not self._is_known(predicate):
                return None
            for expanded in self.logic.expanded([predicate]):
                literals.append(Literal.of(expanded))
        return literals

    def _is_known(self, predicate: Predicate) -> bool:
        representation = self.program.representation
        known = {*representation.types, *PLAYER_TYPES}
        if any(p.type not in known for p in predicate.parameters):
            return False
        for expanded in self.logic.expanded([predicate]):
            types = tuple(expanded.types)
            if not any(
                signature.name == expanded.name
                and len(signature.types) == len(types)
                and all(map(representation.is_subtype, types, signature.types))
                for signature in self.logic.predicates
            ):
                return False
        return True

    def _add_meta(self, meta: MetaCommand, grammar: CommandGrammar) -> None:
        """Add a command about the game, unless the logic has one of the same words.

        Its nouns, if any, may be whatever is in scope.
        """
        block = self.program.block
        through = meta.text == GO_THROUGH
        walks = _WALKS.get(meta.text)
        empty = block.place([Test.END.value])
        kind = RuleKind.TURN if meta.takes_turn else RuleKind.META
        text = self._walk(walks) if walks else self._text(meta.text, Scope())
        rule = RuleWords(0, kind, 0, 0, [Test.END.value], [Effect.END.value], text)
        words: list[Word] = [
            RoutineWord(self.code.doer(rule)),
            Pointer(empty),
            0,
            0,
            text,
        ]  # what is never refused, and no action, has no more
        self._keep(rule, words, ("", ""))
        for command in meta.commands:
            if through:
                self.walking.add(command.split()[0])
            grammar.note_abbreviation(command, meta.commands[0])
            if not grammar.knows(command):
                grammar.add_line(command, [len(self.addresses) - 1])

    def _walk(self, step: TextStep) -> Word:
        """Return the handle of the text that goes through the door in slot 0, or back."""
        if not self.ways:
            self.ways = self._all_ways()
        steps: list[Word] = [step.value, self.ways, TextStep.END.value]
        return Pointer(self.program.block.place(steps), halved=True)

    def _all_ways(self) -> Pointer:
        """Place the ways that there may be.

        Of each direction: when the door in slot 0 leads there, the rule to carry out, and the
        condition that finds the room there.
        """
        block = self.program.block
        ways: list[Word] = []
        for direction in DIRECTIONS:
            beyond = self._literals(Refusal(room_beyond(direction), ""))
            if beyond is None or f"go/{direction}" not in self.program.rules:
                continue
            index = self.program.rules.index(f"go/{direction}")
            # Like the end of a line in `_place_lines`, of one rule: no texts for what does not fit.
            tail = block.place([0, 0, *self._found([index])])
            through = Pointer(block.place(self._through(direction)))
            ways += [through, Pointer(tail), self._beyond(beyond)]
            self.walking.update(self.words.group(direction))
        return Pointer(block.place([*ways, 0]))

    def _through(self, direction: str) -> list[Word]:
        """Return the condition under which the door in slot 0 leads in a direction."""
        literals = self._literals(Refusal(way_through(direction), ""))
        if literals is None:  # a logic without doors
            return list(_NEVER)
        scope = Scope()
        scope.declare("d", "d", filled=True)
        return compile_condition(literals, scope, self.program.representation)

    def _beyond(self, literals: Sequence[Literal]) -> Pointer:
        """Place the condition that fills slot 0 with the room in a direction."""
        scope = Scope()
        scope.declare("r'", ROOM)
        condition = compile_condition(literals, scope, self.program.representation)
        return Pointer(self.program.block.place(condition))

    def _place_lines(self, grammar: CommandGrammar) -> dict[str, int]:
        """Place the grammar lines of all verbs; return how many bytes into the program."""
        places = {}
        tails: dict[Line, Pointer] = {}
        # Lines that may mean those of other verbs come last.
        for verb in sorted(grammar.lines, key=grammar.exchanged.__contains__):
            lines: list[Word] = []
            own: dict[Pattern, Pointer] = {}
            for pattern, rules in sorted(grammar.lines[verb].items(), key=_rank):
                # Lines of rules with one pattern share it: the runtime matches the words once, and
                # takes the first rule whose condition holds.
                misfits = [TextWord(text) if text else 0 for text in self.mismatches[rules[0]]]
                elements = _elements(pattern, NOUNS, grammar)
                own[pattern], words = self._place_line(elements, [*misfits, *self._found(rules)])
                lines += words
                tails[verb, pattern] = own[pattern]
            exchanged = grammar.exchanged.get(verb, {})
            for pattern, meant in exchanged.items():
                elements = _elements(pattern, NOUNS[::-1], grammar)
                lines += self._place_line(elements, [*map(tails.__getitem__, meant), 0])[1]
            full = grammar.full(verb)
            spoken = TextWord(full, handle=False) if full else 0
            walks = self.ways if verb in self.walking else 0
            head = [len(own) + len(exchanged), spoken, walks, *_plain_lines(own, grammar)]
            places[verb] = 2 * self.program.block.place([*head, *lines])
        return places

    def _place_line(self, elements: list[int], tail: Sequence[Word]) -> tuple[Pointer, list[Word]]:
        """Place a grammar line; return where its tail is, and the words that its verb has of it."""
        at = self.program.block.place([len(elements), *elements, *tail])
        first = min(*elements[:1], NOUNS[0]) if elements else 0  # all nouns are looked up alike
        return Pointer(at + 1 + len(elements)), [first, Pointer(at)]

    def _found(self, rules: Sequence[int]) -> list[Word]:
        """Return the end of a line: the routine that finds one of some rules, and these."""
        finder = self.finders.get(key := tuple(rules))
        if finder is None:
            finder = self.finders[key] = self.code.finder([self.rules[rule] for rule in rules])
        addresses = [Pointer(self.addresses[rule]) for rule in rules]
        return [RoutineWord(finder), len(rules), *addresses]

    def _check_size(self) -> None:
        """Raise StoryLimitError for a program that no story can address."""
        size = 2 * len(self.program.block.words)
        if size > MEMORY:
            raise StoryLimitError(
                f"The logic does not fit into a .z8 story: its rules, commands and words need"
                f" {size // 1024 + 1} KiB of {MEMORY // 1024} KiB."
            )

    def _place_records(self, lines: Mapping[str, int]) -> dict[str, int]:
        """Place the records of all verbs, which name nothing; return where, as `_place_lines`."""
        place = self.program.block.place
        return {verb: 2 * place([Pointer(at // 2), 0]) for verb, at in lines.items()}


def _elements(pattern: Pattern, nouns: Sequence[int], grammar: CommandGrammar) -> list[int]:
    """Return the elements of a pattern, with these for its nouns."""
    left = iter(nouns)
    return [next(left) if word == "{}" else grammar.element(word) for word in pattern]


def _plain_lines(tails: Mapping[Pattern, Pointer], grammar: CommandGrammar) -> list[Word]:
    """Return what a verb's record has of lines that need no search among all of them.

    ``tails`` has what is behind the elements of each line. They are the line without words, the one
    with nothing but a noun, and then, with how many they are, those with one word alone, and those
    with a word between two nouns, unless that may be a part of the second one: "give {} {}".
    """
    rows: list[Word] = []
    doubtful = any(pattern[:2] == ("{}", "{}") for pattern in tails)
    for pattern, tail in tails.items():
        if not set(SPECIAL_WORDS).isdisjoint(pattern):
            continue  # what ends a command or stands for all things is never plain
        match pattern:
            case ("{}",):
                continue
            case (word,):
                rows += [grammar.element(word), tail]
            case ("{}", word, "{}") if not doubtful:
                rows += [BEHIND_NOUN + grammar.element(word), tail]
    return [tails.get((), 0), tails.get(("{}",), 0), len(rows) // 2, *rows]


def _rank(line: tuple[Pattern, list[int]]) -> tuple[bool, bool, bool, Pattern]:
    """Sort key of grammar lines, which are tried in that order.

    A word that stands in a line itself is no part of a name, so lines of such words alone come
    first ("look at me"), in an order that is the same for verbs with the same lines, which share
    them; lines that begin with a noun and end in such a word ("pick {} up") are rarely meant.
    """
    pattern = line[0]
    begins_with_noun, has_noun = pattern[:1] == ("{}",), "{}" in pattern
    is_rare = begins_with_noun and pattern[-1] != "{}"
    return begins_with_noun, has_noun, is_rare, () if has_noun else pattern
