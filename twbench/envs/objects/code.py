"""What the code of a story compares: which actions and objects a routine asks about.

Inform compiles a rule about an action to a comparison of a variable with the number of the action,
and one about a thing to a comparison with the number of its object.

Sources: The Z-Machine Standards Document 1.1, sections 4, 5, 14 and 15. Where routines begin stands
nowhere. They lie one behind the other; what can be none, such as text, is passed over.
"""

__all__ = ["ALIGNMENTS", "Routine", "routines_of"]

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

ALIGNMENTS = {3: 2, 4: 4, 5: 4, 8: 8}
"""Bytes that a packed address of a routine counts, by the versions whose code is read."""
_MOST_LOCALS = 15
_MOST_FAILURES = 4000
"""So many places that can be no routine, one behind the other, are the end of the code."""
_VARIABLE, _OMITTED = 2, 3
_FIRST_GLOBAL = 16
_COMPARISONS = (1, 2, 3)
_LARGEST_EXTENDED = 0x1D
_STORING = {
    "0": {9},
    "1": {1, 2, 3, 4, 8, 14},
    "2": {8, 9, *range(15, 26)},
    "V": {0, 4, 7, 12, 22, 23, 24},
    "E": {0, 1, 2, 3, 4, 9, 10, 12, 19, 29},
}
_BRANCHING = {
    "0": {13, 15},
    "1": {0, 1, 2},
    "2": {*range(1, 8), 10},
    "V": {23, 31},
    "E": {6, 24, 27},
}
_ENDING = {"0": {0, 1, 3, 7, 8, 10}, "1": {11, 12}, "2": {28}, "V": set[int](), "E": set[int]()}
_CALLS = {"0": set[int](), "1": {8, 15}, "2": {25, 26}, "V": {0, 12, 25, 26}, "E": set[int]()}
_TEST_ATTRIBUTE = ("2", 10)
_TEXTS = (2, 3)
_JUMP = 12


@dataclass(frozen=True, slots=True)
class Routine:
    """A routine at an ``address``.

    ``comparisons`` are pairs of a global variable and a number with which it is compared,
    ``constants`` all numbers in instructions, ``attributes`` those that are tested, ``calls`` the
    addresses of routines that are called by name. ``tests_any`` says that an attribute is tested
    that a variable tells.
    """

    address: int
    comparisons: frozenset[tuple[int, int]]
    constants: frozenset[int]
    attributes: frozenset[int]
    calls: tuple[int, ...]
    tests_any: bool

    @property
    def compared(self) -> frozenset[int]:
        """The numbers with which global variables are compared."""
        return frozenset(number for _, number in self.comparisons)


class _NoInstructionError(ValueError):
    """What was read is no code."""


@dataclass(frozen=True, slots=True)
class _Instruction:
    kind: str
    number: int
    operands: tuple[tuple[int, int], ...]
    after: int
    target: int | None

    @property
    def ends(self) -> bool:
        return self.number in _ENDING[self.kind]


def routines_of(story: bytes) -> Iterator[Routine]:
    """Yield the routines of a story, given as the bytes of its file; none of some versions."""
    alignment = ALIGNMENTS.get(story[0])
    if alignment is None:
        return
    at = story[0x04] << 8 | story[0x05]
    at += -at % alignment
    failures = 0
    while at < len(story) and failures < _MOST_FAILURES:
        try:
            routine, at = _routine(story, at)
        except (_NoInstructionError, IndexError):
            at += alignment
            failures += 1
            continue
        failures = 0
        at += -at % alignment
        yield routine


