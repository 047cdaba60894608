"""Listing all texts that a text grammar has for a symbol."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from twbench.errors import GrammarError
from twbench.generator.grammar import expansions
from twbench.generator.grammar.compiled_options import Symbol
from twbench.generator.grammar.expansions import all_expansions
from twbench.generator.grammar.grammar_file import parse_theme


def theme_of(text):
    return parse_theme("some", [("some.twg", text)])


def listed(text, symbol="a", depth=20):
    return list(all_expansions(theme_of(text), symbol, depth))


def plainly(theme, symbol, depth):
    """Expand by recursion: the plain twin."""
    if depth == 0:
        return set()
    return {
        "".join(parts)
        for option in theme.options[symbol]
        for parts in product(
            *(
                plainly(theme, part, depth - 1) if type(part) is Symbol else {part}
                for part in reversed(option)
            )
        )
    }


@st.composite
def grammars(draw):
    """Texts of grammars, recursive ones too, in which each symbol has an option without others."""
    part = st.sampled_from(["x", "y", "#a#", "#b#", "#c#"])
    option = st.lists(part, min_size=1, max_size=2).map("".join)
    return "\n".join(
        f"{symbol}:" + ";".join([symbol, *draw(st.lists(option, max_size=2))]) for symbol in "abc"
    )


@given(grammars(), st.integers(0, 3))
@settings(max_examples=60)
def test_the_texts_are_those_of_expanding_by_recursion(text, depth):
    theme = theme_of(text)
    found = all_expansions(theme, "a", depth)
    assert set(found) == plainly(theme, "a", depth)
    assert len(set(found)) == len(found)


def test_texts_come_in_the_order_of_the_options_and_once():
    assert listed("a:#b# #c#;z\nb:1;2\nc:x;y") == ["1 x", "1 y", "2 x", "2 y", "z"]
    assert listed("a:#b#;1\nb:1;2;1") == ["1", "2"]


def test_recursion_stops_at_the_depth():
    assert listed("a:x#a#;y", depth=3) == ["xxy", "xy", "y"]
    assert listed("a:x#a#;y", depth=0) == []


DIGITS = "a:#b#;#c#\nb:0;1;2;3\nc:#b##b#"
"""Four texts of ``b``, 16 of ``c``, 20 of ``a``."""


@pytest.mark.parametrize("limit", ["MAX_EXPANSIONS", "LONGEST_LISTED"])
def test_more_texts_or_longer_ones_than_anybody_reads_are_refused(monkeypatch, limit):
    monkeypatch.setattr(expansions, limit, {"MAX_EXPANSIONS": 20, "LONGEST_LISTED": 2}[limit])
    assert len(listed(DIGITS)) == 20
    monkeypatch.setattr(expansions, limit, {"MAX_EXPANSIONS": 19, "LONGEST_LISTED": 1}[limit])
    with pytest.raises(GrammarError, match=r"Symbol #[ac]# .* 'some' has more than .* too many"):
        listed(DIGITS)


def test_the_work_for_all_symbols_of_a_theme_is_limited(monkeypatch):
    """Nobody lists without end by asking for one symbol after the other."""
    theme = theme_of(DIGITS)
    all_expansions(theme, "a", 20)
    monkeypatch.setattr(expansions, "MAX_WORK", theme.memo["work"] + 3)
    with pytest.raises(GrammarError, match="too many to list"):
        all_expansions(theme, "b", 20)
    assert len(listed(DIGITS, "b")) == 4  # another theme has its own


def test_more_than_a_million_texts_are_refused():
    digits = ";".join(str(n) for n in range(10))
    with pytest.raises(GrammarError, match="too many to list"):
        listed(f"d:{digits}\na:#d##d##d##d##d##d##d#")
