"""Tables of a world: as plain data and back, and what no story can be made of."""

import json
from dataclasses import replace
from typing import Any

import pytest
from smithy import MOST, SMITHY

from twbench.errors import StoryLimitError
from twbench.shape import ShapeError
from twbench.story.crafts.linker import compile_tables
from twbench.story.crafts.tables import Change, CraftTables, Deed, Group, Task


def test_tables_survive_json() -> None:
    assert CraftTables.from_data(json.loads(json.dumps(SMITHY.as_data()))) == SMITHY


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"items": 3}, "items must be a list"),
        ({"deeds": [[0, None, None]]}, r"deeds\[0\] must be a list of 4"),
        ({"tasks": [[[1], "2", 3]]}, r"tasks\[0\] must be a whole number"),
        ({"more": 1}, "and nothing else"),
    ],
)
def test_data_of_another_shape_is_told_with_its_place(change: Any, message: str) -> None:
    with pytest.raises(ShapeError, match=message):
        CraftTables.from_data({**json.loads(json.dumps(SMITHY.as_data())), **change})


def deeds(*changes: Change) -> dict[str, Any]:
    return {"deeds": (Deed(0, None, None, changes),)}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"start": (0, MOST + 1, 0, 1, 0)}, "counts from 0 to 32767: it cannot start with 32768"),
        (deeds(Change(1, False, MOST + 1, MOST, 0)), "'mine ore': a story counts up to 32767"),
        (deeds(Change(1, False, 0, MOST, 1)), "no upper bound of 32767"),
        (deeds(Change(1, False, 1, MOST, -2)), "2 are taken, though there may be as few as 1"),
        (deeds(Change(9, False, 0, MOST, 0)), "there is no count 9"),
        (deeds(Change(4, False, 0, MOST, 0), Change(0, True, 0, MOST, 0)), "two bounds on one"),
        ({"zones": ()}, "1 to 1500 zones, not 0"),
        ({"items": ("iron ore", "b" * 61)}, "it has 61 of 60 characters"),
        ({"items": ("iron ore", "a\nb")}, "cannot be printed"),
        ({"tasks": (Task((2,), 1, MOST),)}, "give 32767 points"),
        ({"groups": (Group((7,), True),)}, "no tasks, or unknown ones"),
        ({"groups": ()}, "1 to 100 groups"),
    ],
)
def test_what_no_story_can_be_made_of_is_told_in_a_sentence(change: Any, message: str) -> None:
    with pytest.raises(StoryLimitError, match=message):
        compile_tables(replace(SMITHY, **change))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"phrases": ("mine", "mine", "go to cave", "go to smithy")}, "stands for two things"),
        ({"items": ("iron ore", "Iron_ore")}, "cannot tell 'Iron_ore' from another thing"),
        ({"items": ("iron ore", "...")}, "no word that could be typed"),
    ],
)
def test_words_that_mean_two_things_are_refused(change: Any, message: str) -> None:
    with pytest.raises(StoryLimitError, match=message):
        compile_tables(replace(SMITHY, **change))
