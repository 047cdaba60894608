"""Steps of NetHack as text, beside MiniHack with the keys that text is made of, and levels proven.

    python benchmarks/bench_minihack.py [--minihack-python PATH]

It is run by a Python that has twbench with the extra minihack. Times are of the processor, on one
core, by turns; random steps in the eight directions, the same for all. Then datasets are built with
two workers, by the clock: every game of theirs is won when it is made, and once more in a NetHack
that was started afresh.
"""

import argparse
import random
import subprocess
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path

from bench_dataset import Measured, measure

STEPS = 10_000
TURNS = 5
LEVELS = 100
WORKERS = 2
DATASETS = (
    ("minihack_new_layouts", "maps of our own", 20),
    ("minihack_tasks", "lit twins, some with monsters", 8),
    ("minihack_hard", "doors and monsters, found in play", 8),
)
WORDS = ("north", "east", "south", "west", "northeast", "southeast", "southwest", "northwest")
TEXT_KEYS = ("glyphs", "chars", "blstats", "message", "inv_letters", "inv_strs")


def room(package: object, monster: bool) -> str:
    level = package.LevelGenerator(w=15, h=15)  # type: ignore[attr-defined]
    level.set_start_pos((7, 7))
    level.add_object("apple", "%", (3, 2))
    level.add_stair_down((14, 14))
    if monster:
        level.add_monster("newt", ":", (2, 1))
    des: str = level.get_des()
    return des


def rate(step: Callable[[int], bool], reset: Callable[[], object]) -> float:
    """Return steps a second; resets are not counted."""
    draw = random.Random(1)
    reset()
    taken = 0.0
    for _ in range(STEPS):
        action = draw.randrange(8)
        begun = time.process_time()
        done = step(action)
        taken += time.process_time() - begun
        if done:
            reset()
    return STEPS / taken


def text_steps(monster: bool, rendering: str = "plain") -> float:
    from twbench import minihack
    from twbench.minihack.text.env import NetHackEnv
    from twbench.minihack.text.game import LevelGame

    env = NetHackEnv()
    env.open(LevelGame(room(minihack, monster), rendering=rendering))
    return rate(lambda action: env.step(WORDS[action])[2], env.reset)


def their_steps(monster: bool) -> float:
    warnings.simplefilter("ignore")
    import minihack

    env = minihack.MiniHackNavigation(
        des_file=room(minihack, monster), observation_keys=TEXT_KEYS, max_episode_steps=10**6
    )
    return rate(lambda action: any(env.step(action)[2:4]), env.reset)


def proven() -> float:
    """Return mazes and rooms that are drawn, compiled and won by their walkthroughs, a second."""
    from twbench.minihack.levels.distributions import maze
    from twbench.minihack.levels.distributions import room as drawn_room
    from twbench.minihack.text.game import LevelGame
    from twbench.minihack.winning.proof import prove

    begun = time.perf_counter()
    for number in range(LEVELS):
        level = maze(21, 11, number) if number % 2 else drawn_room(15, 15, number, lava=0.2)
        prove(LevelGame(level, seed=number))
    return LEVELS / (time.perf_counter() - begun)


def built(name: str) -> Measured:
    """Build a dataset with two workers."""
    with tempfile.TemporaryDirectory(prefix="twbench-") as folder:
        settings = [f"dataset={name}", f"compute.n_jobs={WORKERS}"]
        return measure(settings, Path(folder) / name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minihack-python", metavar="PATH", help="a Python that has MiniHack")
    parser.add_argument("--theirs", choices=("0", "1"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.theirs is not None:
        print(their_steps(options.theirs == "1"))
        return
    print("| steps/s, text made at every step | twbench | MiniHack, no text made | ratio |")
    print("|---|---|---|---|")
    for name, monster in (("room of 15 x 15", False), ("the same, with a newt about", True)):
        ours, theirs = [], []
        for _ in range(TURNS):
            ours.append(text_steps(monster))
            if options.minihack_python:
                command = [options.minihack_python, __file__, "--theirs", str(int(monster))]
                done = subprocess.run(command, capture_output=True, text=True, check=True)
                theirs.append(float(done.stdout))
        own, other = max(ours), max(theirs, default=0)
        ratio = f"{own / other:.2f}" if other else ""
        print(f"| {name} | {own:,.0f} | {other:,.0f} | {ratio} |")
    told = max(text_steps(False, "balrog") for _ in range(TURNS))
    print(f"| room of 15 x 15, told as in BALROG | {told:,.0f} | | |")
    print(f"levels drawn, compiled and proven: {proven():.1f} a second, in one process\n")
    print("| built and proven, two workers | games | s | games/s | games/s of a processor | goal |")
    print("|---|---|---|---|---|---|")
    for name, kind, goal in DATASETS:
        found = built(name)
        print(
            f"| `{name}`: {kind} | {found.games} | {found.wall:.1f} |"
            f" {found.games / found.wall:.1f} | {found.games / found.processor:.1f} | {goal} |"
        )


if __name__ == "__main__":
    main()
