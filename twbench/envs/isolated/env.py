"""Playing a story that nobody trusts: in a process of its own, with a time limit."""

__all__ = ["IsolatedEnv", "IsolatedSnapshot"]

import warnings
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from twbench.core import EnvInfos, Environment, GameState
from twbench.envs.isolated.frames import sent_modules
from twbench.envs.isolated.process import Asked, StoryProcess
from twbench.envs.jericho_env import JerichoUnsupportedGameWarning
from twbench.envs.valid_actions.limits import Limits
from twbench.errors import (
    ConfigError,
    GameNotRunningError,
    InternalError,
    StoryFileError,
    TwbenchError,
)
from twbench.whole_numbers import whole_or_none

if TYPE_CHECKING:
    from twbench.modules import ExtensionModule

OPENER = "twbench.envs.playing:open_story"
_TOLD = TwbenchError, OSError, NotImplementedError
"""The errors that a process tells. None of them is a TimeoutError: handlers of signals raise it."""


@dataclass(frozen=True, eq=False)
class IsolatedSnapshot:
    """A saved state of an `IsolatedEnv`, for its `IsolatedEnv.restore` or that of a copy.

    It lies in the process of the story, under a ``number``, and is of no use when that has ended.
    """

    process: StoryProcess
    number: int
    state: GameState
    running: bool
    standing: str = ""


