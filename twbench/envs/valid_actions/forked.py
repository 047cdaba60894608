"""Searching in a process of its own, which ends by itself: some stories hang at some commands.

The process is a fork of the one that plays, so that it begins in the same state and leaves nothing
behind. Alarm clocks, which no code of a story can stop, end it. A command at which the story hangs,
or ends its process, is left out when the search is made again.
"""

__all__ = ["Search", "find_apart"]

import contextlib
import json
import os
import select
import signal
import time
import warnings
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from twbench.envs.announcing import announce_search
from twbench.envs.frotz.session import Session
from twbench.envs.frotz.watched import LastWords, Line, Watched
from twbench.envs.valid_actions.limits import SLOW_SECONDS, SPARE_SECONDS, Limits
from twbench.envs.valid_actions.refusals import Lesson
from twbench.envs.valid_actions.search import FoundActions
from twbench.system.forks import holding_signals

_Tell = Callable[[FoundActions], None]
_Found = tuple[FoundActions, Lesson | None]
_Find = Callable[[Session, _Tell], _Found]
_FOR_ANOTHER = 2.0
"""Seconds that have to be left to begin a search again that was lost."""
_MOST_LOST = 16
"""Of a story that hangs at every other command nobody waits for more searches of a state."""
_READ = 1 << 16


class Search(NamedTuple):
    """What was ``found``, what that teaches, and which commands the story did not live through."""

    found: FoundActions
    lesson: Lesson | None
    deadly: tuple[Line, ...] = ()


def find_apart(
    find: _Find, session: Session, mode: str, limits: Limits, known: Iterable[Line] = ()
) -> Search:
    """Return what ``find`` returns, or has told last if it takes longer than its ``limits`` say.

    It is given a session in the state of this one; what it does not come to the end of, or not at
    once, is slow by the clock on the wall. What was told last is incomplete, and so is
    nothing at all, and what was found without a command that ended the process, or is ``known`` to
    have done so: what that would have done, nobody knows. No lesson comes with any of these.
    Without a limit of seconds it may take for ever. Who waits is told that it begins.
    """
    deadly = [*known]
    most_deadly = len(deadly) + _MOST_LOST
    most = FoundActions((), mode, incomplete=True, tried=0, timed_out=True)
    announce_search(limits.until_answered)
    begun = time.monotonic()
    end = begun + limits.wall
    with contextlib.closing(LastWords()) as last_words:
        while True:
            left = replace(limits, wall=end - time.monotonic())
            found, lesson = _find_once(
                lambda tell: find(Watched(session, deadly, last_words), tell), mode, left
            )
            line = last_words.read()
            if line is None:
                if deadly:
                    rest = replace(found, incomplete=True)
                    return Search(_since(begun, rest), None, tuple(deadly))
                return Search(_since(begun, found) if found.timed_out else found, lesson)
            most = max(most, found, key=lambda one: one.tried)
            deadly.append(line)
            if len(deadly) == most_deadly or end - time.monotonic() < _FOR_ANOTHER:
                return Search(_since(begun, most), None, tuple(deadly))
            last_words.clear()


def _since(begun: float, found: FoundActions) -> FoundActions:
    """Return what was found, said to be slow if that has taken so long."""
    return found.as_slow if time.monotonic() - begun > SLOW_SECONDS else found


def _find_once(find: Callable[[_Tell], _Found], mode: str, limits: Limits) -> _Found:
    read, write = os.pipe()
    with (
        os.fdopen(read, "rb", buffering=0),
        os.fdopen(write, "wb", buffering=0) as own,
        holding_signals() as let_come,
    ):
        child = _fork()
        if not child:
            _search(find, read, write, limits, let_come)
        try:
            let_come()
            own.close()
            told = _lines(read, None if limits.seconds is None else limits.until_answered)
        finally:
            _end(child)
    if not told:
        return FoundActions((), mode, incomplete=True, tried=0, timed_out=True), None
    found, lesson = json.loads(told[-1])
    return FoundActions.from_json(found), lesson and Lesson.from_json(lesson)


def _fork() -> int:
    with warnings.catch_warnings():
        # The child searches alone, and no thread that holds a lock is asked for it.
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _search(
    find: Callable[[_Tell], _Found],
    read: int,
    write: int,
    limits: Limits,
    let_signals_come: Callable[[], None],
) -> None:
    """Search in the new process, and end it."""
    try:
        let_signals_come()
        if limits.seconds is not None:
            for clock, alarm, seconds in (
                (signal.ITIMER_PROF, signal.SIGPROF, limits.seconds + SPARE_SECONDS),
                (signal.ITIMER_REAL, signal.SIGALRM, limits.wall),
            ):
                signal.signal(alarm, signal.SIG_DFL)
                signal.setitimer(clock, seconds)
        os.close(read)

        def tell(found: FoundActions, lesson: Lesson | None = None) -> None:
            told = found.to_json(), lesson and lesson.to_json()
            data = json.dumps(told).encode() + b"\n"
            while data:
                data = data[os.write(write, data) :]

        tell(*find(tell))
    finally:
        os._exit(0)  # nothing of what the parent has to do at its end is this one's


def _lines(read: int, seconds: float | None) -> list[bytes]:
    """Return the whole lines that come until the other side ends, or for so many seconds."""
    end = None if seconds is None else time.monotonic() + seconds
    data = b""
    while _has_more(read, end) and (part := os.read(read, _READ)):
        data += part
    return data.split(b"\n")[:-1]


def _has_more(read: int, end: float | None) -> bool:
    """Wait for something to read, or for the other side to end; False if time is over."""
    poll = select.poll()
    poll.register(read, select.POLLIN)
    left = None if end is None else max(0.0, end - time.monotonic())
    return bool(poll.poll(left and 1000 * left))


def _end(child: int) -> None:
    """End the process and wait for it: one that was stopped from outside heeds no alarm clock."""
    with contextlib.suppress(ChildProcessError):  # nobody has to wait where SIGCHLD is ignored
        if os.waitpid(child, os.WNOHANG) == (0, 0):
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
