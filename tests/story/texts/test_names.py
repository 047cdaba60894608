"""Headings and articles."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import twbench
from twbench.challenges.cooking.foods import FOODS
from twbench.story.texts.names import heading, takes_an, takes_some


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("kitchen", "Kitchen"),
        ("north wing of McDuck's", "North Wing Of McDuck's"),
        ("élan room", "Élan Room"),
        ("a  b", "A  B"),
    ],
)
def test_headings_have_capitals(name: str, told: str) -> None:
    assert heading(name) == f"-= {told} =-"


def test_numbers_take_the_article_of_how_they_are_said() -> None:
    words = ("8", "80", "11", "18", "1", "110", "hour", "unicorn", "élan")
    assert [word for word in words if takes_an(word)] == ["8", "80", "11", "18", "hour", "élan"]


def test_letters_take_the_article_of_how_they_are_said() -> None:
    words = ("MBA", "FM", "X-ray", "USB", "UFO", "BBQ", "TV", "LP", "RAM", "NASA", "AI", "IKEA")
    assert [word for word in words if takes_an(word)] == ["MBA", "FM", "LP", "AI", "IKEA"]


def test_some_is_said_of_what_is_several_or_not_counted() -> None:
    names = ("popcorn", "old bread", "scissors", "stairs", "Bread", "tweezers")
    assert all(map(takes_some, names))
    names = ("bag of popcorn", "bread roll", "wine glass", "bus", "tennis", "lens", "gas", "Bob's")
    assert not any(map(takes_some, names))


def shipped_words() -> Iterator[tuple[str, str]]:
    """Yield the words of names of the themes, and foods, with the articles they are to have."""
    folder = Path(twbench.__file__).parent / "generator" / "data" / "text_grammars"
    for file in sorted(folder.glob("*_obj.twg")):
        text = re.sub(r"^#.*$", "", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
        for _, words in re.findall(r"(\w*\([a-z]\)_(?:adj|noun)):([^:]*)(?=\n\S|\Z)", text):
            for word in filter(None, map(str.strip, words.split(";"))):
                yield word, "an" if word[0] in "aeiou" and word not in A_BEFORE_VOWELS else "a"
    for food in FOODS:
        if not food.article:
            yield food.name, "an" if food.name[0] in "aeiou" else "a"


A_BEFORE_VOWELS = {"used"}
AN_BEFORE_CONSONANTS = {"hourglass"}


def test_names_that_ship_have_the_right_article() -> None:
    words = dict(shipped_words())
    words.update(dict.fromkeys(AN_BEFORE_CONSONANTS, "an"))
    assert len(words) > 500
    wrong = [
        word
        for word, article in words.items()
        if takes_some(word) or takes_an(word.split()[0]) != (article == "an")
    ]
    assert wrong == []
