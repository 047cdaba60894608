"""The line between a story's process and its parent: requests go one way, answers the other.

Frames lie in memory that both processes have, where the machine allows it. To wake a process that
sleeps takes longer than most steps of a story; so whoever waits looks again and again for a moment
whether something has come, and sleeps only then. The pipes are for waking, and end when the other
side has. Elsewhere the frames go through the pipes.

Neither side has to trust the other: a frame is copied before it is read, its length is limited, and
the memory cannot be made smaller under the other's hands.
"""

__all__ = ["LARGEST_FRAME", "Line", "MemoryLine", "PipeLine", "connect", "new_memory"]

import contextlib
import fcntl
import mmap
import os
import platform
import select
import sys
import time
from abc import ABC, abstractmethod

LARGEST_FRAME = 1 << 26
"""Bytes of the largest frame."""
_LENGTH = 4
_HALF = LARGEST_FRAME + mmap.PAGESIZE
# Where things are in each half of the memory, on cache lines of their own.
_COUNT, _ASLEEP, _LENGTH_AT, _FRAME = 0, 64, 128, 128 + _LENGTH
# Looks at the memory for each at the clock, which only says when to give up.
_LOOKS = 20
_MOST_FAILURES = 6
_LOOK_ONCE_MORE = 0.01
# A poll takes milliseconds as an int of C, and infinity is none.
_LONGEST_POLL = 100_000.0


class Line(ABC):
    """One end of a line, whose other end is in another process. The two speak by turns."""

    def __init__(self, source: int, sink: int):
        """Take the pipe that brings something, and the one that takes it."""
        self._source, self._sink = source, sink
        self._readable = select.poll()
        self._readable.register(source, select.POLLIN)
        os.set_blocking(sink, False)

    @abstractmethod
    def send(self, frame: bytes, seconds: float) -> None:
        """Send a frame.

        Raises TimeoutError if it cannot be sent within so many seconds, BrokenPipeError if there is
        nobody any more to whom.
        """

    @abstractmethod
    def receive(self, seconds: float) -> bytes:
        """Return the next frame.

        Raises TimeoutError if there is none within so many seconds, EOFError if there will be none,
        ValueError if it is too large.
        """


class PipeLine(Line):
    """A line of two pipes; the length of a frame, the highest byte first, stands before it."""

    def __init__(self, source: int, sink: int):
        super().__init__(source, sink)
        self._writable = select.poll()
        self._writable.register(sink, select.POLLOUT)

    def send(self, frame: bytes, seconds: float) -> None:
        """Send a frame; see `Line.send`."""
        deadline = time.monotonic() + seconds
        rest = memoryview(_length(frame) + frame)
        while rest:
            self._wait(self._writable, deadline)
            rest = rest[os.write(self._sink, rest) :]

    def receive(self, seconds: float) -> bytes:
        """Return the next frame; see `Line.receive`."""
        deadline = time.monotonic() + seconds
        data, size = b"", _LENGTH
        while len(data) < size:
            self._wait(self._readable, deadline)
            part = os.read(self._source, 1 << 16)
            if not part:
                raise EOFError
            data = data + part if data else part
            if size == _LENGTH and len(data) >= _LENGTH:
                size += _length_of_frame(data[:_LENGTH])
        return data[_LENGTH:]

    def _wait(self, pipe: select.poll, deadline: float) -> None:
        while not pipe.poll(_milliseconds(deadline - time.monotonic())):
            if time.monotonic() >= deadline:
                raise TimeoutError


