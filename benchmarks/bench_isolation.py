"""What isolation costs: steps of one story in this process and in a process of its own.

    python benchmarks/bench_isolation.py --story zork1.z3 [--pairs 8]

Both play the same random commands in turns, so that what else the machine does hits both; each pair
of processes is a new one, since one may have better luck with its place in memory than another. The
figures are the quickest tenth, medians and means over all steps. Where other programs need the
processors, as `uptime` tells, the quickest tenth says what a step costs, and means how long it
waits for its turn.
"""

import argparse
import random
import statistics
import time
import warnings
from pathlib import Path

from twbench.core import EnvInfos, Environment
from twbench.envs import own_folder
from twbench.families import start

INFOS = {
    "feedback only": (),
    "usual infos": ("description", "inventory", "location", "lost", "moves", "score", "won"),
}
COMMANDS = (
    *("north", "south", "east", "west", "up", "down", "look", "inventory", "open mailbox"),
    *("take all", "drop all", "read leaflet", "open window", "enter house", "examine table"),
    *("take lamp", "turn on lamp", "wait", "sing", "move rug", "open trap door"),
)
ROUNDS = 10
STEPS = 200
AVERAGES = {
    "tenth": lambda times: statistics.quantiles(times, n=10)[0],
    "median": statistics.median,
    "mean": statistics.fmean,
}


def step_times(env: Environment, commands: list[str]) -> list[float]:
    """Return the seconds that each step takes; an episode that ends begins anew, not counted."""
    times = []
    for command in commands:
        begun = time.perf_counter()
        done = env.step(command)[2]
        times.append(time.perf_counter() - begun)
        if done:
            env.reset()
    return times


def compare(path: Path, names: tuple[str, ...], seed: int) -> tuple[list[float], list[float]]:
    """Return the seconds of steps in this process and in a new one."""
    rng = random.Random(seed)
    infos = EnvInfos(**dict.fromkeys(names, True))
    times: tuple[list[float], list[float]] = [], []
    with start(path, infos, isolated=False) as inside, start(path, infos, isolated=True) as outside:
        for env in (inside, outside):
            env.seed(1)
            env.reset()
            step_times(env, ["look"] * 50)
        for _ in range(ROUNDS):
            commands = rng.choices(COMMANDS, k=STEPS)
            for env, found in zip((inside, outside), times, strict=True):
                env.reset()
                found += step_times(env, commands)
    return times


def main() -> None:
    """Print microseconds a step for each selection of information."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--story", type=Path, required=True, help="zork1.z3")
    parser.add_argument("--pairs", type=int, default=8, help="of processes (default: 8)")
    arguments = parser.parse_args()
    path, pairs = arguments.story.absolute(), arguments.pairs
    warnings.simplefilter("ignore")
    print(f"{path.name}, {pairs} pairs of {ROUNDS * STEPS:,} steps: microseconds a step")
    print(f"{'':24}{'in process':>12}{'isolated':>12}{'added':>10}")
    for label, names in INFOS.items():
        times: tuple[list[float], list[float]] = [], []
        for seed in range(pairs):
            with own_folder():
                for all_found, found in zip(times, compare(path, names, seed), strict=True):
                    all_found += found
        for name, average in AVERAGES.items():
            inside, outside = (1e6 * average(one) for one in times)
            row = f"{inside:12.1f}{outside:12.1f}{outside - inside:10.1f}"
            print(f"{f'{label}, {name}':24}{row}")


if __name__ == "__main__":
    main()
