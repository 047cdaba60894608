"""What a picture of a world says: the lines of each box, and the ways between rooms."""

__all__ = ["Box", "Scene", "Way", "scene_of"]

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from twbench.generator.knowledge.roles import PLAYER, PLAYER_TYPES
from twbench.generator.worlds.layout import HOLDING
from twbench.generator.worlds.world import World, WorldEntity, WorldRoom
from twbench.render.layout import Cell, place_rooms

_NOT_SHOWN = HOLDING | {"free", "link"}


@dataclass(frozen=True, slots=True)
class Box:
    """A room, or another place: its title and what is there, with the depth of each line."""

    title: str
    lines: tuple[tuple[int, str], ...]
    is_player_here: bool = False


@dataclass(frozen=True, slots=True)
class Way:
    """A way between two rooms; ``door`` says its name and state."""

    room: str
    direction: str
    other: str
    door: str | None
    is_free: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """The rooms on their cells, the ways between them, and the places beside the map."""

    cells: Mapping[str, Cell]
    rooms: Mapping[str, Box]
    ways: tuple[Way, ...]
    beside: tuple[Box, ...]


def scene_of(world: World, names: Mapping[str, str], seen: Collection[str] | None = None) -> Scene:
    """Return what there is to draw; ``names`` are those of entities by id.

    Of rooms, only those ``seen`` are drawn, which are all by default, and the ways between them.
    """
    here = world.player_room
    drawn = [room for room in world.rooms if seen is None or room.id in seen]
    rooms = {
        room.id: Box(_name(room, names), tuple(_contents(room, names)), room == here)
        for room in drawn
    }
    carried = tuple(
        line for thing in world.get_objects_in_inventory() for line in _thing(thing, names)
    )
    placed = world.layout.holders.keys() | PLAYER_TYPES
    lost = tuple(
        line for thing in world.objects if thing.id not in placed for line in _thing(thing, names)
    )
    beside = [Box("inventory", carried or ((0, "nothing"),))]
    if lost:
        beside.append(Box("nowhere", lost))
    cells = {id_: cell for id_, cell in place_rooms(world.rooms).items() if id_ in rooms}
    ways = [way for way in _ways(world, names) if {way.room, way.other} <= rooms.keys()]
    return Scene(cells, rooms, tuple(ways), tuple(beside))


def _contents(holder: WorldEntity, names: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    for thing in holder.content:
        if thing.id != PLAYER:
            yield from _thing(thing, names)


def _thing(thing: WorldEntity, names: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Yield the lines of a thing and of all that is in it, each once: a story may say nonsense."""
    seen = {thing.id}
    waiting = [(0, thing)]
    while waiting:
        level, current = waiting.pop()
        yield level, _described(current, names)
        inner = [item for item in reversed(current.content) if item.id not in seen]
        seen.update(item.id for item in inner)
        waiting += [(level + 1, item) for item in inner]


def _described(entity: WorldEntity, names: Mapping[str, str]) -> str:
    """Return the name of an entity, with its properties and what else is true of it."""
    notes = []
    for fact in entity.get_attributes():
        if fact.name not in _NOT_SHOWN:
            others = [names.get(name) or name for name in fact.names[1:]]
            notes.append(" ".join([fact.name, *others]))
    return _name(entity, names) + (f" ({', '.join(sorted(notes))})" if notes else "")


def _ways(world: World, names: Mapping[str, str]) -> Iterator[Way]:
    """Yield each way once, from the room that comes first."""
    free = world.layout.free
    seen: set[frozenset[str]] = set()
    for room in world.rooms:
        for direction, other in room.exits.items():
            pair = frozenset((room.id, other.id))
            if pair in seen:
                continue
            seen.add(pair)
            door = room.doors.get(direction)
            is_free = (room.id, other.id) in free
            described = None if door is None else _described(door, names)
            yield Way(room.id, direction, other.id, described, is_free)


def _name(entity: WorldEntity | WorldRoom, names: Mapping[str, str]) -> str:
    return names.get(entity.id) or entity.id
