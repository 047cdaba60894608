"""Worlds are played as hcraft plays them: what can be done, counts, rewards and ends, step by step.

hcraft is not installed with twbench. Where the environment variable ``TWBENCH_HCRAFT_PYTHON`` names
the Python of an environment that has hcraft 2.0.1, it plays the same worlds.

What differs, and is left out here: the shaping "required" of BlockedUnlockPickup, where hcraft
counts what is needed to block a door among what is needed to open it; several changes of one item
at one place, of which hcraft does the last alone; taking more than is there, which hcraft does; the
action -1, which hcraft takes for the last; and changes at a destination of what has none, and the
shaping "inputs" where something is taken from a named zone, at which hcraft fails.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from drawn_worlds import draw_world

HCRAFT = os.environ.get("TWBENCH_HCRAFT_PYTHON")
ROOT = Path(__file__).resolve().parents[2]
MODULES = (
    *("empty", "fourrooms", "multiroom", "crossing", "doorkey", "unlock", "unlockpickup"),
    *("unlockpickupblocked", "keycorridor"),
)
NAMES = (
    *("Empty", "FourRooms", "MultiRoom", "Crossing", "DoorKey", "Unlock", "UnlockPickup"),
    *("BlockedUnlockPickup", "KeyCorridor"),
)
EXAMPLES: list[tuple[str, str, dict[str, Any]]] = [
    *(
        (f".minicraft.{module}", f"MiniHCraft{name}", {})
        for module, name in zip(MODULES, NAMES, strict=True)
    ),
    (".treasure", "TreasureEnv", {}),
    (".tower", "TowerHcraftEnv", {}),
    (".tower", "TowerHcraftEnv", {"height": 3, "width": 2}),
    (".recursive", "RecursiveHcraftEnv", {}),
    (".light_recursive", "LightRecursiveHcraftEnv", {"n_items": 7, "n_required_previous": 3}),
]
WORLDS: list[list[Any]] = [
    *(
        ["example", *example, shaping]
        for example in EXAMPLES
        for shaping in ("none", "all", "required", "inputs")
        if (example[1], shaping) != ("MiniHCraftBlockedUnlockPickup", "required")
    ),
    ["example", ".minecraft.env", "MineHcraftEnv", {"purpose": "all"}, "none"],
    *(["drawn", draw_world(seed)] for seed in range(200)),
]
STEPS = 3000

pytestmark = pytest.mark.skipif(
    HCRAFT is None, reason="TWBENCH_HCRAFT_PYTHON names no Python that has hcraft 2.0.1"
)


def played(python: str, package: str, worlds: list[list[Any]], steps: int) -> list[str]:
    """Return what happened, with twbench or with hcraft, in a process of its own."""
    paths = {"PYTHONPATH": str(ROOT)} if package.startswith("twbench") else {"PYTHONPATH": ""}
    done = subprocess.run(
        [python, str(Path(__file__).with_name("played_worlds.py")), package, str(steps)],
        input=json.dumps(worlds),
        env={**os.environ, **paths, "SDL_VIDEODRIVER": "dummy"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.split("end ")


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_the_same_happens(part: int) -> None:
    assert HCRAFT is not None
    worlds = WORLDS[part::8]
    theirs = played(HCRAFT, "hcraft", worlds, STEPS)
    ours = played(sys.executable, "twbench.hierarchycraft", worlds, STEPS)
    assert len(ours) == len(worlds) + 1
    assert max(len(lines.splitlines()) for lines in ours) > STEPS
    for world, one, other in zip(worlds, theirs, ours, strict=False):
        assert one == other, world
