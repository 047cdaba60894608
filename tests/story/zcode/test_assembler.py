"""Routines of the Z-machine: the bytes that the Standard gives to instructions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twbench.story.zcode.assembler import (
    FALSE,
    STACK,
    TRUE,
    Label,
    MovableCode,
    Operand,
    Packed,
    Routine,
    Variable,
)

GLOBAL = Variable(0x10)
LOCAL = Variable(2)


@pytest.mark.parametrize(
    ("name", "operands", "store", "code"),
    [
        # Long form, section 4.4.2: bits 6 and 5 say which operands are variables.
        ("test_attr", (LOCAL, 7), None, "4a 02 07"),
        ("insert_obj", (LOCAL, GLOBAL), None, "6e 02 10"),
        ("add", (1, 2), STACK, "14 01 02 00"),
        # Variable form of the same, section 4.4.3, where an operand is a large constant.
        ("loadw", (LOCAL, -1), LOCAL, "cf 8f 02 ff ff 02"),
        ("mul", (LOCAL, 4001), STACK, "d6 8f 02 0f a1 00"),
        # Short form, section 4.4.1, and no operands at all.
        ("get_parent", (1,), LOCAL, "93 01 02"),
        ("print_obj", (LOCAL,), None, "aa 02"),
        ("ret", (0x1234,), None, "8b 12 34"),
        ("rtrue", (), None, "b0"),
        # A byte of types, two bits each; what is left out is 3.
        ("storew", (GLOBAL, 0, LOCAL), None, "e1 9b 10 00 02"),
        ("scan_table", (LOCAL, GLOBAL, STACK, 0x86), LOCAL, "f7 a9 02 10 00 86 02"),
        ("call_vn", (Packed(0x100), LOCAL), None, "f9 2f 01 00 02"),
    ],
)
def test_instructions_are_encoded_as_the_standard_says(
    name: str, operands: tuple[Operand, ...], store: Variable | None, code: str
) -> None:
    routine = Routine()
    routine.add(name, *operands, store=store)
    data = routine.finished().data
    assert data[1:].hex(" ").startswith(code)
    assert not len(data) % 8
    assert not any(data[1 + len(code.split()) :])


def test_routines_have_as_many_variables_as_they_use() -> None:
    routine = Routine()
    routine.add("loadw", Variable(0x20), 3, store=Variable(5))
    routine.add("print_obj", Variable(4))
    assert routine.finished().data[0] == 5
    assert Routine().finished().data[0] == 0


def test_branches_and_jumps_lead_to_labels() -> None:
    routine, ahead, back = Routine(), Label(), Label()
    routine.mark(back)
    routine.add("jz", LOCAL, to=ahead)  # 1: a0 02 80 ..
    routine.jump(back)  # 5: 8c .. ..
    routine.mark(ahead)
    routine.add("jz", LOCAL, to=back, unless=True)  # 8: a0 02 .. ..
    routine.add("jz", LOCAL, to=TRUE)
    routine.add("jz", LOCAL, to=FALSE, unless=True)
    routine.jump(FALSE)
    data = routine.finished().data
    # Where an offset leads is counted from behind it, less two (sections 4.7 and 15, jump).
    assert data[1:8].hex(" ") == "a0 02 80 05 8c ff fb"
    offset = int.from_bytes(data[10:12], "big")
    assert offset >> 14 == 0
    assert 12 + (offset - 0x4000) - 2 == 1
    assert data[12:19].hex(" ") == "a0 02 c1 a0 02 40 b1"


@given(
    st.lists(st.one_of(st.integers(0, 0x7FFF).map(Packed), st.integers(0, 0x7FFF))),
    st.integers(0, 0x7FFF),
)
def test_addresses_move_with_the_code(words: list[Packed | int], packed: int) -> None:
    def built(words: list[Packed | int]) -> MovableCode:
        routine = Routine()
        for word in words:
            routine.add("call_vn", 0x1234, word)
        return routine.finished()

    moved = [Packed(word.value + packed) if isinstance(word, Packed) else word for word in words]
    assert built(words).at(packed) == built(moved).data
