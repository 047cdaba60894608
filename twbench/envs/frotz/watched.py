"""A session in a process that may be lost: which commands the story did not live through.

Some stories hang at some commands, or crash their interpreter. Whoever tries many of them does it
in a process of its own, and learns here at which one that has ended; then the next process can go
on without it.
"""

__all__ = ["LastWords", "Line", "Watched"]

import mmap
import os
import threading
import time
from collections.abc import Callable, Collection
from functools import partial

from twbench.envs.frotz.interpreter import Snapshot
from twbench.envs.frotz.session import Session

Line = tuple[str, ...]
"""Commands that were typed one after the other, from a state that was gone back to."""
_HANGS = 0.4
"""Seconds of the processor in which any story has answered: it takes some hundredths at most."""
_LOOKS = 0.1
_SIZE = 1 << 16


class LastWords:
    """Memory that two processes have: what is being typed in the other one."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, _SIZE)

    def write(self, line: Line) -> None:
        """Note that a line's last command is being typed."""
        data = "\n".join(line).encode()[: _SIZE - 1] + b"\0"
        self._memory[: len(data)] = data

    def clear(self) -> None:
        """Note that it has been answered."""
        self._memory[0] = 0

    def read(self) -> Line | None:
        """Return what was being typed when the other process ended, None for nothing."""
        said = self._memory[:_SIZE].partition(b"\0")[0]
        return tuple(said.decode().split("\n")) if said else None

    def close(self) -> None:
        """Give the memory back."""
        self._memory.close()


class Watched(Session):
    """The game of a ``session``, which nobody else plays on in this process.

    It is about to be lost, so that a command that takes seconds ends it: ``last_words`` says which.
    It ends as well when the process that has begun it does. Nothing comes of the last command
    of a line that is ``deadly``.
    """

    def __init__(self, session: Session, deadly: Collection[Line], last_words: LastWords):
        self._sit_down(session._table, session.save())
        self._deadly = frozenset(deadly)
        self._last_words = last_words
        self._typed: Line = ()
        # Goes up when a command is typed, and when it was answered.
        self._moment = 0
        self._parent = os.getppid()
        threading.Thread(target=self._watch, daemon=True).start()

    def step(self, command: str) -> str:
        """Type ``command`` and return what the story answers."""
        self._typed += (command,)
        return self._answer(partial(super().step, command))

    def step_from(self, snapshot: Snapshot, command: str) -> str:
        """Go back, or forth, to a snapshot of this game or a copy of it; do the same as `step`."""
        self._typed = (command,)
        if self._typed in self._deadly:
            super().restore(snapshot)
        return self._answer(partial(super().step_from, snapshot, command))

    def _answer(self, ask: Callable[[], str]) -> str:
        """Return what is answered to the last command of the line, if that is not deadly."""
        if self._typed in self._deadly:
            return ""
        self._last_words.write(self._typed)
        self._moment += 1
        text = ask()
        self._moment += 1
        self._last_words.clear()
        return text

    def restore(self, snapshot: Snapshot) -> None:
        """Go back, or forth, to a snapshot of this game or a copy of it."""
        self._typed = ()
        super().restore(snapshot)

    def reset(self) -> str:
        """Start the story anew and return its opening text."""
        self._typed = ()
        return super().reset()

    def _watch(self) -> None:
        """End the process if it hangs or nobody waits; this thread runs while the story does."""
        seen = since = 0.0
        while os.getppid() == self._parent:
            time.sleep(_LOOKS)
            moment, now = self._moment, time.process_time()
            if moment != seen or moment % 2 == 0:
                seen, since = moment, now
            elif now - since > _HANGS:
                break
        os._exit(1)
