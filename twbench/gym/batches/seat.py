"""Where one game after the other is played, by the rules of a batch.

An episode ends with the game, or when the steps are used up. Commands typed after that change
nothing; or, with ``auto_reset``, the next one is not typed but starts the same game again, and the
answer to it is the game's opening.
"""

__all__ = ["Seat", "SeatSettings", "Start", "Turn", "check_text"]

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from twbench.core import EnvInfos, Environment
from twbench.core.infos import check_extras
from twbench.errors import ConfigError, GameNotRunningError
from twbench.gym.batches.shelf import Shelf, Wrapping
from twbench.printable import shown
from twbench.seeding import derive_seed


class Start(NamedTuple):
    """A game that is to be begun, and the seed of its own random numbers."""

    path: str
    seed: int


class Turn(NamedTuple):
    """What a player is told after a step; the score is all points so far."""

    observation: str
    score: float
    done: bool
    infos: dict[str, Any]


@dataclass(frozen=True, slots=True)
class SeatSettings:
    """How games are played at a seat.

    ``max_episode_steps`` is None where there is no limit. ``wrappers`` are put around each game,
    the first of them innermost.
    """

    infos: EnvInfos = field(default_factory=EnvInfos)
    max_episode_steps: int | None = None
    auto_reset: bool = False
    wrappers: tuple[Wrapping, ...] = ()


class Seat:
    """A place where one game at a time is played; see the module for the rules."""

    def __init__(self, settings: SeatSettings, shelf: Shelf):
        self._settings = settings
        self._shelf = shelf
        self._names = settings.infos.keys_of_state
        self._most = settings.max_episode_steps
        self._auto_reset = settings.auto_reset
        self._env: Environment | None = None
        self._key: tuple[object, ...] = ()
        self._start = Start("", 0)
        self._episodes = 0
        self._steps = 0
        self._last: Turn | None = None

    def begin(self, start: Start) -> Turn:
        """Play another game from its beginning.

        Raises StoryFileError for a story that cannot be played, EnvInfoMissingError for one that
        cannot give the information that is requested.
        """
        self._last = None
        self.leave()
        self._key, self._env = self._shelf.take(
            start.path, self._settings.infos, self._settings.wrappers
        )
        self._start = start
        self._episodes = 0
        return self._reset(self._env)

    def step(self, command: str) -> Turn:
        """Type a command, unless the episode is over.

        It is a text: see `check_text`. Raises GameNotRunningError before the first `begin`.
        """
        last, env = self._last, self._env
        if last is None or env is None:
            raise GameNotRunningError("The game is not running: call reset() first.")
        if last.done:
            return self._reset(env) if self._auto_reset else last
        self._last = None  # an episode that fails is over
        state, score, done = env.step(command)
        self._steps = steps = self._steps + 1
        if steps == self._most:
            done = True
        infos = {name: state.get(name) for name in self._names}
        self._last = turn = Turn(state["feedback"] or "", score, done, infos)
        return turn

    def leave(self) -> None:
        """Give the game back."""
        env, self._env = self._env, None
        if env is not None:
            self._shelf.put(self._key, env)

    def _reset(self, env: Environment) -> Turn:
        self._last = None
        # The first episode has the seed itself, which is what a user may try with `twbench.start`.
        seed = self._start.seed
        env.seed(derive_seed(seed, "again", self._episodes) if self._episodes else seed)
        self._episodes += 1
        self._steps = 0
        state = env.reset()
        check_extras(self._settings.infos, state)
        infos = {name: state.get(name) for name in self._names}
        self._last = turn = Turn(state["feedback"] or "", 0, False, infos)
        return turn


def check_text(command: object, number: int | None = None) -> None:
    """Raise ConfigError for a command, the one with a ``number`` in a batch, that is no text."""
    if not isinstance(command, str):
        which = "A command" if number is None else f"Command {number} of the batch"
        raise ConfigError(f"{which} must be a text such as 'look', not {shown(command)}.")
