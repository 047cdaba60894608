"""HierarchyCraft: transitions and steps in a second, plans, stories; against hcraft if it is there.

    python benchmarks/bench_hierarchycraft.py [--rounds 3] [--random 1000] [--games 5000]
        [--hcraft-python PATH]

PATH is the Python of an environment with hcraft 2.0.1, which is run by turns with ours, on the same
actions. Times are of the processor, and the best round counts. Actions are drawn among those that
can be done; a transition is an action on the state alone, a step is one of the environment, whose
infos have the mask of the next actions. Plans are found, and replayed, of every kind of world; each
may take 5 seconds. Stories are linked, the first time and again, and played in Jericho by turns
with one of a coin collector of level 10. In the end a dataset of so many games is built on two
cores: drawn, linked, told, and proven in their stories. Each line says what its goal is.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from bench_dataset import measure

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
SECONDS = 5.0
"""What a plan may take."""
STORIES: dict[str, tuple[str, dict[str, Any]]] = {
    "layered": (
        "layered",
        {"depth": 5, "branching": 3, "zones": 6, "keys": 3, "tools": 2, "distractors": 19},
    ),
    "random": ("random", {"basic": 10, "of_one": 10, "of_two": 20, "of_three": 10}),
    "MineHcraft": ("mine", {}),
}
"""Worlds of 50 transformations, and the largest that comes along."""
COMMANDS = 400
"""How much of a walkthrough is typed."""
COINS = "coin_collector, level 10"


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
        line += f"; {ours[0] / theirs[0]:.1f} and {ours[1] / theirs[1]:.1f} times (goals 3 and 50)"
    return line


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


def tables_of(kind: str, settings: dict[str, Any]) -> Any:
    """Return the tables of a world's story."""
    from twbench import challenges, families
    from twbench.hierarchycraft.stories import story_tables

    challenge = challenges.get(f"hierarchycraft_{kind}")
    game = families.get("hierarchycraft").make(challenge, challenge.settings(**settings), 1, {})
    return story_tables(game.world, game.purpose, game.plan)


def links(tables: Any) -> tuple[float, float]:
    """Return the milliseconds in which a story of a new world is linked, and of a known one."""
    from twbench.story.crafts import world_part
    from twbench.story.crafts.linker import link_tables

    first, again = [], []
    for _ in range(20):
        world_part._made.cache_clear()
        for times in (first, again):
            start = time.process_time()
            link_tables(tables)
            times.append(time.process_time() - start)
    return 1000 * min(first), 1000 * min(again)


def stories(rounds: int) -> list[str]:
    """Return a line for each world: how fast its story is linked and played in plain Jericho."""
    import jericho
    from bench_story import MIX, coin_collector, commands_of, steps_per_second

    from twbench.story import link
    from twbench.story.crafts.linker import link_tables

    coins = coin_collector(10)
    typed = {COINS: (commands_of(coins), (coins.walkthrough or [])[:-1])}
    told = {COINS: ""}
    with tempfile.TemporaryDirectory() as folder:
        paths = {COINS: Path(folder) / "coins.z8"}
        paths[COINS].write_bytes(link(coins))
        for name, (kind, settings) in STORIES.items():
            tables = tables_of(kind, settings)
            paths[name] = Path(folder) / f"{name}.z8"
            paths[name].write_bytes(link_tables(tables))
            walkthrough = list(tables.walkthrough[:-1])[:COMMANDS]
            mixed = zip(walkthrough, (MIX * COMMANDS)[:COMMANDS], strict=False)
            typed[name] = ([text for pair in mixed for text in pair], walkthrough)
            first, again = links(tables)
            told[name] = (
                f", {len(tables.phrases)} transformations: linked in {first:.2f} ms,"
                f" another story of the world in {again:.2f} ms (goal 3)"
            )
        envs = {name: jericho.FrotzEnv(str(path)) for name, path in paths.items()}
        best = dict.fromkeys(envs, (0.0, 0.0))
        for _ in range(rounds):
            for name, env in envs.items():
                mixed, alone = typed[name]
                rates = [steps_per_second(env.reset, env.step, own, 0.4) for own in (mixed, alone)]
                best[name] = (max(best[name][0], rates[0]), max(best[name][1], rates[1]))
        for env in envs.values():
            env.close()
    goal = best[COINS]
    return [
        f"{name}{told[name]}; {mixed:,.0f} steps/s, and {alone:,.0f} of its walkthrough alone;"
        f" {100 * mixed / goal[0]:.0f} and {100 * alone / goal[1]:.0f} % (goal 80)"
        for name, (mixed, alone) in best.items()
    ]


def built(games: int) -> str:
    """Return how long a dataset of so many games takes on two cores."""
    settings = ["dataset=hierarchycraft_medium", "compute.n_jobs=2"]
    with tempfile.TemporaryDirectory() as folder:
        train = f"dataset.splits.train={games - 150}"
        found = measure([*settings, train], Path(folder) / "dataset")
    return (
        f"{found.games:,} games of hierarchycraft_medium drawn, linked and proven in"
        f" {found.wall:.0f} s on two cores (goal: 5,000 in 120), which took"
        f" {found.processor:.0f} s of the processor"
    )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--hcraft-python", metavar="PATH", help="the Python of an environment with hcraft 2.0.1"
    )
    parser.add_argument(
        "--rounds", type=int, default=3, help="0 for plans and games alone (default: 3)"
    )
    parser.add_argument("--random", type=int, default=1000, help="random worlds (default: 1000)")
    parser.add_argument(
        "--games", type=int, default=5000, help="0 for none, or 200 at least (default: 5000)"
    )
    options = parser.parse_args()
    for world in WORLDS if options.rounds else ():
        print(compare(world, options.hcraft_python, options.rounds), flush=True)
    if options.rounds:
        print("\n".join(stories(options.rounds)), flush=True)
    if options.random:
        print("\n".join(plans(options.random)), flush=True)
    if options.games:
        print(built(options.games))


if __name__ == "__main__":
    main()
