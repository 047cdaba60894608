"""The memory map of a story: its facts, score and ending, read from the memory of a running story.

Where they are is told by the story itself, in its directory (`twbench.story.contents.directory`).
"""

__all__ = ["MemoryMap", "read_memory_map", "table_facts"]

import math
import struct
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING

from twbench.bounded_cache import BoundedCache
from twbench.errors import StoryFileError
from twbench.generator.knowledge.patterns import Same
from twbench.generator.knowledge.roles import PLAYER_TYPES, ROOM, THE_INVENTORY, THE_PLAYER
from twbench.logic import Proposition, Rule, Variable
from twbench.story.contents.directory import Directory, read_directory
from twbench.story.contents.objects import OBJECT_SIZE
from twbench.story.state.representation import PLAYER_NUMBER, Representation, Storage
from twbench.story.zcode.layout import (
    INFINITE_SCORE,
    MAX_ACTIONS,
    MAX_SLOTS,
    attribute_bit,
)
from twbench.story.zcode.signature import SIGNATURE, SIGNATURE_AT
from twbench.story.zcode.standing import Standing
from twbench.story.zcode.template import load_template

if TYPE_CHECKING:
    from twbench.generator.data import KnowledgeBase

_ENDING_SIZE = 2
_MOST_KINDS = 10_000
"""Of objects that have the same attributes: what these say is some hundred bytes."""
_Entry = tuple[Variable, Variable | None, str | None, int]
"""An object, its place, the name of the fact that says so, and its attributes as bits."""
_ACTION = struct.Struct(f">{1 + MAX_SLOTS}H")  # a rule's number, and those of its objects


def read_memory_map(story: bytes) -> "MemoryMap":
    """Read the directory of a story, whose header has been checked.

    Raises StoryFileError if it is not one of ours, or if its directory cannot be used.
    """
    if story[SIGNATURE_AT : SIGNATURE_AT + 4] != SIGNATURE:
        raise StoryFileError("This story was not made by twbench.")
    return MemoryMap(read_directory(story))


def table_facts(bits: bytes, rows: Sequence[Proposition]) -> tuple[Proposition, ...]:
    """Return the facts of a table whose bits are set."""
    return tuple([fact for n, fact in enumerate(rows) if bits[n >> 3] >> (n & 7) & 1])


