"""Games of a thread that share a copy of Frotz's library."""

import ctypes
import gc
import os
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from sample_games import coin_collector, write

from twbench.envs.frotz import library as libraries
from twbench.envs.frotz import session as sessions
from twbench.envs.frotz.library import Library, Seat
from twbench.envs.frotz.session import Session
from twbench.envs.frotz.story_file import StoryFile, read_story

COMMANDS = ("look", "inventory", "go north", "take coin", "go east", "go south", "go west", "look")


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "_IDLE", {})


@pytest.fixture
def stories(tmp_path: Path) -> list[StoryFile]:
    levels = (1, 2, 5, 10)
    return [read_story(write(coin_collector(n), tmp_path, f"level{n}")) for n in levels]


def library_of(session: Session) -> Library:
    return session._take()._playing


def played(session: Session) -> Iterator[tuple[str, bytes, bool]]:
    yield session.reset(), session.memory(), session.halted
    for command in COMMANDS:
        yield turn(session, command)


def turn(session: Session, command: str) -> tuple[str, bytes, bool]:
    text, memory, halted = session.glance(command)
    return text, bytes(memory), halted


def played_alone(story: StoryFile) -> list[tuple[str, bytes, bool]]:
    session = Session(story)
    assert session.frotz is not None  # which is in a library of its own
    game = list(played(session))
    session.close()
    return game


def test_games_by_turns_go_as_they_do_alone(stories: list[StoryFile]) -> None:
    shared = [Session(story) for story in stories]
    assert len({id(library_of(session)) for session in shared}) == 1
    turns = list(zip(*map(played, shared), strict=True))
    assert [list(game) for game in zip(*turns, strict=True)] == list(map(played_alone, stories))
    for session in shared:
        session.close()


def test_nothing_is_left_of_games_for_the_collector_of_garbage(stories: list[StoryFile]) -> None:
    """No type of a buffer for each length of an opening, either."""

    def begin_all() -> int:
        sessions = [Session(story) for story in stories]
        openings = {len(session.reset()) for session in sessions}
        for session in sessions:
            session.close()
        return len(openings)

    begin_all()
    gc.collect()
    gc.disable()
    try:
        assert begin_all() > 1
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_no_screen_is_filled_with_blanks_for_a_game_that_shares_its_library(
    stories: list[StoryFile],
) -> None:
    shared = Session(stories[0])
    functions = library_of(shared).functions
    erases = libraries.jump_in(functions, "os_erase_area")
    assert erases is not None
    nothing = ctypes.cast(functions["os_restart_game"], ctypes.c_void_p).value
    assert erases[0] == nothing
    own = libraries.jump_in(shared.frotz.frotz_lib, "os_erase_area")
    assert own is not None
    assert own[0] != nothing
    shared.close()


def test_a_game_goes_on_in_a_library_of_its_own(stories: list[StoryFile]) -> None:
    first, second = Session(stories[1]), Session(stories[2])
    first.reset()
    second.reset()
    first.step("go north")
    before = first.memory()
    assert first.frotz.frotz_lib is not library_of(second).functions
    assert first.memory() == before
    first.close()
    assert second.step("look")
    second.close()


def test_games_begun_in_one_thread_are_played_in_several(stories: list[StoryFile]) -> None:
    shared = [Session(story) for story in stories]
    ready = Barrier(len(shared))

    def play(session: Session) -> list[list[tuple[str, bytes]]]:
        ready.wait()
        return [list(played(session)) for _ in range(30)]

    with ThreadPoolExecutor(len(shared)) as threads:
        games = list(threads.map(play, shared))
        of_thread = threads.submit(libraries.library_of_thread).result()
    for story, rounds in zip(stories, games, strict=True):
        assert rounds == [played_alone(story)] * 30
    assert of_thread is not None
    assert of_thread is not library_of(shared[0])
    for session in shared:
        session.close()


def test_a_game_that_is_forgotten_leaves_its_seat(stories: list[StoryFile]) -> None:
    gc.collect()  # other tests' games leave theirs before
    first, forgotten = Session(stories[0]), Session(stories[1])
    first.reset()
    forgotten.reset()
    library = library_of(first)
    del forgotten
    gc.collect()
    assert len(library._left) == 1
    third = Session(stories[1])
    assert not library._left
    assert third.reset() == played_alone(stories[1])[0][0]
    assert turn(first, "look") == played_alone(stories[0])[1]
    first.close()
    third.close()


