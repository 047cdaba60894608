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
    """The number of the part that was begun last, in a file that both sides have.

    Parts that are begun several times, in turns with others, are noted as if all that they took so
    far had been one piece: so the time of each counts from its beginning, without that of others.
    """

    def __init__(self, path: Path):
        """Open a file that `create` has made."""
        with path.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), _NOTE.size)
        self.start()

    def start(self) -> None:
        """Begin with other parts, of which none has taken any time."""
        self._spent: dict[int, float] = {}
        self._last, self._since = _NOTHING, 0.0

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
        """Note that the part ``number`` is begun, or goes on."""
        now = time.monotonic()
        self._spent[self._last] = now - self._since
        self._last, self._since = number, now - self._spent.get(number, 0.0)
        # Who reads meanwhile may get the time of the new part with the number of the last one, and
        # has to read again before anything is made of it.
        _NOTE.pack_into(self._memory, 0, self._since, number)

    def read(self) -> tuple[int, float] | None:
        """Return the number of the part that was begun last, and when; None if nothing was.

        Of a part that goes on it is when it would have begun if nothing had come between.
        """
        since, number = _NOTE.unpack_from(self._memory)
        return None if number == _NOTHING else (number, since)

    def close(self) -> None:
        """Let go of the memory."""
        self._memory.close()
