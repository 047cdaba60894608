"""The file from which an interpreter plays, with one story after another."""

import os
import resource
from pathlib import Path

import pytest
from sample_games import coin_collector, cottage, write

from twbench.envs.frotz.interpreter import Interpreter
from twbench.envs.frotz.private_copy import PrivateCopy
from twbench.envs.frotz.story_file import StoryFile, read_story


@pytest.fixture
def stories(tmp_path: Path) -> list[StoryFile]:
    """Return stories of ours, from the shortest to the longest."""
    games = (coin_collector(1), coin_collector(8), cottage())
    found = [read_story(write(game, tmp_path, f"game{n}")) for n, game in enumerate(games)]
    return sorted(found, key=lambda story: len(story.data))


def test_stories_of_ours_are_written_over_each_other(stories: list[StoryFile]) -> None:
    copy = PrivateCopy()
    path = copy.write(stories[0])
    made = path.stat().st_ino
    for story in (stories[2], stories[1], stories[0], stories[0], stories[2]):
        assert copy.write(story) == path
        assert path.read_bytes() == story.data
    assert path.stat().st_ino == made
    copy.remove()
    assert not path.parent.exists()


def test_a_file_that_is_gone_is_made_anew(stories: list[StoryFile]) -> None:
    copy = PrivateCopy()
    path = copy.write(stories[0])
    path.unlink()
    assert copy.write(stories[1]).read_bytes() == stories[1].data
    copy.remove()


def test_what_another_maker_wrote_has_a_new_file(stories: list[StoryFile]) -> None:
    copy = PrivateCopy()
    ours = copy.write(stories[0])
    other = StoryFile("other.z8", stories[1].data.replace(b"twb", b"xxx"))
    assert not other.is_linked
    theirs = copy.write(other)
    assert theirs.name.startswith("story")
    again = copy.write(stories[0])
    assert again.name.startswith("tw-")
    assert [*again.parent.iterdir()] == [again]
    assert len({ours, theirs, again}) == 3
    copy.remove()


def test_a_forked_process_leaves_the_file_of_its_parent_alone(
    stories: list[StoryFile], monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = PrivateCopy()
    path = copy.write(stories[0])
    with monkeypatch.context() as patch:
        patch.setattr(os, "getpid", lambda: -1)
        in_child = copy.write(stories[1])
        assert in_child.parent != path.parent
        copy.remove()
    assert path.read_bytes() == stories[0].data
    assert not in_child.exists()
    path.unlink()
    path.parent.rmdir()


def test_a_story_that_finds_no_room_leaves_the_last_one_playable(stories: list[StoryFile]) -> None:
    short, long = stories[0], stories[-1]
    assert len(long.data) > len(short.data)
    interpreter = Interpreter(short)
    beginning = interpreter.reset()
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
