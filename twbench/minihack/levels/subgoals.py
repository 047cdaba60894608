"""What is done one after the other to win a level, and the commands for it on our own map.

A subgoal is a place to go to and what is typed there. Where nothing is left to chance, the commands
follow from the map alone; else `twbench.minihack.winning.solver` finds them while it plays.
"""

__all__ = ["Course", "Subgoal", "route"]

from collections.abc import Sequence
from dataclasses import dataclass, field

from twbench.errors import GenerationError
from twbench.minihack.levels.plan import DIRECTIONS, Place, find_way


@dataclass(frozen=True, slots=True)
class Subgoal:
    """A place to stand on (None: wherever one is), and commands that are typed there.

    Attributes:
        place: the square, on the level's map.
        commands: what is typed there, in order.
        until: a part of the answer; until it is read the commands are typed again. "" for once.
        opened: squares that can be walked on from then on, such as a door that was locked.
        closed: squares that cannot be walked on any more, such as where a boulder is now.
        monster: the name of a monster that is to be killed, wherever it has gone.

    """

    place: Place | None = None
    commands: tuple[str, ...] = ()
    until: str = ""
    opened: frozenset[Place] = frozenset()
    closed: frozenset[Place] = frozenset()
    monster: str = ""


@dataclass(frozen=True, slots=True)
class Course:
    """Everything that is needed to win: the map, the start, what is in the way, the subgoals.

    ``origin`` is the square of the level's own map at which this map begins.
    """

    rows: Sequence[str]
    start: Place
    subgoals: Sequence[Subgoal]
    blocked: frozenset[Place] = frozenset()
    origin: Place = (0, 0)

    def way(self, here: Place, ground: "Ground", goal: Place) -> list[str] | None:
        """Return the shortest way over a ground, None where there is none."""
        return find_way(ground.rows, here, goal, blocked=frozenset(ground.blocked), doors=True)

    def ground(self) -> "Ground":
        """Return the ground as it is at the beginning."""
        return Ground([list(row) for row in self.rows], set(self.blocked))


@dataclass(slots=True)
class Ground:
    """What can be walked on at a moment."""

    letters: list[list[str]]
    blocked: set[Place] = field(default_factory=set)

    @property
    def rows(self) -> list[str]:
        """The map."""
        return ["".join(row) for row in self.letters]

    def change(self, subgoal: Subgoal) -> None:
        """Note what a subgoal that was reached has changed."""
        for x, y in subgoal.opened:
            if self.letters[y][x] != "+":
                self.letters[y][x] = "."
        self.blocked -= subgoal.opened
        self.blocked |= subgoal.closed


def route(course: Course) -> tuple[str, ...]:
    """Return the commands of a course in which nothing is left to chance.

    Raises GenerationError where a place cannot be reached.
    """
    ground, here = course.ground(), course.start
    commands: list[str] = []
    for subgoal in course.subgoals:
        if subgoal.place is not None:
            way = course.way(here, ground, subgoal.place)
            if way is None:
                raise GenerationError(f"There is no way from {here} to {subgoal.place}.")
            commands += way
            here = subgoal.place
        commands += subgoal.commands
        for command in subgoal.commands:
            dx, dy = DIRECTIONS.get(command, (0, 0))
            here = here[0] + dx, here[1] + dy
        ground.change(subgoal)
    return tuple(commands)
