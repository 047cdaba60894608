"""Rows of a dataset read at random, each with its story and game as files: times of the processor.

    python benchmarks/bench_access.py [DATASET ...] [--games 10000] [--folder DIR] [--pause 310]

Without DATASETs, one of coin_collector games of the levels 1 to 30 is built twice, packed and with
a file for each story and game. Every line is of a new process that reads rows of the train split at
random: first without copies of the tables, then the first time with copies (which are made as they
are needed, in a new folder), and then with the copies that are there. ``first`` is what the first
thousand rows take, which are not counted: copies are made and row groups read meanwhile.

The files of a packed dataset are written to the temporary folder (``TMPDIR``) of each process. Ext4
keeps the numbers of removed files back for five minutes and searches past them for each new file,
which takes half a millisecond after thousands were removed nearby, as every line here does when its
process ends. So it is told before each line how long it takes to create a file there, and
``--pause`` waits first, for what a process finds that nothing like it went before.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench_dataset import measure

GOALS = {False: 3.0, True: 0.5}
"""Milliseconds of the processor for a row, without copies of the tables and with them."""
WARM = 1000
ROWS = 1000
PROBES = 20


def print_row(title: str, folder: Path, cache: Path | None, pause: float) -> None:
    """Print what a new process takes to read rows at random, after ``pause`` seconds."""
    time.sleep(pause)
    creation = milliseconds_to_create()
    settings = {"TWBENCH_CACHE": "" if cache is None else str(cache)}
    command = [sys.executable, __file__, "--read", str(folder)]
    printed = subprocess.run(
        command, check=True, env=os.environ | settings, stdout=subprocess.PIPE, text=True
    ).stdout
    found = json.loads(printed)
    print(
        f"{title:<34}{found['mean']:>7.3f} ms in the mean{found['median']:>8.3f} in the median"
        f"{found['most']:>8.2f} at most{found['first']:>8.2f} s first"
        f"  (goal {GOALS[cache is not None]:g}; a file is created in {creation:.3f} ms)",
        flush=True,
    )


def read(folder: Path) -> None:
    """Read rows at random, and print the times as JSON."""
    from twbench import load_dataset

    rows = load_dataset(folder)["train"]
    numbers = random.Random(0).choices(range(len(rows)), k=WARM + ROWS)
    started = time.process_time()
    for number in numbers[:WARM]:
        rows[number]
    first = time.process_time() - started
    taken = []
    for number in numbers[WARM:]:
        started = time.process_time()
        rows[number]
        taken.append(1000 * (time.process_time() - started))
    taken.sort()
    found = {
        "mean": sum(taken) / ROWS,
        "median": taken[ROWS // 2],
        "most": taken[-1],
        "first": first,
    }
    print(json.dumps(found))


def milliseconds_to_create() -> float:
    """Return what it takes to create an empty file in the temporary folder."""
    with tempfile.TemporaryDirectory(prefix="twbench-") as folder:
        started = time.process_time()
        for number in range(PROBES):
            (Path(folder) / str(number)).touch()
        return 1000 * (time.process_time() - started) / PROBES


def print_access(title: str, folder: Path, cache: Path, pause: float = 0) -> None:
    """Print a line without copies, and two with them; the folder ``cache`` is new."""
    print_row(f"{title}, without copies", folder, None, pause)
    print_row(f"{title}, copies made", folder, cache, pause)
    print_row(f"{title}, copies there", folder, cache, pause)
    sizes = sum(path.stat().st_size for path in cache.rglob("*.arrows"))
    print(f"{title}: copies of {sizes / (1 << 20):.0f} MiB")


def build(storage: str, games: int, out: Path) -> None:
    """Build a dataset."""
    settings = [
        "dataset=coin_collector",
        "challenge.level={randint: [1, 30]}",
        f"dataset.splits={{train: {games}, valid: 100, test: 100}}",
        f"output={storage}",
    ]
    measure(settings, out)


def main() -> None:
    """Print lines for each dataset."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("datasets", nargs="*", type=Path, help="folders (default: build two)")
    parser.add_argument("--games", type=int, default=10_000, help="of train (default: 10000)")
    parser.add_argument("--folder", help="for datasets and copies (default: a temporary one)")
    parser.add_argument("--pause", type=float, default=0, help="seconds before each line")
    parser.add_argument("--read", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.read is not None:
        read(arguments.read)
        return
    with tempfile.TemporaryDirectory(prefix="twbench-", dir=arguments.folder) as folder:
        datasets = list(arguments.datasets)
        if not datasets:
            datasets = [Path(folder) / storage for storage in ("packed", "files")]
            for out in datasets:
                build(out.name, arguments.games, out)
        for number, out in enumerate(datasets):
            print_access(out.name, out, Path(folder) / f"cache-{number}", arguments.pause)


if __name__ == "__main__":
    main()
