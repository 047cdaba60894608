"""Frotz's own loop does what Jericho's does, and leaves nothing of it behind."""

import ctypes
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from bare_stories import story_of
from stories_at_hand import needs_stories, story

from twbench.envs import own_folder
from twbench.envs.frotz import loops
from twbench.envs.frotz.interpreter import Snapshot
from twbench.envs.frotz.known import walkthrough_of
from twbench.envs.frotz.session import Session
from twbench.envs.frotz.story_file import StoryFile, read_story
from twbench.envs.frotz.watched import LastWords, Watched

READS = bytes.fromhex("e217 0300 00 3c e40f 0300 0000 00")
"""Takes note of the length of a line, and reads one."""
ROUND = bytes.fromhex("e217 0300 00 3c e40f 0300 0000 00 8cfff2")
"""The same for ever."""
NOT_AN_INSTRUCTION = bytes(3)
QUITS = bytes.fromhex("ba")
ASKS_FOR_KEYS = bytes.fromhex("f67f0110") * 8
ENDS = {
    "goes on": ROUND,
    "crashes": READS + NOT_AN_INSTRUCTION,
    "quits": READS + QUITS + READS * 8,
    "reads elsewhere": READS * 8,
    "reads a key": READS + ASKS_FOR_KEYS,
    "reads keys": ASKS_FOR_KEYS,
}
QUESTION = "quit"
COMMANDS = ("look", QUESTION, "take all", "restart", "undo", "", "xyzzy", "wait", "examine me")
unknown = pytest.mark.filterwarnings("ignore::twbench.envs.JerichoUnsupportedGameWarning")


@contextmanager
def played(file: StoryFile) -> Iterator[Session]:
    with own_folder():
        session = Session(file)
        session.seed(5)
        session.reset()
        yield session
        session.close()


def both(session: Session, here: Snapshot, command: str) -> list[tuple[str, Snapshot, bool]]:
    """Return what is told and left by a command from the same state, in one way and the other."""
    found = []
    for is_own in (False, True):
        if session.halted:
            session.reset()
        if is_own:
            told = session.step_from(here, command)
        else:
            session.restore(here)
            told = session.step(command)
        found.append((told, session.save(), session.halted))
    return found


def refused(session: Session, here: Snapshot, command: str) -> bool:
    """Whether the loop cannot be used for a command, as far as is known by now."""
    loop = session._take()._loop
    assert loop is not None
    session.restore(here)
    answer = loop.answer(command.encode() + b"\n")
    session._table.saved = None
    return answer is None


@unknown
@pytest.mark.parametrize("code", ENDS.values(), ids=ENDS)
def test_a_story_ends_up_in_the_same_state(code: bytes) -> None:
    with played(StoryFile("bare.z5", story_of(code))) as session:
        here = session.save()
        for command in ("go north", "x", "", "go north"):
            expected, own = both(session, here, command)
            assert own == expected


@needs_stories
@pytest.mark.parametrize("name", ["library.z5", "theatre.z5", "snacktime.z8", "zork1.z3"])
def test_real_stories_do_too(name: str) -> None:
    with played(read_story(story(name))) as session:
        walkthrough = walkthrough_of(session.frotz)[:12]
        for following in walkthrough:
            here = session.save()
            session.step("look")  # warnings of the interpreter are told once
            for command in (*COMMANDS, following):
                expected, own = both(session, here, command)
                assert own == expected, command
            session.restore(here)
            session.step(following)


@unknown
def test_it_is_used_where_the_story_comes_back_or_is_known_to_wait() -> None:
    expected = {"goes on": False, "crashes": True, "quits": True, "reads elsewhere": False}
    for name, is_refused in expected.items():
        with played(StoryFile("bare.z5", story_of(ENDS[name]))) as session:
            here = session.save()
            assert refused(session, here, "x") == (name != "goes on"), name
            session.reset()
            session.step_from(here, "x")
            if session.halted:
                session.reset()
            assert refused(session, here, "x") == is_refused, name


@needs_stories
def test_a_question_is_known_from_its_second_time_on() -> None:
    with played(read_story(story("library.z5"))) as session:
        here = session.save()
        assert not refused(session, here, "wait")
        assert refused(session, here, QUESTION)
        session.step_from(here, QUESTION)
        assert not refused(session, here, QUESTION)


@unknown
def test_what_can_be_written_to_is_left_alone() -> None:
    story_file = bytearray(story_of(ROUND))
    story_file[0x0E:0x10] = (0x700).to_bytes(2)  # the code is in front of it
    with played(StoryFile("bare.z5", bytes(story_file))) as session:
        here = session.save()
        assert refused(session, here, "x")
        expected, own = both(session, here, "x")
        assert own == expected


@unknown
def test_nothing_comes_of_a_deadly_command_that_is_typed_from_a_state() -> None:
    with played(StoryFile("bare.z5", story_of(ROUND))) as session:
        here = session.save()
        watched = Watched(session, [("x",)], LastWords())
        watched.step_from(here, "go north")
        assert watched.memory() != here.memory
        assert watched.step_from(here, "x") == ""
        assert watched.memory() == here.memory


@unknown
def test_a_story_that_crashes_at_reading_is_not_run_on() -> None:
    reads_where_nothing_is_written = READS.replace(
        bytes.fromhex("0f 0300"), bytes.fromhex("0f 0700")
    )
    endless = bytes.fromhex("8cffff")
    story_file = story_of(reads_where_nothing_is_written + endless)
    with played(StoryFile("bare.z5", story_file)) as session:
        assert not session.halted
        here = session.save()
        child = os.fork()
        if not child:
            signal.alarm(5)
            session.step_from(here, "x")
            os._exit(session.halted)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1


class _InterruptedError(Exception):
    pass


def _interrupt(*_: object) -> None:
    raise _InterruptedError


@pytest.fixture
def _alarms() -> Iterator[None]:
    before = signal.signal(signal.SIGALRM, _interrupt)
    yield
    signal.signal(signal.SIGALRM, before)


def _patched(session: Session) -> tuple[object, ...]:
    loop = session._take()._loop
    assert loop is not None
    assert loop._error is not None
    code = ctypes.string_at((loop._memory.value or 0) + 0x400, 0x400)
    return loop._error[0], bytes(loop._operations), code


@unknown
@pytest.mark.usefixtures("_alarms")
def test_all_is_put_back_whenever_it_is_interrupted() -> None:
    with played(StoryFile("bare.z5", story_of(ROUND))) as session:
        here = session.save()
        session.step_from(here, "x")  # the interpreter finds its functions at their first call
        session.restore(here)
        expected = session.step("x"), session.save()
        before = _patched(session)
        count, end = 0, time.monotonic() + 1
        while time.monotonic() < end:
            try:
                signal.setitimer(signal.ITIMER_REAL, 1e-5 + count % 97 * 1e-6)
                while True:
                    session.step_from(here, "x")
            except _InterruptedError:
                count += 1
            assert _patched(session) == before
            session.restore(here)
            assert (session.step("x"), session.save()) == expected
        assert count


@unknown
def test_where_errors_cannot_be_caught_jericho_takes_all_instructions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A library may be linked so that the addresses of its functions are sealed."""
    monkeypatch.setattr(loops, "jump_in", lambda *_: None)
    with played(StoryFile("bare.z5", story_of(ROUND))) as session:
        here = session.save()
        for _ in range(2):
            assert refused(session, here, "x")
            expected, own = both(session, here, "go north")
            assert own == expected
