"""How fast games are played that nobody has played before: every challenge, step by step.

    python benchmarks/bench_steps.py [--games 12] [--episodes 3] [--steps 50] [--freeze]
        [--textworld-python PATH] [--story zork1.z3]

PATH is the Python of an environment that TextWorld 1.7 is installed in. It makes the games and
compiles them; the same games are linked by us, and both play the same random admissible commands,
different ones in each episode. Without it, the games are ours and nothing is compared.

Printed are, for each request, steps per second in the first episode of an environment and in new
ones later on, which times a step takes (median, of 100 and of 1,000 the slowest, the slowest), and
how long it takes to open a game and to reset it first. All times are of the processor. For steps
per second the clock is read at the beginning and the end of each episode, on both sides: to read
it takes up to a tenth of a step of ours. What each step takes is measured in a pass of its own, in
which it is read for each of them. Python's collector of garbage runs as it would for anybody;
``own`` is the slowest step without the time that it took, and ``--freeze`` shows what is left
without the objects that were there before.

The two play by turns, request by request. A table at the end has the ratios in the first episodes
beside the goals: of all steps, and of the games with the lowest and the highest one. How fast a
machine is changes by half within minutes: with ``--story`` it is told by four commands over and
over, as `bench_builder` does it.
"""

import argparse
import gc
import json
import multiprocessing
import random
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

from bench_builder import LOOP, steps_per_second

from twbench.challenges import get
from twbench.core import EnvInfos
from twbench.families import start
from twbench.generator import Game, GameOptions
from twbench.story import link

SIX = {
    "admissible_commands": True,
    "description": True,
    "facts": True,
    "inventory": True,
    "score": True,
    "won": True,
}
REQUESTS: dict[str, dict[str, bool]] = {
    "feedback alone": {},
    "six infos": SIX,
    "six infos and policy": SIX | {"intermediate_reward": True, "policy_commands": True},
    "all infos": dict.fromkeys(EnvInfos.NAMES, True),
}
GOALS = {"feedback alone": 100, "six infos": 100, "six infos and policy": 50}
"""How many times as fast as TextWorld. All infos it does not have."""
CHALLENGES: dict[str, dict[str, Any]] = {
    "coin_collector": {"level": 25},
    "treasure_hunter": {"level": 15},
    "simple": {"rewards": "dense", "goal": "detailed", "test": False},
    "cooking": {
        "recipe": 3,
        "take": 3,
        "go": 6,
        "open": True,
        "cook": True,
        "cut": True,
        "drop": False,
        "split": "train",
    },
    "cooking, hard": {
        "recipe": 5,
        "take": 5,
        "go": 12,
        "open": True,
        "cook": True,
        "cut": True,
        "drop": True,
        "split": "train",
    },
    "custom": {"world_size": 10, "nb_objects": 20, "quest_length": 8},
}
MAKE = """
import json, sys
import textworld
from textworld.challenges import CHALLENGES
name, settings, folder, count = json.load(sys.stdin)
made = []
for seed in range(1, count + 1):
    options = textworld.GameOptions()
    options.seeds, options.force_recompile = seed, True
    options.path = f"{folder}/tw-{seed}.z8"
    try:
        if name == "custom":
            options.nb_rooms, options.nb_objects = settings["world_size"], settings["nb_objects"]
            options.quest_length = settings["quest_length"]
            textworld.make(options)
        else:
            game = CHALLENGES[f"tw-{name}"][1]({"recipe_seed": seed, **settings}, options)
            textworld.generator.compile_game(game, options)
        made.append(options.path)
    except Exception as error:
        print(f"{name} {seed}: {error!r}", file=sys.stderr)
print(json.dumps(made))
"""
PLAY = """
import json, sys, time
import textworld
found = {}
games, requests, each = json.load(sys.stdin)
for label, infos in requests.items():
    opening, games_steps = [], []
    for path, episodes in games:
        begin = time.process_time()
        env = textworld.start(path, textworld.EnvInfos(**infos))
        env.reset()
        opening.append(time.process_time() - begin)
        steps = []
        games_steps.append(steps)
        for number, commands in enumerate(episodes):
            if number:
                env.reset()
            begin = time.process_time()
            for count, command in enumerate(commands, 1):
                done = env.step(command)[2]
                if each:
                    steps.append((1, time.process_time() - begin))
                if done:
                    break
                if each:
                    begin = time.process_time()
            if not each:
                steps.append((count, time.process_time() - begin))
        env.close()
    found[label] = [opening, games_steps]
print(json.dumps(found))
"""

Episodes = list[list[str]]
Span = tuple[int, float]
"""How many steps were played, and the seconds that they took together."""


@dataclass
class Times:
    """What was measured, in seconds.

    ``first`` has for each game the steps of the first episode of its environment. ``own`` are all
    steps without what the collector of garbage took, and ``unknown`` those after which it is not
    known whether the game can be won.
    """

    opening: list[float] = field(default_factory=list)
    reset: list[float] = field(default_factory=list)
    first: list[list[Span]] = field(default_factory=list)
    later: list[Span] = field(default_factory=list)
    own: list[float] = field(default_factory=list)
    unknown: int = 0