class IsolatedEnv(Environment):
    """An environment whose story is played in a child process.

    A story that does not answer within ``timeout`` seconds, or takes its process down, raises
    StoryFileError, and the episode is over; `reset` begins another one in a new process. What a
    search for valid actions may take by `search_seconds` comes on top of that. Copies are
    played in the same process. ``opener`` names the function which that process opens it with,
    as ``module:function``: it is given the path and the `EnvInfos`, and returns an environment.
    ``modules`` are files of the user's own that the process runs before.
    """

    def __init__(
        self,
        infos: EnvInfos | None = None,
        timeout: float = 10.0,
        opener: str = OPENER,
        modules: "Sequence[ExtensionModule]" = (),
    ):
        super().__init__(infos)
        if timeout <= 0:
            raise ConfigError(f"timeout must be more than 0 seconds, not {timeout:g}.")
        self._timeout = timeout
        self._opener = opener
        self._modules = tuple(modules)
        self._path: Path | None = None
        self._process: StoryProcess | None = None
        # Which of the games in the process is this one.
        self._game = 0
        self._seed: int | None = None
        self._running = False
        # What the process said of the state last.
        self._known: dict[str, Any] = {}
        self._known_for: Asked | None = None
        self._asked = Asked(0, self.infos)

    def load(self, path: str | Path) -> None:
        """Load the story at ``path``. Raises StoryFileError if it cannot be played."""
        self.close()
        self._path = Path(path).absolute()
        self._start()

    def seed(self, seed: int | None = None) -> list[int]:
        """Set the seed of the story's random numbers, from the next reset on."""
        self._seed = seed = whole_or_none(seed, "seed", None)
        return [] if seed is None else [seed]

    def reset(self) -> GameState:
        """Start the story, in a new process if the last one is no more.

        Raises ConfigError if `search_seconds` is no time.
        """
        if self._path is None:
            raise GameNotRunningError("No story is loaded: call load() first.")
        if self._process is None or self._process.has_ended:
            self._running = False
            self._start()
        most = Limits.lasting(self.search_seconds).until_answered
        # Copies, which may be given longer or shorter, have the same process.
        self._loaded.search_seconds = max(most, self._loaded.search_seconds)
        try:
            answer = self._ask(
                "reset",
                seed=self._seed,
                one_command=self.one_command,
                extras_may_be_added=self.extras_may_be_added,
                search_seconds=float(self.search_seconds),
            )
            self._observe(answer["state"], self._current(), None)
        except BaseException as error:
            self._note(error)
            raise
        self._running = True
        return self.state

    def step(self, command: str) -> tuple[GameState, float, bool]:
        """Type ``command``; see `Environment.step`."""
        if not self._running:
            raise GameNotRunningError("The game is not running: call reset() first.")
        asked = self._current()
        try:
            news, score, done = self._loaded.step(asked, command)
            self._observe(news, asked, command)
        except BaseException as error:
            self._note(error)
            raise
        self.state["done"] = done
        self._running = not done
        return self.state, score, done

    def save(self) -> IsolatedSnapshot:
        """Return a snapshot of the game as it is now; see `Environment.save`."""
        saved = self._ask("save")
        number, process = saved["snapshot"], self._loaded
        snapshot = IsolatedSnapshot(process, number, self.state, self._running, saved["standing"])
        weakref.finalize(snapshot, process.forgotten.append, number)
        return snapshot

    def restore(self, snapshot: IsolatedSnapshot) -> GameState:
        """Go back, or forth, to a snapshot; see `Environment.restore`."""
        if snapshot.process is not self._loaded:
            raise GameNotRunningError("The snapshot is not one of the story that is being played.")
        self._running = False  # until it is known to be there
        self._ask("restore", snapshot=snapshot.number)
        self.state = snapshot.state
        self._running = snapshot.running
        return self.state

    def copy(self) -> "IsolatedEnv":
        """Return an independent environment in the same state; see `Environment.copy`."""
        number = self._ask("copy")["game"]
        other = IsolatedEnv.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.infos = self.infos.copy()
        other._game = number
        other._known = {}
        other._asked = Asked(number, other.infos)
        self._loaded.players += 1
        return other

    def __copy__(self) -> "IsolatedEnv":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> "IsolatedEnv":
        return self.copy()

    def close(self) -> None:
        """End the child process, unless copies still need it."""
        self._running = False
        self._path = None
        process, self._process = self._process, None
        if process is None:
            return
        process.players -= 1
        if not process.players:
            process.end()
        elif not process.has_ended:
            process.ask("close", self._game, self.infos)

    @property
    def game_running(self) -> bool:
        """Whether a story is loaded; see `JerichoEnv.game_running`."""
        return self._process is not None

    @property
    def _loaded(self) -> StoryProcess:
        if self._process is None:
            raise GameNotRunningError("No story is loaded: call load() first.")
        return self._process

    def _start(self) -> None:
        path = self._path or Path()
        process = StoryProcess(path.name, self._timeout)
        self._process, self._game = process, 0
        self._asked = Asked(0, self.infos)
        try:
            answer = self._ask(
                "load",
                path=str(path),
                opener=self._opener,
                modules=sent_modules(self._modules),
            )
            for message in answer["warnings"]:
                warnings.warn(str(message), JerichoUnsupportedGameWarning, stacklevel=3)
        except (TwbenchError, Warning):
            process.end()
            raise

    def _ask(self, request: str, **arguments: Any) -> dict[str, Any]:
        try:
            return self._loaded.ask(request, self._game, self.infos, **arguments)
        except BaseException as error:
            self._note(error)
            raise

    def _note(self, error: BaseException) -> None:
        """Take note of what was raised: the error that the process has told, or an interrupt.

        After an interrupt nobody knows what else it has told, which it will not tell again.
        """
        if isinstance(error, InternalError | StoryFileError):
            self._running = False
        elif not isinstance(error, _TOLD) or isinstance(error, TimeoutError):
            self._loaded.end()

    def _current(self) -> Asked:
        """Return what is asked for now: the same object as long as it is the same."""
        asked = self._asked
        if self.infos.flags != asked.flags or self.infos.extras != asked.extras:
            asked = self._asked = Asked(self._game, self.infos)
        return asked

    def _observe(self, news: dict[str, Any], asked: Asked, command: str | None) -> None:
        """Build the state from what is new in it."""
        known = self._known
        if asked is not self._known_for:
            known.clear()
            self._known_for = asked
        known.update(news)
        if "feedback" in news and "raw" not in news:
            known["raw"] = news["feedback"]
        state = self.state = GameState(known)
        for name, value in known.items():
            if type(value) is list:  # which whoever gets it may change
                state[name] = value.copy()
        if "typed_entities" in known:  # JSON has no pairs
            state["typed_entities"] = [tuple(pair) for pair in known["typed_entities"]]
        state["last_command"] = command
