from hypothesis import given
from hypothesis import strategies as st

from twbench.story.zcode.block import Block, Image, Pointer, Table, TextWord
from twbench.story.zcode.zstring import StringTable, encode

TABLES = {("first",): 0xFFFE, ("second",): 6}
STRINGS = {"a": 0, "b": 7, "c": 0x1FFF}


def new_block():
    return Block(StringTable(dict(STRINGS)))


words = st.one_of(
    st.integers(0, 0xFFFF),
    st.builds(Pointer, st.integers(0, 0x2FFF), st.booleans()),
    st.builds(TextWord, st.sampled_from(sorted(STRINGS)), st.booleans()),
    st.builds(Table, st.sampled_from(sorted(TABLES))),
)


@given(
    st.lists(st.lists(words, min_size=1, max_size=8), max_size=6),
    st.integers(0, 0x5000).map(lambda half: 2 * half),
    st.integers(0, 0x6000),
)
def test_an_image_is_the_linked_block(rows, base, first):
    block = new_block()
    for row in rows:
        block.place(row)
    linked = block.linked(base, TABLES, first)
    assert Image(block).at(base, TABLES, first) == linked


def test_words_of_every_kind():
    block = new_block()
    block.place([1, Pointer(2), Pointer(2, halved=True), TextWord("b"), TextWord("b", False)])
    block.place([Table(("second",))])
    linked = block.linked(0x100, TABLES, 0x10)
    assert linked.hex(" ", 2) == "0001 0104 0082 8017 0017 0006"


def test_equal_words_are_placed_once():
    block = new_block()
    first = block.place([1, TextWord("a")])
    second = block.place([1, TextWord("a", False)])
    assert (first, second) == (0, 2)
    assert block.place([1, TextWord("a")]) == first
    assert len(block.words) == 4


def test_numbers_are_placed_as_words_are():
    block = new_block()
    assert [block.place([1, 2]), block.place_numbers([3]), block.place_numbers([1, 2])] == [0, 2, 0]
    assert block.place([3]) == 2
    assert block.words == [1, 2, 3]


def test_appended_words_hold_texts():
    block = new_block()
    block.place([9])
    start = block.append([0, 4, 5], [(0, "b")])
    assert block.append_texts(["a"]) == 4
    block.words.append(0)
    block.set_address(len(block.words) - 1, start)
    block.append_text("b")
    assert block.append_texts(["a"]) == 7
    linked = block.linked(0x100, TABLES, 0x10)
    assert linked.hex(" ", 2) == "0009 0017 0004 0005 0010 0102 0017 0010"
    assert Image(block).at(0x100, TABLES, 0x10) == linked


TEXTS = ["", "x", "You are in a depot.", "It is open.\n", "naïve", "sixteen letters!"]


def test_packed_strings_are_encoded_one_by_one():
    before = StringTable()
    assert before["known"] == 0
    strings = before.continued()
    addresses = [strings[text] for text in TEXTS]
    assert [strings[text] for text in (*TEXTS, "known")] == [*addresses, 0]
    assert list(before) == ["known"]
    assert addresses[0] == before.size
    data = before.encoded() + strings.encoded()
    assert len(data) == 8 * strings.size
    for text, address in zip(TEXTS, addresses, strict=True):
        code = encode(text)
        assert data[8 * address :].startswith(code)
