"""The part of a story that depends on the logic alone: its rules, commands and messages.

It is compiled once for each logic and placed into every story of a game with that logic.
"""

__all__ = ["LogicProgram", "VerbEntry", "logic_program"]

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from twbench.errors import LogicError
from twbench.logic import GameLogic, Predicate, Rule
from twbench.story.block import Block, Pointer, Text, Word
from twbench.story.commands import CommandGrammar, nouns_of
from twbench.story.conditions import Literal, Scope, compile_condition, compile_effects
from twbench.story.layout import BOUND_SLOT, Refusal, RuleKind, Test
from twbench.story.messages import META_COMMANDS, MetaCommand, RuleMessages, rule_messages
from twbench.story.messages import Refusal as RefusalMessage
from twbench.story.representation import PLAYER_TYPES, Representation, added, removed
from twbench.story.texts import TextCompiler

NOUN = 0x8000
_USED = re.compile(r"\{(?:the |The |a )?([^{}]+)\}")


class VerbEntry(NamedTuple):
    """A verb of the program: where its grammar lines are listed, as an offset into the block."""

    offset: int


@dataclass(slots=True)
class LogicProgram:
    """The compiled rules of a logic.

    ``rules`` are the names of the rules by their number less one, ``slots`` the placeholders of
    each by slot; ``verbs`` and ``classes`` go into the dictionary; ``literals`` are the words of
    the classes from WordClass.FIRST_LITERAL on.
    """

    representation: Representation
    block: Block = field(default_factory=Block)
    rules: list[str] = field(default_factory=list)
    slots: dict[str, tuple[str, ...]] = field(default_factory=dict)
    verbs: dict[str, VerbEntry] = field(default_factory=dict)
    classes: dict[str, int] = field(default_factory=dict)
    literals: list[str] = field(default_factory=list)


_CACHED = 16
_PROGRAMS: dict[int, tuple[GameLogic, LogicProgram]] = {}


def logic_program(logic: GameLogic) -> LogicProgram:
    """Return the compiled program of ``logic``.

    The programs of the last logics are kept, by identity: logics are never changed, and equal
    documents share one.
    """
    known = _PROGRAMS.get(id(logic))
    if known is None:
        known = (logic, _Builder(logic).build())
        while len(_PROGRAMS) >= _CACHED:
            del _PROGRAMS[next(iter(_PROGRAMS))]
        _PROGRAMS[id(logic)] = known
    return known[1]


