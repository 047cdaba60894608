"""The memory of a running story: facts, score, ending, and what the last command led to."""

from collections.abc import Callable

import pytest
from sample_games import (
    HAND_MADE,
    coin_collector,
    cottage,
    facts,
)

from twbench.errors import StoryFileError
from twbench.generator.games.game import Game
from twbench.logic import Proposition
from twbench.story import link, read_memory_map
from twbench.story.reading.memory import MemoryMap


@pytest.mark.parametrize("make", HAND_MADE, ids=lambda make: make.__name__)
def test_facts_at_the_start(make: Callable[[], Game]) -> None:
    story = link(make())
    memory_map = read_memory_map(story)
    assert set(memory_map.facts(story)) == set(make().world.facts)
    assert memory_map.location(story) == "r_0"
    assert memory_map.last_actions(story) == []


def test_reading_other_stories_is_refused() -> None:
    with pytest.raises(StoryFileError, match="not made by twbench"):
        read_memory_map(bytes(64))


def test_constant_facts_are_read_too() -> None:
    story = link(cottage())
    assert Proposition("match", [*facts("match(k_0, d_0)")[0].arguments]) in read_memory_map(
        story
    ).facts(story)


def written(memory_map: MemoryMap, story: bytes, name: str, value: int) -> bytes:
    at = memory_map.variables[name]
    return story[:at] + value.to_bytes(2, "big") + story[at + 2 :]


def test_memory_that_makes_no_sense_is_refused() -> None:
    story = link(coin_collector(3))
    memory_map = read_memory_map(story)
    with pytest.raises(StoryFileError, match="no ending 7"):
        memory_map.ending(written(memory_map, story, "ending", 7))
    with pytest.raises(StoryFileError, match="33 actions"):
        memory_map.last_actions(written(memory_map, story, "action_count", 33))
    with pytest.raises(StoryFileError, match="no rule 0"):
        memory_map.last_actions(written(memory_map, story, "action_count", 1))
    one = written(memory_map, story, "action_count", 1)
    at = memory_map.variables["actions"]
    with pytest.raises(StoryFileError, match="no object 0"):
        memory_map.last_actions(one[:at] + b"\0\1" + bytes(32) + one[at + 34 :])
    at = memory_map.entries + 6  # where the player is
    elsewhere = story[:at] + b"\xff\xff" + story[at + 2 :]
    for read in (memory_map.location, memory_map.facts):
        with pytest.raises(StoryFileError, match="no object 65535"):
            read(elsewhere)
