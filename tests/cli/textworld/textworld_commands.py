"""What the tests of TextWorld's commands make."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SCRIPTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
COIN = ("tw-coin_collector", "--level", "3", "--seed", "1")
CUSTOM = ("custom", "--seed", "12", "--world-size", "3", "--nb-objects", "6")


def names(game):
    """The names of all that is in a game, in its order."""
    return [info.name for info in game.infos.values() if info.name]


def first_room(game):
    """The text that tells of the first room."""
    return game.infos[game.world.rooms[0].id].desc