def test_an_interrupt_while_games_change_harms_none(stories: list[StoryFile]) -> None:
    session = Session(stories[0])
    game = played(session)
    beginning = next(game)
    library = library_of(session)
    live = [variables for _, variables in session._take()._seat.copies]
    gone = memoryview(bytearray(len(live[-1])))
    gone.release()
    zeros = memoryview(bytes(len(live[0])))
    with library.lock, pytest.raises(ValueError, match="released"):
        library.put_on(Seat(((zeros, live[0]), (gone, live[-1]))))
    assert library.on is None
    assert [beginning, *game] == played_alone(stories[0])
    session.close()


def test_a_fork_plays_on_by_itself(stories: list[StoryFile]) -> None:
    session, other = Session(stories[1]), Session(stories[2])
    game = played(session)
    beginning = next(game)
    other.reset()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the runner of the tests has threads
        child = os.fork()
    if not child:  # pragma: no cover - in the child
        same = [beginning, *game] == [*played(session)]
        os._exit(0 if same and other.step("look") else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert [beginning, *game] == played_alone(stories[1])
    session.close()
    other.close()


def test_a_fork_lets_go_of_the_libraries_that_it_has_locked(stories: list[StoryFile]) -> None:
    session = Session(stories[1])
    libraries._lock_all()
    with ThreadPoolExecutor(1) as another:  # which makes a library in the meantime
        made = another.submit(lambda: library_of(Session(stories[2]))).result()
        libraries._unlock_all()
        for library in (library_of(session), made):
            assert another.submit(library.lock.acquire, timeout=1).result()
            another.submit(library.lock.release).result()
    session.close()


def test_where_no_variables_are_found_each_game_has_a_library(
    stories: list[StoryFile], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = played_alone(stories[0])
    monkeypatch.setattr(libraries, "_OF_THREAD", libraries._OfThread())
    monkeypatch.setattr(libraries, "_places", lambda: None)
    first, second = Session(stories[0]), Session(stories[0])
    assert library_of(first) is not library_of(second)
    assert list(zip(*map(played, (first, second)), strict=True)) == [(one, one) for one in expected]
    first.close()
    second.close()


TYPED = (
    *("restart", "undo", "save", "restore", "script", "quit", "verbose", "again", "x " * 99, ""),
    *("look. inventory", "take all", "tw-print", "tw-extra-infos facts", "n\u0303andu\u0301"),
)


def left_out(library: Library) -> dict[str, bytes]:
    """Return the variables that are not exchanged, but for those that each command fills."""
    exchanged = [range(start, start + size) for start, size in libraries._places() or ()]
    file = libraries._library_file().read_bytes()
    sections = dict(libraries._sections(file))
    variables = [range(sections[n][0], sum(sections[n])) for n in (".data", ".bss")]
    objects = set(libraries._objects(file))
    anywhere = next(start for start, _, name in objects if name == "world")
    found = {}
    for start, size, name in objects:
        distance = start - anywhere
        if (
            size
            and any(start in section for section in variables)
            and not any(distance in span for span in exchanged)
            and name not in ("world", "screen_buffer", "next_action")
        ):
            place = ctypes.addressof(ctypes.c_char.in_dll(library.functions, "world")) + distance
            found[f"{name} at {distance}"] = ctypes.string_at(place, size)
    return found


def test_what_is_not_exchanged_is_the_same_for_all_games(stories: list[StoryFile]) -> None:
    """However games of any size are begun, played and ended by turns."""
    first, *others = (Session(story) for story in stories)
    first.reset()
    before = left_out(library_of(first))
    assert {"first_restart.0", "cwp", "num_pictures"} <= {name.split()[0] for name in before}
    for session in others:
        session.reset()
    for command in (*COMMANDS, *TYPED):
        for session in (first, *others):
            session.step(command)
    others.pop().close()
    first.reset()
    assert left_out(library_of(first)) == before
    for session in (first, *others):
        session.close()


def test_variables_are_found_but_not_those_that_are_the_same_for_all() -> None:
    places = libraries._places()
    assert places is not None
    spans = [range(start, start + size) for start, size in places]
    assert 4_000 < sum(map(len, spans)) < 8_000
    assert not any(0 in span for span in spans)  # what was told last, by which they are found
