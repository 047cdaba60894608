"""Fixtures of the tests of stories: sample games, and environments that are closed at the end."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sample_games

from twbench.envs import StoryEnv
from twbench.generator.games.game import Game


@pytest.fixture
def open_story(tmp_path: Path) -> Iterator[Callable[..., StoryEnv]]:
    """Link a game and return an environment for it."""
    opened = []

    def open_one(game: Game, **infos: bool) -> StoryEnv:
        folder = tmp_path / str(len(opened))
        folder.mkdir()
        opened.append(sample_games.open_story(game, folder, **infos))
        return opened[-1]

    yield open_one
    for env in opened:
        env.close()
