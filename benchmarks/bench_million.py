"""A large packed dataset really built, and what a million games would take by the fit behind it.

    python benchmarks/bench_million.py [--games 100000] [--workers 2] [--folder DIR]

coin_collector games of the levels 1 to 30, each proven by replay, are built in datasets of an
eighth, a quarter, a half and all of the games. Time by the clock, time of the processor, memory of
all processes together and bytes on the disk are each fitted by a line through the four, least
squares; how far the line is from what was measured stands beside it. Then the smallest dataset is
verified as ``twbench verify`` does it, every byte and every walkthrough, and rows of the largest
one are read at random, as `bench_access` does it.

Times by the clock are worth something on a quiet machine only; `bench_builder` tells how fast it
is.
"""

import argparse
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bench_access import print_access
from bench_dataset import Measured, measure, seconds_to_verify

from twbench import load_dataset

MILLION = 1_000_000
PARTS = (8, 4, 2, 1)


def size_of(folder: Path) -> int:
    """Return the bytes of all files of a dataset."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def line_through(points: Sequence[tuple[float, float]]) -> tuple[float, float, float]:
    """Return the beginning and the slope of the line nearest to ``points``, and how far it is off.

    That is the largest distance, as a part of the value measured.
    """
    count = len(points)
    mean_x = sum(x for x, _ in points) / count
    mean_y = sum(y for _, y in points) / count
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / spread if spread else 0.0
    start = mean_y - slope * mean_x
    return start, slope, max(abs(start + slope * x - y) / y for x, y in points)


def print_fits(found: Sequence[tuple[Measured, int]]) -> None:
    """Print a line for each quantity: what a million games take by its fit."""
    quantities = {
        "hours by the clock": [build.wall / 3600 for build, _ in found],
        "hours of the processor": [build.processor / 3600 for build, _ in found],
        "memory, MiB": [build.memory for build, _ in found],
        "on the disk, GiB": [size / (1 << 30) for _, size in found],
    }
    for name, values in quantities.items():
        points = [(float(build.games), y) for (build, _), y in zip(found, values, strict=True)]
        start, slope, off = line_through(points)
        print(
            f"{name:<24}{start + slope * MILLION:>10.2f} at a million"
            f"  ({start:.4g} + {slope * 1000:.4g} for each thousand, off by {off:.1%} at most)"
        )


def print_verify(folder: Path, build: Measured, workers: int) -> None:
    """Print what it takes to verify a dataset, beside what it took to build it."""
    took = seconds_to_verify(folder, workers)
    print(
        f"verify of {build.games:,} games: {took:.1f} s of processor,"
        f" {took / build.processor:.2f} of the build (goal 0.5)"
    )


def print_opening(folder: Path) -> None:
    """Print what it takes to open a dataset."""
    started = time.process_time()
    rows = load_dataset(folder)["train"]
    print(f"load_dataset: {1000 * (time.process_time() - started):.1f} ms, {len(rows):,} rows")


def main() -> None:
    """Print what was measured, and what follows for a million games."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000, help="(default: 100000)")
    parser.add_argument("--workers", type=int, default=2, help="(default: 2)")
    parser.add_argument(
        "--folder", help="where the datasets are written (default: a temporary one)"
    )
    arguments = parser.parse_args()
    found = []
    with tempfile.TemporaryDirectory(prefix="twbench-", dir=arguments.folder) as folder:
        for part in PARTS:
            out = Path(folder) / f"part-{part}"
            games = arguments.games // part
            settings = [
                "dataset=coin_collector",
                "challenge.level={randint: [1, 30]}",
                f"dataset.splits={{train: {games - 2 * (games // 50)}, valid: {games // 50},"
                f" test: {games // 50}}}",
                "output=packed",
                f"compute.n_jobs={arguments.workers}",
            ]
            build = measure(settings, out)
            found.append((build, size_of(out)))
            print(
                f"{build.games:>9,} games {build.games / build.wall:>6.0f} games/s"
                f"{build.wall:>8.1f} s{build.processor:>8.1f} s of processor"
                f"{build.memory:>7.0f} MiB{found[-1][1] / (1 << 20):>8.1f} MiB on the disk",
                flush=True,
            )
        print_fits(found)
        print_verify(Path(folder) / f"part-{PARTS[0]}", found[0][0], arguments.workers)
        last = Path(folder) / f"part-{PARTS[-1]}"
        print_opening(last)
        print_access("at random", last, Path(folder) / "cache")


if __name__ == "__main__":
    main()
