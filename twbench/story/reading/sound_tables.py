"""Whether the tables of a story can be handed to the runtime: texts, conditions, relations, quests.

The runtime follows what stands in them without looking. So every address must be even and within
the tables, every sequence must end there, every object must exist. Conditions of events and texts
may speak of objects only, not try one after another; jumps in texts lead forward; texts do not call
each other. So all of it ends. It ends soon because what one answer may cost is limited, too.
"""

__all__ = ["MAX_COST", "Doubt", "Tables"]

import struct
import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, pairwise

from twbench.story.reading.text_shapes import IF_OBJECT, LISTING, remember, shape_of
from twbench.story.zcode.layout import ATTRIBUTES, MOST_REREAD, STATIC_TEXT, Test, TextStep

MAX_COST = 300_000
"""What one text may print, in words of text, and how many rows all conditions may look at."""
_MAX_FAN = 64
"""Rows of one key: rules that look through several tables try all combinations of them."""
_WORD = 0x10000
_BEHIND = 0x8000
"""A word of an index from which on it tells where rows are."""
_BITS = frozenset(1 << number for number in range(8))
_ABBREVIATIONS = {1, 2, 3}
_MOST_PRINTED = 12
"""Characters of a word: three abbreviations, and a letter behind each; none of those is longer."""
_ESCAPE = [5, 6]
_BACK = 0x8000
"""From here on words are ways back."""
_END_OF_STRING = b"\x80"
_ENDING = bytes(0x80) + _END_OF_STRING * 0x80
"""Of the upper bytes of a string's words the last one has the highest bit."""
# As plain numbers: to look up a member of an enumeration takes as long as to check a step.
_END, _GO_TO, _IF, _IF_HAS, _NAME, _LAST = map(
    int,
    (
        TextStep.END,
        TextStep.GO_TO,
        TextStep.IF,
        TextStep.IF_HAS,
        TextStep.NAME,
        TextStep.LAST,
    ),
)
_TEST_END, _PAIR, _HAS = map(int, (Test.END, Test.PAIR, Test.HAS))
_TWO_OBJECTS = {int(Test.IN), int(Test.DIFFERENT)}
_ONE_OBJECT = {int(Test.EMPTY), int(Test.FILLED)}
_TABLE = {int(Test.PAIR), int(Test.ROW)}
_NAMING = {int(TextStep.THE), int(TextStep.CAPITAL_THE), int(TextStep.A)}
_NAMING_OR_LISTING = _NAMING | LISTING


class Doubt(Exception):  # noqa: N818 - never leaves the checks: the story is played elsewhere
    """A story is not sound, or cannot be shown to be."""


