"""A map that is drawn while playing, from what a story prints."""

__all__ = ["DIRECTIONS", "Rooms", "room_title"]

import re
from collections import deque
from collections.abc import Callable

DIRECTIONS = (
    *("north", "south", "east", "west", "up", "down", "in", "out"),
    *("northeast", "northwest", "southeast", "southwest"),
)
_MOST_WORDS = 7
"""Of a title."""
_STATUS_LINE = re.compile(r"^>.*$", re.MULTILINE)
"""What interpreters print at the top for stories of version 3."""
_PLACE_IN_ROOM = re.compile(r"\s*[,(].*")
"""As in "Kitchen (on the chair)" and "Kitchen, in the dark"."""
_QUESTION = re.compile(r"(?:what|where|which|who|how|do|will|shall)\b", re.IGNORECASE)
"""How a prompt of a story's own begins, whose question mark may not have been printed."""


def room_title(text: str) -> str | None:
    """Return the title of the room that a text describes, None where it describes none.

    That is a short line without a full stop, at the beginning or after an empty line, with nothing
    or a description below it: stories print one when somebody comes into a room. Of several the
    last counts, since openings have titles of other things above it.
    """
    lines = ["", *(line.strip() for line in _STATUS_LINE.sub("", text).strip().splitlines())]
    found = None
    for before, line, below in zip(lines, lines[1:], [*lines[2:], None], strict=False):
        described = below is None or len(below) > len(line)
        if not before and described and _is_title(line):
            found = _PLACE_IN_ROOM.sub("", line)
    return found


def _is_title(line: str) -> bool:
    return (
        line[:1].isupper()
        and len(line.split()) <= _MOST_WORDS
        and line[-1] not in ".!?:;\"'"
        and not line.startswith("(")
        and not _QUESTION.match(line)
    )


class Rooms:
    """The rooms that were seen, by their titles, and the ways between them."""

    def __init__(self) -> None:
        self.here: str | None = None
        self._ways: dict[str, dict[str, str]] = {}
        self._tried: dict[str, set[str]] = {}

    def enter(self, title: str, by: str | None = None) -> bool:
        """Note that the player is in a room, come there ``by`` a direction; say if it is new."""
        before, is_new = self.here, title not in self._ways
        self._ways.setdefault(title, {})
        self._tried.setdefault(title, set())
        if by is not None and before is not None and before != title:
            self._ways[before][by] = title
        self.here = title
        return is_new

    def try_way(self, direction: str) -> None:
        """Note that a direction was tried here, whatever comes of it."""
        if self.here is not None:
            self._tried[self.here].add(direction)

    def named_in(self, text: str) -> str | None:
        """Return the room that was seen before whose title is a line of a text, None for none.

        On a second visit many stories print no more than the title and what lies there.
        """
        lines = (_PLACE_IN_ROOM.sub("", line.strip()) for line in text.splitlines())
        return next((line for line in lines if line in self._ways), None)

    def try_again(self, room: str, direction: str) -> None:
        """Note that a direction that has led nowhere may be tried again."""
        self._tried[room].discard(direction)

    def untried(self, title: str | None = None) -> list[str]:
        """Return the directions that were not tried in a room, by default in this one."""
        tried = self._tried.get(title or self.here or "", set())
        return [direction for direction in DIRECTIONS if direction not in tried]

    def way_to_frontier(self) -> str | None:
        """Return the first step to the nearest other room with an untried way, None for none."""
        return self.way_to(lambda room: bool(self.untried(room)))

    def way_to(self, is_wanted: Callable[[str], bool]) -> str | None:
        """Return the first step to the nearest other room that is wanted, None if none is known."""
        if self.here is None:
            return None
        queue = deque((to, by) for by, to in self._ways[self.here].items())
        seen = {self.here}
        while queue:
            room, first = queue.popleft()
            if room in seen:
                continue
            seen.add(room)
            if is_wanted(room):
                return first
            queue.extend((to, first) for to in self._ways[room].values())
        return None

    def forget_way(self, direction: str) -> None:
        """Note that a way has not led where it did."""
        if self.here is not None:
            self._ways[self.here].pop(direction, None)
