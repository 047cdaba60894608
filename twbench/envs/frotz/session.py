"""Games in progress that share one interpreter.

An interpreter costs a copy of the story and some 200 kilobytes more; a game in progress is a few
kilobytes. So copies of a game live on one interpreter: it holds the game that was played last, the
others are parked as snapshots. Copies are independent of each other, but must be played by one
thread at a time.

To make an interpreter and to end it takes longer than a short game, so a process keeps some that
nobody plays on, for the next stories of ours.
"""

__all__ = ["Session"]

import os
from typing import TYPE_CHECKING, NoReturn

from twbench.envs.frotz.interpreter import Interpreter, Memory, Snapshot
from twbench.envs.frotz.story_file import StoryFile
from twbench.errors import NotCopiedError

if TYPE_CHECKING:
    import jericho

MOST_IDLE = 4
"""Interpreters that are kept: each takes 0.3 MB."""
_IDLE: dict[int, list[Interpreter]] = {}
"""By process: a forked one must not use those of its parent, with which it would share a folder."""


def _seated(story: StoryFile) -> Interpreter:
    """Return an interpreter with a story loaded, one that was kept if that can be."""
    idle = _IDLE.get(os.getpid(), [])
    while story.is_linked:
        try:
            interpreter = idle.pop()
        except IndexError:  # or another thread has taken the last one
            break
        if interpreter.is_reusable:
            interpreter.seed(None)
            interpreter.load(story)
            return interpreter
        interpreter.close()
    return Interpreter(story)


def _leave(interpreter: Interpreter) -> None:
    """Keep an interpreter that nobody plays on any more, or close it."""
    idle = _IDLE.setdefault(os.getpid(), [])
    if interpreter.is_reusable and len(idle) < MOST_IDLE:
        idle.append(interpreter)
    else:
        interpreter.close()


class _Table:
    """What the sessions on one interpreter share."""

    def __init__(self, story: StoryFile):
        self.interpreter = _seated(story)
        self.is_lent = False
        self.seed: int | None = None
        self.beginning: tuple[str, Snapshot] | None = None
        self.holder: Session | None = None
        # The game that is on, if it was saved as it is now.
        self.saved: Snapshot | None = None
        self.players = 0


class Session:
    """A game in progress; it begins with `reset`."""

    def __init__(self, story: StoryFile):
        self._sit_down(_Table(story), None)

    def _sit_down(self, table: _Table, parked: Snapshot | None) -> None:
        self._table = table
        self._parked = parked
        self._closed = False
        table.players += 1

    def __reduce__(self) -> NoReturn:
        raise NotCopiedError

    def load(self, story: StoryFile) -> None:
        """Replace the story. Copies go on with theirs."""
        if self._table.players > 1:
            self.close()
            self._sit_down(_Table(story), None)
        else:
            self._table.beginning = None
            self._table.saved = None
            self._table.holder = None
            self._parked = None
            self._table.interpreter.load(story)

    def seed(self, seed: int | None) -> None:
        """Set the seed of the story's random numbers from the next reset on, for all copies."""
        table = self._table
        if seed != table.seed:
            table.interpreter.seed(seed)
            table.seed = seed
            table.beginning = None

    def reset(self) -> str:
        """Start the story anew and return its opening text."""
        interpreter = self._take()
        table = self._table
        if table.beginning is None:
            table.saved = None
            text = interpreter.reset()
            # Otherwise each beginning has random numbers of its own, and none may stand for the
            # next.
            if interpreter.is_repeatable:
                table.beginning = (text, self.save())
            return text
        text, snapshot = table.beginning
        self.restore(snapshot)
        return text

    def begin(self) -> str:
        """Do the same as `reset`, for a game that is played once: nothing is kept for the next."""
        interpreter = self._take()
        self._table.saved = None
        return interpreter.reset()

    def step(self, command: str) -> str:
        """Type ``command`` and return what the story answers."""
        interpreter = self._take()
        self._table.saved = None
        return interpreter.step(command)

    def step_from(self, snapshot: Snapshot, command: str) -> str:
        """Go back, or forth, to a snapshot of this game or a copy of it; do the same as `step`."""
        interpreter = self._take()
        self._table.saved = None
        return interpreter.step_from(snapshot, command)

    def glance(self, command: str) -> tuple[str, Memory, bool]:
        """Type ``command``; return the answer, the dynamic memory, and whether it is `halted`.

        The memory is of use until the next command only: see `Interpreter.glance`.
        """
        table = self._table
        interpreter = table.interpreter if table.holder is self else self._take()
        table.saved = None
        return interpreter.glance(command)

    def count_instructions(self, command: str) -> int:
        """Return what ``command`` costs; see `Interpreter.count_instructions`.

        The game is as it was before.
        """
        return self._take().count_instructions(command)

    def memory(self) -> bytes:
        """Return a copy of the story's dynamic memory."""
        return self._take().memory()

    def write_word(self, address: int, value: int) -> None:
        """Put an unsigned number into two bytes of the story's dynamic memory."""
        interpreter = self._take()
        self._table.saved = None
        interpreter.write_word(address, value)

    @property
    def frotz(self) -> "jericho.FrotzEnv":
        """Jericho's own environment, playing this game."""
        self._table.is_lent = True  # nobody knows what is done to it
        return self._take().frotz

    @property
    def halted(self) -> bool:
        """Whether the story has crashed, or quit; see `Interpreter.halted`."""
        return self._take().halted

    @property
    def waits_for_key(self) -> bool:
        """Whether the story waits for a key; see `Interpreter.waits_for_key`."""
        return self._take().waits_for_key

    def save(self) -> Snapshot:
        """Return a snapshot of the game. It is taken anew only if the game has gone on."""
        interpreter = self._take()
        saved = self._table.saved
        if saved is None:
            saved = self._table.saved = interpreter.save()
        return saved

    def restore(self, snapshot: Snapshot) -> None:
        """Go back, or forth, to a snapshot of this game or a copy of it."""
        interpreter = self._take()
        self._table.saved = None
        interpreter.restore(snapshot)
        self._table.saved = snapshot

    def fork(self) -> "Session":
        """Return an independent copy of the game."""
        copy = Session.__new__(Session)
        copy._sit_down(self._table, self.save())
        return copy

    def close(self) -> None:
        """Leave the interpreter; the last one to leave releases it. Closing twice is fine."""
        if self._closed:
            return
        self._closed = True
        table = self._table
        table.players -= 1
        if table.holder is self:
            table.holder = None
        if not table.players:
            (Interpreter.close if table.is_lent else _leave)(table.interpreter)

    def _take(self) -> Interpreter:
        """Return the interpreter, holding this game."""
        table = self._table
        if table.holder is not self:
            if table.holder is not None:
                table.holder._parked = table.saved or table.interpreter.save()
            # Whoever is interrupted here finds his game parked, and nobody's on.
            table.holder = None
            if self._parked is not None:
                table.saved = None
                table.interpreter.restore(self._parked)
                table.saved = self._parked
            table.holder = self
            self._parked = None
        return table.interpreter
