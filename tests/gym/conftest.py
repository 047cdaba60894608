"""Four games of two rooms, each won by two commands; and Gymnasium's ids as they were."""

import sys
from pathlib import Path

import gymnasium
import pytest

from twbench.generator import GameMaker

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "story"))  # for interrupts

ROOMS = ("Attic", "Cellar", "Garden", "Kitchen")
WALKTHROUGH = ("go east", "take coin")


@pytest.fixture
def restored_registry():
    """Take back which ids a test has registered."""
    before = dict(gymnasium.registry)
    yield
    gymnasium.registry.clear()
    gymnasium.registry.update(before)


@pytest.fixture(scope="session")
def pool(tmp_path_factory):
    """The paths of the games, in the order of the rooms that they begin in."""
    folder = tmp_path_factory.mktemp("pool")
    return [make_game(folder, room) for room in ROOMS]


def make_game(folder, name):
    maker = GameMaker()
    first, second = maker.new_room(name), maker.new_room("Shed")
    maker.connect(first.east, second.west)
    maker.set_player(first)
    second.add(maker.new("o", name="coin"))
    maker.set_quest_from_commands(WALKTHROUGH)
    return str(maker.compile(folder / f"{name.lower()}.z8"))
