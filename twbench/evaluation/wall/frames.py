"""What crosses the wall: lines of JSON.

A frame is one JSON object in UTF-8, followed by a line break, and every one has the name of its
episode under ``episode``. The recorder speaks first, then the agent asks and the recorder answers,
one question at a time.

The first frame tells of the episode::

    {"episode": "5f..", "begin": {"seed": 7, "max_turns": 200, "infos": ["feedback"],
     "extras": [], "lookahead": 0, "memory": "episode"}}

The agent begins, naming what it wants to be told; then it plays, and at last it finishes::

    {"episode": "5f..", "request": "reset", "infos": ["feedback"], "extras": []}
    {"episode": "5f..", "request": "step", "command": "go east"}
    {"episode": "5f..", "request": "finish"}

Both of the first two are answered with a state::

    {"episode": "5f..", "state": {"feedback": "..."}, "score": null, "done": false,
     "turns_left": 199}

``score`` is null where the protocol does not grant it. After the end (``done``, or no turns left)
there is nothing more to ask. Where the protocol grants lookahead, ``{"request": "fork"}`` is
answered with the number of a copy, ``{"branch": 1}``; steps with ``"branch": 1`` are played there,
and ``{"request": "drop", "branch": 1}`` forgets it. Such a step may have ``infos`` and ``extras``
as well, which this copy tells from then on. ``finish`` may have a ``reason``, and
``{"request": "fail", "by": "agent", "error": "..."}`` tells that the agent has failed, or
(``"by": "service"``) a service that it needs. What cannot be done is answered with
``{"error": "..."}``.
"""

__all__ = ["MAX_ANSWER", "MAX_REQUEST", "Channel", "FrameError", "decoded", "encoded"]

import contextlib
import json
import socket
import struct
import time
from collections.abc import Mapping
from typing import Any

from twbench.envs.state_json import from_json, to_json

MAX_REQUEST = 1 << 20
"""Bytes of a frame from the agent: commands are short."""
MAX_ANSWER = 64 << 20
"""Bytes of a frame to the agent: what it may be told of a large game."""
_PIECE = 1 << 16
_SPAN = struct.Struct("@ll")  # seconds and microseconds, as the system has them
_FOR_EVER = 1e9
_MOMENT = 0.0003
"""Seconds that are shorter than falling asleep and being woken by another processor."""

Frame = dict[str, Any]


class FrameError(ValueError):
    """A frame makes no sense, or is too long."""


def encoded(frame: Mapping[str, Any]) -> bytes:
    """Return a frame as a line; propositions and actions become objects with one marked key."""
    return to_json(frame).encode("utf-8", "surrogatepass") + b"\n"


def decoded(line: bytes, values: bool = False) -> Frame:
    """Return the frame of a line; with ``values``, marked objects are what they were.

    Raises FrameError if it makes no sense.
    """
    try:
        text = line.decode("utf-8", "surrogatepass")
        frame = from_json(text) if values else json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FrameError("A frame must be a line of JSON.") from error
    if type(frame) is not dict:
        raise FrameError("A frame must be a JSON object.")
    return frame


class Channel:
    """One end of the line between an agent and the recorder.

    The system watches the time, so that a frame takes one call to send and one to receive. An
    ``eager`` end looks for a frame for a moment before it sleeps until there is one: for two ends
    that have a processor each.
    """

    def __init__(self, line: socket.socket, limit: int, eager: bool = False):
        self._line = line
        self._limit = limit
        self._moment = _MOMENT if eager else 0.0
        self._received = bytearray()
        self._seconds: float | None = None

    def wait_for(self, seconds: float | None) -> None:
        """Wait so long for a frame, from now on, and for somebody to take one (None: for ever)."""
        if seconds == self._seconds:
            return
        self._seconds = seconds
        whole, rest = divmod(min(seconds or 0.0, _FOR_EVER), 1)
        # For the system no time at all means for ever: it is one microsecond at least.
        span = _SPAN.pack(int(whole), max(int(rest * 1e6), int(seconds is not None)))
        for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            self._line.setsockopt(socket.SOL_SOCKET, option, span)

    def send(self, data: bytes) -> None:
        """Send an encoded frame; raises OSError if nobody listens, TimeoutError if not for long."""
        try:
            self._line.sendall(data)
        except BlockingIOError as error:
            raise TimeoutError from error

    def receive(self) -> bytes:
        """Return the next line.

        Raises EOFError if the other end is closed, TimeoutError if there is no whole line in time,
        and FrameError if it is longer than the limit.
        """
        received = self._received
        end = None if self._seconds is None else time.monotonic() + self._seconds
        place = received.find(b"\n")
        while place < 0:
            if len(received) > self._limit:
                raise FrameError(f"A frame must not be longer than {self._limit:,} bytes.")
            # The system's limit is for each call alone: whoever sends a byte now and then would be
            # waited for without an end.
            if end is not None and time.monotonic() > end:
                raise TimeoutError
            piece = self._next_piece()
            if not piece:
                raise EOFError
            # Only what is new is searched, or a long frame in many pieces would take the square of
            # time.
            place = piece.find(b"\n")
            if place >= 0:
                place += len(received)
            received += piece
        line = bytes(received[:place])
        del received[: place + 1]
        return line

    def _next_piece(self) -> bytes:
        end = time.perf_counter() + self._moment
        while self._moment and time.perf_counter() < end:
            with contextlib.suppress(BlockingIOError):
                return self._line.recv(_PIECE, socket.MSG_DONTWAIT)
        try:
            return self._line.recv(_PIECE)
        except BlockingIOError as error:
            raise TimeoutError from error

    def close(self) -> None:
        """Close this end."""
        self._line.close()
