"""Layered worlds: whatever something needs is made before it, in one order of all things.

First come the zones, a tree of ways; then the keys of locked ways, each of which lies in a zone
that is reached without it; then what is found, and tools, which are needed and kept; then layers of
what is made of the layers below, the one right below at least; and what nobody needs. The last
layer is one item, which is to be had. So every world can be solved, and its plan is there at once:
how much is needed of each thing is summed up against the order, and then all is had in the order.
"""

__all__ = ["draw_world"]

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from twbench.errors import GenerationError
from twbench.hierarchycraft.elements import Item, Zone
from twbench.hierarchycraft.games.game import CraftingGame
from twbench.hierarchycraft.games.settings import LayeredWorld
from twbench.hierarchycraft.purpose import Purpose
from twbench.hierarchycraft.solving.solver import LONGEST
from twbench.hierarchycraft.task import GetItemTask
from twbench.hierarchycraft.transformation import (
    PLAYER,
    InventoryChange,
    Transformation,
    Use,
    Yield,
)
from twbench.hierarchycraft.world import world_from_transformations
from twbench.seeding import Rng

_TOOL_CHANCE = 0.5
_BOUND_CHANCE = 0.4


@dataclass(frozen=True, slots=True)
class _Recipe:
    """How one thing is had: what is used up, what is needed and kept, and where."""

    item: Item
    used: dict[Item, int] = field(default_factory=dict)
    kept: tuple[Item, ...] = ()
    zone: int | None = None

    def transformation(self, zones: list[Zone]) -> Transformation:
        changes: list[InventoryChange] = [
            *(Use(PLAYER, item, count) for item, count in self.used.items()),
            *(Use(PLAYER, item) for item in self.kept),
            Yield(PLAYER, self.item),
        ]
        verb = "make" if self.used else "find"
        where = None if self.zone is None else zones[self.zone]
        return Transformation(f"{verb} {self.item.name}", None, changes, where)


def draw_world(settings: LayeredWorld, rng: Rng) -> CraftingGame:
    """Draw a world; the same settings and generator give the same one.

    Raises GenerationError for one whose plan is too long.
    """
    return _Drawing(settings, rng).drawn()


