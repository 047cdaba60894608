"""HierarchyCraft: transitions and steps in a second, against hcraft where there is one; plans.

    python benchmarks/bench_hierarchycraft.py [--hcraft PYTHON] [--rounds 3] [--random 1000]

PYTHON is that of an environment with hcraft 2.0.1, which is run by turns with ours, on the same
actions. Times are of the processor, and the best round counts. Actions are drawn among those that
can be done; a transition is an action on the state alone, a step is one of the environment, whose
infos have the mask of the next actions. Plans are found, and replayed, of every kind of world; each
may take 5 seconds.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

WORLDS = ("MineHcraftEnv", "RandomHcraftEnv", "TowerHcraftEnv")
RATES = """
import json, random, sys, time, warnings
from importlib import import_module
warnings.simplefilter("ignore")
package, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
env = getattr(import_module(package + ".examples"), name)(purpose=None)
rng = random.Random(1)
env.reset()
actions = []
for _ in range(count):
    mask = env.action_masks()
    actions.append(rng.choice([number for number, legal in enumerate(mask) if legal]))
    env.state.apply(actions[-1])
env.reset()
start = time.process_time()
for action in actions:
    env.state.apply(action)
transitions = count / (time.process_time() - start)
env.reset()
start = time.process_time()
for action in actions:
    env.step(action)
print(json.dumps([transitions, count / (time.process_time() - start)]))
"""


def rates(python: str, package: str, world: str, count: int) -> list[float]:
    """Return transitions and steps in a second, measured in a process of its own."""
    command = [python, "-c", RATES, package, world, str(count)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    result: list[float] = json.loads(done.stdout.splitlines()[-1])
    return result


def compare(world: str, hcraft: str | None, rounds: int) -> str:
    """Return a line with the best rates of both."""
    ours, theirs = [0.0, 0.0], [0.0, 0.0]
    for _ in range(rounds):
        found = rates(sys.executable, "twbench.hierarchycraft", world, 20_000)
        ours = [max(pair) for pair in zip(ours, found, strict=True)]
        if hcraft:
            found = rates(hcraft, "hcraft", world, 2_000)
            theirs = [max(pair) for pair in zip(theirs, found, strict=True)]
    line = f"{world}: {ours[0]:,.0f} transitions/s, {ours[1]:,.0f} steps/s"
    if hcraft:
        line += f"; hcraft {theirs[0]:,.0f} and {theirs[1]:,.0f}"
        line += f"; {ours[0] / theirs[0]:.1f} and {ours[1] / theirs[1]:.1f} times"
    return line


SECONDS = 5.0
"""What a plan may take."""
RANDOM_WORLDS = 1000


def plans(random_worlds: int) -> list[str]:
    """Return a line for each kind of world: how many are solved, and how long the slowest took."""
    from twbench.hierarchycraft import GetItemTask
    from twbench.hierarchycraft.examples import (
        LightRecursiveHcraftEnv,
        MineHcraftEnv,
        RandomHcraftEnv,
        RecursiveHcraftEnv,
        TowerHcraftEnv,
        TreasureEnv,
    )
    from twbench.hierarchycraft.examples.minecraft.items import ALL_ITEMS
    from twbench.hierarchycraft.examples.minicraft import MINICRAFT_ENVS

    mine = {item.name: partial(MineHcraftEnv, purpose=GetItemTask(item)) for item in ALL_ITEMS}
    kinds: dict[str, Sequence[Callable[[], Any]]] = {
        "random": [partial(RandomHcraftEnv, seed=seed) for seed in range(random_worlds)],
        "tower": [
            partial(TowerHcraftEnv, height, width, max_step=None)
            for height in range(1, 7)
            for width in range(1, 5)
        ],
        "recursive": [partial(RecursiveHcraftEnv, count) for count in range(1, 13)],
        "light recursive": [
            partial(LightRecursiveHcraftEnv, count, before)
            for count in range(1, 13)
            for before in range(1, 5)
        ],
        "MiniHCraft": [partial(kind) for kind in MINICRAFT_ENVS],
        "treasure": [TreasureEnv],
        "MineHcraft": list(mine.values()),
        "MineHcraft, diamond": [mine["diamond"]],
        "MineHcraft, dragon": [mine["ender_dragon_head"]],
    }
    return [solved(kind, worlds) for kind, worlds in kinds.items()]


def solved(kind: str, worlds: Sequence[Callable[[], Any]]) -> str:
    """Return the line of a kind of worlds; a plan that is returned was replayed."""
    from twbench.hierarchycraft.solving import solve
    from twbench.hierarchycraft.solving.aims import aims_of

    lengths, seconds = [], []
    for make in worlds:
        env = make()
        start = time.process_time()
        plan = solve(env.world.grounding, aims_of(env.purpose, env.world))
        seconds.append(time.process_time() - start)
        if plan is not None and seconds[-1] <= SECONDS:
            lengths.append(len(plan))
    return (
        f"{kind}: {len(lengths)} of {len(worlds)} within {SECONDS:g} s, the slowest in"
        f" {max(seconds):.2f} s, {sum(seconds):.1f} s in all; {max(lengths, default=0)} actions at"
        " most"
    )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hcraft", help="the Python of an environment that has hcraft")
    parser.add_argument("--rounds", type=int, default=3, help="0 for plans alone")
    parser.add_argument("--random", type=int, default=RANDOM_WORLDS, help="how many random worlds")
    options = parser.parse_args()
    for world in WORLDS if options.rounds else ():
        print(compare(world, options.hcraft, options.rounds), flush=True)
    print("\n".join(plans(options.random)))


if __name__ == "__main__":
    main()