class Collector:
    """Times what Python's collector of garbage takes: ``seconds`` since it was last set to 0."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._begin = 0.0
        gc.callbacks.append(self._note)

    def _note(self, phase: str, _: dict[str, int]) -> None:
        if phase == "start":
            self._begin = time.process_time()
        else:
            self.seconds += time.process_time() - self._begin

    def stop(self) -> None:
        """Leave the collector alone."""
        gc.callbacks.remove(self._note)


def stories_of(
    name: str, folder: Path, count: int, textworld_python: Path | None
) -> tuple[list[Path], list[Path]]:
    """Make games of one of `CHALLENGES`; return our stories of them, and those of TextWorld.

    With TextWorld the games are those that it makes; without it there are no stories of its.
    """
    challenge, settings = name.partition(",")[0], CHALLENGES[name]
    if textworld_python:
        question = [challenge, settings, str(folder), count]
        theirs = [Path(path) for path in ask(textworld_python, MAKE, question) or ()]
        games = [Game.load(story.with_suffix(".json")) for story in theirs]
    else:
        theirs = []
        games = list(made(challenge, settings, count))
    return [save(game, folder / f"ours-{number}.z8") for number, game in enumerate(games)], theirs


def made(name: str, settings: dict[str, Any], count: int) -> Iterator[Game]:
    """Make games of a challenge."""
    challenge = get(name)
    for seed in range(1, count + 1):
        options = GameOptions()
        options.seeds = seed
        yield challenge.make(challenge.settings(**settings), options)


def ask(python: Path, program: str, question: Any) -> Any:
    """Return what a program for TextWorld's Python answers; None, and why is printed, if it fails.

    What it says of games that cannot be made is printed, too.
    """
    done = subprocess.run(
        [python, "-c", program],
        input=json.dumps(question),
        capture_output=True,
        text=True,
        check=False,
    )
    complaints = [line for line in done.stderr.splitlines() if "Error" in line]
    print(*complaints[-3:], sep="\n", end="\n" if complaints else "")
    return None if done.returncode else json.loads(done.stdout.splitlines()[-1])


def save(game: Game, path: Path) -> Path:
    """Write our story of a game, and its JSON beside it, and return where the story is."""
    path.write_bytes(link(game))
    game.save(path.with_suffix(".json"))
    return path


def random_episodes(path: Path, seed: int, episodes: int, steps: int) -> Episodes:
    """Return random admissible commands for some episodes of a game."""
    rng = random.Random(seed)
    played = []
    with start(path, EnvInfos(admissible_commands=True), isolated=False) as env:
        for _ in range(episodes):
            state, done = env.reset(), False
            commands: list[str] = []
            while len(commands) < steps and not done:
                commands.append(rng.choice(state.admissible_commands))
                state, _, done = env.step(commands[-1])
            played.append(commands)
    return played


def measure(
    games: Iterable[tuple[Path, Episodes]], infos: dict[str, bool], freeze: bool, each: bool = False
) -> Times:
    """Play all episodes of all games in our environment, each game in one of its own.

    The clock is read at the ends of an episode, or, for ``each``, of a step.
    """
    times, collector = Times(), Collector()
    for path, episodes in games:
        begin = time.process_time()
        env = start(path, EnvInfos(**infos), isolated=False)
        opened = time.process_time()
        env.reset()
        times.opening.append(opened - begin)
        times.reset.append(time.process_time() - opened)
        if freeze:
            gc.freeze()
        times.first.append([])
        for number, commands in enumerate(episodes):
            if number:
                env.reset()
            kept = times.later if number else times.first[-1]
            if each:
                for command in commands:
                    collector.seconds = 0.0
                    begin = time.process_time()
                    state, _, _ = env.step(command)
                    kept.append((1, time.process_time() - begin))
                    times.own.append(kept[-1][1] - collector.seconds)
                    times.unknown += bool(state.policy_unknown)
            else:
                begin = time.process_time()
                for command in commands:
                    env.step(command)
                kept.append((len(commands), time.process_time() - begin))
        env.close()
    collector.stop()
    return times


def measure_each(games: list[tuple[Path, Episodes]], freeze: bool) -> dict[str, Times]:
    """Measure each step, for each request; what a process does once is done before."""
    warm_up(games)
    return {label: measure(games, infos, freeze, each=True) for label, infos in REQUESTS.items()}


def warm_up(games: list[tuple[Path, Episodes]]) -> None:
    """Do what a process does once."""
    measure(games[:1], REQUESTS["all infos"], freeze=False)


def slowest(times: list[float], part: float) -> float:
    """Return the milliseconds that all but a part of the steps stay below."""
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * (1 - part)))]


def rate(spans: Iterable[Span]) -> float:
    """Return how many steps there are in a second."""
    counts, seconds = zip(*spans, strict=True)
    return float(sum(counts) / sum(seconds))


def print_theirs(label: str, opening: list[float], games: list[list[Span]], each: Any) -> None:
    """Print the line of TextWorld; ``each`` are the same games, step by step."""
    print(
        f"  TextWorld, {label:24}{rate(chain.from_iterable(games)):>10,.0f}{'':>12}"
        f"{latencies(chain.from_iterable(each))}{'':>8}"
        f"{1000 * statistics.median(opening):>20.1f}"
    )


def print_ours(label: str, times: Times, each: Times) -> None:
    """Print our line; ``each`` are the same games, step by step."""
    later = f"{rate(times.later):,.0f}" if times.later else "-"
    print(
        f"  {label:35}{rate(chain.from_iterable(times.first)):>10,.0f}{later:>12}"
        + latencies([*chain.from_iterable(each.first), *each.later])
        + f"{1000 * max(each.own):>8.2f}"
        + f"{1000 * statistics.median(times.opening):>10.1f}"
        + f"{1000 * statistics.median(times.reset):>10.1f}"
        + (f"   no policy known: {each.unknown} of {len(each.own)}" if each.unknown else "")
    )


def compared(label: str, times: Times, games: list[list[Span]]) -> str:
    """Return a row of the table of ratios: ours in first episodes to TextWorld's, and the goal."""
    ours, theirs = (rate(chain.from_iterable(steps)) for steps in (times.first, games))
    ratio = ours / theirs
    each = sorted(rate(a) / rate(b) for a, b in zip(times.first, games, strict=True))
    reached = "reached" if ratio >= GOALS[label] else "missed"
    return (
        f"| {label} | {ours:,.0f} | {theirs:,.0f} | {ratio:.0f} | {each[0]:.0f} to {each[-1]:.0f} |"
        f" {len(each)} | {GOALS[label]} | {reached} |"
    )


