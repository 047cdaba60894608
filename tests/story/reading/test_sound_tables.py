"""What may stand in the tables of a story, since the runtime follows it without looking."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twbench.story.contents.world import Relation
from twbench.story.linking.tables import place_relation
from twbench.story.reading import text_shapes
from twbench.story.reading.sound_tables import Doubt, Tables, _printed
from twbench.story.reading.text_shapes import shape_of
from twbench.story.zcode import layout
from twbench.story.zcode.block import Block
from twbench.story.zcode.layout import MOST_REREAD, STATIC_TEXT, TextStep
from twbench.story.zcode.zstring import encode

START = 64

FIRST = 0x200

OBJECTS = 5

IN, HAS, EMPTY, PAIR, ROW, EACH = (
    int(layout.Test[name]) for name in ("IN", "HAS", "EMPTY", "PAIR", "ROW", "EACH")
)

HELLO = FIRST
"""The packed address of the only string, which prints "hello"."""

MAX_WAY = 0x8000


def tables_of(words: Sequence[int], bits: tuple[int, int] = (16, 20)) -> Tables:
    """Return tables of these words, and some space behind them, from byte `START` on."""
    data = b"".join(word.to_bytes(2, "big") for word in words) + bytes(16)
    story = bytes(START) + data
    return Tables(story, START, len(story), OBJECTS, 7, bits, FIRST, encode("hello"))


def condition(*words: int) -> int:
    return tables_of(words).condition(START)


def text(*words: int, articles: int | None = 0) -> int:
    return tables_of(words).text(START // 2, articles)


@pytest.mark.parametrize("address", [START - 2, START + 1, 0, 0x10000])
def test_addresses_are_even_and_within_the_tables(address: int) -> None:
    tables = tables_of([1, 2])
    assert tables.words[tables.place(START)] == 1
    with pytest.raises(Doubt, match=f"a table would be at {address}"):
        tables.place(address)


def test_tables_end_where_memory_does() -> None:
    tables = tables_of([3, 4, 0])
    assert tables.listed(START) == [3, 4]
    tables.place(START, 11)
    with pytest.raises(Doubt):
        tables.place(START, 12)


def test_strings_begin_somewhere_and_end() -> None:
    tables = tables_of([])
    assert tables.string(HELLO) == len(encode("hello")) // 2
    assert tables.prints_more(HELLO, len("hello") - 1)
    assert not tables.prints_more(HELLO, len("hello") + 1)
    for packed in (HELLO - 1, HELLO + 1):
        with pytest.raises(Doubt, match="a string would be at"):
            tables.string(packed)


@pytest.mark.parametrize("number", [0, OBJECTS + 1])
def test_objects_are_those_there_are(number: int) -> None:
    tables_of([]).object(OBJECTS)
    with pytest.raises(Doubt, match=f"an object would be {number}"):
        tables_of([]).object(number)


def test_conditions_cost_the_rows_they_look_at() -> None:
    assert condition(0) == 1
    assert condition(IN, 1, 2, HAS, 3, 4, EMPTY, 5, 0) == 1


@pytest.mark.parametrize(
    "words",
    [
        (IN, 1, OBJECTS + 1, 0),
        (HAS, 1, 48, 0),
        (HAS, layout.BOUND_SLOT, 1, 0),
        (EACH, 1, 2, 0),
        (PAIR, 1, 0xFFF0, 2, 0),
        (99, 1, 0),
        (EMPTY, 1) * 30 + (EMPTY,),
    ],
    ids=["object", "attribute", "slot", "search", "table", "test", "end"],
)
def test_conditions_of_anything_else_are_doubted(words: tuple[int, ...]) -> None:
    with pytest.raises(Doubt):
        condition(*words)


def test_texts_cost_what_they_print() -> None:
    size = len(encode("hello")) // 2
    assert text(TextStep.END) == 0
    assert text(HELLO, HELLO, TextStep.NAME, 2, TextStep.END) == 2 * size + 7
    assert text(TextStep.LIST, 2, TextStep.END, articles=9) == 7 + 9
    assert text(TextStep.IF_EMPTY, 1, 8, HELLO, HELLO, TextStep.END) == 2 * size + 1
    assert tables_of([]).text(0, 0) == 0
    assert tables_of([]).text(STATIC_TEXT | HELLO, 0) == size


@pytest.mark.parametrize(
    "words",
    [
        (TextStep.GO_TO, 8, HELLO, TextStep.NAME, 2, TextStep.END),
        (TextStep.GO_TO, MAX_WAY - 2, TextStep.END),
        (HELLO, TextStep.GO_TO, 0x10000 - 2, TextStep.END),
        (TextStep.GO_TO, 3, HELLO, TextStep.END),
        (TextStep.CALL, 1, TextStep.END),
        (TextStep.NAME, 0, TextStep.END),
        (TextStep.IF_HAS, 1, 8, 48, TextStep.END),
        (HELLO,) * 4 + (FIRST + 9,),
    ],
    ids=["between", "far", "back", "odd", "call", "nobody", "attribute", "string"],
)
def test_texts_that_lead_elsewhere_are_doubted(words: tuple[int, ...]) -> None:
    with pytest.raises(Doubt):
        text(*words)


def test_articles_name_nothing_that_has_articles() -> None:
    assert text(TextStep.NAME, 1, TextStep.END, articles=None) == 7
    with pytest.raises(Doubt, match=f"a text has the step {int(TextStep.THE)}"):
        text(TextStep.THE, 1, TextStep.END, articles=None)


PAIRS = st.sets(st.tuples(st.integers(1, OBJECTS), st.integers(1, OBJECTS)), min_size=1)


@given(PAIRS, st.sampled_from([0, 1]), st.booleans())
def test_relations_as_they_are_placed_are_sound(
    rows: set[tuple[int, int]], column: int, changing: bool
) -> None:
    relation = Relation("near", tuple(sorted(rows)), frozenset(rows), changing)
    block = Block()
    offset = place_relation(relation, column, 16 if changing else 0, block)
    tables = tables_of(block.words)
    address = START + 2 * offset
    keys = [row[column] for row in rows]
    assert tables.relation(address) == max(map(keys.count, keys))
    assert not tables.is_empty(address)
    others = frozenset(row[1 - column] for row in rows)
    tables_of(block.words).relation(address, [others])
    with pytest.raises(Doubt):
        tables_of(block.words).relation(address, [others - {min(others)}])


@pytest.mark.parametrize(
    ("position", "value"),
    [
        (0, 2),  # others
        (1, OBJECTS + 1),  # highest key
        (1, 9),
        (2, 1),  # index: a partner, who may be 3 or 2 only
        (2, 0x10000 - 500),
        (2, 0x10000 - 5),
        (3, 65),  # how many rows
        (4, OBJECTS + 1),  # another
        (4, 3),
        (5, 99),  # byte
        (6, 3),  # bit
    ],
)
def test_relations_of_another_shape_are_doubted(position: int, value: int) -> None:
    rows = ((1, 2), (1, 3))
    block = Block()
    address = START + 2 * place_relation(
        Relation("near", rows, frozenset(rows), True), 0, 16, block
    )
    words, others = block.words.copy(), [frozenset({2, 3})]
    assert tables_of(words).relation(address, others) == 2
    words[position] = value
    with pytest.raises(Doubt):
        tables_of(words).relation(address, others)


def test_tests_are_of_tables_of_their_own_kind() -> None:
    """The index of a relation of two may have partners, which are no rows."""
    pairs, triple = ((1, 2),), ((1, 2, 3),)
    for rows, test, wrong in ((pairs, PAIR, ROW), (triple, ROW, PAIR)):
        block = Block()
        relation = Relation("near", rows, frozenset(rows), changing=False)
        table = START + 2 * place_relation(relation, 0, 0, block)
        for kind in (test, wrong):
            at = START + 2 * len(block.words)
            tables = tables_of([*block.words, kind, 1, table, *rows[0][1:], 0])
            if kind == test:
                assert tables.condition(at) == 2
            else:
                with pytest.raises(Doubt, match="for tables of another kind"):
                    tables.condition(at)


def test_bits_of_rows_lie_among_those_of_the_story() -> None:
    rows = tuple((1, other) for other in range(1, OBJECTS + 1))
    block = Block()
    offset = place_relation(Relation("near", rows, frozenset(), True), 0, 16, block)
    address = START + 2 * offset
    assert tables_of(block.words, bits=(16, 17)).relation(address) == len(rows)
    for bits in ((17, 20), (10, 16)):
        with pytest.raises(Doubt, match="the bit of a row lies elsewhere"):
            tables_of(block.words, bits).relation(address)


@given(st.lists(st.integers(0, 0x7FFF), max_size=5), st.integers(0, 80))
def test_short_strings_need_not_be_read_to_know_that_they_fit(words: list[int], most: int) -> None:
    string = b"".join(word.to_bytes(2, "big") for word in [*words, 0x8421])
    tables = Tables(bytes(START), START, START, OBJECTS, 7, (0, 0), FIRST, string)
    assert tables.prints_more(FIRST, most) == (_printed(string) > most)


def test_no_string_begins_where_routines_are() -> None:
    hello = encode("hello").ljust(8, b"\0")
    code = bytes.fromhex("ff ff ff ff ff ff ff ff")
    strings = hello + code + hello
    tables = Tables(bytes(START), START, START, OBJECTS, 7, (0, 0), FIRST, strings, (8, 16))
    assert tables.string(FIRST) == tables.string(FIRST + 2) == 2
    with pytest.raises(Doubt, match=f"a string would be at {FIRST + 1}"):
        tables.string(FIRST + 1)


@pytest.mark.parametrize("seed", range(20))
def test_strings_end_where_their_words_say(seed: int) -> None:
    # Ends are close together, so that some strings lie between two places where one can begin, or
    # far apart, so that strings are longer than what may be read again.
    rng = random.Random(seed)
    often = rng.choice((3, 20, 2 * MOST_REREAD))
    upper = bytes(0x80 * (rng.randrange(often) == 0) for _ in range(6 * MOST_REREAD))
    routines = rng.choice(((0, 0), (160, 320)))
    strings = bytes(byte for one in upper for byte in (one, 0))
    tables = Tables(bytes(START), START, START, OBJECTS, 7, (0, 0), FIRST, strings, routines)
    lengths = []
    for at in range(0, len(upper), 4):
        end = upper.find(0x80, at)
        within = routines[0] <= 2 * at < routines[1]
        if 2 * at < routines[0] <= 2 * end:
            continue  # what runs on into routines ends behind them, wherever that is
        if end < 0 or within:
            with pytest.raises(Doubt, match="a string would be at"):
                tables.string(FIRST + at // 4)
        else:
            lengths.append(end - at + 1)
            assert tables.string(FIRST + at // 4) == lengths[-1]
    longest = max(lengths)
    assert tables.longest == longest or max(tables.longest, longest) <= MOST_REREAD


TEXTS = (
    (HELLO, 0),
    (int(TextStep.IF_HAS), 1, 14, 3, HELLO, int(TextStep.GO_TO), 6, HELLO, 0),
    (int(TextStep.IF_HAS), 2, 10, 0, HELLO, int(TextStep.IF_FILLED), 1, 8, HELLO, 0),
    (HELLO, int(TextStep.LIST), 2, int(TextStep.NAME), 3, int(TextStep.THE), 1, 0),
    (int(TextStep.IF), START + 64, 8, HELLO, 0),
)


@given(
    st.sampled_from(TEXTS),
    st.lists(
        st.tuples(st.integers(0, 9), st.one_of(st.integers(0, 64), st.integers(0, 0xFFFF))),
        max_size=2,
    ),
    st.sampled_from((None, 0, 5)),
    st.integers(0, 4),
)
def test_texts_of_known_shapes_are_what_their_steps_say(
    words: tuple[int, ...], changes: list[tuple[int, int]], articles: int | None, behind: int
) -> None:
    def told(tables: Tables, all_at_once: bool) -> int | str:
        handle = START // 2
        try:
            if all_at_once:
                return tables.texts([handle, 0, handle], articles)
            return 2 * tables.text(handle, articles)
        except Doubt:
            return "doubt"

    def padded(changed: Sequence[int]) -> Tables:
        test = [IN, 1, 2, int(layout.Test.END)]
        return tables_of([*changed, *[0] * (32 - len(changed)), *test])

    told(padded(words), all_at_once=False)  # its shape is known from now on
    changed = list(words)
    for place, value in changes:
        changed[place % len(changed)] = value
    data = padded(changed)
    assert told(data, all_at_once=True) == told(padded(changed), all_at_once=False)
    # The same at the end of the tables, where some steps would lie too far behind.
    end = START + 2 * len(changed) + 2 * behind
    at_end = [
        Tables(data.story, START, end, OBJECTS, 7, (16, 20), FIRST, encode("hello"))
        for _ in range(2)
    ]
    assert told(at_end[0], all_at_once=True) == told(at_end[1], all_at_once=False)


def test_the_shape_of_a_sound_text_is_remembered() -> None:
    words = (int(TextStep.IF_EMPTY), 1, 8, HELLO, HELLO, HELLO, 0)
    tables = tables_of(words)
    assert tables.text(START // 2, 0) == 1 + 3 * tables.string(HELLO)
    shape = shape_of(tables.story, START)
    assert shape is not None
    assert (shape.size, shape.objects(tables.story, START)) == (7, (1,))
    assert shape.strings(tables.story, START) == (HELLO, HELLO, HELLO)
    assert shape_of(tables_of((words[0], 1, 10, *words[3:])).story, START) is None


def test_texts_of_one_shape_list_things_with_or_without_a_verb() -> None:
    listing = int(TextStep.IF_FILLED), 1, 14, HELLO, int(TextStep.LIST), 1, HELLO, 0
    tables_of(listing).text(START // 2, 0)

    def known(step: int) -> bool:
        return shape_of(tables_of((*listing[:4], step, *listing[5:])).story, START) is not None

    alike = {TextStep.LIST, TextStep.IS_LIST}
    assert all(known(step) is (step in alike) for step in range(TextStep.LAST + 1))


def test_no_more_is_looked_at_than_texts_have_whose_shapes_are_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A story may be as long as half a megabyte, and have thousands of texts without an end."""
    patterns: list[bytes] = []
    monkeypatch.setattr(
        text_shapes._SHAPES.__class__, "get", lambda *asked: patterns.append(asked[1]) or ()
    )
    for size in (3, 5000):
        assert shape_of(bytes(START) + b"\1\2" * size + bytes(2) + b"\1" * 100_000, START) is None
    assert [*map(len, patterns)] == [3]
