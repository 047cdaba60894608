"""Games made in a second on one core: generation, linking and saving together.

    python benchmarks/bench_generation.py [--textworld-python tw/bin/python]

Times are CPU seconds, those of child processes included (TextWorld compiles in one). Imports are
not counted, nor the first games, with which both sides fill their caches. With the Python of an
environment in which TextWorld is installed, games with the same settings are made there, and the
ratios are printed next to what they are meant to be. The two take turns, a few games each, since
the speed of a machine may change within minutes. Ours makes games as a build of a dataset does:
Python's collector of garbage rests meanwhile, for there is none.
"""

import argparse
import json
import resource
import subprocess
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

WARM_UP, GAMES, TEXTWORLD_GAMES = 20, 40, 3
TEXTWORLD_SCRIPT = Path(__file__).resolve().parent / "textworld_generation.py"


@dataclass(frozen=True)
class Case:
    """A configuration: the settings, and how many times faster than TextWorld it should be."""

    challenge: str
    settings: dict[str, object]
    goal: int = 200

    @property
    def title(self) -> str:
        """The challenge and its settings."""
        values = [value for name, value in self.settings.items() if name not in COOKING]
        return " ".join([self.challenge, *map(str, values)])


COOKING = {
    **dict.fromkeys(("open", "cook", "cut", "drop"), True),
    "recipe_seed": 0,
    "split": None,
}
CASES = (
    Case("coin_collector", {"level": 5}),
    Case("coin_collector", {"level": 100}),
    Case("treasure_hunter", {"level": 5}),
    Case("treasure_hunter", {"level": 25}, goal=1000),
    Case("simple", {"rewards": "dense", "goal": "detailed"}),
    Case("cooking", {**COOKING, "recipe": 1, "take": 1, "go": 1}),
    Case("cooking", {**COOKING, "recipe": 3, "take": 3, "go": 12}),
    Case("custom", {"world_size": 5, "nb_objects": 10, "quest_length": 5}),
    Case("custom", {"world_size": 10, "nb_objects": 20, "quest_length": 8}),
)


def cpu_seconds() -> float:
    """Return the CPU time of this process and its finished children."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def maker(case: Case, folder: Path) -> Callable[[int], object]:
    """Return a function that makes, links and saves the game of a seed."""
    from twbench.challenges import get
    from twbench.garbage import without_collection
    from twbench.generator.compile import compile_game
    from twbench.generator.game import GameOptions

    challenge = get(case.challenge)
    settings = challenge.settings(**case.settings)

    @without_collection()
    def make(seed: int) -> object:
        options = GameOptions()
        options.seeds = seed
        options.path = folder / f"{case.challenge}-{seed}.z8"
        options.force_recompile = True
        return compile_game(challenge.make(settings, options), options)

    return make


def seconds(make: Callable[[int], object], seeds: Iterable[int]) -> float:
    """Return the CPU time of making the games of some seeds."""
    start = cpu_seconds()
    for seed in seeds:
        make(seed)
    return cpu_seconds() - start


class TextWorld:
    """TextWorld, making games of a case in a process of its own."""

    def __init__(self, python: Path, case: Case, folder: str):
        command = [python, TEXTWORLD_SCRIPT, case.challenge, json.dumps(case.settings), folder]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            list(map(str, command)), stdin=pipe, stdout=pipe, text=True
        )

    def seconds(self, seeds: Iterable[int]) -> float:
        """Return the CPU time of making the games of some seeds."""
        print(*seeds, file=self._process.stdin, flush=True)
        return float(cast(IO[str], self._process.stdout).readline())

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def compare(case: Case, rounds: int, python: Path | None, folder: str) -> str:
    """Return the line for a case."""
    make = maker(case, Path(folder))
    seconds(make, range(WARM_UP))
    theirs = None if python is None else TextWorld(python, case, folder)
    if theirs is not None:
        theirs.seconds([0])
    ours_took = theirs_took = 0.0
    for number in range(rounds):
        first = WARM_UP + number * GAMES
        ours_took += seconds(make, range(first, first + GAMES))
        if theirs is not None:
            first = 1 + number * TEXTWORLD_GAMES
            theirs_took += theirs.seconds(range(first, first + TEXTWORLD_GAMES))
    ours = ours_took / (rounds * GAMES)
    line = f"{case.title:<24}{1 / ours:>8.0f} games/s"
    if theirs is not None:
        theirs.close()
        mean = theirs_took / (rounds * TEXTWORLD_GAMES)
        line += f"  TextWorld {1 / mean:>6.2f}  ratio {mean / ours:>6.0f}  (goal {case.goal})"
    return line


def main() -> None:
    """Print a line for each configuration."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--rounds",
        type=int,
        default=5,
        help=f"turns of {GAMES} games of ours and {TEXTWORLD_GAMES} of TextWorld (default: 5)",
    )
    parser.add_argument("--only", default="", help="configurations whose titles contain this")
    parser.add_argument("--textworld-python", type=Path, metavar="PATH", help="with TextWorld")
    arguments = parser.parse_args()
    for case in [case for case in CASES if arguments.only in case.title]:
        with tempfile.TemporaryDirectory() as folder:
            line = compare(case, arguments.rounds, arguments.textworld_python, folder)
        print(line, flush=True)


if __name__ == "__main__":
    main()
