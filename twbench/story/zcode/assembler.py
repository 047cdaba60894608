"""Routines of the Z-machine, put together instruction by instruction.

Source: The Z-Machine Standards Document 1.1, sections 4, 5 and 14. Only what our code needs: the
instructions of `_OPCODES`, and addresses of routines and strings that move with the code.
"""

__all__ = [
    "FALSE",
    "FIRST_GLOBAL",
    "PACKED",
    "STACK",
    "TRUE",
    "Label",
    "MovableCode",
    "Operand",
    "Packed",
    "Routine",
    "Variable",
]

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

PACKED = 8
"""Bytes that a packed address counts."""
_WORD = 0x10000
FIRST_GLOBAL = 16
"""The number of the first global variable."""
_LARGE, _SMALL, _VARIABLE, _OMITTED = range(4)
_FEW, _TWO, _MANY = 0x80, 0xC0, 0xE0
"""How instructions of none or one, of two and of any number of operands begin; see 4.3."""
_OPCODES: dict[str, tuple[int, int]] = {
    "je": (_TWO, 1),
    "jl": (_TWO, 2),
    "jg": (_TWO, 3),
    "dec_chk": (_TWO, 4),
    "inc_chk": (_TWO, 5),
    "jin": (_TWO, 6),
    "test": (_TWO, 7),
    "test_attr": (_TWO, 10),
    "set_attr": (_TWO, 11),
    "clear_attr": (_TWO, 12),
    "store": (_TWO, 13),
    "insert_obj": (_TWO, 14),
    "loadw": (_TWO, 15),
    "loadb": (_TWO, 16),
    "add": (_TWO, 20),
    "sub": (_TWO, 21),
    "mul": (_TWO, 22),
    "call_2s": (_TWO, 25),
    "call_2n": (_TWO, 26),
    "jz": (_FEW, 0),
    "get_sibling": (_FEW, 1),
    "get_child": (_FEW, 2),
    "get_parent": (_FEW, 3),
    "inc": (_FEW, 5),
    "remove_obj": (_FEW, 9),
    "print_obj": (_FEW, 10),
    "ret": (_FEW, 11),
    "jump": (_FEW, 12),
    "print_paddr": (_FEW, 13),
    "call_1n": (_FEW, 15),
    "rtrue": (_FEW, 0),
    "rfalse": (_FEW, 1),
    "call_vs": (_MANY, 0),
    "storew": (_MANY, 1),
    "scan_table": (_MANY, 23),
    "call_vn": (_MANY, 25),
}


class Variable(NamedTuple):
    """A variable: 0 is the stack, 1 to 15 are those of the routine, the others global."""

    number: int


class Packed(NamedTuple):
    """A packed address, counted from the beginning of the code, with which it moves."""

    value: int


Operand = int | Variable | Packed
STACK = Variable(0)


class Label:
    """A place in a routine, which may be told later than it is used."""

    def __init__(self) -> None:
        self.place = 0


FALSE, TRUE = Label(), Label()
"""Where branches lead that return from the routine."""


@dataclass(frozen=True)
class MovableCode:
    """Bytes with packed addresses in them that move: ``moving`` tells where these are."""

    data: bytes
    moving: tuple[int, ...]

    def at(self, packed: int) -> bytes:
        """Return the bytes for code that begins at a packed address.

        One sum adds it to all addresses: none of them runs over into what is before it.
        """
        code, ones = self._numbers
        return (code + packed * ones).to_bytes(len(self.data), "big")

    @cached_property
    def _numbers(self) -> tuple[int, int]:
        """The code as one number, and a number of its size that is 1 at each address."""
        ones = bytearray(len(self.data))
        for place in self.moving:
            # The lower byte of the word: the sum carries into the higher one by itself.
            ones[place + 1] = 1
        return int.from_bytes(self.data, "big"), int.from_bytes(ones, "big")


@dataclass(slots=True)
class Routine:
    """A routine under construction. It has as many variables of its own as it uses."""

    variables: int = 0
    _code: bytearray = field(default_factory=bytearray)
    _moving: list[int] = field(default_factory=list)
    _jumps: list[tuple[int, Label, bool]] = field(default_factory=list)

    def add(
        self,
        name: str,
        *operands: Operand,
        store: Variable | None = None,
        to: Label | None = None,
        unless: bool = False,
    ) -> None:
        """Append an instruction, which may branch ``to`` a label (``unless`` it is true)."""
        kind, number = _OPCODES[name]
        code, data = self._code, bytearray()
        types: list[int] = []
        moving = -1
        for operand in operands:
            if isinstance(operand, Variable):
                types.append(_VARIABLE)
                data.append(self._used(operand))
            elif isinstance(operand, Packed):
                types.append(_LARGE)
                moving = len(data)
                data += operand.value.to_bytes(2, "big")
            elif 0 <= operand <= 0xFF:
                types.append(_SMALL)
                data.append(operand)
            else:
                types.append(_LARGE)
                data += (operand % _WORD).to_bytes(2, "big")
        if kind == _FEW:
            code.append(kind | (types[0] << 4 if types else 0x30) | number)
        elif kind == _TWO and _LARGE not in types:
            first, second = (type_ == _VARIABLE for type_ in types)
            code.append(first << 6 | second << 5 | number)
        else:
            code.append(kind | number)
            code.append(_types_byte(types))
        if moving >= 0:
            self._moving.append(len(code) + moving)
        code += data
        if store is not None:
            code.append(self._used(store))
        if to is not None:
            self._add_branch(to, not unless)

    def jump(self, to: Label) -> None:
        """Append a jump, or a return where the label is one."""
        if to in (FALSE, TRUE):
            self.add("rtrue" if to is TRUE else "rfalse")
            return
        self._code.append(_FEW | _LARGE << 4 | _OPCODES["jump"][1])
        self._jumps.append((len(self._code), to, False))
        self._code += bytes(2)

    def mark(self, label: Label) -> None:
        """Let a label be the place of the next instruction."""
        label.place = len(self._code)

    def finished(self) -> MovableCode:
        """Return the routine, filled up to whole packed addresses."""
        code = self._code
        for at, label, is_branch in self._jumps:
            # Offsets count from behind the two bytes that they stand in, less two: from these.
            offset = label.place - at
            if is_branch:
                code[at] |= offset >> 8 & 0x3F
                code[at + 1] = offset & 0xFF
            else:
                code[at : at + 2] = (offset % _WORD).to_bytes(2, "big")
        data = bytes([self.variables]) + code
        return MovableCode(
            data + bytes(-len(data) % PACKED), tuple([place + 1 for place in self._moving])
        )

    def _used(self, variable: Variable) -> int:
        number = variable.number
        if self.variables < number < FIRST_GLOBAL:
            self.variables = number
        return number

    def _add_branch(self, to: Label, when: bool) -> None:
        if to in (FALSE, TRUE):
            self._code.append(when << 7 | 0x40 | (to is TRUE))
            return
        self._jumps.append((len(self._code), to, True))
        self._code += bytes([when << 7, 0])


def _types_byte(types: Sequence[int]) -> int:
    """Return what tells of up to four operands: two bits each, the first one highest."""
    byte = 0xFF
    for place, type_ in enumerate(types):
        byte ^= (_OMITTED ^ type_) << 6 - 2 * place
    return byte
