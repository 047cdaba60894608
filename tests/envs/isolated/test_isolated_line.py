"""Lines between processes: every frame arrives once, whole, and whatever the other end does."""

import math
import mmap
import os
import random
import threading
import time
from collections.abc import Iterator

import pytest

from twbench.envs.isolated.line import LARGEST_FRAME, Line, MemoryLine, connect, new_memory

needs_memory = pytest.mark.skipif(new_memory() is None, reason="this machine has no such memory")
AWAKE = 0.0005


@pytest.fixture(params=[pytest.param("memory", marks=needs_memory), "pipes"])
def ends(request: pytest.FixtureRequest) -> Iterator[tuple[Line, Line]]:
    """Both ends of a line, as a parent and a child have them."""
    answers, requests = os.pipe(), os.pipe()
    memory = new_memory() if request.param == "memory" else None
    parent = connect(answers[0], requests[1], memory, is_parent=True, awake=AWAKE)
    child = connect(requests[0], answers[1], memory, is_parent=False, awake=AWAKE)
    yield parent, child
    for file in (*answers, *requests):
        if file not in closed:
            os.close(file)
    closed.clear()
    if memory is not None:
        os.close(memory)


closed: set[int] = set()


def hang_up(line: Line) -> None:
    for file in (line._source, line._sink):
        os.close(file)
        closed.add(file)


def test_every_frame_arrives_whatever_the_pauses(ends: tuple[Line, Line]) -> None:
    parent, child = ends
    rng = random.Random(1)
    frames = [rng.randbytes(rng.choice((0, 1, 30, 5_000, 200_000))) for _ in range(300)]
    pauses = rng.choices((0.0, AWAKE, 0.002), (8, 1, 1), k=600)

    def answer() -> None:
        for pause in pauses[300:]:
            frame = child.receive(10)
            time.sleep(pause)
            child.send(frame[::-1], 10)

    thread = threading.Thread(target=answer)
    thread.start()
    for frame, pause in zip(frames, pauses, strict=False):
        parent.send(frame, 10)
        time.sleep(pause)
        assert parent.receive(10) == frame[::-1]
    thread.join()


def test_nothing_comes(ends: tuple[Line, Line]) -> None:
    parent, child = ends
    begun = time.monotonic()
    with pytest.raises(TimeoutError):
        parent.receive(0.05)
    assert 0.05 <= time.monotonic() - begun < 5
    hang_up(child)
    with pytest.raises(EOFError):
        parent.receive(math.inf)


def test_what_was_sent_last_is_received(ends: tuple[Line, Line]) -> None:
    parent, child = ends
    child.send(b"farewell", 1)
    hang_up(child)
    assert parent.receive(1) == b"farewell"


def test_frames_are_limited(ends: tuple[Line, Line]) -> None:
    parent, child = ends
    with pytest.raises(ValueError, match="at most 67,108,864 bytes, not 67,108,865"):
        parent.send(b"x" * (LARGEST_FRAME + 1), 1)
    if isinstance(child, MemoryLine):
        child._memory[child._out : child._out + 200] = b"\1" + b"\xff" * 199
    else:
        os.write(child._sink, b"\xff" * 4)
    with pytest.raises(ValueError, match="at most 67,108,864 bytes, not 4,294,967,295"):
        parent.receive(1)


@needs_memory
def test_the_memory_keeps_its_size() -> None:
    memory = new_memory()
    assert memory is not None
    for size in (0, mmap.PAGESIZE, 1 << 40):
        with pytest.raises(OSError, match="not permitted"):
            os.ftruncate(memory, size)
    os.close(memory)


@pytest.mark.parametrize("ends", [pytest.param("memory", marks=needs_memory)], indirect=True)
def test_who_claims_to_sleep_for_ever_does_not_stop_the_other(ends: tuple[Line, Line]) -> None:
    parent, child = ends
    assert isinstance(child, MemoryLine)
    child._memory[child._in + 64] = 1
    for number in range(100_000):  # more than the pipe takes
        parent.send(b"%d" % number, 1)
        assert child.receive(1) == b"%d" % number
