"""What users hold: games side by side, with the interface of the Gym of 2020."""

__all__ = ["BatchOfGames"]

import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from io import StringIO
from typing import Any, ClassVar, Self

from gymnasium import Space

from twbench.core.environments import RENDER_MODES, check_render_mode
from twbench.envs.batch.batch_env import infos_as_lists
from twbench.errors import CommandCountError, GameNotRunningError
from twbench.gym.batches.order import GameOrder
from twbench.gym.batches.seat import SeatSettings, Turn, check_text
from twbench.gym.batches.seats import Seats, SeatsHere
from twbench.gym.batches.workers import SeatsInWorkers
from twbench.gym.spaces.text_spaces import Word
from twbench.printable import printable
from twbench.utils.own_values import ListOrTuple
from twbench.vocab import extract_from

_BETWEEN = "-----\n"
_LONGEST_ACTION = 8
_LONGEST_OBSERVATION = 200


class BatchOfGames(ABC):
    """Games played side by side, each taken from one of the ``orders``; subclasses say which.

    Attributes:
        metadata: the modes of `render`.

    """

    metadata: ClassVar[dict[str, Any]] = {"render.modes": [*RENDER_MODES]}

    def __init__(
        self,
        orders: Sequence[GameOrder],
        settings: Sequence[SeatSettings],
        asynchronous: bool,
        action_space: Space[Any] | None = None,
        observation_space: Space[Any] | None = None,
    ):
        self._orders = orders
        in_workers = asynchronous and len(settings) > 1
        self._seats: Seats = SeatsInWorkers(settings) if in_workers else SeatsHere(settings)
        self._size = len(settings)
        self._given_spaces = action_space, observation_space
        self._running = False
        self._closed = False
        self._turns: Sequence[Turn] = ()
        self._typed: Sequence[str | None] = ()

    @property
    def unwrapped(self) -> Self:
        """The environment itself: there is none within it."""
        return self

    @property
    def obs(self) -> list[str]:
        """What each game has said last; nothing before the first `reset`."""
        return [turn.observation for turn in self._turns]

    @property
    def last_commands(self) -> list[str | None]:
        """What was typed last into each game, None after `reset`."""
        return list(self._typed)

    @cached_property
    def action_space(self) -> Space[Any]:
        """The space of commands, where none was given words from all that the games know."""
        given, _ = self._given_spaces
        return self._words(_LONGEST_ACTION) if given is None else given

    @cached_property
    def observation_space(self) -> Space[Any]:
        """The space of what games say, where none was given words from all that they know."""
        _, given = self._given_spaces
        return self._words(_LONGEST_OBSERVATION) if given is None else given

    @abstractmethod
    def seed(self, seed: int | None = None) -> list[int]:
        """Begin the order of the games anew, as it comes of a seed; return all seeds used.

        Of it come the random numbers of the games too, where they have such.
        """

    def skip(self, nb_games: int = 1) -> None:
        """Leave out the next ``nb_games`` of each order."""
        for order in dict.fromkeys(self._orders):
            order.skip(nb_games)

    def reset(self) -> tuple[Any, dict[str, Any]]:
        """Begin the games whose turn it is.

        Return what each says first, as a list, and the infos, each a list. Raises StoryFileError
        for a story that cannot be played, EnvInfoMissingError for one that cannot give what is
        requested.
        """
        return _together(self._begun())

    def step(self, commands: Any) -> tuple[Any, Any, Any, dict[str, Any]]:
        """Type one of the ``commands`` into each game.

        Return four: what each game says, its score so far, whether it is over, and the infos, all
        of them lists. Raises GameNotRunningError before the first reset, CommandCountError unless
        there is a command for each game.
        """
        turns = self._stepped(self._checked(commands))
        observations, infos = _together(turns)
        scores = ListOrTuple(turn.score for turn in turns)
        dones = ListOrTuple(turn.done for turn in turns)
        return observations, scores, dones, infos

    def render(self, mode: str = "human") -> StringIO | str | None:
        """Show each game: the command typed last, and what was said.

        ``human`` prints it, ``ansi`` returns it in a StringIO, ``text`` as a string. Raises
        ConfigError for another mode, GameNotRunningError before the first reset.
        """
        check_render_mode(mode)
        if not self._turns:
            raise GameNotRunningError("Nothing to render: call reset() first.")
        pairs = zip(self.last_commands, self.obs, strict=True)
        text = _BETWEEN.join(
            text if command is None else f"> {command}\n{text}" for command, text in pairs
        )
        if mode == "human":
            sys.stdout.write(printable(text))
            return None
        return StringIO(text) if mode == "ansi" else printable(text)

    def close(self) -> None:
        """End the games, and the processes they are played in. Closing twice is fine."""
        self._running = False
        self._closed = True
        self._seats.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _begun(self) -> list[Turn]:
        """Begin the games whose turn it is."""
        if self._closed:
            raise GameNotRunningError("This environment is closed: make another one.")
        self._running = False
        self._turns = turns = self._seats.begin([order.next() for order in self._orders])
        self._typed = [None] * self._size
        self._running = True
        return turns

    def _stepped(self, commands: Sequence[str]) -> list[Turn]:
        """Type a command into each game."""
        if not self._running:
            raise GameNotRunningError("The games are not running: call reset() first.")
        self._running = False  # a step that fails ends all episodes
        self._turns = turns = self._seats.step(commands)
        self._typed = commands
        self._running = True
        return turns

    def _checked(self, commands: Sequence[str]) -> list[str]:
        """Return the commands of a batch, of which each game that goes on has one.

        Raises CommandCountError or ConfigError, before anything is typed: no episode ends by that.
        """
        if isinstance(commands, str) or len(commands) != self._size:
            given = "one text" if isinstance(commands, str) else f"{len(commands)}"
            raise CommandCountError(
                f"A step of a batch takes a list of {self._size} commands, one for each game, not"
                f" {given}."
            )
        for number, (command, turn) in enumerate(zip(commands, self._turns, strict=False)):
            if not turn.done:
                check_text(command, number)
        return list(commands)

    def _words(self, max_length: int) -> Word:
        files = {path for order in self._orders for path in order.gamefiles}
        return Word(max_length, sorted(extract_from(sorted(files))))


def _together(turns: Sequence[Turn]) -> tuple[list[str], dict[str, list[Any]]]:
    """Return what several games say as lists, of observations and of each information.

    They equal tuples too, which TextWorld returns.
    """
    infos = infos_as_lists([turn.infos for turn in turns])
    return ListOrTuple(turn.observation for turn in turns), infos