def latencies(spans: Iterable[Span]) -> str:
    """Return the milliseconds of steps: median, slowest of 100, of 1,000, and of all."""
    steps = [seconds for _, seconds in spans]
    return "".join(f"{slowest(steps, part):>8.2f}" for part in (0.5, 0.01, 0.001, 0))


def main() -> None:
    """Measure, and print the figures of each challenge and a table of ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--textworld-python", type=Path, help="the Python of an environment with TextWorld 1.7"
    )
    parser.add_argument("--story", type=Path, help="zork1.z3, to tell how fast the machine is")
    parser.add_argument("--games", type=int, default=12, help="of each challenge (default: 12)")
    parser.add_argument("--episodes", type=int, default=3, help="of each game (default: 3)")
    parser.add_argument("--steps", type=int, default=50, help="of an episode at most (default: 50)")
    parser.add_argument("--only", nargs="*", default=list(CHALLENGES), help="some challenges")
    parser.add_argument(
        "--freeze", action="store_true", help="leave what was there to no collector"
    )
    arguments = parser.parse_args()
    table = []
    for number, name in enumerate(arguments.only):
        if arguments.story:
            print(f"FrotzEnv, {', '.join(LOOP)}: {steps_per_second(arguments.story):,.0f} steps/s")
        with tempfile.TemporaryDirectory() as folder:
            rows = run(name, Path(folder), arguments, is_first=not number)
        table += [f"| {name} {row}" for row in rows]
    if table:
        print("\n| challenge | request | ours | TextWorld | ratio | of games | games | goal | |")
        print("|---|---|---|---|---|---|---|---|---|")
        print(*table, sep="\n")


def run(name: str, folder: Path, arguments: argparse.Namespace, *, is_first: bool) -> list[str]:
    """Measure one challenge; return its rows of the table of ratios."""
    python = arguments.textworld_python
    paths, theirs = stories_of(name, folder, arguments.games, python)
    limits = arguments.episodes, arguments.steps
    played = [(path, random_episodes(path, seed, *limits)) for seed, path in enumerate(paths)]
    turns = [(str(story), done[:1]) for story, (_, done) in zip(theirs, played, strict=False)]
    if is_first:
        print(
            f"{'steps/s':>47}{'later':>12}{'p50':>8}{'p99':>8}{'p99.9':>8}{'max':>8}{'own':>8}"
            f"{'open':>10}{'reset':>10} ms"
        )
    print(f"{name}: {len(paths)} games, {sum(len(done) for _, e in played for done in e):,} steps")
    spawning = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawning) as process:
        each = process.submit(measure_each, played, arguments.freeze).result()
    warm_up(played)
    rows = []
    for label, infos in REQUESTS.items():
        found = None
        if turns and label in GOALS:
            found = ask(python, PLAY, [turns, {label: infos}, False])
            found_each = ask(python, PLAY, [turns, {label: infos}, True])
        if found and found_each:
            print_theirs(label, *found[label], found_each[label][1])
        ours = measure(played, infos, arguments.freeze)
        print_ours(label, ours, each[label])
        if found:
            rows.append(compared(label, ours, found[label][1]))
    return rows


if __name__ == "__main__":
    main()