class _Builder:
    """Compiles one logic."""

    def __init__(self, logic: GameLogic):
        self.logic = logic
        self.program = LogicProgram(Representation(logic))
        self.addresses: list[int] = []
        self.mismatches: list[Word] = []

    def build(self) -> LogicProgram:
        """Compile all rules that have commands, then the commands."""
        program, grammar = self.program, CommandGrammar()
        templates = []
        for name, command in self.logic.inform7.commands.items():
            rule = self.logic.rules.get(name)
            if rule is not None:
                templates.append((self._add_rule(rule, command.command), command.command))
        grammar.add_rules(templates)
        for meta in META_COMMANDS:
            self._add_meta(meta, grammar)
        self._place_lines(grammar)
        program.classes = {word: int(number) for word, number in grammar.classes.items()}
        program.literals = grammar.literals
        return program

    def _add_rule(self, rule: Rule, template: str) -> int:
        """Compile a rule; return its index among the rules and meta commands."""
        program = self.program
        representation = program.representation
        nouns = nouns_of(template)
        scope = Scope()
        parameters = {p.name: p for q in rule.all_predicates for p in q.parameters}
        for noun in nouns:
            if noun not in parameters:
                raise LogicError(
                    f"The command {template!r} of rule {rule.name!r} names {noun!r},"
                    f" which is no placeholder of the rule: {', '.join(sorted(parameters))}."
                )
            scope.declare(noun, parameters[noun].type, filled=True)
        noun_tests: list[Word] = []
        for noun in nouns:
            attribute = representation.type_attribute(parameters[noun].type)
            noun_tests += [Test.TYPE.value, BOUND_SLOT | scope.slots[noun], attribute]
        nouns_filled = scope.copy()
        condition = compile_condition(map(Literal.of, rule.preconditions), scope, representation)
        effects = compile_effects(
            [Literal.of(p) for p in removed(rule)],
            [Literal.of(p) for p in added(rule)],
            scope,
            representation,
        )
        messages = self._messages(rule, template, nouns, set(parameters))
        program.rules.append(rule.name)
        program.slots[rule.name] = tuple(scope.slots)
        block = program.block
        words: list[Word] = [
            len(program.rules),
            RuleKind.ACTION.value,
            Pointer(block.place([*noun_tests, Test.END.value])),
            Pointer(block.place(condition)),
            Pointer(block.place(effects)),
            self._text(messages.report, scope),
            Pointer(self._place_refusals(messages, nouns_filled)),
        ]
        self.addresses.append(block.place(words))
        self.mismatches.append(Text(messages.mismatch) if messages.mismatch else 0)
        return len(self.addresses) - 1

    def _messages(
        self, rule: Rule, template: str, nouns: tuple[str, ...], known: set[str]
    ) -> RuleMessages:
        """Return the rule's messages, unless they speak of placeholders that it does not have."""
        messages = rule_messages(rule.name, template, nouns)
        if set(_USED.findall(messages.report)) <= known:
            return messages
        return rule_messages("", template, nouns)

    def _text(self, text: str, scope: Scope) -> Word:
        terms = {name: BOUND_SLOT | number for name, number in scope.slots.items()}
        compiler = TextCompiler(self.program.block, self.program.representation, terms)
        return compiler.compile(text, placeholders=True)

    def _place_refusals(self, messages: RuleMessages, nouns_filled: Scope) -> int:
        """Place the reasons that make sense in this logic, closed by the one that always holds."""
        words: list[Word] = []
        final: Word = Text("You can't do that now.\n")
        for refusal in messages.refusals:
            literals = self._literals(refusal)
            if literals is None:
                continue
            scope = nouns_filled.copy()
            condition = compile_condition(literals, scope, self.program.representation)
            if not set(_USED.findall(refusal.text)) <= set(scope.slots):
                continue
            text = self._text(refusal.text, scope)
            if not literals:
                final = text
                break
            kind = Refusal.IF_HOLDS if refusal.holds else Refusal.IF_FAILS
            words += [kind.value, Pointer(self.program.block.place(condition)), text]
        return self.program.block.place([*words, Refusal.END.value, 0, final])

    def _literals(self, refusal: RefusalMessage) -> list[Literal] | None:
        """Parse a refusal's condition; None if this logic lacks one of its predicates."""
        literals = []
        for part in filter(None, refusal.condition.split(" & ")):
            predicate = Predicate.parse(part)
            if not self._is_known(predicate):
                return None
            for expanded in self._expand(predicate):
                literals.append(Literal.of(expanded))
        return literals

    def _expand(self, predicate: Predicate) -> list[Predicate]:
        rule = self.logic.normalize_rule(Rule("refusal", [predicate], [predicate]))
        return list(rule.preconditions)

    def _is_known(self, predicate: Predicate) -> bool:
        representation = self.program.representation
        if any(p.type not in self._type_names() for p in predicate.parameters):
            return False
        for expanded in self._expand(predicate):
            types = tuple(expanded.types)
            if not any(
                signature.name == expanded.name
                and len(signature.types) == len(types)
                and all(map(representation.is_subtype, types, signature.types))
                for signature in self.logic.predicates
            ):
                return False
        return True

    def _type_names(self) -> set[str]:
        return {*self.program.representation.types, *PLAYER_TYPES}

    def _add_meta(self, meta: MetaCommand, grammar: CommandGrammar) -> None:
        """Add a command about the game; the logic's own commands of the same words go first."""
        block = self.program.block
        empty = block.place([Test.END.value])
        words: list[Word] = [
            0,
            meta.kind.value,
            Pointer(empty),
            Pointer(empty),
            Pointer(empty),
            self._text(meta.text, Scope()),
            Pointer(block.place([Refusal.END.value, 0, 0])),
        ]
        self.addresses.append(block.place(words))
        self.mismatches.append(0)
        for command in meta.commands:
            grammar.add_line(command, [len(self.addresses) - 1])

    def _place_lines(self, grammar: CommandGrammar) -> None:
        block = self.program.block
        for verb, patterns in grammar.lines.items():
            lines: list[Word] = []
            for pattern, rules in patterns.items():
                nouns = iter(range(NOUN, NOUN + len(pattern)))
                elements = [
                    next(nouns) if word == "{}" else grammar.element(word) for word in pattern
                ]
                line: list[Word] = [
                    self.mismatches[rules[0]],
                    len(rules),
                    *(Pointer(self.addresses[rule]) for rule in rules),
                    len(elements),
                    *elements,
                ]
                lines.append(Pointer(block.place(line)))
            self.program.verbs[verb] = VerbEntry(block.place([len(lines), *lines]))