class MemoryMap(Standing):
    """Reads a running story, all that its directory tells of.

    Attributes:
        variables, objects, entries, rules, game: what the directory says.
        object_table: where the entries of all objects are.

    """

    def __init__(self, directory: Directory):
        super().__init__(directory.variables)
        self.objects = directory.objects
        self.entries = directory.entries
        self.rules = directory.rules
        self.game = directory.game
        self._directory = directory
        self.object_table = slice(self.entries, self.entries + OBJECT_SIZE * len(self.objects))

    @cached_property
    def constant_facts(self) -> tuple[Proposition, ...]:
        """The facts that never change."""
        terms = self._terms
        return tuple(
            [
                Proposition(name, [terms[number] for number in numbers])
                for name, *numbers in self._directory.constant
            ]
        )

    @cached_property
    def tables(self) -> list[tuple[slice, tuple[Proposition, ...]]]:
        """For each table, where its bits are, and the facts of its rows."""
        return [
            (
                slice(address, address + (len(rows) + 7) // 8),
                tuple([Proposition(name, [self._terms[number] for number in row]) for row in rows]),
            )
            for name, address, rows in self._directory.changing
        ]

    @cached_property
    def bits(self) -> list[slice]:
        """Where the bits of all tables are: neighbours together, which all of our linker's are."""
        runs: list[slice] = []
        for place in sorted((place for place, _ in self.tables), key=lambda place: place.start):
            if runs and runs[-1].stop == place.start:
                runs[-1] = slice(runs[-1].start, place.stop)
            else:
                runs.append(place)
        return runs

    @cached_property
    def tables_in_world(self) -> list[slice]:
        """Where the bits of each table are in `world`."""
        places = [place for place, _ in self.tables]
        found = places.copy()
        # One behind the other, as in `bits`.
        start = self.object_table.stop - self.object_table.start + _ENDING_SIZE
        for number in sorted(range(len(places)), key=lambda number: places[number].start):
            end = start + places[number].stop - places[number].start
            found[number] = slice(start, end)
            start = end
        return found

    @cached_property
    def significant(self) -> bytes:
        """The bits of an object's entry that facts depend on, as a mask."""
        # Attributes and parent. Sibling and child are left out: they change when a neighbour moves,
        # which is no fact about this object.
        return self._attributes.mask.to_bytes(6, "big") + b"\xff\xff" + bytes(OBJECT_SIZE - 8)

    @cached_property
    def _attributes(self) -> "_Attributes":
        given = self._directory.attributes.items()
        return _said_by(tuple(sorted([(name, *numbers) for name, numbers in given])))

    @cached_property
    def _terms(self) -> list[Variable]:
        """What the numbers in facts stand for: the inventory, the player, and all other objects."""
        return [THE_INVENTORY, THE_PLAYER, *[Variable(*row) for row in self.objects[1:]]]

    @cached_property
    def _place_names(self) -> dict[tuple[str, str], str]:
        return {(child, parent): name for name, child, parent in self._directory.places}

    def agrees_with(self, kb: "KnowledgeBase") -> bool:
        """Whether all facts and actions that can be read are some of this logic."""
        representation = _representation(Same(kb.logic))
        signatures = {(fact.name, fact.types) for fact in self.constant_facts}
        signatures |= {(fact.name, fact.types) for _, rows in self.tables for fact in rows}
        signatures |= {(name, types) for types, name in self._place_names.items()}
        return (
            representation.all_fit(signatures)
            and _have_attributes(self._attributes, Same(kb.logic))
            and {type_ for _, type_ in self.objects[1:]} <= {*representation.types}
            and _are_of_logic(Same(self.rules), Same(kb.logic))
        )

    @property
    def one_command(self) -> int | None:
        """Where the flag is that holds the story to one command a line; None if it has none.

        It is a word, 0 or 1. Stories that an earlier version of twbench linked have none.
        """
        return self.variables.get("one_command")

    def max_score(self, memory: bytes | memoryview) -> float | None:
        """Return the highest score; None for a story with the runtime of another version."""
        at = self._max_score_at
        if at is None:
            return None
        score = int.from_bytes(memory[at : at + 2], "big", signed=True)
        return math.inf if score == INFINITE_SCORE else score

    @cached_property
    def _max_score_at(self) -> int | None:
        # Directories do not tell: a runtime that has all the other variables where ours has them
        # is taken for ours.
        symbols = load_template().symbols
        return symbols["maximum_score"] if self.variables.items() <= symbols.items() else None

    def location(self, memory: bytes | memoryview) -> str | None:
        """Return the id of the room that the player is in."""
        parent = self._parent(memory, PLAYER_NUMBER)
        return self._object(parent).name if parent else None

    def location_in(self, world: bytes) -> str | None:
        """Return the same, given what `world` returned."""
        entry = OBJECT_SIZE * (PLAYER_NUMBER - 1)
        parent = world[entry + 6] << 8 | world[entry + 7]
        return self._object(parent).name if parent else None

    def last_actions(self, memory: bytes | memoryview) -> list[tuple[str, dict[str, Variable]]]:
        """Return what the last command led to: rules, and the entities of their placeholders."""
        return [self._action(row) for row in _ACTION.iter_unpack(self.performed(memory))]

    def performed(self, memory: bytes | memoryview) -> bytes:
        """Return what the last command led to as the story notes it, empty if it was nothing."""
        first = self.variables["actions"]
        count = self.variable(memory, "action_count")
        if count > MAX_ACTIONS:
            self._refuse(f"one line led to {count} actions")
        return bytes(memory[first : first + _ACTION.size * count])

    def facts(self, memory: bytes) -> list[Proposition]:
        """Return all facts that hold now, in a stable order."""
        facts = list(self.constant_facts)
        for number in range(1, len(self.objects) + 1):
            start = self.entries + OBJECT_SIZE * (number - 1)
            facts += self.object_facts(number, memory[start : start + OBJECT_SIZE])
        for rows, propositions in self.tables:
            facts += table_facts(memory[rows], propositions)
        return facts

    def object_facts(self, number: int, entry: bytes) -> tuple[Proposition, ...]:
        """Return the facts that the entry of an object tells: where it is, and its attributes."""
        parent = entry[6] << 8 | entry[7]
        content, place, name = self._terms[number], None, None
        if parent:
            place = THE_INVENTORY if parent == PLAYER_NUMBER else self._object(parent)
            name = self._place_names.get((content.type, place.type))
        attributes = self._attributes
        bits = int.from_bytes(entry[:6], "big") & attributes.mask
        key = (content, place, name, bits)
        known = attributes.told.get(key)
        if known is None:
            said = [Proposition(what, (content,)[:arity]) for what, arity in attributes.of(bits)]
            there = () if name is None or place is None else (Proposition(name, (content, place)),)
            known = attributes.told.keep(key, (*there, *said))
        return known

    def world(self, memory: bytes | memoryview) -> bytes:
        """Return all that descriptions depend on: objects, tables, and whether the game is over.

        The objects' entries come first, as in `object_table`; `tables_in_world` says where the bits
        of tables are.
        """
        return b"".join(self._world(memory))

    @cached_property
    def _world(self) -> Callable[[bytes | memoryview], tuple[bytes | memoryview, ...]]:
        ending = self.variables["ending"]
        return itemgetter(self.object_table, slice(ending, ending + _ENDING_SIZE), *self.bits)

    def _action(self, words: Sequence[int]) -> tuple[str, dict[str, Variable]]:
        if not 0 < words[0] <= len(self.rules):
            self._refuse(f"there is no rule {words[0]}")
        name, placeholders = self.rules[words[0] - 1]
        entities = [self._object(number) for number in words[1 : 1 + len(placeholders)]]
        return name, dict(zip(placeholders, entities, strict=True))

    def _object(self, number: int) -> Variable:
        if not 0 < number <= len(self.objects):
            self._refuse(f"there is no object {number}")
        return self._terms[number]

    def _parent(self, memory: bytes | memoryview, number: int) -> int:
        address = self.entries + OBJECT_SIZE * (number - 1) + 6
        return memory[address] << 8 | memory[address + 1]


class _Attributes:
    """What attributes say: of each the name of a fact, its number, and how many arguments."""

    def __init__(self, given: tuple[tuple[str, int, int], ...]):
        self.given = given
        self._by_bit = [(attribute_bit(number), name, arity) for name, number, arity in given]
        self.mask = sum(bit for bit, _, _ in self._by_bit)
        self.told: BoundedCache[_Entry, tuple[Proposition, ...]] = BoundedCache(_MOST_KINDS)
        """The facts that entries of objects tell: those of most games are much the same."""

    def of(self, bits: int) -> list[tuple[str, int]]:
        """Return what attributes say, and of how many things."""
        return [(name, arity) for bit, name, arity in self._by_bit if bits & bit]


_said_by = lru_cache(maxsize=64)(_Attributes)
"""Returns what some attributes say: those of all stories of a logic."""


@lru_cache(maxsize=64)
def _have_attributes(attributes: _Attributes, key: Same) -> bool:
    """Whether a logic keeps all facts as attributes that these are about."""
    representation = _representation(key)
    # Where there is one argument or none, its type makes no difference: any will do.
    return all(
        representation.storage(name, [ROOM] * arity) is Storage.ATTRIBUTE
        for name, _, arity in attributes.given
    )


@lru_cache(maxsize=64)
def _representation(key: Same) -> Representation:
    """Return how the facts of a logic are kept, without compiling it, which takes long."""
    (logic,) = key.items
    return Representation(logic)


@lru_cache(maxsize=64)
def _are_of_logic(rules: Same, logic: Same) -> bool:
    """Whether the rules of a directory are some of a logic."""
    ((numbered,), (known,)) = rules.items, logic.items
    return all(_can_be(known.rules.get(name), slots) for name, slots in numbered)


def _can_be(rule: Rule | None, slots: Sequence[str]) -> bool:
    """Whether there are slots for all placeholders of a rule but the player and the inventory."""
    return rule is not None and {
        placeholder.name
        for placeholder in rule.placeholders
        if placeholder.type not in PLAYER_TYPES
    } <= {*slots}
