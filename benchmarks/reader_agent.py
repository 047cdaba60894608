"""Does the objective give the way away? The reader plays shipped datasets with it and without.

    python benchmarks/reader_agent.py                       those of rooms and quests, 100 games
    python benchmarks/reader_agent.py demo simple --games 30
    python benchmarks/reader_agent.py datasets/mine         the test split of a dataset as it is

A shipped dataset is built anew, in a temporary folder, with so many test games and one game in each
other split. The reader (`reader.py`) plays every test game twice, from the same seed and with up to
as many commands as an evaluation allows: as it is, and with the objective struck out of the opening
text. What it wins without the objective is what wandering wins.

The statistic is the sign test over the games that the two disagree about: ``p`` is the probability
that the reader would win as many of them with the objective, or more, if the objective were of no
use to it. An objective that does not tell every step must not help it: p is at least 0.01.
"""

__all__ = ["READ", "Comparison", "compare", "is_won", "main", "shrunk"]

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb
from pathlib import Path
from typing import Any

from reader import Reader

import twbench
from twbench.cli.verbs.build import composed, made_datasets
from twbench.dataset import BuildConfig, build_dataset, load_dataset

READ = [name for name in made_datasets() if not name.startswith(("hierarchycraft_", "minihack_"))]
"""The shipped datasets whose objectives are made of phrases that the reader knows."""
MOST_COMMANDS = 200
DOUBT = 0.01
HEADER = (
    "| dataset | guidance | games | won | without the objective | p |\n|---|---|---|---|---|---|"
)


@dataclass(frozen=True)
class Comparison:
    """What the reader won of some games: ``(with the objective, without it)`` for each of them."""

    guidance: Mapping[str, int]
    wins: Sequence[tuple[bool, bool]]

    @property
    def read(self) -> int:
        """How many were won with the objective."""
        return sum(read for read, _ in self.wins)

    @property
    def blind(self) -> int:
        """How many were won without it."""
        return sum(blind for _, blind in self.wins)

    @property
    def p(self) -> float:
        """The one-sided sign test of the games that only one of the two won."""
        read_only = self.wins.count((True, False))
        either = read_only + self.wins.count((False, True))
        return sum(comb(either, wins) for wins in range(read_only, either + 1)) / 2**either

    @property
    def helps(self) -> bool:
        """Whether the objective makes the reader better, by more than chance allows."""
        return self.p < DOUBT

    def line(self, name: str) -> str:
        """Return the line of a table about the dataset ``name``."""
        told = ", ".join(f"{kind} {count}" for kind, count in sorted(self.guidance.items()))
        cells = [name, told, len(self.wins), self.read, self.blind, f"{self.p:.2g}"]
        return f"| {' | '.join(map(str, cells))} |"


def compare(rows: Iterable[Mapping[str, Any]]) -> Comparison:
    """Let the reader play the games of ``rows``, each with its objective and without."""
    guidance = Counter[str]()
    wins = []
    for seed, row in enumerate(rows):
        guidance[row.get("guidance", "not stated")] += 1
        wins.append((is_won(row, seed, ""), is_won(row, seed, row["objective"])))
    return Comparison(guidance, wins)


def is_won(row: Mapping[str, Any], seed: int, hidden: str) -> bool:
    """Let the reader play one game, with the text ``hidden`` struck out of its opening."""
    with twbench.start(row["story"], twbench.EnvInfos(won=True)) as env:
        reader = Reader(seed)
        reader.reset(env)
        state, score, done = env.reset(), 0.0, False
        if hidden not in state.feedback:
            raise ValueError(f"The opening text of {row['game_id']} is without its objective.")
        state.feedback = state.feedback.replace(hidden, "")
        for _ in range(MOST_COMMANDS):
            state, score, done = env.step(reader.act(state, score, done))
            if done:
                break
        return bool(state.won)


def shrunk(name: str, games: int) -> BuildConfig:
    """Return the configuration of a shipped dataset with so many test games and few others."""
    sizes = f"dataset.splits={{train: 1, valid: 1, test: {games}}}"
    return composed([f"dataset={name}", sizes, "compute=serial"])


def compare_shipped(name: str, games: int) -> Comparison:
    """Build the dataset ``name`` with so many test games, and let the reader play them."""
    with tempfile.TemporaryDirectory(prefix="twbench-") as folder:
        out = Path(folder) / "dataset"
        build_dataset(replace(shrunk(name, games), out=out), progress=False)
        return compare(load_dataset(out)["test"])


def main(argv: Sequence[str]) -> int:
    """Print the table; return 1 if an objective helps that does not tell every step."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("datasets", nargs="*", metavar="DATASET", help="names, or folders")
    parser.add_argument("--games", type=int, default=100, help="test games (default: 100)")
    arguments = parser.parse_args(argv)
    wrong = []
    sys.stdout.write(HEADER + "\n")
    for name in arguments.datasets or READ:
        if name in made_datasets():
            result = compare_shipped(name, arguments.games)
        else:
            result = compare(load_dataset(name)["test"])
        sys.stdout.write(result.line(name) + "\n")
        sys.stdout.flush()
        if result.helps and set(result.guidance) != {"full"}:
            wrong.append(name)
    if wrong:
        sys.stdout.write(f"\nThe objective gives away more than is said of {', '.join(wrong)}.\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
