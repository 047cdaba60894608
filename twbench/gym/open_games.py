"""The games of an environment that are open: to open one takes longer than to play many turns."""

__all__ = ["OpenGame", "OpenGames"]

from dataclasses import dataclass
from pathlib import Path
from typing import cast

from twbench import families
from twbench.core import EnvInfos, Environment
from twbench.envs import StoryEnv
from twbench.errors import StoryFileError
from twbench.gym.games import Games

MOST_OPEN = 8
"""Games of which an environment keeps all open. Each takes 0.3 MB, and environments are many."""


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game that can be reset, and what its family says of it."""

    env: Environment
    has_chance: bool
    tells_score: bool


class OpenGames:
    """Opens games, and keeps some open. ``infos`` is what they are asked for, even when changed."""

    def __init__(self, games: Games, infos: EnvInfos):
        self._games = games
        self._infos = infos
        # From the one that was used the longest ago.
        self._open: dict[int, OpenGame] = {}

    def open(self, number: int) -> OpenGame:
        """Return a game, ready for a reset. Raises InputError for one that cannot be played."""
        game = self._open.pop(number, None) or self._opened(number)
        game.env.infos = self._infos
        self._open[number] = game
        return game

    def close(self) -> None:
        """Close all games; they may be opened again."""
        while self._open:
            self._open.popitem()[1].env.close()

    def _opened(self, number: int) -> OpenGame:
        path = self._games.path(number)
        family = families.family_of(path)
        env = self._reused(path) or family.start(path, self._infos)
        return OpenGame(env, family.has_chance, "score" in family.informations)

    def _reused(self, path: Path) -> Environment | None:
        """Return the environment of another game with this one loaded, if that can be done.

        It is done where one kept open would be of no use, since all others come before it does,
        and where it is in this process: a process of its own ends with its game.
        """
        for number, game in list(self._open.items()):
            if type(game.env) is not StoryEnv:
                self._open.pop(number).env.close()
        if not self._open or len(self._games) <= MOST_OPEN:
            return None
        oldest = cast(StoryEnv, self._open.pop(next(iter(self._open))).env)
        try:
            oldest.load(path)
        except StoryFileError:  # of another maker: whoever starts it knows what to do
            oldest.close()
            return None
        return oldest