def _routine(story: bytes, address: int) -> tuple[Routine, int]:
    """Return the routine at an address, and where it ends."""
    code = _code(story, address)
    comparisons: set[tuple[int, int]] = set()
    constants: set[int] = set()
    attributes: set[int] = set()
    calls: list[int] = []
    tests_any = False
    for one in code:
        numbers = {value for kind, value in one.operands if kind != _VARIABLE}
        constants |= numbers
        if one.kind == "2" and one.number in _COMPARISONS:
            variables = {value for kind, value in one.operands if kind == _VARIABLE}
            comparisons.update(product(filter(_FIRST_GLOBAL.__le__, variables), numbers))
        elif (one.kind, one.number) == _TEST_ATTRIBUTE:
            kind, value = one.operands[1]
            tests_any |= kind == _VARIABLE
            attributes.update([] if kind == _VARIABLE else [value])
        elif one.number in _CALLS[one.kind] and one.operands and not one.operands[0][0]:
            calls.append(one.operands[0][1] * ALIGNMENTS[story[0]])
    routine = Routine(
        address,
        frozenset(comparisons),
        frozenset(constants),
        frozenset(attributes),
        tuple(calls),
        tests_any,
    )
    return routine, code[-1].after


def _code(story: bytes, address: int) -> list[_Instruction]:
    """Return the instructions of the routine at an address, to the end that no jump leads past."""
    count = story[address]
    if count > _MOST_LOCALS:
        raise _NoInstructionError
    at = furthest = address + 1 + (2 * count if story[0] < 5 else 0)
    code: list[_Instruction] = []
    while not code or not code[-1].ends or at <= furthest:
        code.append(_instruction(story, at))
        furthest = max(furthest, code[-1].target or 0)
        at = code[-1].after
        if furthest >= len(story):
            raise _NoInstructionError
    return code


def _instruction(story: bytes, at: int) -> _Instruction:
    kind, number, types, at = _opcode(story, at)
    operands: list[tuple[int, int]] = []
    for one in types:
        size = 1 if one else 2
        operands.append((one, int.from_bytes(story[at : at + size])))
        at += size
    is_store = number in _STORING[kind]
    if (kind, number) in (("V", 4), ("0", 9)):  # before version 5, these store nothing
        is_store = story[0] >= 5
    at += is_store
    target = None
    if number in _BRANCHING[kind]:
        first = story[at]
        at += 1
        offset = first & 0x3F
        if not first & 0x40:
            offset = _signed(offset << 8 | story[at], 14)
            at += 1
        target = at + offset - 2 if offset not in (0, 1) else None
    if kind == "0" and number in _TEXTS:
        while not story[at] & 0x80:
            at += 2
        at += 2
    if kind == "1" and number == _JUMP and operands[0][0] == 0:
        target = at + _signed(operands[0][1], 16) - 2
    return _Instruction(kind, number, tuple(operands), at, target)


def _opcode(story: bytes, at: int) -> tuple[str, int, list[int], int]:
    """Return kind and number of an instruction, the types of its operands, and where these are."""
    code = story[at]
    at += 1
    if code == 0xBE and story[0] >= 5:
        if story[at] > _LARGEST_EXTENDED:
            raise _NoInstructionError
        return "E", story[at], _types(story[at + 1]), at + 2
    if code >= 0xC0:
        kind, number = ("2" if code < 0xE0 else "V"), code & 0x1F
        types = _types(story[at])
        at += 1
        if kind == "V" and number in (12, 26):  # calls with up to seven arguments
            types += _types(story[at])
            at += 1
    elif code >= 0x80:
        one = code >> 4 & 3
        kind, number = ("0" if one == _OMITTED else "1"), code & 0x0F
        types = [] if one == _OMITTED else [one]
    else:
        kind, number = "2", code & 0x1F
        types = [2 if code & 0x40 else 1, 2 if code & 0x20 else 1]
    if (kind == "2" and not 0 < number <= 28) or (kind, number) == ("0", 14):
        raise _NoInstructionError
    return kind, number, types, at


def _types(code: int) -> list[int]:
    types = [code >> shift & 3 for shift in (6, 4, 2, 0)]
    return types[: types.index(_OMITTED)] if _OMITTED in types else types


def _signed(value: int, bits: int) -> int:
    return value - (1 << bits) if value >> (bits - 1) else value
