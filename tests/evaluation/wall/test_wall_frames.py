"""What crosses the wall: lines of JSON of a limited size, in a limited time."""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twbench.evaluation.wall.frames import Channel, FrameError, decoded, encoded


@given(st.dictionaries(st.text(), st.text() | st.integers() | st.lists(st.text())))
def test_frames_come_out_as_they_went_in(frame: dict[str, Any]) -> None:
    line = encoded(frame)
    assert line.count(b"\n") == 1
    assert decoded(line) == frame


@given(st.binary())
def test_any_bytes_are_a_frame_or_refused(data: bytes) -> None:
    with contextlib.suppress(FrameError):
        assert type(decoded(data)) is dict


@pytest.fixture(params=[False, True], ids=["patient", "eager"])
def line(request: pytest.FixtureRequest) -> Iterator[tuple[Channel, socket.socket]]:
    mine, theirs = socket.socketpair()
    with mine, theirs:
        yield Channel(mine, 1000, request.param), theirs


def receive(channel: Channel, seconds: float) -> bytes:
    channel.wait_for(seconds)
    return channel.receive()


def test_lines_come_one_by_one(line: tuple[Channel, socket.socket]) -> None:
    channel, other = line
    other.sendall(b"one\ntw")
    other.sendall(b"o\n\n")
    assert [channel.receive() for _ in range(3)] == [b"one", b"two", b""]


def test_a_line_has_a_size_and_a_time(line: tuple[Channel, socket.socket]) -> None:
    channel, other = line
    other.sendall(b"half")
    with pytest.raises(TimeoutError):
        receive(channel, 0.05)
    other.sendall(b"x" * 2000)
    with pytest.raises(FrameError, match="must not be longer than 1,000 bytes"):
        receive(channel, 1)


def test_dripping_does_not_win_time(line: tuple[Channel, socket.socket]) -> None:
    channel, other = line
    over = threading.Event()

    def drip() -> None:
        while not over.wait(0.02):
            other.sendall(b"x")

    thread = threading.Thread(target=drip)
    thread.start()
    started = time.monotonic()
    try:
        with pytest.raises(TimeoutError):
            receive(channel, 0.2)
    finally:
        over.set()
        thread.join()
    assert time.monotonic() - started < 5


def test_who_never_reads_is_not_waited_for(line: tuple[Channel, socket.socket]) -> None:
    channel, _ = line
    with pytest.raises(TimeoutError):
        receive(channel, 0.05)
    with pytest.raises(TimeoutError):
        channel.send(b"x" * (64 << 20))


def test_a_line_that_is_hung_up(line: tuple[Channel, socket.socket]) -> None:
    channel, other = line
    other.sendall(b"half")
    other.close()
    with pytest.raises(EOFError):
        receive(channel, 1)
