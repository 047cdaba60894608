"""The facts of a running story, kept up to date from one look at its memory to the next.

A command changes a few bytes of the object table. They are found by comparing the whole table, as
one long integer, with that of the last time; only the objects they belong to are read anew. Each
fact ever seen has a bit, so that the facts that hold are one integer too (``now``), and whether
conditions hold is one comparison. The plain twin of this class is `MemoryMap.facts`.
"""

__all__ = ["FactReader"]

from collections.abc import Iterator
from itertools import chain

from twbench.bounded_cache import BoundedCache
from twbench.logic import Proposition
from twbench.story.contents.objects import OBJECT_SIZE
from twbench.story.reading.memory import MemoryMap, table_facts

_OBJECT_BITS = 8 * OBJECT_SIZE
_TELLING = 8
"""Bytes of an object's entry that facts depend on."""
_MAX_GROUPS = 50_000
"""Some ten megabytes; a game of a hundred things, each in a hundred places, has a fifth of that."""

_Facts = tuple[Proposition, ...]


class FactReader:
    """Reads the facts of one story.

    ``now`` has the bit of each fact that holds; the story's constant facts have none.
    """

    def __init__(self, memory_map: MemoryMap):
        self.now = 0
        self._bit_of: dict[Proposition, int] = {}
        self._map = memory_map
        objects = len(memory_map.objects)
        self._significant = int.from_bytes(memory_map.significant * objects, "little")
        self._world = b""
        self._table = b""
        self._objects = 0
        self._end_of_objects = OBJECT_SIZE * objects
        # What holds by each object and, behind them, each table: facts, and their bits.
        self._facts: list[_Facts] = [memory_map.constant_facts]
        self._facts += [()] * (objects + len(memory_map.tables))
        self._masks = [0] * len(self._facts)
        self._bits = b""
        self._rows: list[bytes | None] = [None] * len(memory_map.tables)
        self._groups: BoundedCache[tuple[int, bytes], tuple[_Facts, int]] = BoundedCache(
            _MAX_GROUPS
        )
        self._fresh: list[tuple[Proposition, int]] = [
            (fact, 0) for fact in memory_map.constant_facts
        ]

    @property
    def facts(self) -> list[Proposition]:
        """The facts that held at the last `update`, in the order of `MemoryMap.facts`."""
        return list(chain.from_iterable(self._facts))

    def take_fresh(self) -> list[tuple[Proposition, int]]:
        """Return the facts seen for the first time since this was last asked, with their bits.

        Those that hold throughout have 0.
        """
        fresh, self._fresh = self._fresh, []
        return fresh

    def update(self, world: bytes) -> None:
        """Take note of what `MemoryMap.world` returns now."""
        if world == self._world:
            return
        self._world = world
        table = world[: self._end_of_objects]
        if table != self._table:
            self._table = table
            self._update_objects(table)
        all_bits = world[self._end_of_objects :]
        if all_bits == self._bits:
            return
        self._bits = all_bits
        behind_objects = 1 + len(self._map.objects)
        places = self._map.tables_in_world
        for number, (place, (_, rows)) in enumerate(zip(places, self._map.tables, strict=True)):
            bits = world[place]
            if bits != self._rows[number]:
                self._rows[number] = bits
                self._replace(behind_objects + number, *self._with_mask(table_facts(bits, rows)))

    def _update_objects(self, table: bytes) -> None:
        # Little endian, so that the lowest bits are those of the first object.
        objects = int.from_bytes(table, "little") & self._significant
        changed = objects ^ self._objects
        # At first all of them have; to find each by its bits takes a while.
        numbers = _numbers_of(changed) if self._objects else range(len(self._map.objects))
        self._objects = objects
        # What holds by each object stands behind what always does.
        facts, masks, groups = self._facts, self._masks, self._groups
        for number in numbers:
            # Attributes and parent: siblings and children are told by the entries of others.
            entry = table[OBJECT_SIZE * number : OBJECT_SIZE * number + _TELLING]
            place = number + 1
            group = groups.get((place, entry))
            if group is None:
                found = self._with_mask(self._map.object_facts(place, entry))
                group = groups.keep((place, entry), found)
            # Exclusive or is enough as long as no fact is told in two places.
            self.now ^= masks[place] ^ group[1]
            facts[place], masks[place] = group

    def _with_mask(self, facts: _Facts) -> tuple[_Facts, int]:
        known, mask = self._bit_of, 0
        for fact in facts:
            bit = known.get(fact)
            if bit is None:
                bit = known[fact] = 1 << len(known)
                self._fresh.append((fact, bit))
            mask |= bit
        return facts, mask

    def _replace(self, place: int, facts: _Facts, mask: int) -> None:
        self.now ^= self._masks[place] ^ mask
        self._facts[place] = facts
        self._masks[place] = mask


def _numbers_of(changed: int) -> Iterator[int]:
    """Yield which objects some bits of the table belong to, from the first one on."""
    while changed:
        number = ((changed & -changed).bit_length() - 1) // _OBJECT_BITS
        yield number
        beyond = _OBJECT_BITS * (number + 1)
        changed = changed >> beyond << beyond
