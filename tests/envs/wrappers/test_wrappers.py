"""Wrappers: what they add, and that the order of calls is checked through them."""

from pathlib import Path
from unittest.mock import ANY

import pytest
from sample_games import coin_collector, cottage, open_story, write

from twbench.core import EnvInfos, Environment, GameState, Wrapper
from twbench.envs import Filter, Limit, Recorder
from twbench.errors import ConfigError, EnvInfoMissingError, GameNotRunningError
from twbench.families import start


def test_recorder_keeps_the_episode(tmp_path: Path) -> None:
    env = Recorder(open_story(cottage(), tmp_path, moves=True))
    assert (env.commands, env.states, env.transcript) == ([], [], "")
    first = env.reset()
    second, _, _ = env.step("open old chest")
    third, score, _ = env.step("take apple")
    assert env.commands == ["open old chest", "take apple"]
    assert env.states == [first, second, third]
    assert env.scores == [0, score]
    assert env.transcript.startswith("Find the golden coin")
    assert env.transcript.endswith(
        "> open old chest\nYou open the old chest, revealing a red key.\n\n"
        f"> take apple\n{third.feedback.rstrip()}"
    )
    env.reset()
    assert (env.commands, env.scores, len(env.states)) == ([], [], 1)
    env.close()


def test_recorder_keeps_nothing_of_steps_that_fail(tmp_path: Path) -> None:
    env = Recorder(open_story(coin_collector(1), tmp_path))
    env.reset()
    env.step("take coin")
    with pytest.raises(GameNotRunningError):
        env.step("look")
    assert env.commands == ["take coin"]
    env.close()


def test_limit_cuts_episodes_off(tmp_path: Path) -> None:
    env = Limit(open_story(cottage(), tmp_path), 3)
    for _ in range(2):
        env.reset()
        assert [env.step("look")[2] for _ in range(3)] == [False, False, True]
        assert env.truncated
        with pytest.raises(GameNotRunningError, match="after 3 steps"):
            env.step("look")
    env.close()


@pytest.mark.parametrize("limit", [1, 2])
def test_limit_leaves_games_that_end_in_time(limit: int, tmp_path: Path) -> None:
    env = Limit(open_story(coin_collector(1), tmp_path), limit)
    env.reset()
    assert env.step("take coin")[1:] == (1, True)
    assert not env.truncated
    with pytest.raises(GameNotRunningError):
        env.step("look")
    env.close()


@pytest.mark.parametrize("limit", [0, -5])
def test_limit_needs_a_step(limit: int) -> None:
    with pytest.raises(ConfigError, match=f"at least 1, not {limit}"):
        Limit(Environment(), limit)


def test_filter_returns_what_was_requested(tmp_path: Path) -> None:
    story = open_story(cottage(), tmp_path, inventory=True, score=True)
    story.infos.extras.append("walkthrough")
    env = Filter(story)
    observation, infos = env.reset()
    assert observation.startswith("Find the golden coin")
    assert infos == {
        "inventory": "You are carrying an umbrella.\n",
        "score": 0,
        "extra.walkthrough": cottage().walkthrough,
    }
    observation, score, done, infos = env.step("drop umbrella")
    assert observation.startswith("You ")
    assert (score, done) == (0, False)
    assert infos["inventory"] == "You are carrying nothing.\n"
    env.close()


class Noting(Wrapper):
    """Puts something into states that no game has, as wrappers of users do."""

    def reset(self) -> GameState:
        state = super().reset()
        state["extra.note"] = "Noted."
        return state


@pytest.mark.parametrize("isolated", [False, True])
def test_wrappers_of_users_may_add_extras(tmp_path: Path, isolated: bool) -> None:
    path = write(cottage(), tmp_path)
    infos = EnvInfos(extras=["note", "walkthrough"])
    with start(path, infos, [Noting, Filter], isolated=isolated) as env:
        told = {"extra.note": "Noted.", "extra.walkthrough": cottage().walkthrough}
        assert env.reset() == (ANY, told)
    with (
        start(path, infos, Filter, isolated=isolated) as env,
        pytest.raises(EnvInfoMissingError, match=r"'extra\.note'"),
    ):
        env.reset()


def test_filter_without_an_environment(tmp_path: Path) -> None:
    wrapper = Filter()
    for call in (wrapper.reset, lambda: wrapper.step("look"), lambda: wrapper.load("a.z8")):
        with pytest.raises(GameNotRunningError, match="no environment yet"):
            call()
    env = wrapper(open_story(cottage(), tmp_path, moves=True))
    assert env.reset()[1] == {"moves": 0}
    assert env.step("look")[3]["moves"] >= 0
    env.close()


def test_wrappers_can_be_nested(tmp_path: Path) -> None:
    story = open_story(coin_collector(5), tmp_path, won=True)
    recorder = Recorder(story)
    env = Filter(Limit(recorder, 100))
    assert env.unwrapped is story
    env.reset()
    for command in coin_collector(5).walkthrough:
        _, score, done, infos = env.step(command)
    assert (score, done, infos) == (1, True, {"won": True})
    assert recorder.commands == coin_collector(5).walkthrough
    env.close()


def test_an_environment_without_random_numbers_has_no_seeds() -> None:
    """A class of one's own need not say so."""
    assert Environment().seed(1) == Wrapper(Environment()).seed() == []
