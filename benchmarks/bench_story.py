"""How fast stories are linked and played, next to TextWorld and the story its Inform 7 made.

``python benchmarks/bench_story.py --textworld-python PATH``: PATH is the Python of an environment
that TextWorld 1.7 is installed in, which then makes a game of 10 rooms and 20 objects to compare;
without it, only the stories are compared, in Jericho. Times are of the processor. Machines differ
and are shared: trust the ratios.
"""

import argparse
import json
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import jericho

from twbench.challenges import get
from twbench.core import EnvInfos
from twbench.envs import StoryEnv
from twbench.generator.games.game import Game, GameOptions
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
REQUESTS: dict[str, dict[str, bool]] = {
    "feedback alone": {},
    "six infos": EVERYTHING,
    "six infos and policy": EVERYTHING | POLICY,
}
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
    """Let TextWorld make the game of 10 rooms and 20 objects; return its story."""
    story = folder / "tw-custom.z8"
    options = {"world-size": 10, "nb-objects": 20, "quest-length": 10, "seed": 1, "output": story}
    arguments = [f"--{name}={value}" for name, value in options.items()]
    subprocess.run([python.parent / "tw-make", "custom", *arguments, "--silent"], check=True)
    return story


def bench_textworld(
    python: Path | None, story: Path, commands: list[str], seconds: float
) -> dict[str, float]:
    """Return the steps per second of TextWorld with its own story, for each of `REQUESTS`."""
    if python is None:
        print("TextWorld's own environment is not measured: give --textworld-python.")
        return {}
    done = subprocess.run(
        [python, "-c", TEXTWORLD_PROGRAM],
        input=json.dumps([str(story), commands, REQUESTS, seconds]),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        print(f"TextWorld's own environment cannot be measured:\n{done.stderr}")
        return {}
    rates: dict[str, float] = json.loads(done.stdout)
    return rates


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
    parser.add_argument(
        "--textworld-python", type=Path, help="the Python of an environment with TextWorld 1.7"
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="time for each figure")
    arguments = parser.parse_args()
    seconds = arguments.seconds

    print(f"{'link, 300-room coin collector':44}{milliseconds_of(coin_collector(300)):>12.2f} ms")
    if arguments.game.is_file():
        game = Game.load(arguments.game)
        print(f"{'link, 10 rooms and 20 objects':44}{milliseconds_of(game):>12.2f} ms")
    if arguments.textworld.is_file():
        compare(arguments.textworld, arguments.textworld_python, seconds)
    else:
        print(f"No comparison: there is no story {arguments.textworld}.")
    if arguments.textworld_python:
        with tempfile.TemporaryDirectory() as name:
            story = make_with_textworld(arguments.textworld_python, Path(name))
            compare(story, arguments.textworld_python, seconds)


def compare(textworld_story: Path, python: Path | None, seconds: float) -> None:
    """Print how fast a story of TextWorld and the same game linked by us are played."""
    game = Game.load(textworld_story.with_suffix(".json"))
    commands = commands_of(game)
    print(f"\n{textworld_story.stem}: {len(commands)} commands")
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "tw-bench.z8"
        path.write_bytes(link(game))
        game.save(path.with_suffix(".json"))
        theirs = Path(name) / "tw-theirs.z8"
        shutil.copy(textworld_story, theirs)
        bench_states(path)
        reference = bench_frotz(theirs, commands, seconds)
        print_rate("FrotzEnv.step, TextWorld's story", reference, None)
        print_rate("FrotzEnv.step, our story", bench_frotz(path, commands, seconds), reference)
        textworld = bench_textworld(python, textworld_story, commands, seconds)
        for label, infos in REQUESTS.items():
            theirs_rate = textworld.get(label)
            if theirs_rate is not None:
                print_rate(f"TextWorld, {label}", theirs_rate, None)
            first, later = bench_env(path, infos, commands, seconds)
            print_rate(f"StoryEnv, {label}, first episode", first, theirs_rate)
            print_rate(f"StoryEnv, {label}, later ones", later, theirs_rate)


def milliseconds_of(game: Game) -> float:
    """Return the time to link a game."""
    return milliseconds(lambda: link(game), 20)


if __name__ == "__main__":
    main()
