"""Headings and articles."""

import pytest

from twbench.story.texts.names import heading, takes_an


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
