"""The house: its rooms, the ways between them, and what stands in them.

There are houses of 1, 6, 9 and 12 rooms; a larger one has all that the smaller ones have. How the
rooms lie differs from game to game. They lie on a grid, and each room but the kitchen has been
put beside one that it may be entered from::

    kitchen -- pantry      kitchen, hallway and living room in any order, and from there
    hallway -- bathroom    the bedroom and (behind a door) the backyard
    backyard -- garden, shed                      living room -- front yard -- street -- shop

The pantry, the shed, the shop and the house itself have doors. Some neighbours on the grid are
connected as well, so that there may be a way around.
"""

__all__ = ["Furniture", "House", "Passage", "Room", "draw_house"]

from dataclasses import dataclass
from typing import NamedTuple

from twbench.generator.knowledge.roles import DIRECTIONS
from twbench.generator.worlds.graph_networks import Node, direction, step
from twbench.seeding import Rng


class Room(NamedTuple):
    """A room: its name, and the kind that the text grammar knows it by."""

    name: str
    kind: str


class Furniture(NamedTuple):
    """A thing fixed in place: its name, the type of the logic, the name of its room."""

    name: str
    type: str
    room: str


class Passage(NamedTuple):
    """A way from one room in a direction to another, with the name of its door if it has one."""

    here: str
    way: str
    there: str
    door: str | None


@dataclass(frozen=True, slots=True)
class House:
    """A house: rooms, the kitchen first, passages, each once, and furniture."""

    rooms: tuple[Room, ...]
    passages: tuple[Passage, ...]
    furniture: tuple[Furniture, ...]


_ROOMS = (
    Room("kitchen", "cook"),
    Room("pantry", "storage"),
    Room("hallway", "hall"),
    Room("living room", "rest"),
    Room("bathroom", "clean"),
    Room("bedroom", "rest"),
    Room("backyard", "outdoor"),
    Room("garden", "outdoor"),
    Room("shed", "work"),
    Room("front yard", "outdoor"),
    Room("street", "outdoor"),
    Room("shop", "storage"),
)
_FURNITURE = (
    Furniture("fridge", "c", "kitchen"),
    Furniture("oven", "oven", "kitchen"),
    Furniture("stove", "stove", "kitchen"),
    Furniture("table", "s", "kitchen"),
    Furniture("counter", "s", "kitchen"),
    Furniture("shelf", "s", "pantry"),
    Furniture("sofa", "s", "living room"),
    Furniture("washbasin", "s", "bathroom"),
    Furniture("bed", "s", "bedroom"),
    Furniture("BBQ", "toaster", "backyard"),
    Furniture("garden table", "s", "backyard"),
    Furniture("deck chair", "s", "backyard"),
    Furniture("workbench", "s", "shed"),
    Furniture("toolbox", "c", "shed"),
    Furniture("display case", "s", "shop"),
)
# In the order they are put on the grid, which leaves room for all: whence each may be entered.
_ENTRANCES: dict[str, tuple[str, ...]] = {
    "backyard": ("kitchen", "hallway"),
    "front yard": ("living room",),
    "street": ("front yard",),
    "pantry": ("kitchen",),
    "bathroom": ("hallway",),
    "bedroom": ("hallway", "living room"),
    "garden": ("backyard",),
    "shed": ("backyard",),
    "shop": ("street",),
}
_CORES = (
    {"hallway": ("kitchen",), "living room": ("kitchen",)},
    {"hallway": ("kitchen",), "living room": ("hallway",)},
    {"living room": ("kitchen",), "hallway": ("living room",)},
)
_DOORS: dict[frozenset[str], tuple[str, ...]] = {
    frozenset({"kitchen", "pantry"}): ("narrow door", "louvred door"),
    frozenset({"kitchen", "backyard"}): ("patio door", "screen door"),
    frozenset({"hallway", "backyard"}): ("back door", "stable door"),
    frozenset({"living room", "front yard"}): ("front door", "oak door"),
    frozenset({"backyard", "shed"}): ("plank door", "corrugated door"),
    frozenset({"street", "shop"}): ("glass door", "swing door"),
}
_SHORT_CUTS = {
    frozenset({"kitchen", "backyard"}): 0.6,
    frozenset({"hallway", "backyard"}): 0.6,
    frozenset({"bathroom", "bedroom"}): 0.3,
    frozenset({"garden", "shed"}): 0.3,
}
"""Passages between rooms that happen to be neighbours, and how often there is one."""


def draw_house(size: int, rng: Rng) -> House:
    """Draw a house of ``size`` rooms, one of `SIZES`."""
    rooms = _ROOMS[:size]
    names = [room.name for room in rooms]
    cells, ways = _draw_cells(names, rng)
    ways += _short_cuts(cells, ways, rng)
    return House(
        rooms,
        tuple(_passage(here, there, cells, rng) for here, there in ways),
        tuple(one for one in _FURNITURE if one.room in names),
    )


def _draw_cells(names: list[str], rng: Rng) -> tuple[dict[str, Node], list[tuple[str, str]]]:
    """Return the cell of each room, and the pairs of rooms with a way between them.

    A room without a free cell beside it where another one belongs is rare; then all begins anew.
    """
    while True:
        core = rng.choice(_CORES)
        cells: dict[str, Node] = {"kitchen": (0, 0)}
        ways = []
        for name, entrances in (core | _ENTRANCES).items():
            if name in names:
                entrance = rng.choice(entrances)
                free = _free_cells(cells[entrance], cells)
                if not free:
                    break
                cells[name] = rng.choice(free)
                ways.append((entrance, name))
        else:
            if len(cells) == len(names):
                return cells, ways


def _free_cells(cell: Node, cells: dict[str, Node]) -> list[Node]:
    taken = set(cells.values())
    return [there for way in DIRECTIONS if (there := step(cell, way)) not in taken]


def _short_cuts(
    cells: dict[str, Node], ways: list[tuple[str, str]], rng: Rng
) -> list[tuple[str, str]]:
    """Draw ways between rooms that are neighbours without one."""
    known = {frozenset(way) for way in ways}
    drawn = []
    for pair, chance in _SHORT_CUTS.items():
        here, there = sorted(pair)
        if pair in known or not {here, there} <= cells.keys():
            continue
        if cells[there] in [step(cells[here], way) for way in DIRECTIONS] and rng.chance(chance):
            drawn.append((here, there))
    return drawn


def _passage(here: str, there: str, cells: dict[str, Node], rng: Rng) -> Passage:
    names = _DOORS.get(frozenset({here, there}))
    door = rng.choice(names) if names else None
    return Passage(here, direction(cells[here], cells[there]), there, door)
