"""What NetHack has made of a level, read from its lit twin in a NetHack of its own.

The twin is walked about in until everything that is wanted was seen: things that lie in other rooms
are not on the map from the beginning. What is done there is no part of the walkthrough.
"""

__all__ = ["Survey", "surveyed"]

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from twbench.errors import GenerationError
from twbench.minihack.engine import nethack
from twbench.minihack.levels.geometry import MapOnScreen
from twbench.minihack.levels.plan import Place
from twbench.minihack.levels.subgoals import Course, Subgoal
from twbench.minihack.levels.twin import lit_twin
from twbench.minihack.text.env import NetHackEnv
from twbench.minihack.text.game import LevelGame
from twbench.minihack.text.names import glyph_names
from twbench.minihack.winning.errands import Errand, is_called
from twbench.minihack.winning.solver import Attempt

_COLUMNS, _ROWS = 79, 21
_ROCK, _FLOOR, _DOOR = " ", ".", "+"
_LETTERS: Mapping[str, str] = {
    **dict.fromkeys(("wall", "raised drawbridge"), "-"),
    **dict.fromkeys(("doorway", "open door", "closed door", "broken door"), _DOOR),
    "iron bars": "F",
    "tree": "T",
    "water": "}",
    "molten lava": "L",
}
"""The letters of a map for what is shown, where it is no floor."""
_DRAWN: Mapping[str, str] = {
    "staircase up": "<",
    "staircase down": ">",
    "ladder up": "<",
    "ladder down": ">",
    "altar": "_",
    "fountain": "{",
    "sink": "#",
    "opulent throne": "\\",
}
_PLAYER, _TRAP = "@", "^"
_BOULDER = "boulder"
_FAR = 3
"""How far around the player nothing new is expected to be seen."""
_LEGS = 80


@dataclass(frozen=True, slots=True)
class Survey:
    """A level as NetHack has made it.

    Attributes:
        course: how it is won, in columns and rows of the screen.
        layout: the rows of the map, with what lies and stands there, without what is around it.

    """

    course: Course
    layout: tuple[str, ...]


def surveyed(game: LevelGame, errands: Sequence[Errand]) -> Survey:
    """Read the twin of a game's level; raises GenerationError where a thing is not found on it."""
    twin = replace(game, level=lit_twin(game.des()), events=(), walkthrough=())
    left, top = MapOnScreen.of(game.des()).corner
    with NetHackEnv() as env:
        env.open(twin)
        env.reset()
        seen = _Twin(env, (-left, -top))
        layout = seen.layout()
        subgoals = [seen.subgoal(errand) for errand in errands]
        return Survey(replace(seen.course, subgoals=subgoals), layout)


class _Twin:
    """The twin that is being looked at: its map as it is at the beginning."""

    def __init__(self, env: NetHackEnv, origin: Place):
        self._env = env
        self._origin = origin
        self._attempt: Attempt | None = None
        self._passed: set[Place] = set()
        rows, blocked = [], set()
        for y in range(_ROWS):
            letters = []
            for x in range(_COLUMNS):
                glyph = self._glyph((x, y))
                letters.append(_letter(glyph))
                if nethack().glyph_is_trap(glyph) or glyph_names()[glyph] == _BOULDER:
                    blocked.add((x, y))
            rows.append("".join(letters))
        x, y = env.place()
        start = x - origin[0], y - origin[1]
        self.course = Course(rows, start, (), frozenset(blocked - {start}), origin)

    def layout(self) -> tuple[str, ...]:
        """Return the map with what is seen on it."""
        rows = [
            "".join(
                _PLAYER if (x, y) == self.course.start else _symbol(self._glyph((x, y)))
                for x in range(_COLUMNS)
            )
            for y in range(_ROWS)
        ]
        known = [y for y, row in enumerate(rows) if row.strip()]
        rows = [row.rstrip() for row in rows[known[0] : known[-1] + 1]]
        left = min(len(row) - len(row.lstrip()) for row in rows if row)
        width = max(map(len, rows))
        return tuple(row.ljust(width)[left:] for row in rows)

    def subgoal(self, errand: Errand) -> Subgoal:
        """Return what an errand comes to on this level; raises GenerationError if it cannot be."""
        if errand.place is not None:
            x, y = errand.place
            return Subgoal((x - self._origin[0], y - self._origin[1]), errand.commands)
        found = self._found(errand.thing)
        if found is None:
            raise GenerationError(f"There is no {errand.thing} to be seen on the level.")
        at, name = found
        commands = tuple(command.format(name) for command in errand.commands)
        if errand.kills:
            return Subgoal(at, monster=errand.thing)
        return Subgoal(at, commands, errand.until)

    def _found(self, thing: str) -> tuple[Place, str] | None:
        """Return where a thing is, and its whole name; the twin is walked about in for it."""
        for _ in range(_LEGS):
            here = self._here()
            near = sorted(self._called(thing), key=lambda at: (_distance(at[0], here), at[0]))
            if near:
                return near[0]
            if not self._go_on():
                return None
        return None

    def _called(self, thing: str) -> Iterator[tuple[Place, str]]:
        names = glyph_names()
        for y in range(_ROWS):
            for x in range(_COLUMNS):
                name = names[self._glyph((x, y))]
                if (x, y) != self._here() and name and is_called(thing, name):
                    yield (x, y), name

    def _go_on(self) -> bool:
        """Go to the nearest square around which nobody was yet; say whether there was one."""
        if self._attempt is None:
            self._attempt = Attempt(self._env, self.course, fights=True)
        ground, here = self.course.ground(), self._here()
        ground.blocked |= {at for at, _ in self._called("staircase down")}
        self._passed.add(here)
        for at in sorted(self._far_squares(), key=lambda at: (_distance(at, here), at)):
            self._passed.add(at)
            if self.course.way(here, ground, at) is not None and self._attempt.walk(at, ground):
                return True
        return False

    def _far_squares(self) -> list[Place]:
        return [
            (x, y)
            for y, row in enumerate(self.course.rows)
            for x, letter in enumerate(row)
            if letter == _FLOOR
            if all(_distance((x, y), passed) > _FAR for passed in self._passed)
        ]

    def _here(self) -> Place:
        x, y = self._env.place()
        return x - self._origin[0], y - self._origin[1]

    def _glyph(self, place: Place) -> int:
        x, y = place[0] + self._origin[0], place[1] + self._origin[1]
        glyph = self._env.glyph((x, y))
        return _nothing() if glyph is None else glyph


@cache
def _nothing() -> int:
    return int(nethack().GLYPH_CMAP_OFF)


def _letter(glyph: int) -> str:
    """Return the letter of a map that plans are made on: what is on the floor is floor."""
    if _is_rock(glyph):
        return _ROCK
    return _LETTERS.get(glyph_names()[glyph], _FLOOR)


def _symbol(glyph: int) -> str:
    """Return the letter that a layout is drawn with."""
    game, name = nethack(), glyph_names()[glyph]
    if game.glyph_is_trap(glyph):
        return _TRAP
    if game.glyph_is_normal_object(glyph):
        thing = game.objclass(game.glyph_to_obj(glyph))
        return str(game.class_sym.from_oc_class(thing.oc_class).sym)
    if game.glyph_is_monster(glyph):
        return str(game.class_sym.from_mlet(game.permonst(game.glyph_to_mon(glyph)).mlet).sym)
    return _DRAWN.get(name, _letter(glyph))


def _is_rock(glyph: int) -> bool:
    return glyph == _nothing() or not glyph_names()[glyph]


def _distance(one: Place, other: Place) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
