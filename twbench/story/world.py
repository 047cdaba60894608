"""A game's entities as objects of a story: numbers, attributes, places, and tables of facts."""

__all__ = ["Relation", "StoryObject", "StoryWorld"]

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from twbench.errors import StoryLimitError
from twbench.generator.game import EntityInfo, Game
from twbench.logic import Placeholder, Predicate, Proposition, Rule, State, Variable
from twbench.story.layout import Attribute
from twbench.story.representation import (
    PLAYER,
    PLAYER_TYPES,
    Representation,
    Storage,
)
from twbench.story.text_functions import lists_contents, tells_state
from twbench.story.zstring import fold

_NUMBERS = re.compile(r"(\d+)")
_VOWELS = "aeiou"
MAX_NAME = 60
"""Longer names overflow what Jericho reads of an object."""


class Relation(NamedTuple):
    """All rows that a predicate can ever have, by object numbers; ``changing`` if some do."""

    name: str
    rows: tuple[tuple[int, ...], ...]
    holds: frozenset[tuple[int, ...]]
    changing: bool


@dataclass(slots=True)
class StoryObject:
    """One Z-machine object: ``parent`` is the number of the object it starts in, or 0."""

    number: int
    id: str
    type: str
    info: EntityInfo
    attributes: set[int] = field(default_factory=set)
    parent: int = 0

    @property
    def name(self) -> str:
        """The name that the story prints."""
        return self.info.name or ("yourself" if self.number == PLAYER else self.id)

    @property
    def words(self) -> list[str]:
        """The words by which a player may call it: those of its name and of its synonyms."""
        if self.number == PLAYER:
            return ["me", "myself", "yourself", "self"]
        names = [self.name, *(self.info.synonyms or ())]
        return list(dict.fromkeys(word for name in names for word in fold(name).lower().split()))


