"""A game's entities as objects of a story: numbers, attributes, places, and tables of facts."""

__all__ = ["Relation", "StoryObject", "StoryWorld", "spoken_words"]

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, product
from typing import NamedTuple

from twbench.errors import StoryLimitError
from twbench.generator.games.game import EntityInfo, Game
from twbench.generator.grammar.english import plural
from twbench.generator.knowledge.roles import DOOR, PLAYER, PLAYER_TYPES, ROOM
from twbench.generator.worlds.world import entity_order
from twbench.logic import Proposition
from twbench.story.state.representation import (
    IN_ATTRIBUTE,
    IN_TABLE,
    IN_TREE,
    PLAYER_NUMBER,
    Representation,
    RowChange,
)
from twbench.story.texts.names import takes_an
from twbench.story.texts.text_functions import lists_contents, tells_state
from twbench.story.zcode.layout import Attribute, attribute_bit
from twbench.story.zcode.zstring import fold

_STOPS = re.compile(r"([.,])")
_LISTED = re.compile(r"list of things (?:in|on) ([^\]]{0,200})\]")
_BACKDROP = attribute_bit(Attribute.BACKDROP)
_FIXED = attribute_bit(Attribute.FIXED)
_MENTIONED = attribute_bit(Attribute.MENTIONED)
_ROOM_LISTS = attribute_bit(Attribute.ROOM_LISTS)
_LISTS_CONTENTS = attribute_bit(Attribute.LISTS_CONTENTS)
_TELLS_STATE = attribute_bit(Attribute.TELLS_STATE)
_VOWEL = attribute_bit(Attribute.VOWEL)
_PROPER = attribute_bit(Attribute.PROPER)
_ROOMS = 0
_PLAYER_WORDS = ("me", "myself", "yourself", "self")
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
    def words(self) -> tuple[str, ...]:
        """The words by which a player may call it: those of its name and of its synonyms."""
        if self.number == PLAYER_NUMBER:
            return _PLAYER_WORDS
        return _words_of(self.name, *(self.info.synonyms or ()))

    @property
    def stands_for_none(self) -> bool:
        """Whether it is no thing but a constant of its logic, such as RECIPE, that nobody named."""
        return self.id == self.type and not self.info.name


