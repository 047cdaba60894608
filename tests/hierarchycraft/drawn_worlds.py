"""Worlds that are drawn for tests, as plain data: see `played_worlds`.

Everything that a transformation can have is in them. No transformation has two changes of one item
at one place, and none takes more than it needs: there hcraft has faults.
"""

from typing import Any

from twbench.seeding import Rng

ITEMS = tuple("abcdefg")
ZONES = ("x", "y", "z")
OWNERS = ("player", "player", "player", "here", "there", "zone")


def draw_world(seed: int) -> dict[str, Any]:
    """Return the description of a world."""
    rng = Rng(seed)
    items = ITEMS[: rng.between(2, len(ITEMS))]
    zones = ZONES[: rng.between(1, len(ZONES))]
    transformations = [
        _transformation(rng, number, items, zones) for number in range(rng.between(4, 18))
    ]
    # Whatever tasks and starts are about is something that the world has.
    transformations.append(
        ["all", None, None, [["Yield", "player", item, 1, {"max": 0}] for item in items]]
    )
    transformations.append(
        ["lay", None, None, [["Yield", "here", item, 1, {"max": 0}] for item in items]]
    )
    transformations += [[f"go {zone}", None, zone, []] for zone in zones]
    return {
        "transformations": transformations,
        "start_zone": zones[0],
        "start_items": [[item, rng.between(0, 3)] for item in rng.sample(list(items), 2)],
        "start_zones_items": [
            [zone, [[item, rng.between(0, 3)] for item in rng.sample(list(items), 2)]]
            for zone in zones
        ],
        "timestep_reward": rng.choice((0.0, -0.5)),
        "max_step": rng.choice((None, 20, 60)),
        "tasks": _tasks(rng, items, zones),
    }


def _transformation(rng: Rng, number: int, items: Any, zones: Any) -> list[Any]:
    here = rng.choice(zones) if rng.chance(0.4) else None
    there = rng.choice(zones) if rng.chance(0.4) else None
    changes: dict[tuple[str, str], list[Any]] = {}
    for _ in range(rng.between(1, 4)):
        owner = rng.choice(OWNERS)
        if owner == "there" and there is None:
            owner = "here"
        if owner != "player" and any(place != "player" for place, _ in changes):
            continue  # two names of one place may be one place
        place = rng.choice(zones) if owner == "zone" else owner
        item = rng.choice(items)
        changes[place, item] = _change(rng, place, item)
    return [f"t{number}", here, there, list(changes.values())]


def _change(rng: Rng, place: str, item: str) -> list[Any]:
    bounds = {"max": rng.between(1, 9)} if rng.chance(0.3) else {}
    if rng.chance(0.5):
        count = rng.between(0, 2)
        if rng.chance(0.3):
            bounds["min"] = count + rng.between(0, 1)
        return ["Use", place, item, count, bounds]
    if rng.chance(0.2):
        bounds["min"] = rng.between(0, 2)
    return ["Yield", place, item, rng.between(1, 3), bounds]


def _tasks(rng: Rng, items: Any, zones: Any) -> list[Any]:
    tasks: list[Any] = []
    for _ in range(rng.between(1, 4)):
        kind = rng.choice(("GetItemTask", "PlaceItemTask", "GoToZoneTask"))
        name = rng.choice(zones if kind == "GoToZoneTask" else items)
        shaping = rng.choice(("none", "all"))
        groups = rng.choice(("default", "other", None))
        tasks.append([kind, name, rng.between(1, 9), rng.choice((1.0, 5.0)), shaping, groups])
    return tasks
