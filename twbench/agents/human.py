"""A person at the keyboard (docs: textworld.agents.human)."""

__all__ = ["HumanAgent", "PageAgent", "SecondThoughts"]

import re
import readline
import sys
from collections.abc import Callable, Sequence
from typing import Any

from twbench.agents.kept_games import KeptGames
from twbench.agents.plain_words import plain_word
from twbench.core import Agent, EnvInfoMissingError, Environment, GameState, Wrapper
from twbench.printable import filled, printable

MOST_HINTS = 10
"""Commands of a long way to the end that a person is shown at once."""


class SecondThoughts(Wrapper):
    """Lets a person take turns back with ``undo``, and begin anew with ``restart``.

    A turn that is taken back leads to where the player was before: that is described, and not what
    had been answered there. An empty line is no turn, nor is one after which the game stands as it
    did, where snapshots tell. With none left, ``undo`` goes to the story. What copies do is not
    taken back with it.
    """

    KEPT = 100
    TAKEN_BACK = "[The last turn is taken back.]"

    _of_episode = ("_before", "_score")
    _status_line = re.compile(r"\A> (?=[^\n]* {3})")

    def __init__(self, env: Environment):
        super().__init__(env)
        self._before: tuple[tuple[Any, float], ...] = ()
        self._score = 0.0

    def reset(self) -> GameState:
        """Start a game; there is nothing to take back."""
        self._before, self._score = (), 0.0
        self.infos.description = True
        try:
            return super().reset()
        except EnvInfoMissingError:
            self.infos.description = False  # what was answered has to do
            return super().reset()

    def step(self, command: str) -> tuple[GameState, float, bool]:
        """Perform ``command``, or take the last one back; see `Environment.step`."""
        word = plain_word(command)
        if word == "restart":
            return self.reset(), 0.0, False
        if word == "undo" and self._before:
            *earlier, (snapshot, self._score) = self._before
            self._before = tuple(earlier)
            return self._taken_back_to(self._wrapped_env.restore(snapshot)), self._score, False
        saved = self._saved() if word else ()
        state, score, done = super().step(command)
        if done or not self._stands_as(saved):
            self._before = (*self._before, *saved)[-self.KEPT :]
        self._score = score
        return self._with_narrow_status_line(state), score, done

    def _taken_back_to(self, state: GameState) -> GameState:
        """Return a state in which the place is described, and make it the last one."""
        place = (state.description or state.feedback or "").strip("\n")
        self.state = GameState({**state, "feedback": f"{self.TAKEN_BACK}\n\n{place}\n"})
        return self.state

    def _with_narrow_status_line(self, state: GameState) -> GameState:
        """Return a state whose status line, which Frotz writes for a wide screen, fits on any.

        It has that of stories up to version 3, behind a prompt: another one stands before it.
        """
        text = state.feedback or ""
        if not self._status_line.match(text):
            return state
        line, _, rest = text.removeprefix("> ").partition("\n")
        line = re.sub(" {3,}", "   ", line.strip())
        self.state = GameState({**state, "feedback": f"[{line}]\n{rest}"})
        return self.state

    def _stands_as(self, saved: tuple[tuple[Any, float], ...]) -> bool:
        """Say whether nothing has come of a line before which there was this snapshot."""
        standing = [getattr(snapshot, "standing", "") for snapshot, _ in saved]
        return any(standing) and [self._wrapped_env.save().standing] == standing

    def _saved(self) -> tuple[tuple[Any, float], ...]:
        """Return the snapshot of now with its score; nothing if the environment takes none."""
        try:
            return ((self._wrapped_env.save(), self._score),)
        except NotImplementedError:
            return ()


class HumanAgent(Agent):
    """Asks the terminal for each command.

    With ``autocompletion`` the tab key completes the admissible commands; with ``walkthrough`` the
    commands that lead to the end, or the first of many, are shown before every prompt. ``undo``
    takes turns back, at a terminal also the one that ended the game; ``save``, ``restore`` and
    ``script`` keep what was played. The end of the input (control-D), ``quit`` and ``q`` raise
    EOFError.
    """

    PROMPT = "\n> "
    AFTER_THE_END = ("undo", "restart", "restore")
    LEAVE = frozenset({"q", "quit"})

    def __init__(self, autocompletion: bool = False, walkthrough: bool = False):
        self.autocompletion = autocompletion
        self.walkthrough = walkthrough

    @property
    def wrappers(self) -> Sequence[type[Wrapper]]:
        """What lets a person change their mind, and keep what they have played."""
        return SecondThoughts, KeptGames

    def reset(self, env: Environment) -> None:
        """Ask for the hints that were chosen."""
        if self.autocompletion:
            env.infos.admissible_commands = True
        if self.walkthrough:
            env.infos.policy_commands = True

    def act(self, game_state: GameState, reward: float, done: bool) -> str:
        """Return the line typed by the person. Raises EOFError if the person leaves."""
        command = self._read(game_state)
        if plain_word(command) in self.LEAVE:
            raise EOFError
        return command

    def resume(self, game_state: GameState) -> str | None:
        """Ask at a terminal how to go on; None where nobody sits at one, or they want no more."""
        if not sys.stdin.isatty():
            return None
        while (command := self._asked_at_the_end()) not in self.AFTER_THE_END:
            if command in self.LEAVE:
                return None
        return command

    def _asked_at_the_end(self) -> str:
        sys.stdout.write(f"\nThe game is over: {', '.join(self.AFTER_THE_END)} or quit?")
        return plain_word(input(self.PROMPT))

    def _read(self, game_state: GameState) -> str:
        if self.walkthrough:
            sys.stdout.write(printable(filled(f"\n[{_hint(game_state.policy_commands or ())}]")))
        if not self.autocompletion:
            return input(self.PROMPT)
        commands = filter(str.isprintable, game_state.admissible_commands or ())
        return _input_with_completion(self.PROMPT, sorted(commands))


class PageAgent(HumanAgent):
    """A person at a page in the browser: ``next_command`` waits for what is typed there."""

    def __init__(self, next_command: Callable[[], str]):
        super().__init__()
        self._next_command = next_command

    def resume(self, game_state: GameState) -> str | None:
        """Leave the game at its end: the page shows it."""
        return None

    def _read(self, game_state: GameState) -> str:
        return self._next_command()


def _hint(commands: Sequence[str]) -> str:
    """Return the next ``commands`` that lead to the end in a line, and how many there are more."""
    if not commands:
        return "none known from here"
    rest = len(commands) - MOST_HINTS
    more = (f"... {rest} more",) if rest > 0 else ()
    return " > ".join((*commands[:MOST_HINTS], *more))


def completer(commands: Sequence[str]) -> Callable[[str, int], str | None]:
    """Return readline's completion function over whole ``commands``."""

    def complete(typed: str, index: int) -> str | None:
        matches = [command for command in commands if command.startswith(typed)]
        return matches[index] if index < len(matches) else None

    return complete


def _input_with_completion(prompt: str, commands: Sequence[str]) -> str:
    """Read a line while the tab key completes ``commands``; readline is then as it was before."""
    previous, delimiters = readline.get_completer(), readline.get_completer_delims()
    readline.set_completer(completer(commands))
    readline.set_completer_delims("")  # a command is completed as a whole, spaces included
    readline.parse_and_bind("tab: complete")
    try:
        return input(prompt)
    finally:
        readline.set_completer(previous)
        readline.set_completer_delims(delimiters)
