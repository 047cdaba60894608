"""The watch over a story that may hang where no signal is seen."""

import threading
import time
from collections.abc import Iterator

import pytest

from twbench.evaluation.playing import child
from twbench.evaluation.playing.player import STORY_HANGS

SECONDS = 0.2


class InStory:
    """An episode whose story was asked for something so often, and is at the last of that."""

    def __init__(self, asked: int):
        self.in_story, self.asked = True, asked
        self.search_seconds = 0.0


class Ending:
    """Notes with what exit code the process would have ended."""

    def __init__(self) -> None:
        self.code: int | None = None
        self.came = threading.Event()

    def __call__(self, code: int) -> None:
        self.code = code
        self.came.set()
        threading.Event().wait()  # for ever: a thread of an ended process does nothing more


@pytest.fixture
def ending(monkeypatch: pytest.MonkeyPatch) -> Ending:
    found = Ending()
    monkeypatch.setattr(child, "_LOOK", 0.01)
    monkeypatch.setattr(child.os, "_exit", found)
    return found


@pytest.fixture
def watch(ending: Ending) -> Iterator[child._Watch]:
    watch = child._Watch(SECONDS)
    yield watch
    watch.recording = None  # should a test fail, nothing ends in earnest
    time.sleep(5 * child._LOOK)


def test_a_story_that_stays_at_a_command_ends_the_process(
    watch: child._Watch, ending: Ending
) -> None:
    watch.recording = InStory(3)
    assert ending.came.wait(60)
    assert ending.code == STORY_HANGS


def test_a_search_takes_longer_than_a_story(watch: child._Watch, ending: Ending) -> None:
    recording = InStory(3)
    recording.search_seconds = 60.0
    watch.recording = recording
    time.sleep(3 * SECONDS)
    assert ending.code is None
    recording.search_seconds = 0.0
    assert ending.came.wait(60)


def test_what_is_asked_after_a_long_search_begins_anew(watch: child._Watch, ending: Ending) -> None:
    """The agent may think too short for anybody to see it: after the first state, say."""
    recording = InStory(3)
    recording.search_seconds = 60.0
    watch.recording = recording
    time.sleep(3 * SECONDS)
    recording.asked, recording.search_seconds = 4, 0.0
    time.sleep(SECONDS / 2)
    assert ending.code is None
    assert ending.came.wait(60)


def test_another_episode_is_another_place(
    watch: child._Watch, ending: Ending, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new episode may lie in memory where the last one was, and be as far."""
    monkeypatch.setattr(child, "id", lambda _: 1, raising=False)
    for _ in range(4):
        watch.recording = InStory(3)
        time.sleep(SECONDS / 2)
    assert ending.code is None
    watch.recording = InStory(3)
    watch.recording.in_story = False  # the agent thinks, and has time
    time.sleep(2 * SECONDS)
    assert ending.code is None
    watch.recording.in_story = True
    assert ending.came.wait(60)
    assert ending.code == STORY_HANGS
