"""The objective of a game: its quests written as instructions."""

__all__ = [
    "CountOrderedDict",
    "MergeAction",
    "assign_description_to_quest",
    "describe_event",
    "describe_quests",
    "generate_instruction",
    "get_action_chains",
    "is_seq",
]

import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from twbench.generator.data import KnowledgeBase
from twbench.generator.grammar.english import capitalise, tidy
from twbench.generator.grammar.needs import ACTIONS
from twbench.generator.grammar.text_grammar import Grammar
from twbench.generator.knowledge.entity import EntityInfo
from twbench.generator.knowledge.event import Event
from twbench.generator.knowledge.quest import Quest
from twbench.generator.knowledge.roles import PLAYER_TYPES, ROOM
from twbench.generator.texts.guidance_levels import FULL, GOAL, KEY, LAST
from twbench.generator.texts.parts import GameParts
from twbench.generator.texts.quest_story import Goal, Parts, parts_of, telling_order, told_parts
from twbench.generator.texts.separated_steps import (
    join_steps,
    separator_symbol,
    tells_in_a_list,
    whole_objective,
)
from twbench.generator.texts.told_conditions import told_condition
from twbench.logic import Action, Variable

_ROLE = re.compile(r"(?:\b(the|an?) )?\(([A-Za-z_]\w*(?:\|\w+)*)\)")
_TEMPLATE_ROLE = re.compile(r"\{(\w+)\}")

MOST_READINGS = 3
"""An ambiguous reference fits at most so many things, so that the objective can still be met."""


class CountOrderedDict(OrderedDict[str, int]):
    """An OrderedDict whose empty items are 0."""

    def __missing__(self, key: str) -> int:
        return 0


class MergeAction(NamedTuple):
    """Consecutive actions written as one instruction; ``name`` is its symbol in the grammar."""

    name: str
    actions: "tuple[Action, ...]"


_Step = Action | MergeAction | str | Goal
"""What is told in one clause."""


def is_seq(chain: MergeAction, game: GameParts) -> bool:
    """Check that the actions of ``chain`` are about the same things.

    Neighbours share a thing, and no two different things have the same type: a role such as
    ``(c)`` means one thing throughout. No action moves the player.
    """
    return _is_about_one_matter(chain.actions, game.kb)


def _is_about_one_matter(actions: Sequence[Action], kb: KnowledgeBase) -> bool:
    involved = [
        [
            entity
            for entity in action.variables
            if entity.type not in PLAYER_TYPES and ROOM not in kb.lineage(entity.type)
        ]
        for action in actions
    ]
    for one, other in pairwise(involved):
        if not set(one) & set(other):
            return False
    by_type: dict[str, str] = {}
    for entities in involved:
        for entity in entities:
            if by_type.setdefault(entity.type, entity.name) != entity.name:
                return False
    return True


def get_action_chains(
    actions: Sequence[Action], grammar: Grammar, game: GameParts
) -> list[MergeAction]:
    """Reduce ``actions`` by merging neighbours that the grammar can tell in one instruction.

    The longest symbol ``ig_<action>_<action>...`` that the grammar has is taken first.
    """
    return _chains(actions, grammar, game.kb)


def _chains(actions: Sequence[Action], grammar: Grammar, kb: KnowledgeBase) -> list[MergeAction]:
    longest = max((tag.count("_") for tag in grammar.tags if tag.startswith("ig_")), default=1)
    chains = []
    start = 0
    while start < len(actions):
        chain = MergeAction(actions[start].name, (actions[start],))
        for length in range(min(longest, len(actions) - start), 1, -1):
            part = tuple(actions[start : start + length])
            symbol = "ig_" + "_".join(action.name.split("/")[0] for action in part)
            if grammar.has_tag(symbol) and _is_about_one_matter(part, kb):
                chain = MergeAction(symbol, part)
                break
        chains.append(chain)
        start += len(chain.actions)
    return chains


def generate_instruction(
    action: "Action | MergeAction",
    grammar: Grammar,
    game: GameParts,
    counts: CountOrderedDict | None = None,
) -> str:
    """Return the clause that tells the player to do ``action``.

    ``counts`` tells how many things of the game each ambiguous reference fits (None: count them).
    """
    return _InstructionWriter(game, grammar, counts).instruction(action)


def describe_event(event: Event, game: GameParts, grammar: Grammar) -> str:
    """Return the instructions that lead to ``event``, one sentence per step.

    Of an event without actions and commands it is said what has to become true.
    """
    return _InstructionWriter(game, grammar).event(event)


