"""Games that are open while nobody plays them: to open one takes longer than a hundred turns."""

__all__ = ["MOST_KEPT", "Shelf", "Wrapping"]

from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from twbench.core import EnvInfos, Environment, Wrapper
from twbench.envs import IsolatedEnv
from twbench.errors import ConfigError
from twbench.families import start

MOST_KEPT = 64
"""Games of ours take some 0.3 MB each: what nobody plays takes no more than 20 MB."""
Wrapping = Callable[[Environment], Environment]
_State = tuple[tuple[int, int, int] | None, ...]


class Shelf:
    """Opened games that are waiting to be played, by what was asked for with each.

    No more than ``most`` are kept. A game whose file has changed since is opened anew, and what is
    played in a process of its own is not kept. Nor is what a wrapper is around that was given
    itself, and not as a class: it can be around one game at a time.
    """

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[object, ...], list[Environment]] = OrderedDict()
        self._worn: set[int] = set()

    def take(
        self, path: str, infos: EnvInfos, wrappers: tuple[Wrapping, ...]
    ) -> tuple[tuple[object, ...], Environment]:
        """Return an open game, and the key under which it is to be put back.

        Raises StoryFileError for a story that cannot be played, ConfigError for a wrapper that is
        around another game that is played now.
        """
        key = _key(path, infos, wrappers)
        if waiting := self._kept.get(key):
            env = waiting.pop()
            if not waiting:
                del self._kept[key]
            return key, env
        worn = {id(wrapper) for wrapper in wrappers if isinstance(wrapper, Wrapper)}
        if not worn.isdisjoint(self._worn):
            raise ConfigError(
                "A wrapper is around one game, and several are played at the same time: give its"
                " class, or a function that makes one, such as functools.partial."
            )
        env = start(path, infos, wrappers)
        self._worn |= worn
        return key, env

    def put(self, key: tuple[object, ...], env: Environment) -> None:
        """Keep a game that is not played any more; the one that has waited longest may go."""
        worn = self._worn.intersection(_wrappers_of(key))
        if worn or isinstance(env.unwrapped, IsolatedEnv):
            self._worn -= worn
            env.close()
            return
        self._kept.setdefault(key, []).append(env)
        self._kept.move_to_end(key)
        # Counted anew: an interrupt may have come between taking a game and noting that.
        while sum(map(len, self._kept.values())) > self._most:
            oldest, waiting = next(iter(self._kept.items()))
            if waiting:
                waiting.pop().close()
            if not waiting:
                del self._kept[oldest]

    def close(self) -> None:
        """Close all that is kept."""
        kept, self._kept = self._kept, OrderedDict()
        for waiting in kept.values():
            for env in waiting:
                env.close()


def _key(path: str, infos: EnvInfos, wrappers: tuple[Wrapping, ...]) -> tuple[object, ...]:
    """Return what must be the same of two games so that one can be played instead of the other."""
    files = tuple(_state(file) for file in (path, str(Path(path).with_suffix(".json"))))
    # Wrappers may have no hash; they live as long as the settings that name them.
    return path, files, tuple(infos.basics), tuple(infos.extras), tuple(map(id, wrappers))


def _wrappers_of(key: tuple[Any, ...]) -> tuple[int, ...]:
    ids: tuple[int, ...] = key[-1]
    return ids


def _state(path: str) -> tuple[int, int, int] | None:
    """Return values that differ once a file is written anew; None if there is no such file."""
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns
