"""What a game costs as it grows: times of the processor, made, linked, described and replayed.

    python benchmarks/bench_growth.py [--games 12] [--hard 100] [--seed 770000]

Games are made in this process, from seeds that nothing else in the repository uses, without the
collector of garbage, as builds make them. Through the medians of both challenges, by their rooms,
goes a line of least squares; how far it is from what was measured stands beside it. At the end come
custom games of 40 rooms, 80 objects and a quest of 15 commands, for which the goals are 60 ms in
the mean and 200 ms at most.

The SHA-256 over all stories and games tells whether two versions make the same.
"""

import argparse
import hashlib
import statistics
import time
from collections.abc import Mapping, Sequence

from bench_million import line_through

from twbench import challenges, families
from twbench.system.collection import without_collection

ROOMS = (25, 50, 100, 200, 300)
NODES = 20_000
HARD = {"world_size": 40, "nb_objects": 80, "quest_length": 15}


def milliseconds(name: str, settings: Mapping[str, int], seeds: range) -> tuple[list[float], str]:
    """Return what each game but the first takes, and a hash of them all."""
    family = families.get("textworld")
    challenge = challenges.get(name)
    digest = hashlib.sha256()
    taken = []
    for seed in seeds:
        with without_collection():
            # Inside, or what the collector does of the games before counted as this one's.
            started = time.process_time()
            game = family.make(challenge, challenge.settings(**settings), seed, {})
            files = family.seal(game, name)
            row = family.describe(game, files, NODES)
            problem = family.replay(files, row)
            taken.append(1000 * (time.process_time() - started))
        if problem is not None:
            raise SystemExit(f"{name}, seed {seed}: {problem}")
        digest.update(files.story + (files.game or b""))
    return taken[1:], digest.hexdigest()[:12]


def told(taken: Sequence[float]) -> str:
    """Return mean, median and maximum in words."""
    return (
        f"{statistics.mean(taken):>7.1f} ms in the mean{statistics.median(taken):>7.1f} in the"
        f" median{max(taken):>8.1f} at most"
    )


def main() -> None:
    """Print a line for each size, and a fit for each challenge."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=12, help="of each size (default: 12)")
    parser.add_argument("--hard", type=int, default=100, help="of the last kind (default: 100)")
    parser.add_argument("--seed", type=int, default=770_000, help="the first (default: 770000)")
    arguments = parser.parse_args()
    seeds = range(arguments.seed, arguments.seed + arguments.games + 1)
    for name in ("coin_collector", "custom"):
        points = []
        for rooms in ROOMS:
            settings = {"world_size": rooms, "nb_objects": rooms, "quest_length": 8}
            if name == "coin_collector":
                settings = {"level": rooms}
            taken, digest = milliseconds(name, settings, seeds)
            points.append((float(rooms), statistics.median(taken)))
            print(f"{name:<16}{rooms:>4} rooms{told(taken)}  {digest}", flush=True)
        start, slope, off = line_through(points)
        print(f"{name}: {start:.1f} ms + {slope:.3f} ms a room, off by {off:.0%} at most")
    seeds = range(arguments.seed, arguments.seed + arguments.hard + 1)
    taken, digest = milliseconds("custom", HARD, seeds)
    print(f"custom 40/80/15     {told(taken)}  {digest}  (goals 60 and 200)")


if __name__ == "__main__":
    main()
