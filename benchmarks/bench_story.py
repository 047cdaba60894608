"""How fast a story is linked and played, next to TextWorld and the story its Inform 7 made.

    python benchmarks/bench_story.py [--seconds 1] [--textworld-python PATH]

The game has 10 rooms and 20 objects. PATH is the Python of an environment that TextWorld 1.7 is
installed in, which then makes the game and plays its own story; without it, the game is ours and
nothing is compared. The same commands are typed again and again: half of the walkthrough, half such
as look about or fail. Times are of the processor. Machines differ and are shared: trust the ratios.
"""

import argparse
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import jericho
from bench_steps import GOALS, REQUESTS, ask, made, save

from twbench.core import EnvInfos
from twbench.envs import StoryEnv
from twbench.generator.games.game import Game
from twbench.story import link

MIX = ("look", "inventory", "examine it", "go north", "go south", "go east", "go west", "take foo")
SETTINGS = {"world_size": 10, "nb_objects": 20, "quest_length": 10}
TEXTWORLD_PROGRAM = """
import json, sys, time
import textworld
story, commands, requests, seconds = json.load(sys.stdin)
rates = {}
for label, infos in requests.items():
    env = textworld.start(story, textworld.EnvInfos(**infos))
    env.reset()
    spent, count = 0.0, 0
    while spent < seconds:
        env.reset()
        start = time.process_time()
        for command in commands:
            if env.step(command)[2]:
                env.reset()
        spent += time.process_time() - start
        count += len(commands)
    rates[label] = count / spent
    env.close()
print(json.dumps(rates))
"""


def milliseconds(function: Callable[[], object], rounds: int) -> float:
    """Return the median time of a call, after a first one that fills the caches."""
    function()
    times = []
    for _ in range(rounds):
        start = time.process_time()
        function()
        times.append(time.process_time() - start)
    return 1000 * statistics.median(times)


def steps_per_second(
    reset: Callable[[], object], step: Callable[[str], object], commands: list[str], seconds: float
) -> float:
    """Play ``commands`` from the start again and again for a while; resets are not counted."""
    spent, count = 0.0, 0
    while spent < seconds:
        reset()
        start = time.process_time()
        for command in commands:
            step(command)
        spent += time.process_time() - start
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
    return next(made("coin_collector", {"level": level}, 1))


def bench_frotz(path: Path, commands: list[str], seconds: float) -> float:
    """Return the steps per second of a story in plain Jericho."""
    env = jericho.FrotzEnv(str(path))
    try:
        return steps_per_second(env.reset, env.step, commands, seconds)
    finally:
        env.close()


def open_story(path: Path, infos: dict[str, bool]) -> StoryEnv:
    """Return our environment with a story loaded."""
    env = StoryEnv(EnvInfos(**infos), trusted=True)
    env.load(path)
    env.reset()
    return env


def bench_env(
    path: Path, infos: dict[str, bool], commands: list[str], seconds: float
) -> tuple[float, float]:
    """Return the steps per second of a story in its environment: the first time, and later.

    The first time comes again and again, too, each in an environment of its own.
    """
    spent, count = 0.0, 0
    while spent < seconds / 5:
        env = open_story(path, infos)
        first = steps_per_second(env.reset, stepping(env), commands, 0.000001)
        env.close()
        spent += len(commands) / first
        count += len(commands)
    env = open_story(path, infos)
    try:
        return count / spent, steps_per_second(env.reset, stepping(env), commands, seconds)
    finally:
        env.close()


def stepping(env: StoryEnv) -> Callable[[str], None]:
    """Return what types a command, and begins a new episode after the end of one."""

    def step(command: str) -> None:
        if env.step(command)[2]:
            env.reset()

    return step


def make_with_textworld(python: Path, folder: Path) -> Path:
    """Let TextWorld make the game; return its story."""
    story = folder / "tw-custom.z8"
    options = {**SETTINGS, "seed": 1, "output": story}
    arguments = [f"--{name.replace('_', '-')}={value}" for name, value in options.items()]
    subprocess.run([python.parent / "tw-make", "custom", *arguments, "--silent"], check=True)
    return story


def bench_states(path: Path) -> None:
    """Print the times of a reset, a snapshot, and a copy."""
    env = open_story(path, {})
    snapshot = env.save()
    for label, function in (
        ("reset", env.reset),
        ("save", env.save),
        ("restore", lambda: env.restore(snapshot)),
        ("copy", lambda: env.copy().close()),
    ):
        print(f"{label:44}{1000 * milliseconds(function, 1000):>12.1f} us")
    env.close()


def print_rate(label: str, rate: float, reference: float | None) -> None:
    """Print a line of the table."""
    ratio = "" if reference is None else f"{rate / reference:>8.1f} x"
    print(f"{label:44}{rate:>12,.0f} steps/s{ratio}")


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--textworld-python", type=Path, help="the Python of an environment with TextWorld 1.7"
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure (default: 1)")
    arguments = parser.parse_args()
    python, seconds = arguments.textworld_python, arguments.seconds
    print(f"{'link, 300-room coin collector':44}{milliseconds_of(coin_collector(300)):>12.2f} ms")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        story = make_with_textworld(python, folder) if python else None
        game = Game.load(story.with_suffix(".json")) if story else next(made("custom", SETTINGS, 1))
        print(f"{'link, 10 rooms and 20 objects':44}{milliseconds_of(game):>12.2f} ms")
        path, commands = save(game, folder / "tw-ours.z8"), commands_of(game)
        bench_states(path)
        reference, theirs = None, {}
        if story:
            reference = bench_frotz(story, commands, seconds)
            print_rate("FrotzEnv.step, TextWorld's story", reference, None)
            requests = {label: REQUESTS[label] for label in GOALS}
            theirs = ask(python, TEXTWORLD_PROGRAM, [str(story), commands, requests, seconds]) or {}
        print_rate("FrotzEnv.step, our story", bench_frotz(path, commands, seconds), reference)
        for label in GOALS:
            if label in theirs:
                print_rate(f"TextWorld, {label}", theirs[label], None)
            first, later = bench_env(path, REQUESTS[label], commands, seconds)
            print_rate(f"StoryEnv, {label}, first episode", first, theirs.get(label))
            print_rate(f"StoryEnv, {label}, later ones", later, theirs.get(label))


def milliseconds_of(game: Game) -> float:
    """Return the time to link a game."""
    return milliseconds(lambda: link(game), 20)


if __name__ == "__main__":
    main()
