"""Valid actions of stories by other makers: what is found, and when it is not."""

import os
import time
from pathlib import Path

import pytest

from twbench.core import EnvInfos
from twbench.envs import own_folder
from twbench.envs.detection import Detection
from twbench.envs.frotz.session import Session
from twbench.envs.frotz.story_file import read_story
from twbench.envs.valid_actions.forked import find_apart
from twbench.envs.valid_actions.naming import normalised
from twbench.envs.valid_actions.search import FoundActions
from twbench.families import start

STORIES = Path(__file__).resolve().parents[4] / "shared" / "data" / "stories"
needs_stories = pytest.mark.skipif(
    not STORIES.is_dir(), reason="the stories are not beside this checkout"
)


@needs_stories
def test_the_walkthrough_is_among_them_and_each_changes_the_world():
    infos = EnvInfos(["walkthrough"], valid_actions=True, admissible_commands=True)
    with own_folder(), start(STORIES / "library.z5", infos, isolated=False) as env:
        state = env.reset()
        first = state.valid_actions
        assert state.admissible_commands == first["commands"]
        assert (first["mode"], first["incomplete"]) == ("fast", False)
        assert {"west", "give card to attendant", "open drawer"} <= set(first["commands"])
        again = env.save()
        env.infos.valid_actions = env.infos.admissible_commands = False
        env.infos.world_diff = env.infos.world_state_hash = True
        for command in first["commands"]:
            env.restore(again)
            after, score, _ = env.step(command)
            # "xyzzy" is worth a point, and moves nothing.
            assert score or any(after.world_diff.values()), command


@needs_stories
def test_what_was_searched_leaves_nothing_behind_and_is_found_again():
    story = read_story(STORIES / "library.z5")
    session = Session(story)
    with own_folder() as folder:
        session.reset()
        before = session.save()
        detection = Detection(story.data, session)
        found = detection.tell("valid_actions", session, None, over=False)
        begun = time.process_time()
        assert detection.tell("valid_actions", session, None, over=False) == found
        assert time.process_time() - begun < 0.1
        now = session.save()
        assert (now.memory, now.registers, now.random) == (
            before.memory,
            before.registers,
            before.random,
        )
        anew = Detection(story.data, session).tell("valid_actions", session, None, over=False)
        assert anew == found
        assert detection.tell("valid_actions", session, None, over=True)["commands"] == []
        assert folder is None or not any(Path(folder).iterdir())
    session.close()


def test_a_search_that_hangs_ends_and_tells_what_it_had():
    partial = FoundActions((("north",),), "fast", incomplete=True, tried=3)

    def hang(tell):
        tell(partial)
        while True:
            pass

    begun = time.monotonic()
    assert find_apart(hang, "fast", 0.01) == partial
    assert find_apart(lambda _: os._exit(1), "fast", 0.01).incomplete
    assert time.monotonic() - begun < 30


def test_answers_about_things_are_compared_without_their_names():
    names = ("lamp", "brass", "coins")
    one = normalised("(the brass lamp)\nThe brass lamp isn't here.", names)
    assert one == normalised("The coins aren't here.", names) == "* isn't here."