@dataclass(slots=True)
class Tables:
    """The tables in a story's static memory, from byte ``start`` to ``end``.

    Attributes:
        objects: how many there are.
        names: what it costs to print the names of all of them.
        bits: from where to where there may be bits of rows.
        first: the packed address of the first string.
        strings: the strings, which begin there.
        routines: from which to which byte of these there is code instead, where no string begins.
        longest: the words of the longest string that a text had so far, if it is a long one.

    """

    story: bytes
    start: int
    end: int
    objects: int
    names: int
    bits: tuple[int, int]
    first: int
    strings: bytes
    routines: tuple[int, int] = (0, 0)
    longest: int = field(init=False, default=0)
    all_objects: frozenset[int] = field(init=False)
    words: "array[int]" = field(init=False)
    _ends: list[int] = field(default_factory=list)
    _sizes: dict[int, int] = field(init=False)
    _fans: dict[int, int] = field(default_factory=dict)
    _conditions: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.all_objects = frozenset(range(1, self.objects + 1))
        self.words = array("H")
        self.words.frombytes(memoryview(self.story)[: self.end])
        if sys.byteorder == "little":
            self.words.byteswap()
        # The game's own strings stand one behind the other: their sizes are found in one go, but
        # for long ones, which count once a text has them.
        _, last = self.routines
        ends = _ends(self.strings[last::2], last // 2)
        self._sizes = {
            self.first + start: size
            for before, end in pairwise(ends)
            if 0 < (size := end + 1 - 4 * (start := (before >> 2) + 1)) <= MOST_REREAD
        }

    def place(self, address: int, size: int = 1) -> int:
        """Return where in ``words`` an address of so many words is."""
        if address & 1 or not self.start <= address <= self.end - 2 * size:
            raise Doubt(f"a table would be at {address}")
        return address >> 1

    def string(self, packed: int) -> int:
        """Return how many words the string at a packed address has."""
        size = self._sizes.get(packed)
        if size is not None:
            return size
        first, last = self.routines
        if not self._ends:
            strings = (self.strings[:first:2], bytes((last - first) // 2), self.strings[last::2])
            self._ends = _ends(b"".join(strings), 0)
        at, ends = 4 * (packed - self.first), self._ends
        number = bisect_left(ends, at)
        if at < 0 or number == len(ends) or first <= 2 * at < last:
            raise Doubt(f"a string would be at {packed}")
        size = self._sizes[packed] = ends[number] - at + 1
        if size > self.longest:
            self.longest = size
        return size

    def prints_more(self, packed: int, most: int) -> bool:
        """Whether a string may print more than ``most`` characters."""
        size = self.string(packed)
        if _MOST_PRINTED * size <= most:
            return False
        at = 8 * (packed - self.first)
        return _printed(self.strings[at : at + 2 * size]) > most

    def object(self, number: int) -> None:
        """Refuse what is no object."""
        if not 0 < number <= self.objects:
            raise Doubt(f"an object would be {number}")

    def listed(self, address: int) -> list[int]:
        """Return the words from an address on, up to a 0."""
        at = self.place(address)
        try:
            return self.words[at : self.words.index(0, at)].tolist()
        except ValueError:
            raise Doubt("a list has no end") from None

    def rows(self, address: int, width: int) -> Iterable[Sequence[int]]:
        """Yield rows of words from an address on, up to one that begins with 0."""
        at = self.place(address)
        while self.words[at]:
            self.place(2 * at, width + 1)
            yield self.words[at : at + width]
            at += width

    # Texts

    def texts(self, handles: Sequence[int], articles: int | None) -> int:
        """Return what the texts of some handles cost together; see `text`, which is the twin.

        Of texts whose shape is known, strings and objects are gathered, and checked together.
        """
        cost = 0
        strings: list[int] = []
        objects: list[int] = []
        # No step may begin in the last four words: see `_steps`.
        story, last = self.story, self.end - 6
        for handle in handles:
            if handle == 0:
                continue
            address = 2 * handle
            shape = None if handle & STATIC_TEXT else shape_of(story, address)
            if (
                shape is None
                or not self.start <= address <= last - 2 * shape.size
                or (shape.has_articles and articles is None)
            ):
                cost += self.text(handle, articles)
                continue
            strings += shape.strings(story, address)
            objects += shape.objects(story, address)
            cost += shape.jumps + shape.names * self.names + shape.lists * (articles or 0)
            if shape.has_conditions:
                cost += sum(map(self.condition, shape.conditions(story, address)))
        if self._are_sound(strings, objects):
            cost += self._lengths(strings)
            if cost <= MAX_COST:  # so no text costs more
                return cost
        return sum([self.text(handle, articles) for handle in handles])

    def _are_sound(self, strings: Sequence[int], objects: Sequence[int]) -> bool:
        """Whether these can be addresses of strings in a text, and numbers of objects."""
        return (not strings or _LAST < min(strings) <= max(strings) < STATIC_TEXT) and (
            not objects or 0 < min(objects) <= max(objects) <= self.objects
        )

    def _lengths(self, strings: Iterable[int]) -> int:
        """Return how many words strings have together."""
        try:
            return sum(map(self._sizes.__getitem__, strings))
        except KeyError:  # one is long, or there is none
            return sum(map(self.string, strings))

    def text(self, handle: int, articles: int | None) -> int:
        """Return what the text of a handle costs.

        ``articles`` is what those of all objects cost; None for a text that is an article itself,
        which must not name anything that has one.
        """
        if handle == 0:
            return 0
        if handle & STATIC_TEXT:
            return self.string(handle & ~STATIC_TEXT)
        at = self.place(2 * handle)
        cost, steps, ways = self._steps(at, articles)
        # A jump ahead could still lead into the midst of a step, to operands that would be taken
        # for steps and that nobody has checked. Costs need no such care: all branches are summed
        # up.
        if ways and not {*steps}.issuperset(ways):
            raise Doubt("a text jumps to nowhere")
        if cost > MAX_COST:
            raise Doubt("a text is too long")
        remember(self.words[at : steps[-1] + 1].tolist(), [step - at for step in steps])
        return cost

    def _steps(self, at: int, articles: int | None) -> tuple[int, list[int], list[int]]:
        """Return what the steps from a place on cost, where they are, and where they jump to."""
        words, sizes, objects = self.words, self._sizes, self.objects
        cost = 0
        steps: list[int] = []
        ways: list[int] = []
        last = (self.end >> 1) - 4
        while True:
            # No step is longer than four words: from here on operands can be read without a look.
            if at > last:
                raise Doubt("a text has no end")
            steps.append(at)
            step = words[at]
            if _LAST < step < STATIC_TEXT:
                cost += sizes.get(step) or self.string(step)
                at += 1
                continue
            if step == _END:
                return cost, steps, ways
            if step == _IF_HAS:  # these two are most steps of most texts: no call for them
                if not 0 < words[at + 1] <= objects or words[at + 3] >= ATTRIBUTES:
                    raise Doubt("a text asks for an attribute that there is not")
                length, place, more = 4, 2, 1
            elif step == _GO_TO:
                length, place, more = 2, 1, 1
            else:
                length, place, more = self._step(at, step, articles)
            if place:
                way = words[at + place]
                if way & 1 or not 0 < way < _BACK:
                    raise Doubt("a text jumps back")
                ways.append(at + (way >> 1))
            cost += more
            at += length

    def _step(self, at: int, step: int, articles: int | None) -> tuple[int, int, int]:
        """Return a step's length, in words, where in it its way stands, and what it costs.

        The place is 0 if it does not jump.
        """
        operand = self.words[at + 1]
        if step == _IF:
            return 3, 2, self.condition(operand)
        self.object(operand)
        if step in IF_OBJECT:
            return 3, 2, 1
        if step == _NAME:
            return 2, 0, self.names
        if articles is not None and step in _NAMING_OR_LISTING:
            return 2, 0, self.names + articles if step in LISTING else self.names
        raise Doubt(f"a text has the step {step}")

    # Conditions

    def condition(self, address: int) -> int:
        """Return how many rows a condition about objects may look at."""
        cost = self._conditions.get(address)
        if cost is None:
            cost = self._conditions[address] = self._condition(address)
        return cost

    def _condition(self, address: int) -> int:
        words, objects, last = self.words, self.objects, (self.end >> 1) - 4
        at, cost = self.place(address), 1
        while True:
            if at > last:
                raise Doubt("a condition has no end")
            kind = words[at]
            if kind == _TEST_END:
                return cost
            if not 0 < words[at + 1] <= objects:
                raise Doubt(f"an object would be {words[at + 1]}")
            if kind in _TWO_OBJECTS:
                self.object(words[at + 2])
                at += 3
            elif kind == _HAS and words[at + 2] < ATTRIBUTES:
                at += 3
            elif kind in _ONE_OBJECT:
                at += 2
            elif kind in _TABLE:
                table = words[at + 2]
                cost += self.relation(table)
                others = words[(table >> 1) - 1]
                # Of pairs, the index may have partners where others have rows.
                if (kind == _PAIR) != (others == 1):
                    raise Doubt("a test is for tables of another kind")
                self.place(2 * at, 4 + others)
                for other in words[at + 3 : at + 3 + others]:
                    self.object(other)
                at += 3 + others
            else:
                raise Doubt(f"a condition has the test {kind}")

    def events(self, address: int) -> int:
        """Return how many rows the conditions of a list of events may look at."""
        return sum(map(self.condition, self.listed(address)))

    # Relations

    def relation(self, address: int, columns: Sequence[frozenset[int]] | None = None) -> int:
        """Return how many rows of a relation's table have the same key.

        ``columns`` are the objects that its arguments may be, but for the key.
        """
        # With columns it is checked anew, though known: two relations of different types may name
        # one table.
        if columns is None and address in self._fans:
            return self._fans[address]
        at = self.place(address - 2, 2) + 1
        others, high = self.words[at - 1 : at + 1]
        self.place(address, 1 + high)
        if columns is None:
            columns = [self.all_objects] * others
        if high > self.objects or others != len(columns):
            raise Doubt("the table of a relation is of wrong size")
        fan = 1
        # Most objects are no keys.
        for way in filter(None, self.words[at + 1 : at + 1 + high]):
            if way >= _BEHIND:
                fan = max(fan, self._rows(address + _WORD - way, columns))
            elif others != 1 or way not in columns[0]:
                raise Doubt("the table of a relation has wrong rows")
        self._fans[address] = fan
        return fan

    def is_empty(self, address: int) -> bool:
        """Whether the table of a relation has no rows. Then its rows have no size, either."""
        return self.words[self.place(address)] == 0

    def _rows(self, address: int, columns: Sequence[frozenset[int]]) -> int:
        """Check the rows of one key, and return how many there are."""
        at = self.place(address - 2) + 1
        count = self.words[at - 1]
        others = len(columns)
        width = others + 2
        if count > _MAX_FAN:
            raise Doubt("a relation has too many rows of one key")
        self.place(address - 2, 1 + count * width)
        rows = [self.words[n : n + width] for n in range(at, at + count * width, width)]
        first, last = self.bits
        for row in rows:
            byte, bit = row[others:]
            if byte and not (first <= byte < last and bit in _BITS):
                raise Doubt("the bit of a row lies elsewhere")
            for value, allowed in zip(row, columns, strict=False):
                if value not in allowed:
                    raise Doubt("a row speaks of something else")
        if len({row[:others].tobytes() for row in rows}) < len(rows):
            raise Doubt("a relation has a row twice")
        return count


def _ends(upper: bytes, start: int) -> list[int]:
    """Return where strings end, in words, given the upper bytes of all words from one on.

    It does not depend on where they begin. The first end is that of what stands before.
    """
    pieces = upper.translate(_ENDING).split(_END_OF_STRING)
    pieces.pop()  # what has no end
    return list(accumulate([len(piece) + 1 for piece in pieces], initial=start - 1))


@lru_cache(maxsize=4096)
def _printed(string: bytes) -> int:
    """Return how many characters a string prints at most."""
    words = struct.unpack(f">{len(string) // 2}H", string)
    codes = [word >> shift & 31 for word in words for shift in (10, 5, 0)]
    count = number = 0
    while number < len(codes):
        if codes[number] in _ABBREVIATIONS:
            count += 3  # those of our runtime are three spaces
        elif codes[number : number + 2] == _ESCAPE:
            number += 3
        count += 1
        number += 1
    return count
