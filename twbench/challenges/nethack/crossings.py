"""Levels in which something is in the way: a locked door, a river, lava."""

__all__ = ["key_room", "lava", "river"]

from typing import Any

from twbench.challenges.nethack.drawing import Draft, Place, draw
from twbench.challenges.nethack.settings import KeyRoomLevel, LavaLevel, RiverLevel
from twbench.minihack.levels.plan import find_way
from twbench.minihack.levels.subgoals import Subgoal
from twbench.seeding import Rng

_WATER = "}"
_MEANS = {
    "potion": ("levitation", "!", "blessed", ("pick up the potion", "drink the potion")),
    "ring": ("levitation", "=", "uncursed", ("pick up the ring", "put on the ring")),
    "boots": ("levitation boots", "[", "uncursed", ("pick up the boots", "wear the boots")),
}


def key_room(settings: KeyRoomLevel, seed: int) -> dict[str, Any]:
    """Return a game with a key, a locked door, and a stair behind it."""

    def drafted(rng: Rng) -> Draft:
        size = settings.size
        width = rng.between(1, 3)
        top = 1 + rng.integer(size)
        bottom = min(size, top + rng.integer(3))
        door = (size + 1, rng.between(top, bottom))
        mirrored = rng.chance(0.5)
        rows = _chambers(size, width, (top, bottom), door)
        across = len(rows[0]) - 1
        room = [(x, y) for x in range(1, size + 1) for y in range(1, size + 1)]
        chamber = [(size + 2 + x, y) for x in range(width) for y in range(top, bottom + 1)]
        beside, direction = (size, door[1]), "east"
        if mirrored:
            rows = [row[::-1] for row in rows]
            room, chamber, [beside, door] = (
                [(across - x, y) for x, y in places] for places in (room, chamber, [beside, door])
            )
            direction = "west"
        draft = Draft(rows, rng.choice(room), chance=True)
        draft.objective = "Find the key, unlock the door, and reach the stairs down."
        draft.call("add_door", "locked", door)
        draft.blocked.add(door)
        key = draft.place(rng, room)
        draft.call("add_object", "skeleton key", "(", key)
        draft.subgoals += [
            Subgoal(key, ("pick up the key",)),
            Subgoal(
                beside,
                (f"apply the key {direction}",),
                until="You succeed in unlocking the door",
                opened=frozenset({door}),
            ),
        ]
        draft.stair(draft.place(rng, chamber))
        return draft

    return draw(seed, "key_room", drafted, lit=settings.lit)


def _chambers(size: int, width: int, chamber: tuple[int, int], door: Place) -> list[str]:
    """Return a square room, a chamber at its right, and the door between them, with walls."""
    top, bottom = chamber
    rows = []
    for y in range(size + 2):
        outside = y in (0, size + 1)
        row = "-" * (size + 2) if outside else f"|{'.' * size}|"
        if top <= y <= bottom:
            row += "." * width + "|"
        elif y in (top - 1, bottom + 1):
            row += "-" * (width + 1)
        rows.append(row.ljust(size + width + 3))
    x, y = door
    rows[y] = f"{rows[y][:x]}+{rows[y][x + 1 :]}"
    return rows


def river(settings: RiverLevel, seed: int) -> dict[str, Any]:
    """Return a game with a river that is crossed on boulders."""

    def drafted(rng: Rng) -> Draft | None:
        rows = _with_river(rng, settings)
        across = rng.integer(settings.height)
        first = rows[across].find(_WATER)
        if rows[across].count(_WATER) != settings.breadth:
            return None
        left = [(x, y) for y, row in enumerate(rows) for x in range(row.find(_WATER))]
        right = [
            (x, y)
            for y, row in enumerate(rows)
            for x in range(row.rfind(_WATER) + 1, settings.width)
        ]
        needed = [(x, across) for x in sorted(rng.sample(range(1, first), settings.breadth))[::-1]]
        start = rng.choice([at for at in left if at[1] != across])
        draft = Draft(rows, start)
        draft.taken.update((x, across) for x in range(first))
        draft.objective = "Push boulders into the river and reach the stairs down behind it."
        others = [draft.place(rng, left) for _ in range(settings.boulders - settings.breadth)]
        for at in (*needed, *others):
            draft.call("add_boulder", at)
            draft.blocked.add(at)
        for number, (x, y) in enumerate(needed):
            target = first + number
            opened = frozenset({(x, y), (target, y)})
            pushes = ("east",) * (target - x)
            draft.subgoals.append(Subgoal((x - 1, y), pushes, opened=opened))
        draft.stair(draft.place(rng, right))
        return draft if _can_push(draft) else None

    return draw(seed, "river", drafted, lit=settings.lit)


def _with_river(rng: Rng, settings: RiverLevel) -> list[str]:
    """Return a room with a river from top to bottom, which bends by a square here and there.

    Where it bends it has both columns: nobody slips through between its squares.
    """
    middle = settings.width // 2
    column = middle
    rows = []
    for y in range(settings.height):
        bend = rng.between(-1, 1) if y else 0
        bend = bend if abs(column + bend - middle) <= 2 else 0
        low, high = sorted((column, column + bend))
        column += bend
        breadth = high - low + settings.breadth
        rows.append(f"{'.' * low}{_WATER * breadth}".ljust(settings.width, "."))
    return rows


def _can_push(draft: Draft) -> bool:
    """Say whether all places to push from can be reached, one after the other."""
    course = draft.course()
    ground, here = course.ground(), draft.start
    for subgoal in course.subgoals:
        if subgoal.place is None or course.way(here, ground, subgoal.place) is None:
            return False
        x, y = subgoal.place
        here = x + len(subgoal.commands), y
        ground.change(subgoal)
    return True


def lava(settings: LavaLevel, seed: int) -> dict[str, Any]:
    """Return a game with lava to go around, or to cross with a thing."""

    def field(rng: Rng) -> Draft | None:
        rows = [
            "".join("L" if rng.chance(settings.share) else "." for _ in range(settings.width))
            for _ in range(settings.height)
        ]
        floor = [(x, y) for y, row in enumerate(rows) for x, at in enumerate(row) if at == "."]
        if len(floor) < 2:
            return None
        draft = Draft(rows, rng.choice(floor))
        goal = draft.place(rng)
        draft.stair(goal)
        return draft if find_way(rows, draft.start, goal) is not None else None

    def barrier(rng: Rng) -> Draft:
        breadth = rng.between(1, 3)
        first = rng.between(2, settings.width - breadth - 2)
        row = "." * first + "L" * breadth
        rows = [row.ljust(settings.width, ".")] * settings.height
        left = [(x, y) for y in range(settings.height) for x in range(first)]
        right = [
            (x, y) for y in range(settings.height) for x in range(first + breadth, settings.width)
        ]
        draft = Draft(rows, rng.choice(left), chance=True)
        name, symbol, curse, commands = _MEANS[settings.means]
        at = draft.place(rng, left)
        draft.call("add_object", name, symbol, at, curse)
        molten = frozenset(
            (x, y) for y in range(settings.height) for x in range(first, first + breadth)
        )
        draft.subgoals.append(Subgoal(at, commands, opened=molten))
        draft.objective = "Find a way over the lava, and reach the stairs down."
        draft.stair(draft.place(rng, right))
        return draft

    drafted = field if settings.means == "way" else barrier
    return draw(seed, "lava", drafted, lit=settings.lit)