class StoryWorld:
    """The objects of a game, in their final order: the player, rooms, doors, then things."""

    def __init__(self, game: Game, representation: Representation):
        self.game = game
        self.representation = representation
        self.facts = sorted(game.world.facts, key=_fact_order)
        self.objects = self._number_objects()
        self.numbers = {o.id: o.number for o in self.objects}
        self.numbers.update(dict.fromkeys(PLAYER_TYPES, PLAYER))
        self._rows: dict[tuple[str, int], list[Proposition]] = {}
        self._apply_facts()
        self._describe()

    def object(self, number: int) -> StoryObject:
        """Return the object of a number, counted from 1."""
        return self.objects[number - 1]

    def arguments(self, fact: Proposition) -> tuple[int, ...]:
        """Return the object numbers of a fact's arguments."""
        return tuple(self.numbers[variable.name] for variable in fact.arguments)

    def relation(self, name: str, arity: int) -> Relation:
        """Return the rows that a predicate has now or may get while the game is played.

        Rows of one argument always have bits: without, they would be empty.
        """
        holds = {self.arguments(fact) for fact in self._rows.get((name, arity), ())}
        possible = set(holds)
        changing = arity == 1
        if name in self.representation.changing:
            for rule in self._rules_in_play:
                removed, added = self.representation.changes[rule.name]
                targets = [p for p in added if self._is_row(p, name, arity)]
                changing = changing or bool(targets)
                changing = changing or any(self._is_row(p, name, arity) for p in removed)
                if targets:
                    possible |= self._additions(rule, targets)
        return Relation(name, tuple(sorted(possible)), frozenset(holds), changing)

    def is_room(self, entity: StoryObject) -> bool:
        """Whether an entity is a place that the player can be in."""
        return entity.number != PLAYER and self.representation.is_subtype(entity.type, "r")

    @cached_property
    def backdrops(self) -> list[tuple[int, int]]:
        """(room, entity) for entities that are nowhere but belong to rooms: doors."""
        rows = set()
        for fact in self.facts:
            numbers = self.arguments(fact)
            absent = [n for n in numbers if n in self._absent]
            if absent:
                rows |= {(room, n) for room in numbers for n in absent if room in self._rooms}
        return sorted(rows)

    def _number_objects(self) -> list[StoryObject]:
        variables = {v.name: v for fact in self.facts for v in fact.arguments}
        for info in self.game.infos.values():
            variables.setdefault(info.id, Variable(info.id, info.type))
        others = [v for v in variables.values() if v.type not in PLAYER_TYPES]
        others.sort(key=lambda v: (self._rank(v.type), _natural(v.name)))
        player = next((v for v in variables.values() if v.type == "P"), Variable("P"))
        return [
            StoryObject(
                n, v.name, v.type, self.game.infos.get(v.name) or EntityInfo(v.name, v.type)
            )
            for n, v in enumerate([player, *others], PLAYER)
        ]

    def _rank(self, type_: str) -> int:
        if self.representation.is_subtype(type_, "r"):
            return 0
        return 1 if type_ == "d" else 2

    def _apply_facts(self) -> None:
        for entity in self.objects:
            if entity.number != PLAYER:
                for name in self.representation.supertypes(entity.type):
                    entity.attributes.add(self.representation.type_attribute(name))
        for fact in self.facts:
            storage = self.representation.storage(fact.name, fact.types)
            numbers = self.arguments(fact)
            if storage is Storage.ATTRIBUTE:
                entity = self.object(numbers[0] if numbers else PLAYER)
                entity.attributes.add(self.representation.fact_attribute(fact.name))
            elif storage is Storage.TREE:
                entity = self.object(numbers[0])
                if entity.parent:
                    raise StoryLimitError(
                        f"{entity.id!r} is in two places at once: {fact}, and also in"
                        f" {self.object(entity.parent).id!r}."
                    )
                entity.parent = numbers[1]
            else:
                self._rows.setdefault((fact.name, len(numbers)), []).append(fact)

    def _describe(self) -> None:
        """Set the attributes that only matter for what is printed."""
        self._rooms = {entity.number for entity in self.objects if self.is_room(entity)}
        self._absent = {o.number for o in self.objects if not o.parent} - self._rooms - {PLAYER}
        backdrops = {number for _, number in self.backdrops}
        for entity in self.objects:
            if len(entity.name) > MAX_NAME:
                raise StoryLimitError(
                    f"The name {entity.name!r} is longer than {MAX_NAME} characters."
                )
            traits = {
                Attribute.BACKDROP: entity.number in backdrops,
                Attribute.OPAQUE: self.representation.hides_things(entity.type),
                Attribute.FIXED: not self.representation.is_subtype(entity.type, "o"),
                Attribute.MENTIONED: self._is_mentioned(entity),
                Attribute.ROOM_LISTS: self._is_listed(entity),
                Attribute.LISTS_CONTENTS: lists_contents(entity.info.desc or ""),
                Attribute.TELLS_STATE: tells_state(entity.info.desc or ""),
                Attribute.VOWEL: entity.name[0].lower() in _VOWELS,
                Attribute.PROPER: entity.info.definite == "",
            }
            entity.attributes.update(int(trait) for trait, present in traits.items() if present)

    def _is_mentioned(self, entity: StoryObject) -> bool:
        """Whether its room's description speaks of it: portable things lie about unmentioned."""
        if not entity.parent or self.representation.is_subtype(entity.type, "o"):
            return False
        noun = (entity.info.noun or entity.name).split()[-1]
        text = self.object(entity.parent).info.desc or ""
        return re.search(rf"\b{re.escape(noun)}\b", text, re.IGNORECASE) is not None

    def _is_listed(self, entity: StoryObject) -> bool:
        """Whether its room's description lists what is in or on it."""
        if not entity.parent:
            return False
        text = self.object(entity.parent).info.desc or ""
        return lists_contents(text) and any(
            f"a list of things {place}{called}]" in text
            for place in ("in the ", "on the ", "in ", "on ")
            for called in (entity.id, entity.name)
        )

    @cached_property
    def _rules_in_play(self) -> list[Rule]:
        """Rules with commands all of whose placeholders have an entity in this game."""
        present = {name for o in self.objects for name in self._types_of(o)}
        commands = self.representation.logic.inform7.commands
        return [
            rule
            for name, rule in self.representation.logic.rules.items()
            if name in commands
            and all(p.type in present for q in rule.preconditions for p in q.parameters)
        ]

    def _types_of(self, entity: StoryObject) -> frozenset[str]:
        if entity.number == PLAYER:
            return PLAYER_TYPES
        return self.representation.supertypes(entity.type)

    def _is_row(self, fact: Predicate, name: str, arity: int) -> bool:
        """Whether a fact belongs to the tables of a predicate."""
        return (
            fact.name == name
            and len(fact.types) == arity
            and self.representation.storage(name, fact.types) is Storage.TABLE
        )

    @cached_property
    def _lasting(self) -> State:
        """The facts that never change."""
        return State(
            self.representation.logic,
            [f for f in self.facts if f.name not in self.representation.changing],
        )

    def _additions(self, rule: Rule, targets: Iterable[Predicate]) -> set[tuple[int, ...]]:
        """Return the rows that a rule may add: its instances over the facts that never change."""
        lasting = [p for p in rule.preconditions if p.name not in self.representation.changing]
        rows: set[tuple[int, ...]] = set()
        for mapping in self._lasting.all_assignments(Rule(rule.name, lasting, [])):
            for target in targets:
                rows |= self._instances(target.parameters, mapping)
        return rows

    def _instances(
        self, parameters: Iterable[Placeholder], mapping: dict[Placeholder, Variable | None]
    ) -> set[tuple[int, ...]]:
        rows: set[tuple[int, ...]] = {()}
        for parameter in parameters:
            variable = mapping.get(parameter)
            choices = (
                [self.numbers[variable.name]]
                if variable
                else [o.number for o in self.objects if parameter.type in self._types_of(o)]
            )
            rows = {(*row, choice) for row in rows for choice in choices}
        return rows


@lru_cache(maxsize=65536)
def _natural(name: str) -> tuple[str | int, ...]:
    """Sort key under which ``r_2`` comes before ``r_10``."""
    return tuple(int(part) if part.isdigit() else part for part in _NUMBERS.split(name))


def _fact_order(fact: Proposition) -> tuple[object, ...]:
    return (fact.name, tuple(_natural(variable.name) for variable in fact.arguments))
