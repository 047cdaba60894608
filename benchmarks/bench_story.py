"""How fast stories are linked and played, next to a story that TextWorld's Inform 7 made.

Machines differ and are shared: trust the ratios. Run with ``python benchmarks/bench_story.py``.
"""

import argparse
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import jericho

from twbench.challenges import get
from twbench.core import EnvInfos
from twbench.envs import StoryEnv
from twbench.generator.game import Game, GameOptions
from twbench.story import link

CHECKOUT = Path(__file__).resolve().parents[1]
SHARED = CHECKOUT / ".." / "shared" / "data" / "textworld" / "generated"
MIX = ("look", "inventory", "examine it", "go north", "go south", "go east", "go west", "take foo")
EVERYTHING = {
    "admissible_commands": True,
    "description": True,
    "facts": True,
    "inventory": True,
    "score": True,
    "won": True,
}
POLICY = {"intermediate_reward": True, "policy_commands": True}


def milliseconds(function: Callable[[], object], rounds: int) -> float:
    """Return the median time of a call, after a first one that fills the caches."""
    function()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times)


def steps_per_second(
    reset: Callable[[], object], step: Callable[[str], object], commands: list[str], seconds: float
) -> float:
    """Play ``commands`` from the start again and again for a while; resets are not counted."""
    spent, count = 0.0, 0
    while spent < seconds:
        reset()
        start = time.perf_counter()
        for command in commands:
            step(command)
        spent += time.perf_counter() - start
        count += len(commands)
    return count / spent


def commands_of(game: Game) -> list[str]:
    """Return the walkthrough without its end, with commands that look about or fail between."""
    walkthrough = (game.walkthrough or [])[:-1]
    return [
        typed for n, command in enumerate(walkthrough) for typed in (command, MIX[n % len(MIX)])
    ] + list(MIX)


def coin_collector(level: int) -> Game:
    """Return the game of seed 1."""
    challenge = get("coin_collector")
    options = GameOptions()
    options.seeds = 1
    return challenge.make(challenge.settings(level=level), options)


def bench_frotz(path: Path, commands: list[str], seconds: float) -> float:
    """Return the steps per second of a story in plain Jericho."""
    env = jericho.FrotzEnv(str(path))
    try:
        return steps_per_second(env.reset, env.step, commands, seconds)
    finally:
        env.close()


def bench_env(path: Path, infos: dict[str, bool], commands: list[str], seconds: float) -> float:
    """Return the steps per second of a story in its environment."""
    env = StoryEnv(EnvInfos(**infos))
    env.load(path)

    def step(command: str) -> None:
        if env.step(command)[2]:
            env.reset()

    try:
        return steps_per_second(env.reset, step, commands, seconds)
    finally:
        env.close()


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--textworld",
        type=Path,
        default=SHARED / "tw-simple-rewardsdense_goaldetailed_test0-seed1.z8",
        help="a story of TextWorld with its JSON beside it; the same game is linked by us",
    )
    parser.add_argument(
        "--game",
        type=Path,
        default=SHARED / "custom-rooms10_objects20_quest_length10-seed1.json",
        help="a game of 10 rooms and 20 objects",
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="time for each figure")
    arguments = parser.parse_args()
    seconds = arguments.seconds

    print(f"{'link, 300-room coin collector':44}{milliseconds_of(coin_collector(300)):>12.2f} ms")
    if arguments.game.is_file():
        game = Game.load(arguments.game)
        print(f"{'link, 10 rooms and 20 objects':44}{milliseconds_of(game):>12.2f} ms")
    if not arguments.textworld.is_file():
        print(f"No comparison: there is no story {arguments.textworld}.")
        return
    game = Game.load(arguments.textworld.with_suffix(".json"))
    commands = commands_of(game)
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "tw-bench.z8"
        path.write_bytes(link(game))
        game.save(path.with_suffix(".json"))
        theirs = Path(name) / "tw-theirs.z8"
        shutil.copy(arguments.textworld, theirs)
        reference = bench_frotz(theirs, commands, seconds)
        rows = [
            ("FrotzEnv.step, TextWorld's story", reference),
            ("FrotzEnv.step, our story", bench_frotz(path, commands, seconds)),
            ("StoryEnv, feedback alone", bench_env(path, {}, commands, seconds)),
            ("StoryEnv, six infos", bench_env(path, EVERYTHING, commands, seconds)),
            ("StoryEnv, with policy", bench_env(path, EVERYTHING | POLICY, commands, seconds)),
        ]
    for label, rate in rows:
        print(f"{label:44}{rate:>12,.0f} steps/s{rate / reference:>8.1f} x")


def milliseconds_of(game: Game) -> float:
    """Return the time to link a game."""
    return milliseconds(lambda: link(game), 20)


if __name__ == "__main__":
    main()
