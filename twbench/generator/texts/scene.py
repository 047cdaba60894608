"""Where things are in a game: what the text generation reads from the facts, in one pass."""

__all__ = ["Exit", "Scene"]

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from twbench.generator.knowledge.roles import DIRECTIONS, OPPOSITES, PLAYER

if TYPE_CHECKING:
    from twbench.generator.games.game import Game
    from twbench.logic import Proposition

_DIRECTION_FACTS = {
    f"{direction}{suffix}": direction for direction in DIRECTIONS for suffix in ("_of", "_of/d")
}
_HOLDING = frozenset({"at", "in", "on"})
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
    order of `DIRECTIONS`, ``doors`` those in the exits of a room by direction, ``holders`` where
    each thing is, ``locks`` what each key fits.
    """

    lineage: Callable[[str], tuple[str, ...]]
    """Gives the type and its ancestors, nearest first."""
    fixtures: dict[str, list[str]] = field(default_factory=dict)
    exits: dict[str, list[Exit]] = field(default_factory=dict)
    doors: dict[tuple[str, str], str] = field(default_factory=dict)
    holders: dict[str, str] = field(default_factory=dict)
    locks: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, game: "Game") -> "Scene":
        """Read the scene of ``game``."""
        scene = cls(game.kb.lineage)
        ways: dict[tuple[str, str], str] = {}
        doors: dict[tuple[str, str], str] = {}
        free: set[tuple[str, ...]] = set()
        for fact in game.world.facts:
            kind, names = fact.name, fact.names
            if kind in _DIRECTION_FACTS:
                _read_direction(_DIRECTION_FACTS[kind], names, ways, doors)
            elif kind == "free":
                free.add(names)
            elif kind in _HOLDING and len(names) == 2:
                scene._place(fact)
            elif kind == "link" and len(names) == 3:
                room, door, target = names
                doors[room, target] = door
                scene.holders.setdefault(door, room)
            elif kind == "match" and len(names) == 2:
                scene.locks.setdefault(names[0], []).append(names[1])
        scene._add_exits(ways, doors, free)
        return scene

    def is_a(self, type_name: str, of: str) -> bool:
        """Return whether ``type_name`` is ``of`` or one of its descendants."""
        return of in self.lineage(type_name)

    def room_of(self, thing: str) -> str | None:
        """Return what ``thing`` is in at last: a room, the inventory, or None for nowhere."""
        place = self.holders.get(thing)
        passed = {thing}
        while place in self.holders and place not in passed:
            passed.add(place)
            place = self.holders[place]
        return place

    def door_of(self, room: str, direction: str) -> str | None:
        """Return the door in the exit of ``room`` in ``direction``, if there is one."""
        return self.doors.get((room, direction))

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
        free: set[tuple[str, ...]],
    ) -> None:
        found: dict[str, dict[str, Exit]] = {}
        for passage, direction in ways.items():
            door = doors.get(passage)
            if door is not None or passage in free:
                room, target = passage
                found.setdefault(room, {})[direction] = Exit(direction, target, door)
        for room, exits in found.items():
            self.exits[room] = [exits[name] for name in DIRECTIONS if name in exits]
        if doors:
            for room, ways_out in self.exits.items():
                for way in ways_out:
                    if way.door is not None:
                        self.doors[room, way.direction] = way.door


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
    ways[there, here] = OPPOSITES[direction]
    if len(names) == 3:
        doors[here, there] = doors[there, here] = names[1]
