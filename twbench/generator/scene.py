"""Where things are in a game: what the text generation reads from the facts, in one pass."""

__all__ = ["DIRECTIONS", "ROOM", "Exit", "Scene"]

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from twbench.generator.game import Game
    from twbench.logic import Proposition, TypeHierarchy

DIRECTIONS = ("north", "south", "east", "west")
_OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
_DIRECTION_FACTS = {
    f"{direction}{suffix}": direction for direction in DIRECTIONS for suffix in ("_of", "_of/d")
}
ROOM = "r"
PLAYER = "P"
PORTABLE = "o"
"""Things of this type are carried about; the story itself tells where they lie."""


class Exit(NamedTuple):
    """A way out of a room: its direction, the room behind it, and the door in it, if any."""

    direction: str
    target: str
    door: str | None = None


@dataclass(slots=True)
class Scene:
    """The fixed layout of a world, by entity id.

    ``fixtures`` are the things of a room that cannot be carried, ``exits`` its ways out in the
    order of `DIRECTIONS`, ``holders`` where each thing is, ``locks`` what each key fits.
    """

    types: "TypeHierarchy"
    fixtures: dict[str, list[str]] = field(default_factory=dict)
    exits: dict[str, list[Exit]] = field(default_factory=dict)
    holders: dict[str, str] = field(default_factory=dict)
    locks: dict[str, list[str]] = field(default_factory=dict)
    _lineages: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, game: "Game") -> "Scene":
        """Read the scene of ``game``."""
        scene = cls(game.kb.types)
        ways: dict[tuple[str, str], str] = {}
        doors: dict[tuple[str, str], str] = {}
        free: set[tuple[str, str]] = set()
        for fact in game.world.facts:
            direction = _DIRECTION_FACTS.get(fact.name)
            if direction is not None:
                _read_direction(direction, fact.names, ways, doors)
                continue
            match fact.name, fact.names:
                case "free", (room, target):
                    free.add((room, target))
                case "at" | "in" | "on", (_, _):
                    scene._place(fact)
                case "link", (room, door, target):
                    doors[room, target] = door
                    scene.holders.setdefault(door, room)
                case "match", (key, lock):
                    scene.locks.setdefault(key, []).append(lock)
        scene._add_exits(ways, doors, free)
        return scene

    def lineage(self, type_name: str) -> tuple[str, ...]:
        """Return the type and its ancestors, nearest first."""
        found = self._lineages.get(type_name)
        if found is None:
            ancestors: Iterable[str] = ()
            if type_name in self.types:
                ancestors = (ancestor.name for ancestor in self.types.get(type_name).ancestors)
            found = self._lineages[type_name] = (type_name, *ancestors)
        return found

    def is_a(self, type_name: str, of: str) -> bool:
        """Return whether ``type_name`` is ``of`` or one of its descendants."""
        return of in self.lineage(type_name)

    def room_of(self, thing: str) -> str | None:
        """Return what ``thing`` is in at last: a room, the inventory, or None for nowhere."""
        passed = {thing}
        place = self.holders.get(thing)
        while place in self.holders and place not in passed:
            passed.add(place)
            place = self.holders[place]
        return place

    def door_of(self, room: str, direction: str) -> str | None:
        """Return the door in the exit of ``room`` in ``direction``, if there is one."""
        found = (way.door for way in self.exits.get(room, ()) if way.direction == direction)
        return next(found, None)

    def _place(self, fact: "Proposition") -> None:
        thing, place = fact.arguments
        if thing.type == PLAYER:
            return
        self.holders[thing.name] = place.name
        if fact.name == "at" and not self.is_a(thing.type, PORTABLE):
            self.fixtures.setdefault(place.name, []).append(thing.name)

    def _add_exits(
        self,
        ways: dict[tuple[str, str], str],
        doors: dict[tuple[str, str], str],
        free: set[tuple[str, str]],
    ) -> None:
        found: dict[str, dict[str, Exit]] = {}
        for (room, target), direction in ways.items():
            door = doors.get((room, target))
            if door is not None or (room, target) in free:
                found.setdefault(room, {})[direction] = Exit(direction, target, door)
        for room, exits in found.items():
            self.exits[room] = [exits[name] for name in DIRECTIONS if name in exits]


def _read_direction(
    direction: str,
    names: Sequence[str],
    ways: dict[tuple[str, str], str],
    doors: dict[tuple[str, str], str],
) -> None:
    """Read ``north_of(there, here)`` and ``north_of/d(there, door, here)``: there is north of here.

    A logic may state one direction of a passage only, so both are taken from each fact.
    """
    if len(names) not in (2, 3):
        return
    there, here = names[0], names[-1]
    ways[here, there] = direction
    ways[there, here] = _OPPOSITE[direction]
    if len(names) == 3:
        doors[here, there] = doors[there, here] = names[1]
