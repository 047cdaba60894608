"""An environment that is made before it is known what it plays."""

__all__ = ["GenericEnvironment"]

from pathlib import Path

from twbench.core import EnvInfos, Environment, Wrapper, one_of_both
from twbench.envs.playing import start_story
from twbench.envs.tw import TextWorldEnv


class GenericEnvironment(Wrapper):
    """Plays whatever it loads, one file after the other, in the environment that the file needs.

    So wrappers can be put together first:

    ```
    env = Filter(Limit(GenericEnvironment(request_infos), 50))
    env.load("game.z8")
    ```

    That is a story, or the file of a game (``.json``), which is played by its rules alone. Until
    then, whatever needs a game raises GameNotRunningError.
    """

    def __init__(self, infos: EnvInfos | None = None, *, request_infos: EnvInfos | None = None):
        super().__init__()
        self.infos = one_of_both(infos, request_infos) or EnvInfos()

    def load(self, path: str) -> None:
        """Load the file at ``path``; what was loaded before is closed.

        Raises StoryFileError or GameFileError for what cannot be played.
        """
        self._replace(_opened(path, self.infos))


def _opened(path: str, infos: EnvInfos) -> Environment:
    if Path(path).suffix != ".json":
        return start_story(path, infos)
    env = TextWorldEnv(infos)
    env.load(path)
    return env