def assign_description_to_quest(quest: Quest, game: GameParts, grammar: Grammar) -> str:
    """Return the instructions for ``quest``: those of the first of its winning events."""
    return _InstructionWriter(game, grammar).quest(quest)


def describe_quests(game: GameParts, grammar: Grammar) -> None:
    """Describe the quests of ``game`` that have no description, and set the objective.

    They are told as one story (see `quest_story`): the steps of the second follow those of the
    first. What is said in place of names becomes synonyms of the things, for the parser.

    The objective is a prologue, the descriptions of all quests and an epilogue. It is left alone
    if its maker has written it, or has described all quests. What it tells is noted in the
    metadata (see `guidance`), unless some of it is by the maker.
    """
    known = "\n".join(quest.desc for quest in game.quests if quest.desc)
    order = telling_order(game.quests)
    undescribed = [quest for quest in order if quest.desc is None]
    written = game.objective != known
    writer = _InstructionWriter(game, grammar)
    told = told_parts(undescribed, game)
    for quest, text in zip(undescribed, writer.story(told), strict=True):
        quest.desc = text
    writer.teach()
    if not written and any(quest.desc for quest in undescribed):
        texts = [quest.desc for quest in order if quest.desc]
        if tells_in_a_list(grammar):
            is_one = len(texts) == 1 and writer.tells_one_step(parts_of(order[0]))
            game.objective = whole_objective(" ".join(texts), is_one, grammar)
        else:
            game.objective = _objective(texts, grammar)
        if not known:
            game.metadata[KEY] = writer.guidance(game.quests, told)


def _objective(texts: Sequence[str], grammar: Grammar) -> str:
    parts = [*_optional("prologue", grammar), texts[0]]
    for text in texts[1:]:
        parts += [*_optional("next_quest", grammar), text]
    return tidy(" ".join([*parts, *_optional("epilogue", grammar)]))


def _optional(symbol: str, grammar: Grammar) -> list[str]:
    return [grammar.get_random_expansion(symbol)] if grammar.has_tag(symbol) else []


def _is_of_an_action(symbol: str) -> bool:
    """Say whether a symbol has the name of an action that grammars tell of."""
    return symbol in ACTIONS or symbol.partition("/")[0] in ACTIONS


def _whole(step: _Step) -> Parts:
    return step.actions if isinstance(step, MergeAction) else (step,)


