"""Opening one story of ours after the other, on one interpreter."""

__all__ = ["Stage"]

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from twbench.core import EnvInfos, Environment
from twbench.envs.frotz.story_file import read_story
from twbench.envs.story_env import StoryEnv
from twbench.families.family import Family, opened_alone


class Stage:
    """Opens stories in this process, which somebody watches, one after the other.

    Harmless stories share an interpreter, and stay open while the next one is the same: the
    episodes of a game follow one another. As long as another one is on, the current folder is one
    of its own.
    """

    def __init__(self, family: Family[Any]) -> None:
        self._open_alone = opened_alone(family)
        self._env: StoryEnv | None = None
        self._path: Path | None = None

    @contextmanager
    def __call__(self, path: str, infos: EnvInfos) -> Iterator[Environment]:
        """Give an environment that plays the story at ``path``; it is another's after that."""
        place = Path(path).absolute()
        if self._env is not None and place == self._path:
            with self._kept(self._env) as env:
                yield env
            return
        story = read_story(place)
        if story.is_ours and story.doubt is None:
            env = self._env or StoryEnv(trusted=True)
            env.open(story, place)
            self._path = place
            with self._kept(env):
                yield env
        else:
            with self._open_alone(str(place), infos) as other:
                yield other

    @contextmanager
    def _kept(self, env: StoryEnv) -> Iterator[StoryEnv]:
        """Give an environment that is kept unless something is raised."""
        # While it is played nobody else gets it, and afterwards only if nothing was raised: else
        # nobody knows what state it is in.
        self._env = None
        try:
            yield env
        except BaseException:
            env.close()
            raise
        self._env = env
