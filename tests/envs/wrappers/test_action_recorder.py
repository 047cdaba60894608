"""What was done in an episode, whatever was typed for it."""

import pytest
from sample_games import coin_collector, write

from twbench.envs import ActionRecorder
from twbench.errors import EnvInfoMissingError
from twbench.families import start


@pytest.fixture
def env(tmp_path):
    with ActionRecorder(start(write(coin_collector(3), tmp_path), isolated=False)) as recorder:
        recorder.reset()
        yield recorder


def names(env):
    return [action.name for action in env.actions]


def test_what_changes_nothing_is_not_recorded(env):
    for command in ("look", "i", "take moon", "xyzzy"):
        env.step(command)
    assert names(env) == []


def test_what_is_taken_back_is_forgotten(env):
    before = env.save()
    way = next(way for way in "nsew" if env.step(way)[0] and env.unwrapped.acted)
    assert [name.partition("/")[2][0] for name in names(env)] == [way]
    after = env.save()
    env.restore(before)
    assert names(env) == []
    env.restore(after)
    assert len(names(env)) == 1
    env.reset()
    assert names(env) == []


def test_of_others_stories_it_is_not_known(tmp_path):
    isolated = start(write(coin_collector(3), tmp_path), isolated=True)
    with ActionRecorder(isolated) as recorder:
        recorder.reset()
        with pytest.raises(EnvInfoMissingError, match="last_action"):
            recorder.step("look")