class _InstructionWriter:
    """Writes instructions for actions, for one game and grammar."""

    def __init__(
        self,
        game: GameParts,
        grammar: Grammar,
        counts: CountOrderedDict | None = None,
    ):
        self.infos = game.infos
        self.templates = game.kb.inform7_commands
        self.grammar = grammar
        self.kb = game.kb
        self.layout = game.world.layout
        self._counts = counts
        self._vague_words: set[str] = set()
        self._symbols: dict[str, str] = {}

    def quest(self, quest: Quest) -> str:
        """Return instructions for the first winning event of ``quest``, else for its commands."""
        return self._told(parts_of(quest))

    def event(self, event: Event) -> str:
        """Tell the actions of ``event``, else its commands."""
        return self._told(event.actions or event.commands or [Goal((event,))])

    def story(self, told: Sequence[Parts]) -> list[str]:
        """Tell the parts of one quest after the other."""
        telling = [place for place, parts in enumerate(told) if parts]
        first, last = (telling[0], telling[-1]) if telling else (0, 0)
        return [
            self._told(parts, is_first=place == first, is_last=place == last)
            for place, parts in enumerate(told)
        ]

    def guidance(self, quests: Iterable[Quest], told: Iterable[Parts]) -> str:
        """Return how much of the solution of ``quests`` is told: see `guidance_levels`.

        ``told`` has for each quest the parts that its instructions are about.
        """
        told = list(told)
        goals = [isinstance(part, Goal) for parts in told for part in parts]
        if any(goals):
            return GOAL if all(goals) else LAST
        if not self.grammar.options.only_last_action:
            return FULL
        needed = {part for quest in quests for part in parts_of(quest)}
        known = {part for parts in told for part in self._last(parts)}
        return FULL if needed <= known else LAST

    def _last(self, parts: Parts) -> Parts:
        """Return what the last instruction of ``parts`` is about."""
        last = self._steps(parts)[-1:]
        return [part for step in last for part in _whole(step)]

    def _told(self, parts: Parts, is_first: bool = True, is_last: bool = True) -> str:
        """Return the sentences for actions or commands, which others may precede or follow."""
        steps = self._steps(parts)
        if self.grammar.options.only_last_action:
            steps = steps[-1:]
        actions = [step for step in steps if not isinstance(step, str | Goal)]
        if tells_in_a_list(self.grammar) and len(actions) == len(steps):
            return join_steps(self._separated(actions))
        clauses = [clause for step in steps if (clause := self._clause(step))]
        return self._sentences(clauses, is_first, is_last)

    def tells_one_step(self, parts: Parts) -> bool:
        """Say whether the instructions for actions or commands are a single step."""
        return self.grammar.options.only_last_action or len(self._steps(parts)) == 1

    def _separated(self, steps: "Sequence[Action | MergeAction]") -> Iterator[str]:
        """Yield the clause of each step, and behind all but the last what separates it."""
        for step in steps:
            yield self.instruction(step).rstrip(" .") + "."
            symbol = separator_symbol(step.name, self.grammar)
            if step is not steps[-1] and symbol is not None:
                yield self._about(self.grammar.get_random_expansion(symbol), step)

    def _steps(self, parts: Parts) -> Sequence[_Step]:
        """Return ``parts`` as they are written, each alone or some actions in one clause."""
        actions = [part for part in parts if isinstance(part, Action)]
        if actions and self.grammar.options.blend_instructions:
            return _chains(actions, self.grammar, self.kb)
        return parts

    def _clause(self, step: _Step) -> str:
        if isinstance(step, Goal):
            return self._goal(step)
        return self._command(step) if isinstance(step, str) else self.instruction(step)

    def _goal(self, goal: Goal) -> str:
        """Return the clause that asks for one of the events of ``goal``; "" without words."""
        asked = (told_condition(event.conditions, self.kb, self._called) for event in goal.events)
        return ", or ".join(dict.fromkeys(filter(None, asked)))

    def _called(self, entity: Variable, article: str = "the") -> str:
        """Return what a thing is called, with an article unless its maker has given another."""
        info = self.infos[entity.name]
        words = self._reference(info)
        if article and info.definite is not None and words == info.name:
            article = info.definite
        return f"{article} {words}" if article else words

    def instruction(self, action: "Action | MergeAction") -> str:
        """Return the clause for one action or merged actions."""
        if not isinstance(action, MergeAction):
            return self._single(action)
        if len(action.actions) == 1:
            return self._single(action.actions[0])
        if not self.grammar.has_tag(action.name):
            return self._from_template(action.actions[0])
        return self._about(self.grammar.get_random_expansion(action.name), action)

    def _about(self, text: str, step: "Action | MergeAction") -> str:
        """Return ``text`` about the things of a step."""
        actions = step.actions if isinstance(step, MergeAction) else (step,)
        return self._fill(text, [part.variables for part in actions])

    def _single(self, action: Action) -> str:
        symbol = action.name
        door = self._door(action) if self.layout.doors else None
        if door is not None:
            symbol += "/d"
        else:
            symbol = self._symbol(action)
            if not symbol:
                return self._from_template(action)
        text = self.grammar.get_random_expansion(symbol)
        if "(" not in text:
            return text
        return self._fill(text, [[*action.variables, *([] if door is None else [door])]])

    def _symbol(self, action: Action) -> str:
        """Return the symbol that tells ``action``; "" if there is none."""
        name = action.name
        known = self._symbols.get(name)
        if known is not None:
            return known
        symbol = next(filter(partial(self._tells, action), (name, name.split("/")[0])), "")
        # A symbol that is found by the name alone serves all actions of that name.
        if _is_of_an_action(symbol) and (symbol == name or not self.grammar.has_tag(name)):
            self._symbols[name] = symbol
        return symbol

    def _tells(self, action: Action, symbol: str) -> bool:
        """Say whether ``symbol`` is an instruction for ``action``, and no word that it shares."""
        if not self.grammar.has_tag(symbol):
            return False
        if _is_of_an_action(symbol):
            return True
        types = {kind for entity in action.variables for kind in self.kb.lineage(entity.type)}
        return self.grammar.instructs(symbol, types, "{" in self._template(action))

    def _template(self, action: Action) -> str:
        return action.command_template or self.templates.get(action.name) or action.name

    def _door(self, action: Action) -> Variable | None:
        """Return the door that the player goes through, if the grammar can tell of it."""
        if not (action.name.startswith("go/") and self.grammar.has_tag(f"{action.name}/d")):
            return None
        places = (
            entity.name for entity in action.variables if ROOM in self.kb.lineage(entity.type)
        )
        room = next(places, "")
        door = self.layout.door_of(room, action.name.removeprefix("go/"))
        return None if door is None else Variable(door, self.infos[door].type)

    def _fill(self, text: str, roles: Sequence[Sequence[Variable]]) -> str:
        def replacement(found: re.Match[str]) -> str:
            entity = self._entity_for(found[2].split("|"), roles)
            return found[0] if entity is None else self._called(entity, found[1] or "")

        return _ROLE.sub(replacement, text)

    def _entity_for(
        self, types: Sequence[str], roles: Sequence[Sequence[Variable]]
    ) -> Variable | None:
        """Find the entity that fills a role: of the last action first, of exact types first.

        Of several entities of one action it is the one that its rule names first: what is sliced,
        and not what it is sliced with.
        """
        for entities in reversed(roles):
            for entity in entities:
                if entity.type in types:
                    return entity
        for entities in reversed(roles):
            for kind in types:
                for entity in entities:
                    if kind in self.kb.lineage(entity.type):
                        return entity
        return None

    def _reference(self, info: EntityInfo) -> str:
        name = info.name or info.id
        if not self.grammar.options.ambiguous_instructions:
            return name
        vague = [
            words
            for words in self._vague_references(info)
            if words != name and self.counts[words] <= MOST_READINGS
        ]
        words = self.grammar.rng.choice([*vague, name] if vague else [name])
        if words != name:
            self._vague_words.add(words)
        return words

    def teach(self) -> None:
        """Make what was written in place of names synonyms of all things that it fits."""
        for info in self.infos.values() if self._vague_words else ():
            known = set(" ".join([info.name or "", *(info.synonyms or ())]).split())
            for words in self._possible_words(info):
                if words in self._vague_words and not known.issuperset(words.split()):
                    info.synonyms = [*(info.synonyms or ()), words]
                    known.update(words.split())

    def _possible_words(self, info: EntityInfo) -> list[str]:
        """Return the type words of a thing, alone and with its adjective."""
        lineage = self.kb.lineage(info.type)
        symbol = None if ROOM in lineage else self._type_symbol(info)
        types = self.grammar.get_all_expansions_for_tag(symbol) if symbol else []
        return [*types, *(f"{info.adj} {words}" for words in types if info.adj)]

    def _vague_references(self, info: EntityInfo) -> list[str]:
        """Return what ``info`` may be called instead of its name: by noun, type, adjective."""
        kind = self._type_word(info)
        if not info.adj:
            return [kind]
        return [info.noun or kind, kind, f"{info.adj} {kind}"]

    def _type_word(self, info: EntityInfo) -> str:
        symbol = self._type_symbol(info)
        return self.grammar.get_random_expansion(symbol) if symbol else "thing"

    def _type_symbol(self, info: EntityInfo) -> str | None:
        return self.grammar.symbol_for("{}_type", self.kb.lineage(info.type))

    @property
    def counts(self) -> CountOrderedDict:
        """How many entities of the game each vague reference fits."""
        if self._counts is None:
            self._counts = CountOrderedDict()
            for info in self.infos.values():
                if info.name:
                    for words in dict.fromkeys(self._vague_references(info)):
                        self._counts[words] += 1
        return self._counts

    def _from_template(self, action: Action) -> str:
        """Tell an action that the grammar does not know by the command for it."""
        template = self._template(action)
        names = {entity.name: entity for entity in action.variables}

        def replacement(found: re.Match[str]) -> str:
            entity = names.get(found[1]) or self._entity_for([found[1]], [list(names.values())])
            return found[0] if entity is None else self._called(entity)

        return _TEMPLATE_ROLE.sub(replacement, template)

    def _command(self, command: str) -> str:
        if not self.grammar.has_tag("command"):
            return command
        return self.grammar.get_random_expansion("command").replace("(command)", command)

    def _sentences(self, steps: Sequence[str], is_first: bool, is_last: bool) -> str:
        sentences = zip(self._forms(len(steps), is_first, is_last), steps, strict=True)
        return tidy(" ".join(capitalise(form.replace("(step)", step)) for form, step in sentences))

    def _forms(self, count: int, is_first: bool, is_last: bool) -> Iterator[str]:
        """Yield the sentences around ``count`` steps; a plain full stop without symbols.

        One that would follow itself is drawn once more.
        """
        before = ""
        for index in range(count):
            begins, ends = is_first and index == 0, is_last and index == count - 1
            symbol = "next_step"
            if begins or ends:
                symbol = "only_step" if begins and ends else "first_step" if begins else "last_step"
            elif index == 0 and self.grammar.has_tag("next_quest_step"):
                symbol = "next_quest_step"
            form = self._form(symbol)
            if form == before:
                form = self._form(symbol)
            yield form
            before = form

    def _form(self, symbol: str) -> str:
        known = self.grammar.has_tag(symbol)
        return self.grammar.get_random_expansion(symbol) if known else "(step)."
