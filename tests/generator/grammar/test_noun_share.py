"""Shares of nouns: two sides that have no noun in common, and some of every type."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twbench.errors import ConfigError
from twbench.generator.grammar.grammar_options import GrammarOptions
from twbench.generator.grammar.noun_share import absent_nouns
from twbench.generator.grammar.text_grammar import Grammar

TYPES = st.lists(st.lists(st.text("abcd", min_size=1, max_size=3), max_size=12), max_size=4)


@given(TYPES, st.floats(0.01, 0.99))
def test_each_noun_is_on_one_side_unless_it_is_alone(types: list[list[str]], share: float) -> None:
    alone = {nouns[0] for nouns in types if len(set(nouns)) == 1}
    several = {noun for nouns in types if len(set(nouns)) > 1 for noun in nouns}
    first, last = absent_nouns(types, 1 - share), absent_nouns(types, -share)
    assert not first & last
    assert first | last == several - alone
    for nouns in types:
        if several.isdisjoint(nouns):
            continue
        assert set(nouns) - last or set(nouns) & alone


def test_a_share_is_that_of_each_type() -> None:
    types = [[f"thing {number}" for number in range(20)], ["bread", "apple", "pear", "plum", "fig"]]
    assert [len(absent_nouns([nouns], 0.8)) for nouns in types] == [4, 1]
    assert [len(absent_nouns([nouns], -0.2)) for nouns in types] == [16, 4]
    assert absent_nouns(types, 0.8) == absent_nouns(types[::-1], 0.8)


@pytest.mark.parametrize("theme", ["basic", "house"])
def test_both_sides_of_our_themes_name_everything(theme: str) -> None:
    one, other = (Grammar(GrammarOptions(theme=theme, noun_share=s)) for s in (0.8, -0.2))
    for room_type in one.room_types():
        for kind in "rdcsofk":
            nouns, others = (set(g.name_pool(kind, room_type).nouns) for g in (one, other))
            assert nouns
            assert others
            assert not nouns & others


@pytest.mark.parametrize("share", [0, 1.5, -1, True, "half", float("nan")])
def test_shares_that_make_no_sense(share: object) -> None:
    with pytest.raises(ConfigError, match="'noun_share' must be a number above -1, up to 1"):
        GrammarOptions(noun_share=share)


def test_the_option_is_written_only_where_it_means_something() -> None:
    assert "noun_share" not in GrammarOptions(noun_share=1).serialize()
    options = GrammarOptions(noun_share=-0.25)
    assert GrammarOptions.deserialize(options.serialize()) == options
