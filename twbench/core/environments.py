"""The contract of one game being played."""

__all__ = [
    "MOST_SEARCH_SECONDS",
    "RENDER_MODES",
    "SEARCH_SECONDS",
    "Environment",
    "check_render_mode",
    "goes_on_after",
]

import sys
from collections.abc import Sequence
from io import StringIO
from typing import Any, Self

from twbench.core.first_names import FirstCalls
from twbench.core.infos import EnvInfos, one_of_both
from twbench.core.states import GameState
from twbench.errors import (
    ConfigError,
    EnvInfoMissingError,
    GameNotRunningError,
    TwbenchError,
    nearest,
)
from twbench.printable import filled, printable

RENDER_MODES = ("human", "ansi", "text")
"""How a state may be shown: printed, returned in a StringIO, or returned as a string."""
SEARCH_SECONDS = 60.0
"""How long the valid actions of a state are searched for, unless somebody asks for more or less."""
MOST_SEARCH_SECONDS = 3600.0
"""How long they may be asked to be searched for."""


def check_render_mode(mode: str) -> None:
    """Raise ConfigError for what is none of `RENDER_MODES`."""
    if mode not in RENDER_MODES:
        raise ConfigError(
            f"render has the modes {', '.join(RENDER_MODES)}, not {mode!r}."
            f"{nearest(mode, RENDER_MODES)}"
        )


def goes_on_after(error: BaseException) -> bool:
    """Say whether an episode goes on after an error in a step.

    It does after an error of twbench. Any other, such as an interrupt, may have left the step half
    done: what would be read from then on is the state of no game.
    """
    return isinstance(error, TwbenchError)


class Environment(FirstCalls):
    """One game being played. Subclasses implement `load`, `reset`, `step` and `close`.

    ``infos`` says which information to put into every game state; ``request_infos`` is the same
    object under TextWorld's name for it. Raises ConfigError where both are given.

    ``one_command`` says whether a step takes one command only, from the next `reset` on: the rest
    of a line such as "take coin. go north" is refused in a sentence, and so are commands that take
    back turns. It is False unless somebody sets it. How it is done depends on who made the story:
    see `twbench.envs.StoryEnv` and `twbench.envs.JerichoEnv`.

    ``search_seconds`` is how many seconds of the processor a search for the valid actions of one
    state may take, in stories by other makers, from the next `reset` on. A search that is ended by
    this limit is marked as incomplete, and one that took more than two seconds as slow.

    ``extras_may_be_added`` says whether a wrapper may add extras that the game does not have. If it
    may, to ask for these is no error. Wrappers that are not twbench's own set it.
    """

    infos: EnvInfos
    extras_may_be_added: bool = False

    def __init__(self, infos: EnvInfos | None = None, *, request_infos: EnvInfos | None = None):
        self.infos = one_of_both(infos, request_infos) or EnvInfos()
        self.state = GameState()
        self.display_command_during_render = False
        self.one_command = False
        self.search_seconds = SEARCH_SECONDS

    @property
    def _asked_of_game(self) -> list[str]:
        """The keys of states that nobody but the game can give."""
        return self.infos.basics if self.extras_may_be_added else self.infos.keys_of_state

    def load(self, path: str) -> None:
        """Load the story at ``path``; an episode begins with `reset`."""
        raise NotImplementedError

    def seed(self, seed: int | None = None) -> list[int]:
        """Set the seed of the game's own random numbers from the next `reset` on.

        0 is a seed like others. After None, every reset draws anew, but for a story whose
        walkthrough is known to hold with one seed: that is its own. Return the seeds set: one, or
        none, as by an environment that has no random numbers and leaves this as it is. Raises
        ConfigError for what is no whole number.
        """
        return []

    def reset(self) -> GameState:
        """Start the game from its beginning and return its first state."""
        raise NotImplementedError

    def step(self, command: str) -> tuple[GameState, float, bool]:
        """Perform ``command``; return the new state, the score so far, and whether it ended.

        Raises GameNotRunningError before the first `reset` and after the end of the episode.
        """
        raise NotImplementedError

    def save(self) -> Any:
        """Return a snapshot of the episode as it is now, for the `restore` of this environment.

        It is cheap, for searches through what may follow. Copies can restore it too. It may have a
        text ``standing`` that is equal where a command has done nothing, "" where that is unknown.
        """
        raise NotImplementedError

    def restore(self, snapshot: Any) -> GameState:
        """Go back, or forth, to a snapshot, which may be of another episode; return its state.

        Raises GameNotRunningError if it is one of another story.
        """
        raise NotImplementedError

    def copy(self) -> "Environment":
        """Return an independent environment in the same state, asking for the same information.

        It has to be closed too. Copies must be played by one thread at a time.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Release the interpreter. Closing twice is fine."""

    def render(self, mode: str = "human") -> StringIO | str | None:
        """Show the last state: ``human`` prints it, ``text`` returns it, ``ansi`` in a StringIO.

        Printed on a terminal, lines that are longer than it is wide are broken between words.

        Raises ConfigError for another mode, GameNotRunningError before the first `reset`.
        """
        check_render_mode(mode)
        if not self.state:
            raise GameNotRunningError("Nothing to render: call reset() first.")
        text = self.state.feedback or ""
        if self.display_command_during_render and self.state.last_command is not None:
            text = f"> {self.state.last_command}\n{text}"
        if mode == "ansi":
            return StringIO(text)
        if mode == "text":
            return text
        sys.stdout.write(filled(printable(text.rstrip())) + "\n")
        return None

    @property
    def request_infos(self) -> EnvInfos:
        """The information requested: ``infos`` by the name that TextWorld gives it."""
        return self.infos

    @request_infos.setter
    def request_infos(self, infos: EnvInfos) -> None:
        self.infos = infos

    @property
    def acted(self) -> bool | None:
        """Whether the last command was an action of the game; None if only its file could tell."""
        return None

    @property
    def last_actions(self) -> Sequence[Any]:
        """The actions (`twbench.logic.Action`) that the last command led to: several, or none.

        Raises EnvInfoMissingError where they are not known.
        """
        raise EnvInfoMissingError(f"A game that is played by {type(self).__name__}", "last_action")

    @property
    def unwrapped(self) -> "Environment":
        """The innermost environment, without its wrappers."""
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
