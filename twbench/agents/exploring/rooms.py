"""A map that is drawn while playing, from what a story prints."""

__all__ = ["DIRECTIONS", "OPPOSITE", "Rooms", "arrival", "without_status_line"]

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator

DIRECTIONS = (
    *("north", "south", "east", "west", "up", "down", "in", "out"),
    *("northeast", "northwest", "southeast", "southwest"),
)
_PAIRS = (
    *(("north", "south"), ("east", "west"), ("up", "down"), ("in", "out")),
    *(("northeast", "southwest"), ("northwest", "southeast")),
)
OPPOSITE = dict(_PAIRS) | {back: way for way, back in _PAIRS}
_MOST_WORDS = 7
"""Of a title."""
_MOST_OF_A_TITLE = 6
"""Rooms that are told apart though their titles are the same."""
_STATUS_LINE = re.compile(r"\A\s*>.*$", re.MULTILINE)
"""What interpreters print at the top for stories of version 3."""
_PLACE_IN_ROOM = re.compile(r"\s*[,(].*")
"""As in "Kitchen (on the chair)" and "Kitchen, in the dark"."""
_QUESTION = re.compile(r"(?:what|where|which|who|how|do|will|shall)\b", re.IGNORECASE)
"""How a prompt of a story's own begins, whose question mark may not have been printed."""
_OF_THINGS = re.compile(r"(?:you (?:can )?(?:also )?see|there (?:is|are)|[io]n the|on one)\b", re.I)
"""How a paragraph begins that tells what lies in a room, which changes."""
_MOST_RETRIES = 2
"""How often a way is tried again at which something stands."""
_OPENING = 60
"""Letters of a description by which a room is known."""
_LEAST_OPENING = 25
"""Letters of one that tells rooms of the same title apart."""


def arrival(text: str) -> tuple[str, str] | None:
    """Return the title of the room that a text describes, and how its description begins.

    The title is a short line without a full stop, at the beginning or after an empty line, with
    nothing or a description below it: stories print one when somebody comes into a room. Of several
    the last counts, since openings have titles of other things above it. None if there is none. Of
    a description that tells of things alone nothing is returned.
    """
    lines = ["", *(line.strip() for line in without_status_line(text).splitlines()), ""]
    found = None
    for before, line, below in zip(lines, lines[1:], [*lines[2:], ""], strict=False):
        described = not below or len(below) > len(line)
        if line and not before and described and _is_title(line):
            opening = "" if _OF_THINGS.match(below) else below[:_OPENING]
            found = (_PLACE_IN_ROOM.sub("", line), opening)
    return found


def without_status_line(text: str) -> str:
    """Return a text without what interpreters print above it, and without space around it."""
    return _STATUS_LINE.sub("", text).strip()


def _is_title(line: str) -> bool:
    return (
        line[:1].isupper()
        and len(line.split()) <= _MOST_WORDS
        and line[-1] not in ".!?:;\"'"
        and not line.startswith("(")
        and not _QUESTION.match(line)
    )


