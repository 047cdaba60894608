"""Small games, and a dataset of them, for the tests of environments of Gymnasium."""

from functools import cache
from pathlib import Path

import gymnasium

from twbench import GameMaker, GameOptions
from twbench.challenges import get
from twbench.core import EnvInfos
from twbench.dataset import build_dataset, parse_build
from twbench.generator import Event, Game, Quest, compile_game
from twbench.gym import gymnasium_ids
from twbench.system.scratch import new_scratch_folder

COMMANDS = EnvInfos(admissible_commands=True)


@cache
def _folder() -> Path:
    return new_scratch_folder()


@cache
def coins() -> tuple[str, ...]:
    """Three games of coin_collector, won by three commands or more."""
    challenge = get("coin_collector")
    paths = []
    for seed in (1, 2, 3):
        options = GameOptions()
        options.seeds = seed
        options.path = _folder() / f"tw-coin-{seed}.z8"
        paths.append(compile_game(challenge.make(challenge.settings(level=3), options), options))
    return tuple(paths)


@cache
def cave() -> str:
    """A game of two points: take the gem and the coin. Who eats the mushroom loses."""
    maker = GameMaker()
    room = maker.new_room("cave")
    maker.set_player(room)
    gem, coin = maker.new(type="o", name="gem"), maker.new(type="o", name="coin")
    mushroom = maker.new(type="f", name="mushroom")
    room.add(gem, coin)
    maker.inventory.add(mushroom)
    eaten = Event(conditions=[maker.new_fact("eaten", mushroom)])
    maker.quests = [
        Quest(
            win_events=[Event(conditions=[maker.new_fact("in", thing, maker.inventory)])],
            fail_events=[eaten],
        )
        for thing in (gem, coin)
    ]
    maker.set_walkthrough(["take gem", "take coin"])
    return maker.compile(_folder() / "tw-cave.z8")


@cache
def dataset() -> str:
    """A dataset called tiny: three games to train, one each to validate and to test."""
    plan = {
        "dataset": {
            "name": "tiny",
            "description": "A test.",
            "seed": 7,
            "splits": {"train": 3, "valid": 1, "test": 1},
        },
        "challenge": {"name": "coin_collector", "level": {"choice": [3, 4]}},
        "grammar": {"theme": "house"},
        "compute": {"backend": "serial", "n_jobs": 1, "chunk_size": 4},
        "out": str(_folder() / "tiny"),
    }
    build_dataset(parse_build(plan))
    return str(plan["out"])


def registered(name: str, gamefiles=None, **options) -> str:
    """Return a new id of some games, those with coins unless others are given."""
    env_id = f"twbench-tests/{name}-v0"
    options.setdefault("request_infos", COMMANDS)
    gymnasium_ids.register(env_id, gamefiles or coins(), **options)
    return env_id


def walkthrough(path: str) -> list[str]:
    """Return the commands that win a game."""
    return list(Game.load(Path(path).with_suffix(".json")).walkthrough)


def make(name: str, gamefiles=None, **options) -> gymnasium.Env:
    """Return what `gymnasium.make` gives for some games."""
    return gymnasium.make(registered(name, gamefiles, **options))
