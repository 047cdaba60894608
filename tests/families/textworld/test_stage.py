"""Opening one story of ours after the other, on one interpreter."""

from pathlib import Path

import pytest

from twbench.bounded_cache import BoundedCache
from twbench.core import EnvInfos
from twbench.envs import StoryEnv
from twbench.families import get
from twbench.families.textworld.stage import Stage


@pytest.fixture
def stage():
    made = Stage(get("textworld"))
    yield made
    if made._env is not None:
        made._env.close()


@pytest.fixture(scope="module")
def attic(one_room):
    return one_room("attic", "hat")


def played(stage, path, command):
    """Play one command; return the environment, and whether that won."""
    with stage(str(path), EnvInfos()) as env:
        env.infos = EnvInfos(won=True)
        env.reset()
        return env, env.step(command)[0].won


def test_stories_share_an_interpreter(stage, cellar, attic):
    one, won = played(stage, cellar, "take coin")
    assert won
    other, won = played(stage, attic, "take hat")
    assert won
    assert one is other
    assert played(stage, cellar, "take hat") == (one, False)


def test_the_story_that_is_on_is_not_opened_again(stage, cellar, monkeypatch):
    opened = []
    monkeypatch.setattr(StoryEnv, "open", lambda *given: opened.append(given[2]) or OPEN(*given))
    for path in (cellar, Path(cellar.parent, ".", cellar.name)):
        assert played(stage, path, "take coin")[1]
    assert opened == [cellar]


OPEN = StoryEnv.open


def test_what_has_gone_wrong_is_not_used_again(stage, cellar):
    with pytest.raises(KeyboardInterrupt), stage(str(cellar), EnvInfos()) as env:
        raise KeyboardInterrupt
    again, won = played(stage, cellar, "take coin")
    assert won
    assert again is not env


def test_two_stories_at_once_are_two_environments(stage, cellar, attic):
    with stage(str(cellar), EnvInfos()) as one, stage(str(attic), EnvInfos()) as other:
        assert one is not other
        assert "coin" in one.reset().feedback
        assert "hat" in other.reset().feedback


def test_a_story_that_could_do_harm_is_alone_in_a_folder_of_its_own(stage, cellar, monkeypatch):
    monkeypatch.setattr("twbench.envs.frotz.story_file._KNOWN", BoundedCache(1))
    monkeypatch.setattr("twbench.envs.frotz.story_file.StoryFile.doubt", "nobody knows it")
    before = Path.cwd()
    with stage(str(cellar), EnvInfos(won=True)) as env:
        assert Path.cwd() != before
        env.reset()
        assert env.step("take coin")[0].won
    assert Path.cwd() == before
    assert played(stage, cellar, "take coin")[0] is not env
