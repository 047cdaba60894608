"""The file from which an interpreter plays a story, and stories that are played without one."""

import os
import resource
from pathlib import Path
from typing import Any

import pytest
from sample_games import coin_collector, cottage, write

from twbench.envs.frotz import interpreter as interpreters
from twbench.envs.frotz.interpreter import Interpreter
from twbench.envs.frotz.private_copy import PrivateCopy
from twbench.envs.frotz.story_file import StoryFile, read_story


@pytest.fixture
def stories(tmp_path: Path) -> list[StoryFile]:
    """Return stories of ours, from the shortest to the longest."""
    games = (coin_collector(1), coin_collector(8), cottage())
    found = [read_story(write(game, tmp_path, f"game{n}")) for n, game in enumerate(games)]
    return sorted(found, key=lambda story: len(story.data))


def test_a_story_takes_the_place_of_the_last_one(stories: list[StoryFile]) -> None:
    copy = PrivateCopy()
    before = copy.write(stories[-1])
    for story in stories:
        path = copy.write(story)
        assert path.name.startswith("tw-")
        assert path.read_bytes() == story.data
        assert {*path.parent.iterdir()} == {path, before}
        copy.keep(path)
        assert [*path.parent.iterdir()] == [path]
        before = path
    other = StoryFile("other.z8", stories[1].data.replace(b"twb", b"xxx"))
    assert not other.is_linked
    assert copy.write(other).name.startswith("story")
    copy.remove()
    assert not path.parent.exists()


def test_a_forked_process_leaves_the_file_of_its_parent_alone(
    stories: list[StoryFile], monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = PrivateCopy()
    path = copy.write(stories[0])
    with monkeypatch.context() as patch:
        patch.setattr(os, "getpid", lambda: -1)
        in_child = copy.write(stories[1])
        copy.keep(in_child)
        assert in_child.parent != path.parent
        copy.remove()
    assert path.read_bytes() == stories[0].data
    assert not in_child.exists()
    path.unlink()
    path.parent.rmdir()


def test_stories_of_ours_are_played_from_memory(
    stories: list[StoryFile], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interpreters, "PrivateCopy", None)
    interpreter = Interpreter(stories[0])
    for story in reversed(stories):
        interpreter.load(story)
        assert interpreter.reset()
    interpreter.close()


def test_a_game_begins_the_same_from_memory_and_from_a_file(stories: list[StoryFile]) -> None:
    for story in stories:
        interpreter = Interpreter(story)
        from_memory = interpreter.reset(), interpreter.memory()
        assert interpreter.frotz is not None  # which has it from a file
        assert (interpreter.reset(), interpreter.memory()) == from_memory
        interpreter.close()


def test_a_story_that_finds_no_room_leaves_the_last_one_playable(stories: list[StoryFile]) -> None:
    short, long = stories[0], stories[-1]
    assert len(long.data) > len(short.data)
    interpreter = Interpreter(short)
    beginning = interpreter.reset()
    assert interpreter.frotz is not None  # which is loaded from a file
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(short.data) + 10, hard))
    try:
        with pytest.raises(OSError, match="File too large"):
            interpreter.load(long)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert interpreter._path.read_bytes() == short.data
    assert interpreter.reset() == beginning
    interpreter.load(long)
    assert interpreter.reset() != beginning
    interpreter.close()


@pytest.mark.parametrize(("place", "is_there"), [("write", True), ("keep", False)])
def test_an_operating_system_error_of_a_time_limit_leaves_the_last_story_or_none(
    stories: list[StoryFile], monkeypatch: pytest.MonkeyPatch, place: str, is_there: bool
) -> None:
    def interrupted(copy: PrivateCopy, what: Any) -> None:
        done(copy, what)
        raise TimeoutError

    interpreter = Interpreter(stories[0])
    assert interpreter.frotz is not None  # which is loaded from a file
    beginning = interpreter.reset()
    done = getattr(PrivateCopy, place)
    with monkeypatch.context() as patch:
        patch.setattr(PrivateCopy, place, interrupted)
        with pytest.raises(TimeoutError):
            interpreter.load(stories[1])
    if is_there:
        assert interpreter.reset() == beginning
    else:
        with pytest.raises(ValueError, match="has been closed"):
            interpreter.reset()
    interpreter.load(stories[1])
    assert interpreter.reset() != beginning
    interpreter.close()
