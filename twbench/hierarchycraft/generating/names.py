"""Names for the things of a game, drawn from word lists.

A zone is called by one word. What is found is called by a word for such, what is needed and never
used up by one for tools, and what is made of others by two words. The names of transformations are
those that they had, with the new names in the place of the old ones.
"""

__all__ = ["draw_names", "renamed"]

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product

from twbench.errors import GenerationError
from twbench.hierarchycraft.elements import Item, Stack, Zone, listed_zones
from twbench.hierarchycraft.games.game import CraftingGame
from twbench.hierarchycraft.games.settings import Names
from twbench.hierarchycraft.generating.words import HELD_OUT, USUAL, Words
from twbench.hierarchycraft.purpose import Purpose
from twbench.hierarchycraft.task import GetItemTask, GoToZoneTask, PlaceItemTask, Task
from twbench.hierarchycraft.transformation import InventoryChange, Transformation, Use
from twbench.hierarchycraft.world import World
from twbench.seeding import Rng

Renaming = Mapping[Item | Zone, str]
"""The new names of things."""

_LISTS: dict[Names, Words] = {"words": USUAL, "held_out": HELD_OUT}


def draw_names(game: CraftingGame, names: Names, rng: Rng) -> CraftingGame:
    """Return the game with names that are drawn, or as it is if ``names`` is "given".

    Raises GenerationError for a game that has more things than there are names.
    """
    if names == "given":
        return game
    words, world = _LISTS[names], game.world
    pools = {
        "zones": _Pool(words.zones, (), rng),
        "found": _Pool(words.found, words.makers, rng),
        "tools": _Pool(words.tools, words.makers, rng),
        "made": _Pool((), words.makers, rng, words.made),
    }
    found: dict[Item | Zone, str] = {zone: pools["zones"].draw() for zone in world.zones}
    for item in dict.fromkeys([*world.items, *world.zones_items]):
        found[item] = pools[_role(item, world.transformations)].draw()
    return renamed(game, found)


class _Pool:
    """Names in the order in which they are drawn: single words first."""

    def __init__(
        self, words: Sequence[str], before: Sequence[str], rng: Rng, nouns: Sequence[str] = ()
    ):
        single, double = list(words), [" ".join(pair) for pair in product(before, nouns or words)]
        rng.shuffle(single)
        rng.shuffle(double)
        self.names = [*double[::-1], *single[::-1]]

    def draw(self) -> str:
        if not self.names:
            raise GenerationError("There are not enough words to name all things of the game.")
        return self.names.pop()


def _role(item: Item, transformations: Sequence[Transformation]) -> str:
    """Return what an item is: found, a tool, or made of others."""
    changes = [change for one in transformations for change in one.changes if change.item == item]
    if any(_finds(item, one) for one in transformations):
        return "found"
    needed = [change for change in changes if isinstance(change, Use)]
    if needed and not any(change.consume for change in needed):
        return "tools"
    return "made"


def _finds(item: Item, transformation: Transformation) -> bool:
    """Say whether a transformation gives an item, and needs nothing but a place."""
    needs = [change for change in transformation.changes if isinstance(change, Use)]
    gives = [change for change in transformation.changes if change.delta > 0]
    return not needs and any(change.item == item for change in gives)


def renamed(game: CraftingGame, names: Renaming) -> CraftingGame:
    """Return the game with other names for things; its plan is the same."""

    def item_of(item: Item) -> Item:
        return Item(names.get(item, item.name))

    def zone_of(zone: Zone) -> Zone:
        return Zone(names.get(zone, zone.name))

    def stacks_of(stacks: Iterable[Stack]) -> list[Stack]:
        return [Stack(item_of(stack.item), stack.quantity) for stack in stacks]

    world = game.world
    rewrite = _rewriting(names)
    return CraftingGame(
        World(
            items=[item_of(item) for item in world.items],
            zones=[zone_of(zone) for zone in world.zones],
            zones_items=[item_of(item) for item in world.zones_items],
            transformations=[
                _transformation(one, item_of, zone_of, rewrite) for one in world.transformations
            ],
            start_zone=None if world.start_zone is None else zone_of(world.start_zone),
            start_items=stacks_of(world.start_items),
            start_zones_items={
                zone_of(zone): stacks_of(stacks) for zone, stacks in world.start_zones_items.items()
            },
        ),
        _purpose(game.purpose, item_of, zone_of),
        game.plan,
    )


def _rewriting(names: Renaming) -> Callable[[str], str]:
    """Return what puts new names in the place of old ones, longer ones first.

    A transformation that is called like a thing, as "open door" is, has nothing else that says what
    is done: it stays.
    """
    known = {thing.name: name for thing, name in names.items()}
    if not known:
        return str
    longest = sorted(known, key=len, reverse=True)
    pattern = re.compile(
        rf"(?<![^\W_])(?:{'|'.join(map(re.escape, longest))})(?![^\W_])"  # no part of a word
    )
    return lambda text: text if text in known else pattern.sub(lambda found: known[found[0]], text)


def _transformation(
    transformation: Transformation,
    item_of: Callable[[Item], Item],
    zone_of: Callable[[Zone], Zone],
    rewrite: Callable[[str], str],
) -> Transformation:
    def change_of(change: InventoryChange) -> InventoryChange:
        owner = zone_of(change.owner) if isinstance(change.owner, Zone) else change.owner
        return replace(change, owner=owner, item=item_of(change.item))

    there = transformation.destination
    nameless = transformation.name == repr(transformation)
    return Transformation(
        None if nameless else rewrite(transformation.name),
        None if there is None else zone_of(there),
        [change_of(change) for change in transformation.changes],
        [zone_of(zone) for zone in transformation.zones] or None,
    )


def _purpose(
    purpose: Purpose, item_of: Callable[[Item], Item], zone_of: Callable[[Zone], Zone]
) -> Purpose:
    """Return a purpose with other names; a task that shaping added is a task like others."""
    made = Purpose(timestep_reward=purpose.timestep_reward, shaping_value=purpose.shaping_value)
    for task, shaping, groups in purpose.entries():
        made.add_task(_task(task, item_of, zone_of), shaping, groups)
    return made


def _task(task: Task, item_of: Callable[[Item], Item], zone_of: Callable[[Zone], Zone]) -> Task:
    if isinstance(task, GoToZoneTask):
        return GoToZoneTask(zone_of(task.zone), task.worth)
    if not isinstance(task, GetItemTask | PlaceItemTask):
        raise GenerationError(f"The task {task.name!r} is of a kind of its own: it has one name.")
    stack = Stack(item_of(task.item_stack.item), task.item_stack.quantity)
    if isinstance(task, GetItemTask):
        return GetItemTask(stack, task.worth)
    places = [zone_of(zone) for zone in listed_zones(task.zone)]
    return PlaceItemTask(stack, places or None, task.worth)
