"""Levels in which the stair is to be reached on foot: rooms, corridors, mazes, hiding places."""

__all__ = ["corridors", "hide_and_seek", "joined_rooms", "maze", "room"]

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from twbench.challenges.nethack.drawing import Draft, Place, draw
from twbench.challenges.nethack.settings import CorridorLevel, HidingLevel, MazeLevel, RoomLevel
from twbench.minihack.levels.distributions import maze as draw_maze
from twbench.seeding import Rng

_WIDTH, _HEIGHT = 74, 18
_LARGEST = 8
_TREES = 0.5


def room(settings: RoomLevel, seed: int) -> dict[str, Any]:
    """Return a game in one room."""

    def drafted(rng: Rng) -> Draft | None:
        last = settings.size - 1
        rows = ["." * settings.size] * settings.size
        if settings.places == "corners":
            draft = Draft(rows, (0, 0))
            draft.stair((last, last))
        else:
            draft = Draft(rows, (rng.integer(settings.size), rng.integer(settings.size)))
            draft.stair(draft.place(rng))
        draft.add_monsters(rng, settings.monsters, settings.monster)
        draft.add_traps(rng, settings.traps, settings.trap)
        return draft if draft.is_connected() else None

    return draw(seed, "room", drafted, lit=settings.lit)


def maze(settings: MazeLevel, seed: int) -> dict[str, Any]:
    """Return a game in a maze."""

    def drafted(rng: Rng) -> Draft:
        level = draw_maze(settings.width, settings.height, rng.integer(2**31))
        places = {call.method: call.positional[0] for call in level.calls}
        draft = Draft(level.generator().get_map_str().splitlines(), places["set_start_pos"])
        draft.stair(places["add_stair_down"])
        return draft

    flags = ("hardfloor", "premapped") if settings.mapped else ("hardfloor",)
    return draw(seed, "maze", drafted, lit=settings.lit, flags=flags)


def corridors(settings: CorridorLevel, seed: int) -> dict[str, Any]:
    """Return a game in rooms that corridors join."""

    def drafted(rng: Rng) -> Draft:
        draft, rooms = joined_rooms(rng, settings.rooms, settings.doors).begun(rng)
        draft.stair(draft.place(rng, rooms[-1]))
        return draft

    return draw(seed, "corridors", drafted, lit=settings.lit)


def hide_and_seek(settings: HidingLevel, seed: int) -> dict[str, Any]:
    """Return a game in a room with trees, boulders and monsters."""

    def drafted(rng: Rng) -> Draft | None:
        rows = [
            "".join(
                "T" if rng.chance(settings.hideouts * _TREES) else "."
                for _ in range(settings.width)
            )
            for _ in range(settings.height)
        ]
        ends = [(x, y) for x in (0, settings.width - 1) for y in range(settings.height)]
        free = [(x, y) for x, y in ends if rows[y][x] == "."]
        left = [at for at in free if at[0] == 0]
        right = [at for at in free if at[0]]
        if not left or not right:
            return None
        draft = Draft(rows, rng.choice(left))
        draft.stair(draft.place(rng, right))
        for at in draft.free():
            if rng.chance(settings.hideouts * (1 - _TREES)):
                draft.taken.add(at)
                draft.blocked.add(at)
                draft.call("add_boulder", at)
        if not draft.is_connected():
            return None
        draft.add_monsters(rng, settings.monsters, settings.monster)
        return draft

    return draw(seed, "hide_and_seek", drafted, lit=settings.lit)


@dataclass(frozen=True, slots=True)
class JoinedRooms:
    """Rooms from left to right, each the squares of its floor, and the doors between them."""

    rows: list[str]
    rooms: list[list[Place]]
    doors: list[Place]

    def begun(self, rng: Rng) -> tuple[Draft, list[list[Place]]]:
        """Return a level that starts in the room at one end, and the rooms from there on.

        Behind doors that are closed anything may happen.
        """
        rooms = self.rooms[::-1] if rng.chance(0.5) else self.rooms
        draft = Draft(self.rows, rng.choice(rooms[0]), chance=bool(self.doors))
        for at in self.doors:
            draft.call("add_door", "closed", at)
        return draft, rooms


def joined_rooms(rng: Rng, count: int, doors: bool) -> JoinedRooms:
    """Draw rooms, each in its share of the width, and corridors from one to the next."""
    share = _WIDTH // count
    letters = [[" "] * _WIDTH for _ in range(_HEIGHT)]
    rooms, ends = [], []
    for number in range(count):
        width = rng.between(3, min(_LARGEST, share - 6))
        height = rng.between(3, _LARGEST)
        left = number * share + rng.integer(share - width - 5) + 1
        top = rng.integer(_HEIGHT - height - 2) + 1
        _wall_in(letters, left, top, width, height)
        rooms.append([(left + x, top + y) for y in range(height) for x in range(width)])
        ends.append(
            ((left - 1, top + rng.integer(height)), (left + width, top + rng.integer(height)))
        )
    openings = []
    for (_, here), (there, _) in pairwise(ends):
        _dig(letters, rng, (here[0] + 1, here[1]), (there[0] - 1, there[1]))
        openings += [here, there]
    for x, y in openings:
        letters[y][x] = "+" if doors else "."
    return JoinedRooms(["".join(row) for row in letters], rooms, openings if doors else [])


def _wall_in(letters: list[list[str]], left: int, top: int, width: int, height: int) -> None:
    for y in range(top - 1, top + height + 1):
        for x in range(left - 1, left + width + 1):
            inside = top <= y < top + height
            letters[y][x] = "." if inside and left <= x < left + width else "|" if inside else "-"


def _dig(letters: list[list[str]], rng: Rng, here: Place, there: Place) -> None:
    """Dig a corridor east, then north or south, then east again."""
    turn = rng.between(here[0], there[0])
    low, high = sorted((here[1], there[1]))
    squares = [(x, here[1]) for x in range(here[0], turn + 1)]
    squares += [(turn, y) for y in range(low, high + 1)]
    squares += [(x, there[1]) for x in range(turn, there[0] + 1)]
    for x, y in squares:
        letters[y][x] = "#"
