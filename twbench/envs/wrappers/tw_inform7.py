"""The wrappers that TextWorld plays its games in (docs: textworld.envs.wrappers.tw_inform7).

There, an environment prints what Inform 7 says, and these wrappers make of that what was asked for.
Here environments know it themselves; the wrappers see to it that the right one plays (an
environment for stories of other makers gives way to that for stories of ours), and name things in
facts and actions as TextWorld does.
"""

__all__ = [
    "GameData",
    "Inform7Data",
    "MissingGameInfosError",
    "StateTracking",
    "TWInform7",
]

from pathlib import Path

from twbench.core import Wrapper
from twbench.envs.frotz.story_file import read_story
from twbench.envs.jericho_env import JerichoEnv
from twbench.envs.playing import start_story
from twbench.envs.wrappers.readable_names import ReadableNames
from twbench.errors import EnvInfoMissingError


class MissingGameInfosError(EnvInfoMissingError):
    """What only the file of a game tells is asked of a story that has none beside it."""


class Inform7Data(Wrapper):
    """Plays stories of ours with all that they tell by themselves."""

    def load(self, path: str) -> None:
        """Load the story at ``path``. Raises StoryFileError if it cannot be played."""
        given = self._wrapped_env
        if not isinstance(given, JerichoEnv) or not read_story(path).is_ours:
            given.load(path)
            return
        self._replace(start_story(path, given.infos))


class GameData(ReadableNames, Inform7Data):
    """Plays stories of ours with what their games tell as well."""

    def load(self, path: str) -> None:
        """Load the story at ``path``.

        Raises MissingGameInfosError if the game's file is not beside it, and StoryFileError if it
        cannot be played.
        """
        if not _has_game(path):
            raise MissingGameInfosError(f"The story {Path(path).name} without its .json", "game")
        super().load(path)


class StateTracking(GameData):
    """Plays stories of ours with all that follows from the rules of their games."""


class TWInform7(StateTracking):
    """Plays stories of ours as TextWorld's ``start`` does: all that can be asked for is there."""

    @classmethod
    def compatible(cls, path: str) -> bool:
        """Return whether there is the file of a game beside the story at ``path``."""
        return Path(path).suffix == ".z8" and _has_game(path)


def _has_game(path: str) -> bool:
    return Path(path).with_suffix(".json").is_file()