class _Drawing:
    """A world in the making: its zones, and all recipes in the order in which they can be done."""

    def __init__(self, settings: LayeredWorld, rng: Rng):
        self.settings, self.rng = settings, rng
        self.zones = [Zone(f"zone {number}") for number in range(1, settings.zones + 1)]
        self.parents = [0, *(rng.integer(number) for number in range(1, settings.zones))]
        self.keys: dict[int, Item] = {}
        self.recipes: list[_Recipe] = []

    def drawn(self) -> CraftingGame:
        """Return the world with its plan."""
        self._draw_keys()
        found = self._draw_found()
        tools = self._draw_tools(found)
        goal = self._draw_layers(found, tools)
        self._draw_distractors()
        order = list(range(len(self.recipes)))
        self.rng.shuffle(order)
        ways = list(self._ways())
        transformations = [
            *(self.recipes[number].transformation(self.zones) for number in order),
            *(transformation for _, _, transformation in ways),
        ]
        world = world_from_transformations(transformations, start_zone=self.zones[0])
        numbers = {number: place for place, number in enumerate(order)}
        moves = {(here, there): len(order) + place for place, (here, there, _) in enumerate(ways)}
        return CraftingGame(
            world, Purpose(GetItemTask(goal)), tuple(self._plan(goal, numbers, moves))
        )

    def _draw_keys(self) -> None:
        locked = sorted(self.rng.sample(range(1, len(self.zones)), self.settings.keys))
        for number, zone in enumerate(locked, 1):
            self.keys[zone] = Item(f"key {number}")
            self.recipes.append(_Recipe(self.keys[zone], zone=self.rng.integer(zone)))

    def _draw_found(self) -> list[Item]:
        found = [Item(f"raw {number}") for number in range(1, self.settings.branching + 1)]
        self.recipes += [_Recipe(item, zone=self.rng.integer(len(self.zones))) for item in found]
        return found

    def _draw_tools(self, found: list[Item]) -> list[Item]:
        tools = [Item(f"tool {number}") for number in range(1, self.settings.tools + 1)]
        for number, tool in enumerate(tools):
            self.recipes.append(_Recipe(tool, self._inputs(found), tuple(tools[:number][-1:])))
        return tools

    def _draw_layers(self, found: list[Item], tools: list[Item]) -> Item:
        below, lower = found, list(found)
        for depth in range(1, self.settings.depth + 1):
            count = 1 if depth == self.settings.depth else self.settings.branching
            layer = [Item(f"part {depth} {number}") for number in range(1, count + 1)]
            for item in layer:
                used = self._inputs(below) | self._inputs(lower)
                kept = (self.rng.choice(tools),) if tools and self.rng.chance(_TOOL_CHANCE) else ()
                zone = self.rng.integer(len(self.zones)) if self.rng.chance(_BOUND_CHANCE) else None
                few = dict(list(used.items())[: self.settings.branching])
                self.recipes.append(_Recipe(item, few, kept, zone))
            lower += layer
            below = layer
        return below[0]

    def _draw_distractors(self) -> None:
        known = [recipe.item for recipe in self.recipes]
        for number in range(1, self.settings.distractors + 1):
            item = Item(f"thing {number}")
            zone = self.rng.integer(len(self.zones))
            used = self._inputs(known) if self.rng.chance(_BOUND_CHANCE) else {}
            self.recipes.append(_Recipe(item, used, zone=zone))
            known.append(item)

    def _inputs(self, items: list[Item]) -> dict[Item, int]:
        count = self.rng.between(1, min(len(items), self.settings.branching))
        return {
            item: self.rng.between(1, self.settings.amount)
            for item in self.rng.sample(items, count)
        }

    def _ways(self) -> Iterator[tuple[int, int, Transformation]]:
        for zone in range(1, len(self.zones)):
            parent = self.parents[zone]
            needed = [Use(PLAYER, self.keys[zone])] if zone in self.keys else []
            for here, there, changes in ((parent, zone, needed), (zone, parent, [])):
                name = f"go from {self.zones[here].name} to {self.zones[there].name}"
                way = Transformation(name, self.zones[there], changes, self.zones[here])
                yield here, there, way

    def _plan(
        self, goal: Item, numbers: dict[int, int], moves: dict[tuple[int, int], int]
    ) -> Iterator[int]:
        needed, here = self._needed(goal), 0
        if needed.total() > LONGEST:
            raise GenerationError(
                f"The world would take {needed.total()} actions beside the walks; {LONGEST} are the"
                " most: it is too deep for such amounts and branching."
            )
        for number, recipe in enumerate(self.recipes):
            if not needed[recipe.item]:
                continue
            if recipe.zone is not None:
                path = self._path(here, recipe.zone)
                yield from (moves[step] for step in pairwise(path))
                here = recipe.zone
            yield from [numbers[number]] * needed[recipe.item]

    def _needed(self, goal: Item) -> Counter[Item]:
        """Return how much of each thing is needed: keys, tools, and what is used up for others."""
        needed: Counter[Item] = Counter({goal: 1})
        for recipe in reversed(self.recipes):
            if not needed[recipe.item]:
                continue
            for item, count in recipe.used.items():
                needed[item] += count * needed[recipe.item]
            for item in (*recipe.kept, *self._keys_to(recipe.zone)):
                needed[item] = max(needed[item], 1)
        return needed

    def _keys_to(self, zone: int | None) -> list[Item]:
        return [self.keys[step] for step in self._up(zone or 0) if step in self.keys]

    def _up(self, zone: int) -> list[int]:
        """Return the zones from one to the first, both included."""
        steps = [zone]
        while zone:
            zone = self.parents[zone]
            steps.append(zone)
        return steps

    def _path(self, here: int, there: int) -> list[int]:
        up, down = self._up(here), self._up(there)
        meeting = next(zone for zone in up if zone in down)
        return [*up[: up.index(meeting) + 1], *reversed(down[: down.index(meeting)])]
