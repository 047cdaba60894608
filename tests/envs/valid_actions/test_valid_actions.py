"""Valid actions of stories by other makers: what is found, and when it is not."""

import os
import shutil
import signal
import time
from dataclasses import replace
from pathlib import Path

import pytest

from twbench.core import EnvInfos
from twbench.envs import own_folder
from twbench.envs.detection import Detection
from twbench.envs.frotz.known import bindings_of, walkthrough_of
from twbench.envs.frotz.session import Session
from twbench.envs.frotz.story_file import read_story
from twbench.envs.objects.dictionary import Dictionary
from twbench.envs.objects.world import World
from twbench.envs.valid_actions.forked import find_apart
from twbench.envs.valid_actions.kept import KeptActions, file_beside, state_key
from twbench.envs.valid_actions.limits import Limits
from twbench.envs.valid_actions.naming import normalised
from twbench.envs.valid_actions.search import ActionFinder, FoundActions
from twbench.errors import DatasetError
from twbench.families import start

STORIES = Path(__file__).resolve().parents[4] / "shared" / "data" / "stories"
needs_stories = pytest.mark.skipif(
    not STORIES.is_dir(), reason="the stories are not beside this checkout"
)


@pytest.fixture(autouse=True)
def _patience(search_with):
    search_with()


@needs_stories
def test_the_walkthrough_is_among_them_and_each_changes_the_world():
    infos = EnvInfos(["walkthrough"], valid_actions=True, admissible_commands=True)
    with own_folder(), start(STORIES / "library.z5", infos, isolated=False) as env:
        state = env.reset()
        first = state.valid_actions
        assert state.admissible_commands == first["commands"]
        assert state.admissible_source == "detected"
        assert (first["mode"], first["incomplete"]) == ("fast", False)
        assert {"west", "give card to attendant", "open drawer"} <= set(first["commands"])
        again = env.save()
        env.infos.valid_actions = env.infos.admissible_commands = False
        env.infos.world_diff = env.infos.world_state_hash = True
        for command in first["commands"]:
            env.restore(again)
            after, score, _ = env.step(command)
            # "xyzzy" is worth a point, and moves nothing.
            changed = score or any(after.world_diff.values())
            assert changed or command in first["in_variables"], command


@needs_stories
def test_what_was_searched_leaves_nothing_behind_and_is_found_again():
    story = read_story(STORIES / "library.z5")
    session = Session(story)
    with own_folder() as folder:
        session.reset()
        before = session.save()
        detection = Detection(story.data, session)
        found = detection.valid(session).to_json()
        begun = time.process_time()
        assert detection.valid(session).to_json() == found
        assert time.process_time() - begun < 0.1
        now = session.save()
        assert (now.memory, now.registers, now.random) == (
            before.memory,
            before.registers,
            before.random,
        )
        anew = Detection(story.data, session).valid(session).to_json()
        assert anew == found
        assert detection.valid(session, over=True).to_json()["commands"] == []
        assert folder is None or not any(Path(folder).iterdir())
    session.close()


@needs_stories
def test_what_was_tried_before_makes_no_difference():
    story = read_story(STORIES / "theatre.z5")
    limits = Limits(3_000_000)
    found = []
    for detours in ((), ("turn dial left", "drop all", "look", "restart")):
        session = Session(story)
        with own_folder():
            session.reset()
            for command in walkthrough_of(session.frotz)[:30]:
                before = session.save()
                for detour in detours:
                    session.step(detour)
                session.restore(before)
                session.step(command)
            world = World(story.data, Dictionary(story.data), session.frotz.player_obj_num)
            finder = ActionFinder(story.data, world, bindings_of(session.frotz), limits=limits)
            found.append((state_key(session.save()), finder.find(session)))
        session.close()
    assert found[0] == found[1]
    assert found[0][1].incomplete
    assert not found[0][1].timed_out


