"""Games made in a second on one core: generation, linking and saving together.

    python benchmarks/bench_generation.py [--textworld-python tw/bin/python]

Times are CPU seconds, those of child processes included (TextWorld compiles in one), so that a
busy machine does not matter much; imports, and one game that fills the caches, are not counted.
With the Python of an environment in which TextWorld is installed, the same games are made there,
and the ratios are printed next to what they are meant to be. Both sides use the same seeds.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

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


def seconds_per_game(make: Callable[[int], object], games: int) -> float:
    """Return the mean CPU time of ``make`` over the seeds 1, ..., ``games``; seed 0 warms up."""
    make(0)
    start = cpu_seconds()
    for seed in range(1, games + 1):
        make(seed)
    return (cpu_seconds() - start) / games


def maker(case: Case, folder: Path) -> Callable[[int], object]:
    """Return a function that makes, links and saves the game of a seed."""
    from twbench.challenges import get
    from twbench.generator.compile import compile_game
    from twbench.generator.game import GameOptions

    challenge = get(case.challenge)
    settings = challenge.settings(**case.settings)

    def make(seed: int) -> object:
        options = GameOptions()
        options.seeds = seed
        options.path = folder / f"{case.challenge}-{seed}.z8"
        options.force_recompile = True
        return compile_game(challenge.make(settings, options), options)

    return make


def textworld_seconds(python: Path, case: Case, games: int) -> float:
    """Return TextWorld's mean CPU time for a game of ``case``."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = [case.challenge, json.dumps(case.settings), str(games), folder]
        output = subprocess.run(
            [str(python), str(TEXTWORLD_SCRIPT), *arguments],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    return float(output.split()[-1])


def main() -> None:
    """Print a line for each configuration."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100, help="games of ours (default: 100)")
    parser.add_argument("--only", default="", help="configurations whose titles contain this")
    parser.add_argument("--textworld-python", type=Path, metavar="PATH", help="with TextWorld")
    parser.add_argument(
        "--textworld-games", type=int, default=5, help="games of TextWorld (default: 5)"
    )
    arguments = parser.parse_args()
    for case in [case for case in CASES if arguments.only in case.title]:
        with tempfile.TemporaryDirectory() as folder:
            ours = seconds_per_game(maker(case, Path(folder)), arguments.games)
        line = f"{case.title:<24}{1 / ours:>8.0f} games/s"
        if arguments.textworld_python is not None:
            python = arguments.textworld_python
            theirs = textworld_seconds(python, case, arguments.textworld_games)
            line += f"  TextWorld {1 / theirs:>6.2f}  ratio {theirs / ours:>6.0f}"
            line += f"  (goal {case.goal})"
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
