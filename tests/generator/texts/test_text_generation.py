"""The text of whole games: names, descriptions, objectives, and each option's effect."""

import os
import re
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from dynamic_text import render
from hypothesis import given
from hypothesis import strategies as st
from text_games import (
    house,
    written,
)

from twbench.generator.grammar.english import fix_determinant
from twbench.generator.text_generation import (
    list_to_string,
    repl_sing_plur,
    replace_num,
)

THEMES = ("house", "basic")
ARTICLES = {
    **dict.fromkeys(("apple", "Egg", "hour", "heir", "umbrella", "unimportant"), "n"),
    **dict.fromkeys(("pen", "house", "unit", "used", "ewe", "one", "Hat"), ""),
}
"""What an article has after its first letter in front of a word."""
SEEDS = range(12)


def texts_of(game):
    return [game.objective, *(info.desc for info in game.infos.values() if info.desc)]


def nothing_left_over(text):
    assert not re.search(r"#|\((?:name|dir|val|step|\^|[a-zA-Z](?:\|[a-zA-Z])*)[)-]", text), text
    assert "None" not in text
    assert not re.search(r"  | [.,;:]|\[[^\]]*\|", text), text


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_text_reads_well_in_every_state(theme, seed):
    options = {
        "include_adj": seed % 2 == 0,
        "blend_descriptions": seed % 3 == 0,
        "blend_instructions": seed % 4 < 2,
        "ambiguous_instructions": seed % 5 == 0,
    }
    game = written(house(), seed, theme=theme, **options)
    for text in texts_of(game):
        nothing_left_over(text)
    states = [dict(zip(("c_0", "c_1", "d_0", "d_1"), s, strict=True)) for s in
              product(("open", "closed", "locked"), repeat=4)]  # fmt: skip
    full = {"c_0": ["pen"], "c_1": ["pen", "cup"], "s_0": ["pear"], "s_1": ["key", "hat", "pen"]}
    for info in game.infos.values():
        for state, contents in product(states[::5] if info.desc else (), ({}, full)):
            shown = render(info.desc, state, contents, info.id)
            assert re.fullmatch(r"(?:[A-Z][^\n]*[.!?]\n\n)?[A-Z][^\n]*[.!?]", shown), shown
            assert not re.search(r"\b[Aa] [aeio]\w|\b[Aa]n [bcdfgjklmnpqrstvwxyz]|  ", shown), shown


def test_same_seed_same_text_other_seed_other_text():
    assert texts_of(written(house(), 3)) == texts_of(written(house(), 3))
    assert len({tuple(texts_of(written(house(), seed))) for seed in range(20)}) == 20


def test_text_does_not_depend_on_the_hash_seed():
    program = (
        "from text_games import *; game = written(house(), 1, ambiguous_instructions=True);"
        "print(game.serialize()['infos'], game.objective)"
    )
    folder = Path(__file__).parents[1]
    outputs = set()
    for hash_seed in ("1", "2"):
        path = os.pathsep.join([str(folder), str(folder.parents[1])])
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path}
        outputs.add(
            subprocess.run(
                [sys.executable, "-c", program], env=environment, capture_output=True, check=True
            ).stdout
        )
    assert len(outputs) == 1


class TestPhrases:
    @given(st.lists(st.tuples(st.sampled_from(["a", "A"]), st.sampled_from(sorted(ARTICLES)))))
    def test_articles_agree_whatever_they_were(self, phrases):
        right = " ".join(
            f"{letter}{ARTICLES[word]} {word} idea (banana-{letter.lower()}{ARTICLES[word]} {word})"
            for letter, word in phrases
        )
        for end in ("", "n"):
            wrong = " ".join(
                f"{letter}{end} {word} idea (banana-{letter.lower()}{end} {word})"
                for letter, word in phrases
            )
            assert fix_determinant(wrong) == right

    def test_lists_are_written_with_commas_and_articles(self):
        assert list_to_string([], True) == ""
        assert list_to_string(["apple"], True) == "an apple"
        assert list_to_string(["red", "blue"], True, "one") == "one red and one blue"
        assert list_to_string(["north", "east", "west"], False) == "north, east and west"

    def test_texts_follow_numbers(self):
        assert repl_sing_plur("There [is a|are] (x)", 1) == "There is a (x)"
        assert repl_sing_plur("[One|Many] and [if open]", 3) == "Many and [if open]"
        assert [replace_num("(^) x", n) for n in (1, 2, 3, 9)] == [
            *("one x", "two x", "several x", "several x")
        ]
