"""What is wrong with a world: all of it at once, each with its place and its reason.

An error makes it no world: it cannot be played. Other faults are of worlds that can be, but that
hardly anybody means: an item that nothing makes, a zone that no way leads to, a task that cannot be
done, names that are one word for whoever types them.
"""

__all__ = ["Fault", "errors_of", "faults_of"]

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from twbench.errors import nearest
from twbench.hierarchycraft.elements import Item, Stack, Zone
from twbench.hierarchycraft.engine.grounding import Grounding
from twbench.hierarchycraft.engine.parts import Numbered, Parts
from twbench.hierarchycraft.transformation import (
    CURRENT_ZONE,
    DESTINATION,
    PLAYER,
    Transformation,
    Yield,
)

LARGEST = 2**31 - 1
"""The largest amount that a change or a stack may have."""


class Doable(Protocol):
    """A task, see `twbench.hierarchycraft.task.Task`."""

    @property
    def name(self) -> str:
        """What it is called."""

    def slots(self, world: Any) -> list[int] | None:
        """Return which slots of the state it is about."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong: where, and what."""

    place: str
    reason: str

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}"


def errors_of(world: Parts) -> list[Fault]:
    """Return what makes a world unplayable."""
    known = _Known(world)
    return [
        *_twice(world),
        *_wrong_starts(world, known),
        *(
            fault
            for number, transformation in enumerate(world.transformations)
            for fault in _wrong_changes(known, number, transformation)
        ),
    ]


def faults_of(world: Parts, tasks: Iterable[Doable] = ()) -> list[Fault]:
    """Return all that is wrong with a world, and with the tasks that are to be done in it.

    What is wrong with one part hides nothing of the others: what can be had is looked for in what
    is sound, and whatever a faulty transformation would give counts as had.
    """
    sound, given = _sound(world)
    grounding = Grounding(sound)
    reached = _reached(grounding, given)
    return [
        *errors_of(world),
        *_contradictions(world),
        *_never_had(sound, grounding, reached),
        *_one_word(world),
        *(fault for task in tasks for fault in _undoable(sound, task, reached)),
    ]


class _Known:
    """The names of a world, to look them up in no time."""

    def __init__(self, world: Parts):
        self.items = dict.fromkeys(item.name for item in world.items)
        self.zones = dict.fromkeys(zone.name for zone in world.zones)
        self.zones_items = dict.fromkeys(item.name for item in world.zones_items)


@dataclass(frozen=True)
class _Sound(Numbered):
    """The parts of a world without those that have errors."""

    items: tuple[Item, ...]
    zones: tuple[Zone, ...]
    zones_items: tuple[Item, ...]
    transformations: tuple[Transformation, ...]
    start_zone: Zone | None
    start_items: tuple[Stack, ...]
    start_zones_items: Mapping[Zone, Sequence[Stack]]


def _sound(world: Parts) -> tuple[_Sound, list[Transformation]]:
    """Return what is sound of a world, and the transformations that are not."""
    known = _Known(world)
    broken = {
        number: transformation
        for number, transformation in enumerate(world.transformations)
        if any(_wrong_changes(known, number, transformation))
    }
    zones = tuple(dict.fromkeys(world.zones))
    start = world.start_zone if world.start_zone in zones else None
    sound = _Sound(
        tuple(dict.fromkeys(world.items)),
        zones,
        tuple(dict.fromkeys(world.zones_items)),
        tuple(
            transformation
            for number, transformation in enumerate(world.transformations)
            if number not in broken
        ),
        start if start is not None or not zones else zones[0],
        tuple(stack for stack in world.start_items if stack.item.name in known.items),
        {
            zone: [stack for stack in stacks if stack.item.name in known.zones_items]
            for zone, stacks in world.start_zones_items.items()
            if zone.name in known.zones
        },
    )
    return sound, [*broken.values()]


def _twice(world: Parts) -> Iterator[Fault]:
    for kind, things in (
        ("items", world.items),
        ("zones", world.zones),
        ("zones_items", world.zones_items),
    ):
        for name, count in Counter(thing.name for thing in things).items():
            if count > 1:
                yield Fault(f"The world's {kind}", f"{name!r} is there more than once.")


def _wrong_starts(world: Parts, known: _Known) -> Iterator[Fault]:
    if world.start_zone is not None:
        yield from _unknown("The start", "zone", world.start_zone, known.zones)
    for stack in world.start_items:
        yield from _unknown("The start", "item", stack.item, known.items)
        yield from _amount("The start", stack.item, stack.quantity)
    for zone, stacks in world.start_zones_items.items():
        place = f"The start in the zone {zone.name!r}"
        yield from _unknown("The start", "zone", zone, known.zones)
        for stack in stacks:
            yield from _unknown(place, "item of zones", stack.item, known.zones_items)
            yield from _amount(place, stack.item, stack.quantity)


def _wrong_changes(known: _Known, number: int, transformation: Transformation) -> Iterator[Fault]:
    place = _told(number, transformation)
    for zone in (*transformation.zones, transformation.destination):
        if zone is not None:
            yield from _unknown(place, "zone", zone, known.zones)
    for change in transformation.changes:
        if isinstance(change.owner, Zone):
            yield from _unknown(place, "zone", change.owner, known.zones)
        if change.owner is DESTINATION and transformation.destination is None:
            yield Fault(place, f"it changes {change.item.name!r} at its destination, but has none.")
        if change.owner is CURRENT_ZONE and not known.zones:
            yield Fault(place, f"it changes {change.item.name!r} in a zone, but there are none.")
        if change.owner is PLAYER:
            yield from _unknown(place, "item", change.item, known.items)
        else:
            yield from _unknown(place, "item of zones", change.item, known.zones_items)
        given = change.create if isinstance(change, Yield) else change.consume
        yield from _amount(place, change.item, given)


