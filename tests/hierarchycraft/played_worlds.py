"""Plays worlds at random, with twbench or with hcraft, and writes what happened, a line a step.

python played_worlds.py PACKAGE STEPS < worlds.json > lines

PACKAGE is ``twbench.hierarchycraft`` or ``hcraft``: what is done here is the same with both. A
world is a list ``[SEED, "example", PATH, CLASS, ARGUMENTS, SHAPING]`` or ``[SEED, "drawn",
DESCRIPTION]``, where the seed is that of the actions. Each line is a hash: of the step, what could
be done, all counts by their names, reward and ends.
"""

import hashlib
import json
import random
import sys
import warnings
from importlib import import_module
from typing import Any

LEGAL = 0.9
"""How often an action is chosen among those that can be done."""


def drawn(package: Any, told: dict[str, Any]) -> Any:
    """Return the environment of a world that is told as plain data."""
    kit = import_module(f"{package.__name__}.transformation")
    world_kit = import_module(f"{package.__name__}.world")
    item, zone, stack = package.Item, package.Zone, package.Stack

    def owner(name: str) -> Any:
        owners = {"player": kit.PLAYER, "here": kit.CURRENT_ZONE, "there": kit.DESTINATION}
        return owners.get(name) or zone(name)

    def change(kind: str, place: str, name: str, count: int, bounds: dict[str, int]) -> Any:
        return getattr(kit, kind)(owner(place), item(name), count, **bounds)

    transformations = [
        kit.Transformation(
            name,
            destination=zone(there) if there else None,
            zone=zone(here) if here else None,
            inventory_changes=[change(*one) for one in changes],
        )
        for name, here, there, changes in told["transformations"]
    ]
    world = world_kit.world_from_transformations(
        transformations,
        start_zone=zone(told["start_zone"]) if told["start_zone"] else None,
        start_items=[stack(item(name), count) for name, count in told["start_items"]],
        start_zones_items={
            zone(place): [stack(item(name), count) for name, count in stacks]
            for place, stacks in told["start_zones_items"]
        },
        order_world=False,  # hcraft cannot order a world in which something is never had
    )
    purpose = package.Purpose(timestep_reward=told["timestep_reward"])
    for kind, name, count, reward, shaping, groups in told["tasks"]:
        thing = zone(name) if kind == "GoToZoneTask" else stack(item(name), count)
        task = getattr(package, kind)(thing, reward=reward)
        shaped = import_module(f"{package.__name__}.purpose").RewardShaping(shaping)
        purpose.add_task(task, shaped, groups)
    return package.HcraftEnv(world, purpose=purpose, max_step=told["max_step"])


def example(package: Any, path: str, name: str, arguments: dict[str, Any], shaping: str) -> Any:
    """Return one of the environments that ship, with a shaping for its tasks.

    The argument ``goal`` is the name of an item that is to be had, instead of its own tasks.
    """
    kind = getattr(import_module(f"{package.__name__}.examples{path}"), name)
    goal = arguments.get("goal")
    env = kind(**{key: value for key, value in arguments.items() if key != "goal"})
    tasks = [package.GetItemTask(package.Item(goal))] if goal else env.purpose.tasks
    purpose_kit = import_module(f"{package.__name__}.purpose")
    purpose = purpose_kit.Purpose(timestep_reward=-0.25)
    for task in tasks:
        task.terminated = False
        purpose.add_task(task, purpose_kit.RewardShaping(shaping))
    return package.HcraftEnv(env.world, purpose=purpose, max_step=env.max_step)


def told(env: Any, result: Any) -> str:
    """Return a step in words that do not depend on the order of items and zones."""
    state = env.state
    world = env.world
    held = [int(count) for count in state.player_inventory]
    position = [int(one) for one in state.position]
    lying = [[int(count) for count in row] for row in state.zones_inventories]
    zones = [zone.name for zone in world.zones]
    observation, reward, terminated, truncated, infos = result
    return json.dumps(
        [
            sorted(zip((item.name for item in world.items), held, strict=True)),
            [zone for zone, here in zip(zones, position, strict=True) if here],
            sorted(
                (zone, sorted(zip((item.name for item in world.zones_items), row, strict=True)))
                for zone, row in zip(zones, lying, strict=True)
            ),
            [number for number, legal in enumerate(infos["action_is_legal"]) if legal],
            sorted(int(number) for number in observation),
            round(float(reward), 6),
            bool(terminated),
            bool(truncated),
            round(float(infos["score"]), 6),
            round(float(infos["score_average"]), 6),
            sorted(
                (key, round(float(value), 6)) for key, value in infos.items() if key[0].isupper()
            ),
            [
                sorted(thing.name for thing, seen in zip(things, discovered, strict=True) if seen)
                for things, discovered in (
                    (world.items, state.discovered_items),
                    (world.zones, state.discovered_zones),
                )
            ],
        ]
    )


def lines(env: Any, steps: int, seed: int) -> "list[str]":
    """Play an environment, and return what happened."""
    rng = random.Random(seed)
    observation, infos = env.reset()
    found = [told(env, (observation, 0, False, False, infos))]
    count = len(env.world.transformations)
    for _ in range(steps):
        legal = [number for number, one in enumerate(infos["action_is_legal"]) if one]
        among = legal if legal and rng.random() < LEGAL else range(count)
        action = among[int(rng.random() * len(among))]
        result = env.step(action)
        infos = result[4]
        found.append(f"{action} {told(env, result)}")
        if (result[2] and rng.random() < 0.5) or result[3] or not legal:
            observation, infos = env.reset()
            found.append(told(env, (observation, 0, False, False, infos)))
    return found


def play(package: Any, world: "list[Any]", steps: int) -> "list[str]":
    """Return what happened in a world."""
    seed, kind, *details = world
    env = (drawn if kind == "drawn" else example)(package, *details)
    return lines(env, steps, seed)


def hashed(line: str) -> str:
    """Return a short hash of a line."""
    return hashlib.sha256(line.encode()).hexdigest()[:12]


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    for number, world in enumerate(json.load(sys.stdin)):
        for line in play(import_module(sys.argv[1]), world, int(sys.argv[2])):
            print(hashed(line) if len(sys.argv) == 3 else line)
        print(f"end {number}", flush=True)