@needs_stories
def test_a_file_beside_the_story_is_used_and_a_damaged_one_is_named(tmp_path):
    path = tmp_path / "library.z5"
    shutil.copy(STORIES / "library.z5", path)
    story = read_story(path)
    session = Session(story)
    kept = KeptActions(story.data)
    only = FoundActions((("sing",),), "fast", incomplete=False, tried=1)
    with own_folder():
        session.reset()
        kept.keep(state_key(session.save()), only)
        session.close()
        kept.save(file_beside(path))
        with start(path, EnvInfos(valid_actions=True)) as env:
            assert env.reset().valid_actions == only.to_json()
        file_beside(path).write_text("{}\n")
        damaged = pytest.raises(DatasetError, match="line 1: the format is not")
        with start(path, EnvInfos(valid_actions=True)) as env, damaged:
            env.reset()


@needs_stories
def test_instructions_of_a_command_are_counted_and_leave_nothing_behind():
    session = Session(read_story(STORIES / "library.z5"))
    with own_folder():
        session.reset()
        before, told = session.save(), session.step("look")
        session.restore(before)
        counts = [session.count_instructions(one) for one in ("look", "examine me", "quit")]
        assert counts == [session.count_instructions(one) for one in ("look", "examine me", "quit")]
        assert 100 < counts[0] < 100_000
        now = session.save()
        assert (now.memory, now.registers, now.random) == (
            before.memory,
            before.registers,
            before.random,
        )
        assert session.step("look").split() == told.split()
    session.close()


@needs_stories
def test_a_search_that_hangs_ends_and_tells_what_it_had():
    session = Session(read_story(STORIES / "library.z5"))
    partial = FoundActions((("north",),), "fast", incomplete=True, tried=3, timed_out=True)

    def hang(_, tell):
        tell(partial)
        while True:
            pass

    begun = time.monotonic()
    with own_folder():
        session.reset()
        told, *rest = find_apart(hang, session, "fast", Limits(None, 0.01))
        assert (told.without_clock, *rest) == (partial, None, ())
        late, _, _ = find_apart(hang, session, "fast", Limits(None, 1.1))
        nothing, _, _ = find_apart(lambda *_: os._exit(1), session, "fast", Limits(None, 0.01))
    session.close()
    assert late == replace(partial, slow=True, slow_by_clock=True)
    assert nothing.timed_out
    assert time.monotonic() - begun < 30


@needs_stories
def test_a_search_that_is_stopped_from_outside_is_ended():
    session = Session(read_story(STORIES / "library.z5"))
    begun = time.monotonic()
    with own_folder():
        session.reset()
        stopped, _, _ = find_apart(
            lambda *_: os.kill(os.getpid(), signal.SIGSTOP),
            session,
            "fast",
            Limits(None, 0.01, 0.5),
        )
    session.close()
    assert stopped.timed_out
    assert time.monotonic() - begun < 30


@needs_stories
def test_a_search_does_not_outlive_who_began_it():
    session = Session(read_story(STORIES / "library.z5"))
    read, write = os.pipe()

    def hang(*_):
        os.write(write, f"{os.getpid()}\n".encode())
        while True:
            pass

    with own_folder(), os.fdopen(read) as numbers:
        session.reset()
        child = os.fork()
        if not child:
            find_apart(hang, session, "fast", Limits(None, 60.0, 60.0))
        search = Path("/proc", numbers.readline().strip(), "stat")
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        end = time.monotonic() + 20
        while search.exists() and " Z " not in search.read_text():
            assert time.monotonic() < end
            time.sleep(0.05)
    os.close(write)
    session.close()


@needs_stories
def test_no_file_stays_open_if_there_can_be_no_process(monkeypatch):
    def fork():
        raise BlockingIOError

    session = Session(read_story(STORIES / "library.z5"))
    monkeypatch.setattr(os, "fork", fork)
    with own_folder():
        session.reset()
        before = sorted(Path("/proc/self/fd").iterdir())
        with pytest.raises(BlockingIOError):
            find_apart(lambda *_: None, session, "fast", Limits(None, 0.01))
        assert sorted(Path("/proc/self/fd").iterdir()) == before
    session.close()


def test_answers_about_things_are_compared_without_their_names():
    names = ("lamp", "brass", "coins")
    one = normalised("(the brass lamp)\nThe brass lamp isn't here.", names)
    assert one == normalised("The coins aren't here.", names) == "* isn't here."
