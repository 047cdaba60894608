"""A game's entities as objects of a story: numbers, attributes, places, and tables of facts."""

__all__ = ["Relation", "StoryObject", "StoryWorld"]

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import NamedTuple

from twbench.errors import StoryLimitError
from twbench.generator.game import EntityInfo, Game
from twbench.logic import Placeholder, Proposition, Variable
from twbench.story.layout import Attribute
from twbench.story.representation import (
    PLAYER,
    PLAYER_TYPES,
    Representation,
    RowChange,
    Storage,
    attribute_bit,
)
from twbench.story.text_functions import lists_contents, tells_state
from twbench.story.zstring import fold

_NUMBERS = re.compile(r"(\d+)")
_LISTED = re.compile(r"a list of things (?:in|on) ([^\]]*)\]")
_VOWELS = "aeiou"
_BACKDROP = attribute_bit(Attribute.BACKDROP)
_MENTIONED = attribute_bit(Attribute.MENTIONED)
_ROOM_LISTS = attribute_bit(Attribute.ROOM_LISTS)
_LISTS_CONTENTS = attribute_bit(Attribute.LISTS_CONTENTS)
_TELLS_STATE = attribute_bit(Attribute.TELLS_STATE)
_VOWEL = attribute_bit(Attribute.VOWEL)
_PROPER = attribute_bit(Attribute.PROPER)
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
    """One Z-machine object: ``parent`` is the number of the object it starts in, or 0.

    ``name`` is what the story prints, ``bits`` are the attributes.
    """

    number: int
    id: str
    type: str
    info: EntityInfo
    name: str
    bits: int
    is_room: bool
    parent: int = 0

    @property
    def words(self) -> list[str]:
        """The words by which a player may call it: those of its name and of its synonyms."""
        if self.number == PLAYER:
            return ["me", "myself", "yourself", "self"]
        names = [self.name, *(self.info.synonyms or ())]
        return list(dict.fromkeys([word for name in names for word in fold(name).lower().split()]))


