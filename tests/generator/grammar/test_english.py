"""Small English: articles, plurals, lists and the choice between singular and plural."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twbench.generator.grammar.english import (
    capitalise,
    fix_determinant,
    list_to_string,
    number_word,
    plural,
    repl_sing_plur,
    replace_num,
    tidy,
)


def test_articles_go_by_the_sound_of_the_word_after_them():
    text = "a apple, an pear, A hour, an used pen, a uniform, a unimpressed umpire, an one-off"
    assert fix_determinant(text) == (
        "an apple, a pear, An hour, a used pen, a uniform, an unimpressed umpire, a one-off"
    )


def test_short_words_in_capitals_are_not_spelled_out():
    text = "a SKY, a SPY and a ONE, but an NYC map and a US map"
    assert fix_determinant(text) == text


@pytest.mark.parametrize(
    "text",
    ["banana apple", "Alpha apple", "pan apple", "a 8th", "a", "a ", "vitamin A oil", "the a-side"],
)
def test_what_is_no_article_stays(text):
    assert fix_determinant(text) == text.replace("A oil", "An oil")


some_words = st.sampled_from(
    ["a", "an", "A", "An", "apple", "pear", "hour", "unit", "banana", "plan", "the", "used,", "x."]
)
texts = st.lists(some_words, max_size=8).map(" ".join)


@given(texts)
def test_articles_that_agree_stay_as_they_are(text):
    once = fix_determinant(text)
    assert fix_determinant(once) == once
    assert [word for word in once.split() if word.lower() not in ("a", "an")] == [
        word for word in text.split() if word.lower() not in ("a", "an")
    ]


@pytest.mark.parametrize(
    ("one", "several"),
    [
        ("chair", "chairs"),
        ("glass", "glasses"),
        ("bench", "benches"),
        ("brush", "brushes"),
        ("cardboard box", "cardboard boxes"),
        ("pantry", "pantries"),
        ("tray", "trays"),
        ("knife", "knives"),
        ("bread knife", "bread knives"),
        ("knife block", "knife blocks"),
    ],
)
def test_the_last_word_of_a_noun_has_the_plural(one, several):
    assert plural(one) == several


@pytest.mark.parametrize(
    ("items", "bare", "indefinite", "definite"),
    [
        ([], "", "", ""),
        (["egg"], "egg", "an egg", "the egg"),
        (["pan", "egg"], "pan and egg", "a pan and an egg", "the pan and the egg"),
        (["a", "b", "c"], "a, b and c", "an a, a b and a c", "the a, the b and the c"),
    ],
)
def test_lists_are_written_with_commas_and_articles(items, bare, indefinite, definite):
    assert list_to_string(items, det=False) == bare
    assert list_to_string(items, det=True) == indefinite
    assert list_to_string(items, det=True, det_type="the") == definite
    assert list_to_string(tuple(items), det=False) == bare


@pytest.mark.parametrize(
    ("count", "expected"),
    [(0, "are exits"), (1, "is an exit"), (2, "are exits"), (9, "are exits")],
)
def test_one_thing_is_singular_and_any_other_number_plural(count, expected):
    assert repl_sing_plur("There [is an exit|are exits].", count) == f"There {expected}."
    assert repl_sing_plur("[one|two] and [this|these]", 1) == "one and this"


def test_brackets_that_offer_no_choice_stay():
    text = "[if open]x[end if] [a|b|c] [|"
    assert repl_sing_plur(text, 1) == text


def test_numbers_are_words_as_far_as_anybody_counts():
    assert [number_word(count) for count in (1, 2, 3, 99)] == ["one", "two", "several", "several"]
    assert replace_num("(^) doors, (^) keys", 2) == "two doors, two keys"


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [("an egg", "An egg"), ("Egg", "Egg"), ("", ""), ("élan", "Élan"), ("iPad", "IPad")],
)
def test_only_the_first_character_is_changed(sentence, expected):
    assert capitalise(sentence) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("There is  a egg  , here .", "There is an egg, here."),
        ("Nothing to do.", "Nothing to do."),
        ("a    apple", "an apple"),
        ("doors, , leading east", "doors, leading east"),
    ],
)
def test_spaces_and_stops_are_tidied(text, expected):
    assert tidy(text) == expected


def said(text):
    return re.sub(",+", ",", text.replace(" ", "").replace("an", "a"))


@given(st.text(" .,ab", max_size=12))
def test_what_is_tidy_stays_so(text):
    once = tidy(text)
    assert tidy(once) == once
    assert "  " not in once
    assert " ." not in once
    assert " ," not in once
    assert said(once) == said(text)