class StoryWorld:
    """The objects of a game, in their final order: the player, rooms, doors, then things.

    ``table_facts`` are the facts that are kept in tables, with the object numbers of each.
    """

    def __init__(self, game: Game, representation: Representation, describes: bool = True):
        """Raise StoryLimitError for names and places that no story has room for.

        Without ``describes``, no facts are kept, and the objects are in any order, without their
        attributes and places: to know the words takes none of them.
        """
        self.game = game
        self.representation = representation
        self.facts = game.world.facts
        self.objects = self._number_objects(describes)
        self.numbers = {o.id: o.number for o in self.objects}
        self.numbers.update(dict.fromkeys(PLAYER_TYPES, PLAYER_NUMBER))
        self.table_facts: list[tuple[Proposition, tuple[int, ...]]] = []
        self._rows: defaultdict[tuple[str, int], set[tuple[int, ...]]] = defaultdict(set)
        if describes:
            self._apply_facts()
            self._describe()
        else:
            self._check_places()
            for entity in self.objects:
                _name_bits(entity.name)

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
    def _arguments(self) -> list[tuple[int, ...]]:
        """The object numbers of each fact."""
        number_of = self.numbers.__getitem__
        return [tuple(map(number_of, fact.names)) for fact in self.facts]

    @cached_property
    def backdrops(self) -> list[tuple[int, int]]:
        """(room, entity) for entities that belong to rooms while they are nowhere.

        Doors do, and what a logic of somebody's own says it of: what is buried in a room, or may be
        while the game is played.
        """
        rooms = {entity.number for entity in self.objects if entity.is_room}
        things = {o.number for o in self.objects if not o.stands_for_none}
        things -= {*rooms, PLAYER_NUMBER}
        absent = {number for number in things if not self.object(number).parent}
        rows = _pairs(rooms, absent, self._arguments) if absent else set()
        for name, arity in self.representation.belongings:
            rows |= _pairs(rooms, things, self.relation(name, arity).rows)
        return sorted(rows)

    @cached_property
    def named(self) -> dict[str, list[int]]:
        """The words that name things, and the objects that each of them names, in their order.

        Rooms are never in scope. By its synonyms, nothing answers to what is another thing's whole
        name: a story could not tell which is meant where its own name has as many words.
        """
        named: dict[str, list[int]] = {}
        for entity in self.objects:
            if entity.is_room:
                continue
            taken = _taken_by_others(entity, self._names) if entity.info.synonyms else ()
            for word in entity.words:
                if word not in taken:
                    named.setdefault(word, []).append(entity.number)
        return named

    @cached_property
    def _names(self) -> set[frozenset[str]]:
        """The words of the name of each thing."""
        things = [o for o in self.objects if not (o.is_room or o.stands_for_none)]
        return {frozenset(spoken_words(thing.name)) for thing in things}

    @cached_property
    def states(self) -> dict[str, int]:
        """The words that name things as long as these are in a state, and the class of the word.

        They are synonyms, such as "fried", that are predicates, and part of no thing's name.
        """
        synonyms = {word for info in self.game.infos.values() for word in info.synonyms or ()}
        if not synonyms:
            return {}
        names = {word for entity in self.objects for word in spoken_words(entity.name)}
        states = self.representation.states
        return {word: states[word] for word in sorted(synonyms - names) if word in states}

    @cached_property
    def _types(self) -> set[str]:
        """The types that some entity has, those above its own among them."""
        types = {entity.type for entity in self.objects[PLAYER_NUMBER:]}
        return set(PLAYER_TYPES).union(*map(self.representation.supertypes, types))

    def _number_objects(self, ordered: bool) -> list[StoryObject]:
        types = self._types_by_id(ordered)
        infos = self.game.infos
        for info in infos.values():
            types.setdefault(info.id, info.type)
        player = next((id_ for id_, type_ in types.items() if type_ == PLAYER), PLAYER)
        ranks = {type_: self._rank(type_) for type_ in set(types.values()) - PLAYER_TYPES}
        others = [id_ for id_, type_ in types.items() if type_ in ranks]
        if ordered:
            others.sort(key=lambda id_: (ranks[types[id_]], entity_order(id_)))
        bits = {type_: self.representation.traits(type_) for type_ in ranks}
        objects = [self._player(player, infos.get(player))]
        for number, id_ in enumerate(others, PLAYER_NUMBER + 1):
            type_ = types[id_]
            info = infos.get(id_) or EntityInfo(id_, type_)
            name, is_room = info.name or id_, ranks[type_] == _ROOMS
            objects.append(StoryObject(number, id_, type_, info, name, bits[type_], is_room))
        return objects

    def _types_by_id(self, ordered: bool) -> dict[str, str]:
        """Return the types of what facts are about, in their order if that matters.

        The first player is the one who plays.
        """
        variables = self.game.world.state.variables
        if ordered or sum(variable.type == PLAYER for variable in variables) > 1:
            arguments = chain.from_iterable([fact.arguments for fact in self.facts])
            variables = tuple(dict.fromkeys(arguments))
        return {variable.name: variable.type for variable in variables}

    def _player(self, id_: str, info: EntityInfo | None) -> StoryObject:
        info = info or EntityInfo(id_, PLAYER)
        bits = self.representation.traits(PLAYER)
        return StoryObject(
            PLAYER_NUMBER, id_, PLAYER, info, info.name or "yourself", bits, is_room=False
        )

    def _rank(self, type_: str) -> int:
        """Return which kinds of entities come first: rooms, then doors."""
        if self.representation.is_subtype(type_, ROOM):
            return _ROOMS
        return 1 if type_ == DOOR else 2

    def _apply_facts(self) -> None:
        """Put facts where they belong: into attributes, the object tree, or tables."""
        objects, rows, kept = self.objects, self._rows, self.table_facts
        storages = self.representation.storages_of(self.facts)
        bits = _AttributeBits(self.representation)
        for fact, row, storage in zip(self.facts, self._arguments, storages, strict=True):
            if storage is IN_TABLE:
                kept.append((fact, row))
                rows[fact.name, len(row)].add(row)
            elif storage is IN_ATTRIBUTE:
                objects[(row[0] if row else PLAYER_NUMBER) - 1].bits |= bits[fact.name]
            else:
                child, parent = row
                self._move(child, parent, fact)

    def _check_places(self) -> None:
        """Do the part of it that may fail: see that no object would start in two places."""
        storages = self.representation.storages_of(self.facts)
        placed = [
            fact for fact, storage in zip(self.facts, storages, strict=True) if storage is IN_TREE
        ]
        numbers = self.numbers
        if len({numbers[fact.names[0]] for fact in placed}) < len(placed):
            for fact in placed:  # which tells of the first one
                child, parent = fact.names
                self._move(numbers[child], numbers[parent], fact)

    def _move(self, child: int, parent: int, fact: Proposition) -> None:
        """Put an object where it starts."""
        entity = self.object(child)
        if entity.parent:
            raise StoryLimitError(
                f"{entity.id!r} is in two places at once: {fact}, and also in"
                f" {self.object(entity.parent).id!r}."
            )
        entity.parent = parent

    def _describe(self) -> None:
        """Set the attributes that only matter for what is printed."""
        backdrops = {number for _, number in self.backdrops}
        holders = {entity.parent for entity in self.objects} - {0}
        spoken = {number: _Spoken.of(self.object(number).info.desc) for number in holders}
        for entity in self.objects:
            text = entity.info.desc
            bits = _name_bits(entity.name)
            if entity.number in backdrops:
                bits |= _BACKDROP
            if entity.parent:
                bits |= self._told_by(spoken[entity.parent], entity)
            if text and lists_contents(text):
                bits |= _LISTS_CONTENTS
            if text and tells_state(text):
                bits |= _TELLS_STATE
            if entity.info.definite == "":
                bits |= _PROPER
            entity.bits |= bits

    def _told_by(self, holder: "_Spoken", entity: StoryObject) -> int:
        """Return what the description of its holder says of an entity, as attributes.

        Portable things lie about unmentioned.
        """
        bits = 0 if holder.listed.isdisjoint((entity.id, entity.name)) else _ROOM_LISTS
        if entity.bits & _FIXED:
            noun = (entity.info.noun or entity.name).rsplit(None, 1)[-1]
            if holder.mentions(noun) or holder.mentions(plural(noun)):
                bits |= _MENTIONED
        return bits

    def _additions(self, change: RowChange) -> set[tuple[int, ...]]:
        """Return the rows that a rule may add: its instances over the facts that never change."""
        rows: set[tuple[int, ...]] = set()
        if not change.added:
            return rows
        numbers, rule = self.numbers, change.lasting
        # Where the objects of a row stand in an assignment: each has the order of the placeholders.
        places = {placeholder: at for at, placeholder in enumerate(rule.placeholders)}
        forms = [[(places.get(p), p.type) for p in target.parameters] for target in change.added]
        for mapping in self.game.world.state.all_assignments(rule):
            known = [() if v is None else (numbers[v.name],) for v in mapping.values()]
            for form in forms:
                choices = [
                    (() if at is None else known[at]) or self._fitting(type_) for at, type_ in form
                ]
                rows.update(product(*choices))
        return rows

    def _fitting(self, type_: str) -> list[int]:
        """Return the objects of a type."""
        return [o.number for o in self.objects if type_ in self._types_of(o)]

    def _types_of(self, entity: StoryObject) -> frozenset[str]:
        if entity.number == PLAYER_NUMBER:
            return PLAYER_TYPES
        return self.representation.supertypes(entity.type)


