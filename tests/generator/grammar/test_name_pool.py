"""The names that a grammar offers for one type of thing in one type of room."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twbench.errors import GrammarError
from twbench.generator.grammar.name_pool import Name, NamePool, entries_with, noun_of
from twbench.seeding import Rng

WRITTEN = ("old | pen", "new|pen", "old | lamp", "Bowl", "old|pen")
POOL = NamePool.of(WRITTEN)
word = st.sampled_from(["old", "new", "pen", "front door", "Bowl"])
some_names = st.builds(Name, word, st.none() | word)


def drawn(pool, taken=(), with_adj=False, times=60):
    """Return all names that come up."""
    rng = Rng(3)
    return {pool.draw(rng, set(taken), with_adj).full for _ in range(times)}


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("red | front door", Name("front door", "red")),
        ("red|apple", Name("apple", "red")),
        ("apple", Name("apple")),
        ("  two   words ", Name("two words")),
        (" | apple", Name("apple")),
    ],
)
def test_a_name_is_written_adjective_bar_noun(written, expected):
    assert Name.read(written) == expected
    assert noun_of(written) == expected.noun


def test_several_bars_are_refused():
    with pytest.raises(GrammarError, match=r"written 'adjective \| noun', not 'a\|b\|c'"):
        Name.read("a|b|c")
    with pytest.raises(GrammarError, match=r"not 'a\|b\|c'"):
        NamePool.of(["pen", "a|b|c"])


@given(some_names)
def test_names_are_read_as_a_grammar_writes_them(name):
    assert Name.read(name.candidate) == name
    assert name.full.split() == name.candidate.replace("|", " ").split()


@given(some_names, st.integers(0, 5))
def test_the_least_number_that_is_free_tells_equal_names_apart(name, count):
    taken = {name.full.lower()}
    for number in range(2, 2 + count):
        numbered = name.first_free_number(taken)
        assert (numbered.full, numbered.adj) == (f"{name.full} {number}", name.adj)
        taken.add(numbered.full.lower())


def test_a_pool_has_each_name_and_each_noun_once_in_the_order_of_the_grammar():
    assert [name.full for name in POOL.names] == ["old pen", "new pen", "old lamp", "Bowl"]
    assert POOL.nouns == ("pen", "lamp", "Bowl")
    assert [text for text, _ in POOL.entries] == ["old pen", "new pen", "old lamp", "bowl"]


def test_nouns_alone_are_preferred_while_there_are_any():
    assert drawn(POOL) == {"pen", "lamp", "Bowl"}
    assert drawn(POOL, taken=["pen", "bowl"]) == {"lamp"}
    assert drawn(POOL, taken=["pen", "lamp", "bowl"]) == {"old pen", "new pen", "old lamp"}


def test_with_adjectives_whole_names_are_drawn():
    assert drawn(POOL, with_adj=True) == {"old pen", "new pen", "old lamp", "Bowl"}
    assert drawn(POOL, ["old pen", "new pen", "bowl"], with_adj=True) == {"old lamp"}


@pytest.mark.parametrize("with_adj", [True, False])
def test_none_is_drawn_when_all_are_taken(with_adj):
    taken = {"pen", "lamp", "bowl", "old pen", "new pen", "old lamp"}
    assert POOL.draw(Rng(0), taken, with_adj) is None
    name = POOL.draw_numbered(Rng(0), taken, with_adj)
    assert name.full.endswith(" 2")
    assert (name.adj is not None) <= with_adj


def test_free_names_are_found_among_many_that_are_taken():
    pool = NamePool.of(f"thing{number}" for number in range(500))
    taken = {f"thing{number}" for number in range(499)}
    assert {pool.draw(Rng(seed), taken, False).full for seed in range(20)} == {"thing499"}


def test_nouns_may_be_left_out():
    assert POOL.without({"pen", "bowl"}).names == (Name("lamp", "old"),)
    assert POOL.without({"Bowl"}).nouns == POOL.nouns  # they are given in lower case
    assert POOL.without(()) == POOL


def test_an_adjective_goes_with_all_nouns():
    assert entries_with("Red", ("apple", "Door")) == (
        ("red apple", Name("apple", "Red")),
        ("red door", Name("Door", "Red")),
    )