class MemoryLine(Line):
    """A line of memory: half of it for requests, half for answers.

    A half begins with how many frames were put there (mod 256) and whether the receiver sleeps.
    """

    def __init__(self, source: int, sink: int, memory: int, is_parent: bool, awake: float):
        """Take the file of the memory as well; ``awake`` is how long to look before sleeping."""
        super().__init__(source, sink)
        self._memory = mmap.mmap(memory, 2 * _HALF)
        self._in, self._out = (_HALF, 0) if is_parent else (0, _HALF)
        self._sent = self._received = 0
        self._awake = awake
        self._failures = self._rests = 0

    def send(self, frame: bytes, seconds: float) -> None:
        """Send a frame; see `Line.send`. It is never waited for."""
        memory, half = self._memory, self._out
        memory[half + _LENGTH_AT : half + _FRAME + len(frame)] = _length(frame) + frame
        # The count is written last: whoever sees it finds the whole frame.
        memory[half + _COUNT] = self._sent = self._sent + 1 & 255
        if memory[half + _ASLEEP]:
            with contextlib.suppress(BlockingIOError):  # a full pipe wakes as well
                os.write(self._sink, b"\0")

    def receive(self, seconds: float) -> bytes:
        """Return the next frame; see `Line.receive`."""
        memory, half = self._memory, self._in
        wanted = self._received = self._received + 1 & 255
        if not self._is_soon(wanted):
            memory[half + _ASLEEP] = 1
            self._sleep_until(wanted, seconds)
            memory[half + _ASLEEP] = 0
        at = half + _FRAME
        return memory[at : at + _length_of_frame(memory[half + _LENGTH_AT : at])]

    def _is_soon(self, wanted: int) -> bool:
        """Return whether a frame comes soon.

        To look for it is no use where others need the processor, or where nothing comes for long:
        then it is done less and less often.
        """
        if self._rests:
            self._rests -= 1
            return False
        memory, at, now = self._memory, self._in + _COUNT, time.perf_counter
        end = now() + self._awake
        while now() < end:
            for _ in range(_LOOKS):
                if memory[at] == wanted:
                    self._failures = 0
                    return True
        self._failures = min(self._failures + 1, _MOST_FAILURES)
        self._rests = 1 << self._failures
        return False

    def _sleep_until(self, wanted: int, seconds: float) -> None:
        """Sleep until there is a frame.

        Its sender may not have seen yet that somebody sleeps, nor this side the frame: each
        processor writes to memory a moment later than it says. So the first sleep is a short one,
        and so are those after it that something woke from which was meant for an earlier one.
        """
        at, deadline = self._in + _COUNT, time.monotonic() + seconds
        longest = _LOOK_ONCE_MORE
        while self._memory[at] != wanted:
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            if not self._readable.poll(_milliseconds(min(longest, left))):
                longest = seconds
            elif not os.read(self._source, 1 << 12) and self._memory[at] != wanted:
                raise EOFError


def connect(source: int, sink: int, memory: int | None, is_parent: bool, awake: float) -> Line:
    """Return one end of a line: of memory if there is a file of it, else of two pipes.

    ``awake`` is for how many seconds to look for a frame before sleeping.
    """
    if memory is None:
        return PipeLine(source, sink)
    return MemoryLine(source, sink, memory, is_parent, awake)


def new_memory() -> int | None:
    """Return an open file of memory for a `MemoryLine`, None where there can be none.

    It takes what is used of it. The processor must show what one process writes to others in the
    same order, and the system must promise that the file keeps its size.
    """
    if sys.platform != "linux" or platform.machine() not in ("x86_64", "AMD64"):
        return None
    file = os.memfd_create("twbench-story", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    os.ftruncate(file, 2 * _HALF)
    fcntl.fcntl(
        file, fcntl.F_ADD_SEALS, fcntl.F_SEAL_GROW | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_SEAL
    )
    return file


def _length(frame: bytes) -> bytes:
    return _checked(len(frame)).to_bytes(_LENGTH, "big")


def _length_of_frame(data: bytes) -> int:
    return _checked(int.from_bytes(data, "big"))


def _checked(length: int) -> int:
    if length > LARGEST_FRAME:
        raise ValueError(f"A frame has at most {LARGEST_FRAME:,} bytes, not {length:,}.")
    return length


def _milliseconds(seconds: float) -> float:
    """Return for how long to poll at once."""
    return 1000 * max(0, min(seconds, _LONGEST_POLL))
