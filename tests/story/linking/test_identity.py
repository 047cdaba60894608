"""Which game a story is of."""

from sample_games import (
    cottage,
    shed,
)

from twbench.story import link, read_memory_map


def test_identity_of_a_story_is_that_of_its_game() -> None:
    assert read_memory_map(link(cottage())).game == read_memory_map(link(cottage())).game
    assert read_memory_map(link(cottage())).game != read_memory_map(link(shed())).game
