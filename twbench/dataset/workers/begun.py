"""Which part a worker is at, in memory that it shares with its parent.

A message for each part would wake the parent as often, which takes both of them some hundredths of
a short game. So a worker only notes what it begins, and the parent looks when it has to know: when
it has waited for long, or the worker has ended.
"""

__all__ = ["Begun"]

import mmap
import struct
import time
from pathlib import Path

_NOTE = struct.Struct("=dq")
"""The time by the monotonic clock, which all processes of a machine share, and the number."""
_NOTHING = -1


class Begun:
    """The number of the part that was begun last, in a file that both sides have."""

    def __init__(self, path: Path):
        """Open a file that `create` has made."""
        with path.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), _NOTE.size)

    @classmethod
    def create(cls, path: Path) -> "Begun":
        """Make the file ``path``, which says that nothing is begun."""
        # Written, since memory of a file with holes ends the process where the disk is full.
        path.write_bytes(_NOTE.pack(0, _NOTHING))
        return cls(path)

    def clear(self) -> None:
        """Note that nothing is begun."""
        self.note(_NOTHING)

    def note(self, number: int) -> None:
        """Note that the part ``number`` is begun."""
        # Who reads meanwhile may get the time of the new part with the number of the last one, and
        # then waits somewhat longer for that.
        _NOTE.pack_into(self._memory, 0, time.monotonic(), number)

    def read(self) -> tuple[int, float] | None:
        """Return the number of the part that was begun last, and when; None if nothing was."""
        since, number = _NOTE.unpack_from(self._memory)
        return None if number == _NOTHING else (number, since)

    def close(self) -> None:
        """Let go of the memory."""
        self._memory.close()
