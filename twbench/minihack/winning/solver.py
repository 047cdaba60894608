"""Winning a level in which something is left to chance, by looking after every command.

The course says what is to be done. Before every step the way is planned again from where the player
is: a trap may have led elsewhere, or a door may not have opened. Whoever stands in the way is
attacked. NetHack repeats an episode exactly, so what was typed is a walkthrough, which is proven
like any other. Where the player dies on the straight way, monsters that come near are fought first.
"""

__all__ = ["Attempt", "solve"]

import re

from twbench.core import GameState
from twbench.errors import GenerationError
from twbench.minihack.levels.plan import DIRECTIONS, Place
from twbench.minihack.levels.subgoals import Course, Ground, Subgoal
from twbench.minihack.text.env import NetHackEnv
from twbench.minihack.text.game import LevelGame

_PATIENCE = 20
"""How often the same is tried."""
_MOST_COMMANDS = 600
_LONGEST_HUNT = 100


def solve(game: LevelGame, course: Course) -> tuple[str, ...]:
    """Return commands that win the game; raises GenerationError where none were found."""
    with NetHackEnv() as env:
        env.open(game)
        for fights in (False, True):
            attempt = Attempt(env, course, fights)
            if attempt.wins():
                return tuple(attempt.commands)
    raise GenerationError(f"No way to win was found: {attempt.problem}")


class Attempt:
    """One episode: what was typed, and whether it is over."""

    def __init__(self, env: NetHackEnv, course: Course, fights: bool):
        self._env = env
        self._course = course
        self._fights = fights
        self._state: GameState = env.reset()
        self._done = False
        self.commands: list[str] = []
        self.problem = "what was done did not win."

    def wins(self) -> bool:
        """Play the course to its end; say whether the game is won."""
        ground = self._course.ground()
        for subgoal in self._course.subgoals:
            done = self._hunt if subgoal.monster else self._reach
            if not done(subgoal, ground):
                break
            ground.change(subgoal)
        if self._state.lost:
            self.problem = "the player died."
        return self._done and bool(self._state.won)

    def _reach(self, subgoal: Subgoal, ground: Ground) -> bool:
        """Do what a subgoal says; return whether the game goes on."""
        for _ in range(_PATIENCE):
            if subgoal.place is not None and not self.walk(subgoal.place, ground):
                return False
            if self._is_done_there(subgoal):
                return not self._done
            if self._done:
                return False
        self.problem = f"{' then '.join(subgoal.commands)} did not do."
        return False

    def _is_done_there(self, subgoal: Subgoal) -> bool:
        """Type the commands of a subgoal; say whether that has done it."""
        seen = not subgoal.until
        for command in subgoal.commands:
            if self._done:
                return True
            self._type(command)
            seen = seen or subgoal.until in (self._state.feedback or "")
        return seen or self._done

    def walk(self, goal: Place, ground: Ground) -> bool:
        """Go to a place; return whether the player is there, and the game goes on."""
        stuck, before = 0, self._here()
        while (here := self._here()) != goal:
            stuck = stuck + 1 if here == before else 0
            before = here
            way = self._course.way(here, ground, goal)
            if way is None or stuck > _PATIENCE or len(self.commands) > _MOST_COMMANDS:
                self.problem = f"{goal} was not reached from {here}."
                return False
            self._step(here, way[0])
            if self._done:
                return False
        return True

    def _hunt(self, subgoal: Subgoal, ground: Ground) -> bool:
        """Kill a monster, wherever it goes; return whether it is dead and the game goes on."""
        told = re.compile(rf"You (?:kill|destroy) (?:the )?(?:poor )?{re.escape(subgoal.monster)}!")
        last = subgoal.place
        for _ in range(_LONGEST_HUNT):
            here = self._here()
            last = self._nearest(subgoal.monster, here) or last
            way = None if last is None or last == here else self._course.way(here, ground, last)
            if way is None:
                last = None
                self._type("search")
            else:
                self._step(here, way[0])
            if self._done or told.search(self._state.feedback or ""):
                return not self._done
        self.problem = f"{subgoal.monster} was not killed."
        return False

    def _nearest(self, monster: str, here: Place) -> Place | None:
        """Return the square nearest to the player on which a monster of a name is seen."""
        found = [
            (max(abs(x - here[0]), abs(y - here[1])), (x, y))
            for y, row in enumerate(self._course.rows)
            for x in range(len(row))
            if self._env.square(self._on_map((x, y))) == monster
        ]
        return min(found)[1] if found else None

    def _here(self) -> Place:
        x, y = self._env.place()
        left, top = self._course.origin
        return x - left, y - top

    def _on_map(self, place: Place) -> Place:
        """Return the square of the level's own map that a square of the course is."""
        left, top = self._course.origin
        return place[0] + left, place[1] + top

    def _step(self, here: Place, direction: str) -> None:
        """Go in a direction, and do away with what is in the way there."""
        for word in (direction, *DIRECTIONS) if self._fights else (direction,):
            if self._env.has_monster(self._on_map(_beyond(here, word))):
                self._type(f"attack {word}")
                return
        if self._env.square(self._on_map(_beyond(here, direction))) != "closed door":
            self._type(direction)
            return
        self._type(f"open {direction}")
        if "locked" in (self._state.feedback or "") and not self._done:
            self._type(f"kick {direction}")

    def _type(self, command: str) -> None:
        self._state, _, self._done = self._env.step(command)
        self.commands.append(command)


def _beyond(place: Place, direction: str) -> Place:
    dx, dy = DIRECTIONS[direction]
    return place[0] + dx, place[1] + dy
