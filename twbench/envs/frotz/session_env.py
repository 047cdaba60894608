"""What environments have in common that play a story in the calling process."""

__all__ = ["EnvSnapshot", "SessionEnv", "cleaned"]

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from twbench.core import EnvInfos, Environment, GameState
from twbench.envs.frotz.interpreter import Snapshot
from twbench.envs.frotz.session import Session
from twbench.envs.frotz.story_file import StoryFile
from twbench.errors import GameNotRunningError
from twbench.whole_numbers import whole_or_none


@dataclass(frozen=True, slots=True)
class EnvSnapshot:
    """A saved state of a game, for the `restore` of its environment or that of a copy.

    ``own`` is what the environment remembers of the episode.
    """

    interpreter: Snapshot
    state: GameState
    running: bool
    own: tuple[Any, ...]


class SessionEnv(Environment):
    """An environment whose game is a `Session`.

    Copies are as cheap as snapshots: they are played on one interpreter, which therefore only one
    thread at a time may use. Both have the attributes named by ``_of_episode``.
    """

    _of_episode: ClassVar[tuple[str, ...]] = ()

    def __init__(self, infos: EnvInfos | None = None, *, request_infos: EnvInfos | None = None):
        super().__init__(infos, request_infos=request_infos)
        self._session: Session | None = None
        self._running = False

    def seed(self, seed: int | None = None) -> list[int]:
        """Set the seed of the story's random numbers (our stories use none)."""
        seed = whole_or_none(seed, "seed", None)
        self._loaded.seed(seed)
        return [] if seed is None else [seed]

    def save(self) -> EnvSnapshot:
        """Return a snapshot of the game as it is now."""
        own = tuple([getattr(self, name) for name in self._of_episode])
        return EnvSnapshot(self._loaded.save(), self.state, self._running, own)

    def restore(self, snapshot: EnvSnapshot) -> GameState:
        """Go back, or forth, to a snapshot of this game, and return its state.

        The snapshot may be that of a copy, and come from another episode. Raises
        GameNotRunningError if another story has been loaded since.
        """
        session = self._loaded
        self._running = False  # until all of it is as it was
        session.restore(snapshot.interpreter)
        self.state = snapshot.state
        for name, value in zip(self._of_episode, snapshot.own, strict=True):
            setattr(self, name, value)
        self._running = snapshot.running
        return self.state

    def close(self) -> None:
        """Release the interpreter, unless copies still need it."""
        session, self._session = self._session, None
        self._running = False
        if session is not None:
            session.close()

    def copy(self) -> Self:
        """Return an independent environment in the same state; see `Environment.copy`.

        It asks for the same information.
        """
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.infos = self.infos.copy()
        other._session = self._loaded.fork()
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    @property
    def game_running(self) -> bool:
        """Whether a story is loaded (docs: textworld.envs.zmachine.jericho)."""
        return self._session is not None

    @property
    def _loaded(self) -> Session:
        if self._session is None:
            raise GameNotRunningError("No story is loaded: call load() first.")
        return self._session

    def _seat(self, story: StoryFile) -> Session:
        """Return the session, with ``story`` loaded.

        It is ``_session`` when the caller knows all about the story, and says so: whoever is
        interrupted before has no story.
        """
        session, self._session = self._session, None
        self._running = False
        if session is None:
            return Session(story)
        session.load(story)
        return session


def cleaned(text: str) -> str:
    """Return the output of a story of ours without the prompt and the status line behind it."""
    before, prompt, _ = text.rpartition("\n>")
    return (before if prompt else text).strip("\n") + "\n"