class StoryWorld:
    """The objects of a game, in their final order: the player, rooms, doors, then things.

    ``table_facts`` are the facts that are kept in tables, with the object numbers of each.
    """

    def __init__(self, game: Game, representation: Representation):
        self.game = game
        self.representation = representation
        self.facts = sorted(game.world.facts, key=_fact_order)
        self.objects = self._number_objects()
        self.numbers = {o.id: o.number for o in self.objects}
        self.numbers.update(dict.fromkeys(PLAYER_TYPES, PLAYER))
        self._arguments = [
            tuple([self.numbers[name] for name in fact.names]) for fact in self.facts
        ]
        self.table_facts: list[tuple[Proposition, tuple[int, ...]]] = []
        self._apply_facts()
        self._rows: defaultdict[tuple[str, int], set[tuple[int, ...]]] = defaultdict(set)
        for fact, numbers in self.table_facts:
            self._rows[fact.name, len(numbers)].add(numbers)
        self._describe()

    def object(self, number: int) -> StoryObject:
        """Return the object of a number, counted from 1."""
        return self.objects[number - 1]

    def relation(self, name: str, arity: int) -> Relation:
        """Return the rows that a predicate has now or may get while the game is played.

        Rows of one argument always have bits: without, they would be empty.
        """
        holds = self._rows.get((name, arity), set())
        possible = set(holds)
        changing = arity == 1
        for change in self.representation.row_changes(name, arity):
            if change.types <= self._types:
                changing = True
                possible |= self._additions(change)
        return Relation(name, tuple(sorted(possible)), frozenset(holds), changing)

    @cached_property
    def backdrops(self) -> list[tuple[int, int]]:
        """(room, entity) for entities that are nowhere but belong to rooms: doors."""
        rooms = {entity.number for entity in self.objects if entity.is_room}
        absent = {o.number for o in self.objects if not o.parent} - rooms - {PLAYER}
        if not absent:
            return []
        rows = {
            (room, number)
            for numbers in self._arguments
            if not absent.isdisjoint(numbers)
            for number in absent.intersection(numbers)
            for room in rooms.intersection(numbers)
        }
        return sorted(rows)

    @cached_property
    def _types(self) -> set[str]:
        """The types that some entity has, those above its own among them."""
        types = {entity.type for entity in self.objects[PLAYER:]}
        return set(PLAYER_TYPES).union(*map(self.representation.supertypes, types))

    def _number_objects(self) -> list[StoryObject]:
        arguments = chain.from_iterable([fact.arguments for fact in self.facts])
        variables = {v.name: v for v in dict.fromkeys(arguments)}
        infos = self.game.infos
        for info in infos.values():
            if info.id not in variables:
                variables[info.id] = Variable(info.id, info.type)
        others = [v for v in variables.values() if v.type not in PLAYER_TYPES]
        ranks = {type_: self._rank(type_) for type_ in {v.type for v in others}}
        others.sort(key=lambda v: (ranks[v.type], _natural(v.name)))
        player = next((v for v in variables.values() if v.type == "P"), Variable("P"))
        numbered = enumerate([player, *others], PLAYER)
        return [self._object(n, v, infos.get(v.name)) for n, v in numbered]

    def _object(self, number: int, variable: Variable, info: EntityInfo | None) -> StoryObject:
        id_, type_ = variable.name, variable.type
        if info is None:
            info = EntityInfo(id_, type_)
        name = info.name or ("yourself" if number == PLAYER else id_)
        is_room = number != PLAYER and self.representation.is_subtype(type_, "r")
        bits = self.representation.traits(type_)
        return StoryObject(number, id_, type_, info, name, bits, is_room)

    def _rank(self, type_: str) -> int:
        if self.representation.is_subtype(type_, "r"):
            return 0
        return 1 if type_ == "d" else 2

    def _apply_facts(self) -> None:
        """Put facts where they belong: into attributes, the object tree, or tables."""
        representation = self.representation
        storages = map(representation.storage_of, self.facts)
        for fact, numbers, storage in zip(self.facts, self._arguments, storages, strict=True):
            if storage is Storage.TABLE:
                self.table_facts.append((fact, numbers))
                continue
            entity = self.object(numbers[0] if numbers else PLAYER)
            if storage is Storage.ATTRIBUTE:
                entity.bits |= attribute_bit(representation.fact_attribute(fact.name))
                continue
            if entity.parent:
                raise StoryLimitError(
                    f"{entity.id!r} is in two places at once: {fact}, and also in"
                    f" {self.object(entity.parent).id!r}."
                )
            entity.parent = numbers[1]

    def _describe(self) -> None:
        """Set the attributes that only matter for what is printed."""
        backdrops = {number for _, number in self.backdrops}
        holders = {entity.parent for entity in self.objects} - {0}
        spoken = {number: _Spoken.of(self.object(number).info.desc) for number in holders}
        for entity in self.objects:
            name, text = entity.name, entity.info.desc or ""
            if len(name) > MAX_NAME:
                raise StoryLimitError(f"The name {name!r} is longer than {MAX_NAME} characters.")
            bits = _BACKDROP if entity.number in backdrops else 0
            if entity.parent:
                bits |= self._told_by(spoken[entity.parent], entity)
            if lists_contents(text):
                bits |= _LISTS_CONTENTS
            if tells_state(text):
                bits |= _TELLS_STATE
            if name[0].lower() in _VOWELS:
                bits |= _VOWEL
            if entity.info.definite == "":
                bits |= _PROPER
            entity.bits |= bits

    def _told_by(self, holder: "_Spoken", entity: StoryObject) -> int:
        """Return what the description of its holder says of an entity, as attributes.

        Portable things lie about unmentioned.
        """
        bits = 0
        if not self.representation.is_subtype(entity.type, "o"):
            noun = (entity.info.noun or entity.name).split()[-1]
            if holder.mentions(noun):
                bits |= _MENTIONED
        if entity.id in holder.listed or entity.name in holder.listed:
            bits |= _ROOM_LISTS
        return bits

    def _additions(self, change: RowChange) -> set[tuple[int, ...]]:
        """Return the rows that a rule may add: its instances over the facts that never change."""
        rows: set[tuple[int, ...]] = set()
        if change.added:
            for mapping in self.game.world.state.all_assignments(change.lasting):
                for target in change.added:
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

    def _types_of(self, entity: StoryObject) -> frozenset[str]:
        if entity.number == PLAYER:
            return PLAYER_TYPES
        return self.representation.supertypes(entity.type)


class _Spoken(NamedTuple):
    """A description, in lower case, and the names and ids of what it lists the contents of."""

    text: str
    listed: frozenset[str]

    @classmethod
    def of(cls, text: str | None) -> "_Spoken":
        if not text:
            return cls("", frozenset())
        listed = _LISTED.findall(text) if lists_contents(text) else []
        names = {*listed, *(name.removeprefix("the ") for name in listed)}
        return cls(text.lower(), frozenset(names))

    def mentions(self, noun: str) -> bool:
        """Whether a word stands in the text, in capitals or not, and not inside another one."""
        word = noun.lower()
        start = self.text.find(word)
        while start >= 0:
            if self._begins_or_ends(start) and self._begins_or_ends(start + len(word)):
                return True
            start = self.text.find(word, start + 1)
        return False

    def _begins_or_ends(self, place: int) -> bool:
        """Whether a word begins or ends here."""
        before, after = self.text[max(place - 1, 0) : place], self.text[place : place + 1]
        return _is_letter(before) != _is_letter(after)


def _is_letter(character: str) -> bool:
    return character.isalnum() or character == "_"


@lru_cache(maxsize=16384)
def _natural(name: str) -> tuple[str | int, ...]:
    """Sort key under which ``r_2`` comes before ``r_10``."""
    return tuple(int(part) if part.isdigit() else part for part in _NUMBERS.split(name))


@lru_cache(maxsize=16384)
def _fact_order(fact: Proposition) -> tuple[object, ...]:
    return (fact.name, tuple([_natural(name) for name in fact.names]))
