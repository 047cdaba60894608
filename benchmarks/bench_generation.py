"""Games made in a second on one core: generation, linking and saving together.

    python benchmarks/bench_generation.py [--textworld-python tw/bin/python]

Games are made as those of a chunk of a dataset are: in turns, a part of the work on each of a group
and then the next part. With ``--alone`` one is made after the other, as ``twbench make`` does it.

Times are CPU seconds, those of child processes included (TextWorld compiles in one). Imports are
not counted, nor the first games, with which both sides fill their caches. With the Python of an
environment in which TextWorld is installed, games with the same settings are made there, and the
ratios are printed next to what they are meant to be. Each side has a process of its own for each
configuration, and the two take turns, a few games each, since the speed of a machine may change
within minutes.

Files, temporary ones too, are written to memory where there is a folder for that. To create one on
a disk takes a file system between a twentieth and half of a millisecond: more after many were
deleted, whose inodes ext4 does not take again at once.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

GAMES, TEXTWORLD_GAMES = 200, 1
"""In a turn: about a second of each, so that both meet the machine in all its moods."""
MEMORY = "/dev/shm"  # noqa: S108  (folders of our own are made in it)


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


class Maker:
    """A process that makes games of a case, and tells what CPU time they took.

    Ours makes them in turns, unless ``alone``.
    """

    def __init__(self, python: str, script: str, case: Case, folder: str, alone: bool = False):
        arguments = [case.challenge, json.dumps(case.settings), folder]
        command = [python, str(Path(__file__).with_name(script)), *arguments]
        if alone:
            command.append("alone")
        pipe, environment = subprocess.PIPE, {**os.environ, "TMPDIR": folder}
        self._process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, env=environment, text=True
        )

    def seconds(self, seeds: Iterable[int]) -> float:
        """Return the CPU time of making the games of some seeds."""
        print(*seeds, file=self._process.stdin, flush=True)
        return float(cast(IO[str], self._process.stdout).readline())

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def compare(case: Case, rounds: int, ours: Maker, theirs: Maker | None) -> str:
    """Return the line for a case."""
    makers = [(ours, GAMES)]
    if theirs is not None:
        makers.append((theirs, TEXTWORLD_GAMES))
    for maker, games in makers:
        maker.seconds(range(games))
    took = [0.0] * len(makers)
    for number in range(1, rounds + 1):
        for index, (maker, games) in enumerate(makers):
            took[index] += maker.seconds(range(number * games, (number + 1) * games)) / games
    for maker, _ in makers:
        maker.close()
    line = f"{case.title:<24}{rounds / took[0]:>8.0f} games/s"
    for seconds in took[1:]:
        ratio = seconds / took[0]
        line += f"  TextWorld {rounds / seconds:>6.2f}  ratio {ratio:>6.0f}  (goal {case.goal})"
    return line


def main() -> None:
    """Print a line for each configuration."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--rounds",
        type=int,
        default=16,
        help=f"turns of {GAMES} games of ours and {TEXTWORLD_GAMES} of TextWorld (default: 16)",
    )
    parser.add_argument("--only", default="", help="configurations whose titles contain this")
    parser.add_argument("--textworld-python", type=Path, metavar="PATH", help="with TextWorld")
    parser.add_argument(
        "--folder",
        default=MEMORY if Path(MEMORY).is_dir() else tempfile.gettempdir(),
        help="where files are written, in folders that are removed (default: %(default)s)",
    )
    parser.add_argument("--alone", action="store_true", help="not in turns")
    arguments = parser.parse_args()
    for case in [case for case in CASES if arguments.only in case.title]:
        with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
            ours = Maker(sys.executable, "twbench_generation.py", case, folder, arguments.alone)
            theirs = None
            if arguments.textworld_python is not None:
                python = str(arguments.textworld_python)
                theirs = Maker(python, "textworld_generation.py", case, folder)
            print(compare(case, arguments.rounds, ours, theirs), flush=True)


if __name__ == "__main__":
    main()
