"""The tables that a story is linked of: a world as numbers, and as it is said."""

__all__ = ["objective_of", "story_tables"]

from collections.abc import Iterator, Sequence
from copy import deepcopy

from twbench.errors import GenerationError
from twbench.hierarchycraft.elements import listed_zones
from twbench.hierarchycraft.engine.grounding import Grounded, Grounding
from twbench.hierarchycraft.purpose import Purpose, TerminalGroup
from twbench.hierarchycraft.stories.phrases import name_of, phrases_of
from twbench.hierarchycraft.task import GetItemTask, PlaceItemTask, Task
from twbench.hierarchycraft.transformation import CURRENT_ZONE, Transformation
from twbench.hierarchycraft.world import World
from twbench.story.crafts.articles import definite
from twbench.story.crafts.layout import LARGEST
from twbench.story.crafts.tables import Change, CraftTables, Deed, Group
from twbench.story.crafts.tables import Task as TaskRow
from twbench.story.crafts.texts import joined, some

_NOWHERE = "workshop"
"""Where the player is in a world without zones."""
_MOST_TOLD = 30
"""Tasks that the player is told."""


def story_tables(world: World, purpose: Purpose, plan: Sequence[int] = ()) -> CraftTables:
    """Return the tables of a world with a purpose; ``plan`` becomes the walkthrough.

    Raises WorldError for a world that cannot be played, GenerationError for a purpose without an
    end or with points that are no whole numbers.
    """
    built = deepcopy(purpose)
    built.build(_Having(world))
    if not built.terminal_groups:
        raise GenerationError("A purpose without a terminal group has no end, and no story.")
    phrases = phrases_of(world)
    return CraftTables(
        items=tuple(name_of(item.name) for item in world.items),
        zones=tuple(name_of(zone.name) for zone in world.zones) or (_NOWHERE,),
        lying=tuple(name_of(item.name) for item in world.zones_items) if world.zones else (),
        start=world.grounding.start,
        phrases=tuple(phrases),
        deeds=tuple(deed for n in range(len(phrases)) for deed in _deeds(world, n)),
        tasks=tuple(_task(task, world) for task in built.tasks),
        groups=tuple(_group(group, built) for group in built.terminal_groups),
        objective=objective_of(purpose),
        max_score=_max_score(built),
        walkthrough=tuple(phrases[action] for action in plan),
    )


def objective_of(purpose: Purpose) -> str:
    """Return what the player is told to do: the tasks of the group that is worth most."""
    tasks = purpose.best_terminal_group.tasks
    told = [_told(task) for task in tasks[:_MOST_TOLD]]
    if len(tasks) > _MOST_TOLD:
        told.append(f"do {len(tasks) - _MOST_TOLD} other things")
    return f"Your goal: {joined(told)}."


class _Having:
    """What a purpose is given a world by."""

    def __init__(self, world: World):
        self.world = world


def _told(task: Task) -> str:
    if isinstance(task, GetItemTask):
        stack = task.item_stack
        return f"have {some(name_of(stack.item.name), stack.quantity)}"
    if isinstance(task, PlaceItemTask):
        stack = task.item_stack
        told = some(name_of(stack.item.name), stack.quantity)
        names = [name_of(zone.name) for zone in listed_zones(task.zone)]
        places = [definite(name) + name for name in names]
        where = f"in {joined(places, 'or')}" if places else "anywhere"
        return f"place {told} {where}"
    return name_of(task.name[:1].lower() + task.name[1:])


def _deeds(world: World, number: int) -> Iterator[Deed]:
    """Yield what a transformation is in all zones together, and apart where two counts are one."""
    grounding, transformation = world.grounding, world.transformations[number]
    destination = transformation.destination
    leads = None if destination is None else grounding.zones[destination]
    allowed = [
        zone for zone, row in enumerate(grounding.rows) if row[number] is not None and zone != leads
    ]
    apart = [zone for zone in allowed if _is_told_twice(world, transformation, zone)]
    together = tuple(zone for zone in allowed if zone not in apart)
    if together:
        everywhere = not transformation.zones and not apart
        grounded = grounding.rows[together[0]][number]
        changes = _changes(grounding, grounded, together[0], _lying_here(world, transformation))
        if changes is not None:
            yield Deed(number, None if everywhere else together, leads, changes)
    for zone in apart:
        changes = _changes(grounding, grounding.rows[zone][number], zone, frozenset())
        if changes is not None:
            yield Deed(number, (zone,), leads, changes)


def _lying_here(world: World, transformation: Transformation) -> frozenset[int]:
    """Return the items, by place, that a transformation changes where the player is."""
    return frozenset(
        world.slot_from_zoneitem(change.item)
        for change in transformation.changes
        if change.owner is CURRENT_ZONE
    )


def _is_told_twice(world: World, transformation: Transformation, zone: int) -> bool:
    """Say whether a transformation, done in a zone, names it and has a count there as here too."""
    if not world.zones:
        return False
    here, named = (
        {change.item for change in transformation.changes if change.owner == owner}
        for owner in (CURRENT_ZONE, world.zones[zone])
    )
    return not here.isdisjoint(named)


def _changes(
    grounding: Grounding, grounded: Grounded | None, zone: int, here: frozenset[int]
) -> tuple[Change, ...] | None:
    """Return the changes of what is grounded in a zone; None for what can never be done."""
    if grounded is None:
        return None
    lows, highs, deltas = dict(grounded.lows), dict(grounded.highs), dict(grounded.effects)
    width = len(grounding.zones_items)
    first = grounding.first + zone * width
    changes = []
    for slot in dict.fromkeys([*lows, *highs, *deltas]):
        if slot == 0:
            continue
        delta = deltas.get(slot, 0)
        high = min(highs.get(slot, LARGEST), LARGEST - max(0, delta))
        if high < 0:
            return None
        is_here = first <= slot < first + width and slot - first in here
        place = slot - first if is_here else slot
        changes.append(Change(place, is_here, lows.get(slot, 0), high, delta))
    return tuple(changes)


def _task(task: Task, world: World) -> TaskRow:
    slots = task.slots(world)
    if slots is None:
        raise GenerationError(f"A story cannot tell when the task {task.name!r} is done.")
    points = _points(task)
    if isinstance(task, GetItemTask | PlaceItemTask):
        return TaskRow(tuple(slots), task.item_stack.quantity, points)
    return TaskRow((), ~slots[0], points)


def _points(task: Task) -> int:
    worth = float(getattr(task, "worth", 0.0))
    if not abs(worth) < LARGEST or worth != int(worth):
        raise GenerationError(
            f"A story counts whole points, fewer than {LARGEST:,}: the task {task.name!r} cannot be"
            f" worth {worth:g}."
        )
    return int(worth)


def _group(group: TerminalGroup, purpose: Purpose) -> Group:
    numbers = {id(task): number for number, task in enumerate(purpose.tasks)}
    tasks = tuple(numbers[id(task)] for task in group.tasks)
    return Group(tasks, _is_won(group, purpose))


def _is_won(group: TerminalGroup, purpose: Purpose) -> bool:
    """Say whether a group wins: to end in one that costs points is to lose."""
    return group is purpose.best_terminal_group or sum(map(_points, group.tasks)) >= 0


def _max_score(purpose: Purpose) -> int | None:
    """Return all points there are; None where the game can be won in more than one way."""
    if sum(_is_won(group, purpose) for group in purpose.terminal_groups) > 1:
        return None
    optional = (max(0, _points(task)) for task in purpose.optional_tasks)
    return sum(map(_points, purpose.best_terminal_group.tasks)) + sum(optional)