def _pairs(
    rooms: set[int], things: set[int], rows: Iterable[tuple[int, ...]]
) -> set[tuple[int, int]]:
    """Return the pairs of a room and a thing that are in one row."""
    return {
        (room, thing)
        for row in rows
        if not things.isdisjoint(row)
        for thing in things.intersection(row)
        for room in rooms.intersection(row)
    }


class _AttributeBits(dict[str, int]):
    """The bits of the attributes that predicates are kept in, by these: asked for once each."""

    def __init__(self, representation: Representation):
        super().__init__()
        self._representation = representation

    def __missing__(self, name: str) -> int:
        bit = self[name] = attribute_bit(self._representation.fact_attribute(name))
        return bit


class _Spoken(NamedTuple):
    """A description, in lower case, and the names and ids of what it lists the contents of."""

    text: str
    listed: frozenset[str]

    @classmethod
    def of(cls, text: str | None) -> "_Spoken":
        if not text:
            return cls("", frozenset())
        listed = _LISTED.findall(text) if lists_contents(text) else []
        names = [*listed, *[name.removeprefix("the ") for name in listed]]
        return cls(text.lower(), frozenset(names))

    def mentions(self, noun: str) -> bool:
        """Whether a word stands in the text, in capitals or not, and not inside another one."""
        word, text = noun.lower(), self.text
        start = text.find(word)
        while start >= 0:
            if self._begins_or_ends(start) and self._begins_or_ends(start + len(word)):
                return True
            start = text.find(word, start + 1)
        return False

    def _begins_or_ends(self, place: int) -> bool:
        """Whether a word begins or ends here."""
        text = self.text
        before = place > 0 and (text[place - 1].isalnum() or text[place - 1] == "_")
        after = place < len(text) and (text[place].isalnum() or text[place] == "_")
        return before != after


@lru_cache(maxsize=8192)
def _words_of(*names: str) -> tuple[str, ...]:
    """Return the words of some names, each once: things of many games have the same names."""
    return tuple(dict.fromkeys(chain.from_iterable(map(spoken_words, names))))


def _taken_by_others(entity: StoryObject, names: Iterable[frozenset[str]]) -> frozenset[str]:
    """Return the words of an entity's synonyms that would give it the name of another thing."""
    words, own = set(entity.words), frozenset(spoken_words(entity.name))
    others = (name for name in names if len(name) == len(own) and name <= words)
    return frozenset(chain.from_iterable(others)) - own


@lru_cache(maxsize=8192)
def spoken_words(name: str) -> tuple[str, ...]:
    """Return the words of a name as a story reads them: a stop or a comma is one of its own."""
    if "." in name or "," in name:
        name = _STOPS.sub(r" \1 ", name)
    return tuple(fold(name).lower().split())


@lru_cache(maxsize=8192)
def _name_bits(name: str) -> int:
    """Return the attributes that an entity has because of its name."""
    if len(name) > MAX_NAME:
        raise StoryLimitError(f"The name {name!r} is longer than {MAX_NAME} characters.")
    return _VOWEL if takes_an(name.partition(" ")[0]) else 0
