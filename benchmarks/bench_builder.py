"""Games of shipped datasets built in a second of the processor, on one worker, start-up included.

    python benchmarks/bench_builder.py --story zork1.z3 [--turns 3] [--games 440] [--only simple]

Each build is a process of its own, ``twbench build``, with one worker that makes, links, proves and
writes every game. What counts is the processor time of both from their start to their end, so other
programs on the machine matter little; its speed does, which changes by half within minutes. So the
builds take turns with a loop of four commands (look, inventory, north, south) in a story through
`jericho.FrotzEnv`, which none of our code has a part in, and the last line says what the harmonic
mean would be on a machine that does 40,000 of its steps in a second. The goal there is 139: a
million games an hour on two such cores.

Each dataset is verified as well, by ``twbench verify`` with one worker: every byte, every row and
every walkthrough.

Modules are compiled before: a small build, which is not counted, leaves their bytecode where the
others find it.

What was built stays until the end: on ext4 it takes some 0.4 ms of the processor instead of 0.02 to
make a file within minutes of the removal of thousands of others, whose places are looked at one by
one and passed over. So two runs of this program should be five minutes apart.

The fingerprints of all turns must be the same; they are printed, so that two versions can be
compared.
"""

import argparse
import itertools
import json
import os
import statistics
import sys
import tempfile
import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import jericho
from bench_dataset import measure, seconds_to_verify

GOAL = 139
"""Games in a second of the processor, on a machine of this speed:"""
REFERENCE = 40_000
"""Steps of the loop in a second."""
VERIFY_GOAL = 0.5
"""The most that it may take to verify games, as a part of building them."""
LOOP = ("look", "inventory", "north", "south")
STEPS = 20_000


@dataclass
class Case:
    """A dataset that is built, and what was measured of it."""

    title: str
    settings: Sequence[str]
    seconds: list[float] = field(default_factory=list)
    speeds: list[float] = field(default_factory=list)
    fingerprints: set[str] = field(default_factory=set)
    verified: list[float] = field(default_factory=list)

    def measure(self, games: int, folder: Path, story: Path) -> None:
        """Build the dataset once, between two looks at the speed of the machine."""
        folder.mkdir()
        splits = {"valid": games // 22, "test": games // 22}
        splits["train"] = games - sum(splits.values())
        settings = [
            *self.settings,
            *(f"dataset.splits.{name}={size}" for name, size in splits.items()),
            "compute.n_jobs=1",
        ]
        before = steps_per_second(story)
        out = folder / "dataset"
        found = measure(settings, out)
        self.verified.append(seconds_to_verify(out, 1))
        self.speeds.append((before + steps_per_second(story)) / 2)
        self.seconds.append(found.processor)
        self.fingerprints.add(found.fingerprint)

    def part_to_verify(self) -> float:
        """Return what it takes to verify the games, as a part of building them."""
        pairs = zip(self.verified, self.seconds, strict=True)
        return statistics.median(took / built for took, built in pairs)

    def rate(self, games: int) -> float:
        """Return the games of a second, in the median turn."""
        return games / statistics.median(self.seconds)

    def adjusted(self, games: int) -> float:
        """Return the same on a machine of the speed of `REFERENCE`, each turn with its own."""
        pairs = zip(self.seconds, self.speeds, strict=True)
        return games / statistics.median(took * speed / REFERENCE for took, speed in pairs)


def cases() -> list[Case]:
    """Return what is built."""
    names = ("treasure_hunter_medium", "custom_small", "simple", "cooking_hard")
    coins = ["dataset=coin_collector", "challenge.level={randint: [1, 30]}"]
    return [
        Case("coin_collector 1-30", coins),
        *(Case(name, [f"dataset={name}"]) for name in names),
    ]


def steps_per_second(story: Path) -> float:
    """Return how many steps of the loop Frotz does in a second of the processor."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = jericho.FrotzEnv(str(story))
    env.reset()
    started = time.process_time()
    for _ in range(STEPS // len(LOOP)):
        for command in LOOP:
            env.step(command)
    seconds = time.process_time() - started
    env.close()
    return STEPS / seconds


def main() -> None:
    """Print a line for each dataset, and the harmonic mean."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--story", type=Path, required=True, help="zork1.z3, for the loop beside")
    parser.add_argument("--games", type=int, default=440, help="in all splits (default: 440)")
    parser.add_argument("--turns", type=int, default=3, help="builds of each (default: 3)")
    parser.add_argument("--only", default="", help="datasets whose names contain this")
    arguments = parser.parse_args()
    chosen = [case for case in cases() if arguments.only in case.title]
    with tempfile.TemporaryDirectory(prefix="twbench-") as folder:
        if sys.dont_write_bytecode:
            os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
            os.environ["PYTHONPYCACHEPREFIX"] = f"{folder}/bytecode"
        # A game of each split is the least that can be built.
        first = Case(chosen[0].title, chosen[0].settings)
        first.measure(22, Path(folder) / "first", arguments.story)
        for turn, case in itertools.product(range(arguments.turns), chosen):
            out = Path(folder) / f"{case.title}-{turn}"
            case.measure(arguments.games, out, arguments.story)
    for case in chosen:
        rates = sorted(arguments.games / took for took in case.seconds)
        if len(case.fingerprints) > 1:
            sys.exit(f"{case.title}: the turns gave different fingerprints")
        print(
            f"{case.title:<24}{case.rate(arguments.games):>6.0f} games/s"
            f" ({rates[0]:.0f} to {rates[-1]:.0f}),"
            f"{case.adjusted(arguments.games):>6.0f} at {REFERENCE:,}"
            f" (loop: {statistics.median(case.speeds):,.0f} steps/s), verify"
            f" {case.part_to_verify():.2f} (goal {VERIFY_GOAL})  {min(case.fingerprints)[:12]}"
        )
    means = [
        statistics.harmonic_mean([rate(case, arguments.games) for case in chosen])
        for rate in (Case.rate, Case.adjusted)
    ]
    print(
        f"{'harmonic mean':<24}{means[0]:>6.0f} games/s,{means[1]:>6.0f} at {REFERENCE:,}"
        f"  (goal {GOAL})"
    )
    print(json.dumps({case.title: sorted(case.fingerprints) for case in chosen}))


if __name__ == "__main__":
    main()