class Rooms:
    """The rooms that were seen, by their titles, and the ways between them.

    Rooms with the same title are told apart by how their descriptions begin; those after the first
    have a number behind the title.
    """

    def __init__(self) -> None:
        self.here: str | None = None
        self._ways: dict[str, dict[str, str]] = {}
        self._tried: dict[str, set[str]] = {}
        self._alike: dict[str, dict[str, str]] = {}
        self._avoided: set[str] = set()
        self._named: dict[str, set[str]] = {}
        # The ways at which something stands, and how often they were tried again.
        self._blocked: dict[tuple[str, str], int] = {}

    def enter(self, title: str, by: str | None = None, opening: str = "") -> bool:
        """Note that the player is in a room, come there ``by`` a way; say if it is new."""
        before = self.here
        room = self._known(title, opening, self._ways.get(before or "", {}).get(by or ""))
        is_new = room not in self._ways
        self._ways.setdefault(room, {})
        self._tried.setdefault(room, set())
        if by is not None and before is not None and before != room:
            self._ways[before][by] = room
        self.here = room
        return is_new

    def _known(self, title: str, opening: str, expected: str | None) -> str:
        """Return the room of a title that is meant."""
        alike = self._alike.setdefault(title, {})
        for room, known in alike.items():
            if opening and known == opening:
                return room
        if expected in alike:
            return str(expected)
        if alike and (len(opening) < _LEAST_OPENING or len(alike) == _MOST_OF_A_TITLE):
            return self.here if self.here in alike else next(iter(alike))
        room = f"{title} {len(alike) + 1}" if alike else title
        alike[room] = opening
        return room

    @property
    def all(self) -> tuple[str, ...]:
        """The rooms that were seen."""
        return tuple(self._ways)

    def name(self, ways: Iterable[str]) -> None:
        """Note that a text has named ways of this room."""
        if self.here is not None:
            self._named.setdefault(self.here, set()).update(ways)

    def named(self, room: str) -> list[str]:
        """Return the untried directions of a room that texts have named."""
        named = self._named.get(room, set())
        return [way for way in self.untried(room) if way in named]

    def open_only(self, ways: Iterable[str]) -> None:
        """Note that there are no other ways here."""
        self.name(ways)
        for other in set(DIRECTIONS).difference(ways):
            self.try_way(other)

    def block(self, way: str) -> None:
        """Note that something stands in a way of this room."""
        if self.here is not None:
            self._blocked.setdefault((self.here, way), 0)

    def try_blocked_again(self) -> list[str]:
        """Let the ways be tried again at which something stands: something has changed.

        Returns those of this room.
        """
        again = [at for at, times in self._blocked.items() if times < _MOST_RETRIES]
        for at in again:
            self._blocked[at] += 1
            self.try_again(*at)
        return [way for room, way in again if room == self.here]

    def try_way(self, direction: str) -> None:
        """Note that a direction was tried here, whatever comes of it."""
        if self.here is not None:
            self._tried[self.here].add(direction)

    def named_in(self, text: str) -> str | None:
        """Return the title of a room that was seen before and is a line of a text, or None.

        On a second visit many stories print no more than the title and what lies there.
        """
        lines = (_PLACE_IN_ROOM.sub("", line.strip()) for line in text.splitlines())
        return next((line for line in lines if line in self._alike), None)

    def avoid(self, room: str) -> None:
        """Let nobody be led into or through a room from now on."""
        self._avoided.add(room)

    def forget_room(self, room: str) -> None:
        """Let the ways be tried again that have led into a room, which may be another one now."""
        for origin, ways in self._ways.items():
            for way in [way for way, to in ways.items() if to == room]:
                del ways[way]
                self._tried[origin].discard(way)

    def leads_to_harm(self, room: str, direction: str) -> bool:
        """Whether a way is known to lead to a room that is avoided."""
        return self._ways[room].get(direction) in self._avoided

    def try_again(self, room: str, direction: str) -> None:
        """Note that a direction that has led nowhere may be tried again."""
        self._tried[room].discard(direction)

    def untried(self, room: str | None = None) -> list[str]:
        """Return the directions that were not tried in a room, by default in this one."""
        tried = self._tried.get(room or self.here or "", set())
        return [direction for direction in DIRECTIONS if direction not in tried]

    def way_to(self, is_wanted: Callable[[str], bool]) -> str | None:
        """Return the first step to the nearest other room that is wanted, None if none is known."""
        if self.here is None:
            return None
        queue = deque((to, by) for by, to in self._ways_of(self.here))
        seen = {self.here}
        while queue:
            room, first = queue.popleft()
            if room in seen or room in self._avoided:
                continue
            seen.add(room)
            if is_wanted(room):
                return first
            queue.extend((to, first) for _, to in self._ways_of(room))
        return None

    def _ways_of(self, room: str) -> Iterator[tuple[str, str]]:
        """Yield the ways of a room; behind those that were gone, back where one came from."""
        yield from self._ways[room].items()
        for origin, ways in self._ways.items():
            for by, to in ways.items():
                back = OPPOSITE.get(by)
                if to == room and back is not None and back not in self._tried[room]:
                    yield back, origin

    def forget_way(self, direction: str) -> None:
        """Note that a way has not led where it did."""
        if self.here is not None:
            self._ways[self.here].pop(direction, None)
