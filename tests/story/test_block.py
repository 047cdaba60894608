import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from twbench.story.block import Block, Image, Pointer, Table, Text
from twbench.story.zstring import encode, pack_strings

TABLES = {("first",): 0xFFFE, ("second",): 6}
STRINGS = {"a": 0, "b": 7, "c": 0x1FFF}

words = st.one_of(
    st.integers(0, 0xFFFF),
    st.builds(Pointer, st.integers(0, 0x2FFF), st.booleans()),
    st.builds(Text, st.sampled_from(sorted(STRINGS)), st.booleans()),
    st.builds(Table, st.sampled_from(sorted(TABLES))),
)


@settings(deadline=None)
@given(
    st.lists(st.lists(words, min_size=1, max_size=8), max_size=6),
    st.integers(0, 0x5000).map(lambda half: 2 * half),
    st.integers(0, 0x6000),
)
def test_an_image_is_the_linked_block(rows, base, first):
    block = Block()
    for row in rows:
        block.place(row)
    linked = block.linked(base, TABLES, STRINGS, first)
    assert Image(block, STRINGS).at(base, TABLES, first) == linked


def test_words_of_every_kind():
    block = Block()
    block.place([1, Pointer(2), Pointer(2, halved=True), Text("b"), Text("b", False)])
    block.place([Table(("second",))])
    linked = block.linked(0x100, TABLES, STRINGS, 0x10)
    assert linked.hex(" ", 2) == "0001 0104 0082 8017 0017 0006"


def test_equal_words_are_placed_once():
    block = Block()
    first = block.place([1, Text("a")])
    second = block.place([1, Text("a", False)])
    assert (first, second) == (0, 2)
    assert block.place([1, Text("a")]) == first
    assert len(block.words) == 4


@pytest.mark.parametrize("start", [0, 100])
def test_packed_strings_are_encoded_one_by_one(start):
    texts = ["", "x", "You are in a depot.", "It is open.\n", "naïve", "sixteen letters!"]
    data, packed = pack_strings(texts, start)
    assert list(packed) == texts
    assert packed[""] == start
    for text in texts:
        place = 8 * (packed[text] - start)
        code = encode(text)
        assert data[place : place + len(code)] == code
    end = 8 * (packed[texts[-1]] - start) + len(encode(texts[-1]))
    assert len(data) == end + -end % 8
