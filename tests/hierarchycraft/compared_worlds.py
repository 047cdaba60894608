"""The worlds that twbench and hcraft both play: those that ship, and 200 that are drawn.

What differs, and is left out here: the shaping "required" of BlockedUnlockPickup, where hcraft
counts what is needed to block a door among what is needed to open it; several changes of one item
at one place, of which hcraft does the last alone; taking more than is there, which hcraft does; the
action -1, which hcraft takes for the last; and changes at a destination of what has none, and the
shaping "inputs" where something is taken from a named zone, at which hcraft fails.

Random worlds are drawn by twbench and told to both, as a seed gives another one in hcraft.
"""

import hashlib
import json
import os
import subprocess
from pathlib import Path
from typing import Any

from drawn_worlds import draw_world

from twbench.hierarchycraft.elements import Item
from twbench.hierarchycraft.examples.random_simple.env import draw_transformations
from twbench.seeding import Rng

ROOT = Path(__file__).resolve().parents[2]
PLAYER = Path(__file__).with_name("played_worlds.py")
RECORD = Path(__file__).with_name("hcraft_played.json")
"""What hcraft 2.0.1 did in each world: a hash of its first steps, and one of all."""
STEPS = 3000
FIRST_STEPS = 60

World = list[Any]

_MINIHCRAFT = {
    "Empty": "empty",
    "FourRooms": "fourrooms",
    "MultiRoom": "multiroom",
    "Crossing": "crossing",
    "DoorKey": "doorkey",
    "Unlock": "unlock",
    "UnlockPickup": "unlockpickup",
    "BlockedUnlockPickup": "unlockpickupblocked",
    "KeyCorridor": "keycorridor",
}
_EXAMPLES: list[tuple[str, str, dict[str, Any]]] = [
    *((f".minicraft.{module}", f"MiniHCraft{name}", {}) for name, module in _MINIHCRAFT.items()),
    (".treasure", "TreasureEnv", {}),
    (".tower", "TowerHcraftEnv", {}),
    (".tower", "TowerHcraftEnv", {"height": 3, "width": 2}),
    (".recursive", "RecursiveHcraftEnv", {}),
    (".light_recursive", "LightRecursiveHcraftEnv", {"n_items": 7, "n_required_previous": 3}),
    (".minecraft.env", "MineHcraftEnv", {"goal": "diamond"}),
]
_SHAPINGS = ("none", "all", "required", "inputs")
_ITEMS_PER_INPUTS = {0: 5, 1: 5, 2: 10, 3: 5}


def _random_world(seed: int, shaping: str) -> World:
    items, made = draw_transformations(_ITEMS_PER_INPUTS, Rng(seed))
    transformations = [
        [
            f"t{number}",
            None,
            None,
            [[type(change).__name__, "player", change.item.name, abs(change.delta), {}]
             for change in transformation.changes],
        ]
        for number, transformation in enumerate(made)
    ]  # fmt: skip
    told = {
        "transformations": transformations,
        "start_zone": None,
        "start_items": [],
        "start_zones_items": [],
        "timestep_reward": -0.1,
        "max_step": None,
        "tasks": [_task(item, shaping) for item in items[-2:]],
    }
    return [0, "drawn", told]


def _task(item: Item, shaping: str) -> list[Any]:
    return ["GetItemTask", item.name, 1, 5.0, shaping, "default"]


WORLDS: dict[str, World] = {
    **{
        " ".join([name, *(f"{key}={value}" for key, value in arguments.items()), shaping]): [
            *(0, "example", path, name, arguments, shaping)
        ]
        for path, name, arguments in _EXAMPLES
        for shaping in _SHAPINGS
        if (name, shaping) != ("MiniHCraftBlockedUnlockPickup", "required")
    },
    "MineHcraftEnv purpose=all none": [
        *(0, "example", ".minecraft.env", "MineHcraftEnv", {"purpose": "all"}, "none")
    ],
    **{
        f"random {seed} {shaping}": _random_world(seed, shaping)
        for seed, shaping in enumerate(_SHAPINGS)
    },
    **{f"drawn {seed}": [seed % 10, "drawn", draw_world(seed)] for seed in range(200)},
}
"""By their names."""


def play(python: str, package: str, names: list[str], steps: int) -> list[list[str]]:
    """Return what happened in each world, a line a step, played in a process of its own."""
    path = str(ROOT) if package.startswith("twbench") else ""
    done = subprocess.run(
        [python, str(PLAYER), package, str(steps)],
        input=json.dumps([WORLDS[name] for name in names]),
        env={**os.environ, "PYTHONPATH": path, "SDL_VIDEODRIVER": "dummy"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{package} failed: {done.stderr[-2000:]}")
    played: list[list[str]] = [[]]
    for line in done.stdout.splitlines():
        if line.startswith("end "):
            played.append([])
        elif played[-1] or not line.startswith(("pygame", "Hello")):
            played[-1].append(line)
    return played[:-1]


def digest(lines: list[str]) -> str:
    """Return the hash of what happened."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]
