"""HierarchyCraft: transitions and steps in a second, against hcraft where there is one; plans.

    python benchmarks/bench_hierarchycraft.py [--hcraft PYTHON] [--rounds 3]

PYTHON is that of an environment with hcraft 2.0.1, which is run by turns with ours, on the same
actions. Times are of the processor, and the best round counts. Actions are drawn among those that
can be done; a transition is an action on the state alone, a step is one of the environment, whose
infos have the mask of the next actions.
"""

import argparse
import json
import subprocess
import sys
import time

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


def plans() -> list[str]:
    """Return lines with how long it takes to solve MineHcraft, and random worlds."""
    from twbench.hierarchycraft import GetItemTask, Item
    from twbench.hierarchycraft.examples import MineHcraftEnv, RandomHcraftEnv
    from twbench.hierarchycraft.examples.minecraft.items import ALL_ITEMS
    from twbench.hierarchycraft.solving import solve
    from twbench.hierarchycraft.solving.aims import aim_of, aims_of

    world = MineHcraftEnv().world
    lengths: dict[Item, int] = {}
    slowest = 0.0
    for item in ALL_ITEMS:
        start = time.process_time()
        plan = solve(world.grounding, [aim_of(GetItemTask(item), world)])
        slowest = max(slowest, time.process_time() - start)
        lengths[item] = len(plan or ())
    solved = sum(length > 0 for length in lengths.values())
    found = [f"MineHcraft: {solved} of {len(lengths)} items, the slowest in {slowest:.2f} s"]
    for name in ("diamond", "ender_dragon_head"):
        found.append(f"  {name}: {lengths[Item(name)]} actions")
    start = time.process_time()
    drawn = [RandomHcraftEnv(seed=seed) for seed in range(100)]
    solved = sum(
        solve(env.world.grounding, aims_of(env.purpose, env.world)) is not None for env in drawn
    )
    seconds = time.process_time() - start
    return [*found, f"Random worlds: {solved} of {len(drawn)}, {seconds / len(drawn):.2f} s each"]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hcraft", help="the Python of an environment that has hcraft")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    for world in WORLDS:
        print(compare(world, options.hcraft, options.rounds), flush=True)
    print("\n".join(plans()))


if __name__ == "__main__":
    main()