def _told(number: int, transformation: Transformation) -> str:
    return f"Transformation {number} ({transformation.name!r})"


def _unknown(
    place: str, kind: str, thing: Item | Zone, names: Mapping[str, None]
) -> Iterator[Fault]:
    if thing.name not in names:
        close = nearest(thing.name, names)
        yield Fault(place, f"the world has no {kind} {thing.name!r}.{close}")


def _amount(place: str, item: Item, amount: int) -> Iterator[Fault]:
    if isinstance(amount, bool) or not isinstance(amount, int) or not 0 <= amount <= LARGEST:
        yield Fault(
            place,
            f"an amount of {item.name!r} is {amount!r}, but must be a whole number of 0 to"
            f" {LARGEST}.",
        )


def _contradictions(world: Parts) -> Iterator[Fault]:
    for number, transformation in enumerate(world.transformations):
        for change in transformation.changes:
            low = max(0, 0 if change.min is None else change.min)
            if low > change.max:
                yield Fault(
                    _told(number, transformation),
                    f"it needs at least {low:g} and at most {change.max:g} of"
                    f" {change.item.name!r}: it can never be done.",
                )


def _reached(grounding: Grounding, given: Iterable[Transformation]) -> set[int]:
    """Return the slots that can be above zero, and the zones as ~number, where nothing is used up.

    Upper bounds and amounts are left aside: what is not among these can never be had. What one of
    ``given`` would give is there from the start.
    """
    waiting = _waiting(grounding)
    found = [slot for slot, count in enumerate(grounding.start) if slot and count > 0]
    found.append(~grounding.start[0])
    found += [slot for transformation in given for slot in _gifts(grounding, transformation)]
    reached: set[int] = set()
    while found:
        slot = found.pop()
        if slot not in reached:
            reached.add(slot)
            for entry in waiting.get(slot, ()):
                entry.needs -= 1
                if not entry.needs:
                    found += entry.gives
    return reached


def _waiting(grounding: Grounding) -> dict[int, list["_Waiting"]]:
    """Return the transformations that need each slot, and each zone as ~number."""
    waiting: dict[int, list[_Waiting]] = {}
    for zone, row in enumerate(grounding.rows):
        for grounded in filter(None, row):
            needs = {~zone, *(slot for slot, _ in grounded.lows)}
            gives = [slot for slot, delta in grounded.effects if slot and delta > 0]
            gives += [~(zone + delta) for slot, delta in grounded.effects if not slot]
            entry = _Waiting(len(needs), gives)
            for need in needs:
                waiting.setdefault(need, []).append(entry)
    return waiting


@dataclass(slots=True)
class _Waiting:
    """A transformation where it is done: how many of its needs are missing, and what it gives."""

    needs: int
    gives: list[int]


def _gifts(grounding: Grounding, transformation: Transformation) -> Iterator[int]:
    """Yield what a transformation gives, as far as the world has it: to any zone, if to one."""
    if transformation.destination in grounding.zones:
        yield ~grounding.zones[transformation.destination]
    for change in transformation.changes:
        if change.owner is PLAYER and change.item in grounding.items:
            yield grounding.slot(change.item)
        elif change.owner is not PLAYER and change.item in grounding.zones_items:
            yield from (grounding.slot(change.item, zone) for zone in grounding.zones)


def _never_had(world: _Sound, grounding: Grounding, reached: set[int]) -> Iterator[Fault]:
    for item in world.items:
        if grounding.slot(item) not in reached:
            yield Fault(f"Item {item.name!r}", "nothing makes it that can ever be done.")
    for zone in world.zones:
        if ~grounding.zones[zone] not in reached:
            yield Fault(f"Zone {zone.name!r}", "no way leads there.")
    for item in world.zones_items:
        if all(grounding.slot(item, zone) not in reached for zone in world.zones):
            yield Fault(f"Item of zones {item.name!r}", "nothing ever brings it to a zone.")


def _one_word(world: Parts) -> Iterator[Fault]:
    kinds = (
        ("Item", [item.name for item in dict.fromkeys([*world.items, *world.zones_items])]),
        ("Zone", [zone.name for zone in world.zones]),
        ("Transformation", [transformation.name for transformation in world.transformations]),
    )
    for kind, names in kinds:
        first: dict[str, str] = {}
        for name in names:
            word = " ".join(name.lower().replace("_", " ").replace("-", " ").split())
            if not word:
                yield Fault(f"{kind} {name!r}", "its name has no word that could be typed.")
            elif word in first:
                yield Fault(
                    f"{kind} {name!r}", f"it cannot be told from {first[word]!r} by its name."
                )
            first.setdefault(word, name)


def _undoable(world: _Sound, task: Doable, reached: set[int]) -> Iterator[Fault]:
    try:
        slots = task.slots(world)
    except ValueError:
        yield Fault(f"Task {task.name!r}", "it is about something that the world does not have.")
        return
    stack = getattr(task, "item_stack", None)
    if stack is not None and not 1 <= stack.quantity <= LARGEST:
        yield Fault(
            f"Task {task.name!r}",
            f"it asks for {stack.quantity} of {stack.item.name!r}, but may ask for 1 to {LARGEST}.",
        )
    elif slots is not None and not any(slot in reached for slot in slots):
        yield Fault(f"Task {task.name!r}", "it can never be done in this world.")
