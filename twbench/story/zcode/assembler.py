"""Routines of the Z-machine, put together instruction by instruction.

Source: The Z-Machine Standards Document 1.1, sections 4, 5 and 14. Only what our code needs: the
instructions of `_OPCODES`, and addresses of routines and strings that move with the code.
"""

__all__ = [
    "FALSE",
    "PACKED",
    "STACK",
    "TRUE",
    "Code",
    "Label",
    "Operand",
    "Packed",
    "Routine",
    "Variable",
]

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

PACKED = 8
"""Bytes that a packed address counts."""
_WORD = 0x10000
_FIRST_GLOBAL = 16
_LARGE, _SMALL, _VARIABLE, _OMITTED = range(4)
_OPCODES: dict[str, tuple[str, int]] = {
    "je": ("2OP", 1),
    "jl": ("2OP", 2),
    "jg": ("2OP", 3),
    "dec_chk": ("2OP", 4),
    "inc_chk": ("2OP", 5),
    "jin": ("2OP", 6),
    "test": ("2OP", 7),
    "test_attr": ("2OP", 10),
    "set_attr": ("2OP", 11),
    "clear_attr": ("2OP", 12),
    "store": ("2OP", 13),
    "insert_obj": ("2OP", 14),
    "loadw": ("2OP", 15),
    "loadb": ("2OP", 16),
    "add": ("2OP", 20),
    "sub": ("2OP", 21),
    "mul": ("2OP", 22),
    "call_2s": ("2OP", 25),
    "call_2n": ("2OP", 26),
    "jz": ("1OP", 0),
    "get_sibling": ("1OP", 1),
    "get_child": ("1OP", 2),
    "get_parent": ("1OP", 3),
    "inc": ("1OP", 5),
    "remove_obj": ("1OP", 9),
    "print_obj": ("1OP", 10),
    "ret": ("1OP", 11),
    "jump": ("1OP", 12),
    "print_paddr": ("1OP", 13),
    "call_1n": ("1OP", 15),
    "rtrue": ("0OP", 0),
    "rfalse": ("0OP", 1),
    "call_vs": ("VAR", 0),
    "storew": ("VAR", 1),
    "scan_table": ("VAR", 23),
    "call_vn": ("VAR", 25),
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
class Code:
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
        types = [_type(operand) for operand in operands]
        if kind == "2OP" and len(operands) == 2 and _LARGE not in types:
            first, second = (type_ == _VARIABLE for type_ in types)
            self._code.append(first << 6 | second << 5 | number)
        elif kind == "1OP":
            self._code.append(0x80 | types[0] << 4 | number)
        elif kind == "0OP":
            self._code.append(0xB0 | number)
        else:
            self._code += {
                "2OP": bytes([0xC0 | number]),
                "VAR": bytes([0xE0 | number]),
            }[kind]
            filled = [*types, *[_OMITTED] * (4 - len(types))]
            self._code.append(sum(type_ << 6 - 2 * n for n, type_ in enumerate(filled)))
        for operand, type_ in zip(operands, types, strict=True):
            self._add_operand(operand, type_)
        used = [one.number for one in (*operands, store) if isinstance(one, Variable)]
        self.variables = max([self.variables, *(n for n in used if n < _FIRST_GLOBAL)])
        if store is not None:
            self._code.append(store.number)
        if to is not None:
            self._add_branch(to, not unless)

    def jump(self, to: Label) -> None:
        """Append a jump, or a return where the label is one."""
        if to in (FALSE, TRUE):
            self.add("rtrue" if to is TRUE else "rfalse")
            return
        self._code.append(0x80 | _LARGE << 4 | _OPCODES["jump"][1])
        self._jumps.append((len(self._code), to, False))
        self._code += bytes(2)

    def mark(self, label: Label) -> None:
        """Let a label be the place of the next instruction."""
        label.place = len(self._code)

    def finished(self) -> Code:
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
        return Code(data + bytes(-len(data) % PACKED), tuple([place + 1 for place in self._moving]))

    def _add_operand(self, operand: Operand, type_: int) -> None:
        if isinstance(operand, Packed):
            self._moving.append(len(self._code))
            self._code += operand.value.to_bytes(2, "big")
        elif isinstance(operand, Variable):
            self._code.append(operand.number)
        else:
            self._code += (operand % _WORD).to_bytes(2 if type_ == _LARGE else 1, "big")

    def _add_branch(self, to: Label, when: bool) -> None:
        if to in (FALSE, TRUE):
            self._code.append(when << 7 | 0x40 | (to is TRUE))
            return
        self._jumps.append((len(self._code), to, True))
        self._code += bytes([when << 7, 0])


def _type(operand: Operand) -> int:
    if isinstance(operand, Variable):
        return _VARIABLE
    return _SMALL if isinstance(operand, int) and 0 <= operand <= 0xFF else _LARGE
