"""Datasets built, verified by replay: games in a second by number of workers, and peak memory.

    python benchmarks/bench_dataset.py [--games 10000] [--workers 1 2] [--levels 1 30]
        [--storage packed]

Each build is a process of its own, ``twbench build``, measured from its start to its end. Games are
coin_collector games of the levels 1 to 30, unless ``--levels`` says otherwise. Memory is the
proportional set size of the process and all its descendants together (what they share counts
once), looked at every second; the fingerprints of all builds must be the same.

Rates are by the wall clock, so the machine must be quiet; the processor time, printed beside them,
tells whether it was.
"""

import argparse
import contextlib
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
INTERVAL = 1.0  # seconds between two looks at the memory


@dataclass(frozen=True)
class Measured:
    """One build: seconds by the wall clock and of the processor, peak memory in MiB."""

    wall: float
    processor: float
    memory: float
    games: int
    fingerprint: str


def descendants(root: int) -> set[int]:
    """Return the process ``root`` and all that it started, directly or not."""
    children: dict[int, list[int]] = defaultdict(list)
    for status in PROC.glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        children[int(fields[1])].append(int(status.parent.name))
    found, waiting = set[int](), [root]
    while waiting:
        process = waiting.pop()
        found.add(process)
        waiting += children[process]
    return found


def memory_of(root: int) -> float:
    """Return the MiB of memory that ``root`` and its descendants take together."""
    kilobytes = 0
    for process in descendants(root):
        try:
            lines = (PROC / str(process) / "smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        kilobytes += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return kilobytes / 1024


def processor_seconds() -> float:
    """Return the processor time of the finished children of this process, and of theirs."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure(settings: list[str], out: Path) -> Measured:
    """Build a dataset in ``out`` and measure it."""
    command = [sys.executable, "-m", "twbench", "build", *settings, f"out={out}"]
    errors = out.with_name("errors")
    before, start, memory = processor_seconds(), time.monotonic(), 0.0
    with (
        errors.open("w") as sink,
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=sink) as build,
    ):
        while build.poll() is None:
            memory = max(memory, memory_of(build.pid))
            with contextlib.suppress(subprocess.TimeoutExpired):
                build.wait(INTERVAL)
    wall = time.monotonic() - start
    if build.returncode != 0:
        sys.exit(errors.read_text().splitlines()[-1])
    index = json.loads((out / "dataset.json").read_text())
    games = sum(split["games"] for split in index["splits"].values())
    return Measured(wall, processor_seconds() - before, memory, games, index["fingerprint"])


def seconds_to_verify(folder: Path, workers: int) -> float:
    """Return the processor time of ``twbench verify``."""
    command = [sys.executable, "-m", "twbench", "verify", str(folder), "--quiet"]
    command += ["--n-jobs", str(workers)]
    before = processor_seconds()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return processor_seconds() - before


def main() -> None:
    """Print a line for each number of workers."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--games",
        type=int,
        default=10_000,
        help="in the train split, with 200 in the others (default: 10000)",
    )
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2], help="(default: 1 2)")
    parser.add_argument("--levels", type=int, nargs=2, default=[1, 30], metavar=("LOW", "HIGH"))
    parser.add_argument("--storage", choices=("files", "packed"), default="files")
    arguments = parser.parse_args()
    low, high = arguments.levels
    settings = [
        "dataset=coin_collector",
        f"challenge.level={{randint: [{low}, {high}]}}",
        f"dataset.splits.train={arguments.games}",
        f"output={arguments.storage}",
    ]
    first: Measured | None = None
    for workers in arguments.workers:
        with tempfile.TemporaryDirectory(prefix="twbench-") as folder:
            found = measure([*settings, f"compute.n_jobs={workers}"], Path(folder) / "dataset")
        first = first or found
        if found.fingerprint != first.fingerprint:
            sys.exit(f"{workers} workers gave another fingerprint: {found.fingerprint}")
        sys.stdout.write(
            f"{workers:>3} workers {found.games / found.wall:>7.0f} games/s"
            f"{found.wall:>8.1f} s{found.processor:>8.1f} s of processor"
            f"{found.memory:>7.0f} MiB  ratio {first.wall / found.wall:.2f}\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
