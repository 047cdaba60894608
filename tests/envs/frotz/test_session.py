"""Games that share an interpreter, and interpreters that are kept for the next game."""

import os
from pathlib import Path

import pytest
from sample_games import coin_collector, write

from twbench.envs.frotz import interpreter as interpreters
from twbench.envs.frotz import session as sessions
from twbench.envs.frotz.session import MOST_IDLE, Session
from twbench.envs.frotz.story_file import StoryFile, read_story


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "_IDLE", {})


@pytest.fixture
def stories(tmp_path: Path) -> list[StoryFile]:
    return [read_story(write(coin_collector(level), tmp_path, f"level{level}")) for level in (1, 2)]


def test_the_next_game_is_played_on_the_interpreter_that_was_left(stories: list[StoryFile]) -> None:
    first = Session(stories[0])
    beginning = first.reset()
    first.step("take coin")
    left = first._take()
    first.close()
    second = Session(stories[1])
    assert second._take() is left
    other = second.reset()
    assert other != beginning
    second.step("go north")
    second.close()
    again = Session(stories[0])
    assert again.reset() == beginning
    assert not again.halted
    again.close()


def test_games_that_are_on_have_an_interpreter_of_their_own(stories: list[StoryFile]) -> None:
    first, second = Session(stories[0]), Session(stories[1])
    twin = first.fork()
    assert first._take() is twin._take()
    assert first._take() is not second._take()
    first.close()
    third = Session(stories[1])
    assert third._take() is not twin._take()
    for session in (second, third, twin):
        session.close()


def test_the_story_is_loaded_again_for_another_seed_only(
    stories: list[StoryFile], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever trains with one seed resets thousands of times, and a large story takes its time."""
    begun: list[int | None] = []
    session = Session(stories[0])
    reset = session._take().reset
    monkeypatch.setattr(
        session._take(), "reset", lambda: (begun.append(session._table.seed), reset())[1]
    )
    for seed in (None, 5, 5, 5, 6, 6, None):
        session.seed(seed)
        session.reset()
    assert begun == [None, 5, 6, None]
    session.close()


def test_few_interpreters_are_kept(stories: list[StoryFile]) -> None:
    played = [Session(stories[0]) for _ in range(MOST_IDLE + 2)]
    for session in played:
        session.close()
    (idle,) = sessions._IDLE.values()
    assert len(idle) == MOST_IDLE


def test_what_was_lent_or_has_crashed_or_lost_its_folder_is_not_kept(
    stories: list[StoryFile], monkeypatch: pytest.MonkeyPatch
) -> None:
    lent = Session(stories[0])
    assert lent.frotz is not None
    lent.close()
    monkeypatch.setattr(interpreters, "library_of_thread", lambda: None)  # as on other systems
    robbed = Session(stories[0])
    robbed._take()._path.unlink()
    robbed.close()
    assert not any(sessions._IDLE.values())
    robbed_later = Session(stories[0])
    robbed_later._take()._path.unlink()
    with monkeypatch.context() as patch:
        patch.setattr(sessions.Interpreter, "is_reusable", True)
        robbed_later.close()
    after = Session(stories[1])
    assert after.reset()
    after.close()


def test_a_forked_process_leaves_the_interpreters_of_its_parent_alone(
    stories: list[StoryFile], monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session(stories[0])
    left = session._take()
    session.close()
    with monkeypatch.context() as patch:
        patch.setattr(os, "getpid", lambda: -1)
        in_child = Session(stories[1])
        assert in_child._take() is not left
        in_child.close()
    assert left.is_reusable
