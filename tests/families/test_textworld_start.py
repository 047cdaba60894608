"""Games are started and played as TextWorld's users do."""

from pathlib import Path

import pytest

import twbench
from twbench import EnvInfos, Game, GameOptions
from twbench.agents import WalkthroughAgent
from twbench.core import Wrapper
from twbench.envs import Filter, Limit, Recorder, TextWorldEnv
from twbench.errors import ConfigError, GameNotRunningError
from twbench.testing import build_and_compile_game


class Loads(Wrapper):
    """Remembers what was loaded."""

    def load(self, path: str) -> None:
        self.loaded = path
        super().load(path)


class Shouts(Wrapper):
    """Changes states as wrappers of TextWorld do."""

    def step(self, command):
        self.state, score, done = self._wrapped_env.step(command)
        self.state["feedback"] = self.state["feedback"].upper()
        return self.state, score, done


@pytest.fixture
def path(tmp_path: Path) -> Path:
    options = GameOptions()
    options.path = str(tmp_path / "carrot.z8")
    return Path(build_and_compile_game(options)[1])


def walkthrough(path: Path) -> list[str]:
    return Game.load(path.with_suffix(".json")).walkthrough


def test_what_is_asked_for_has_two_names(path: Path) -> None:
    infos = EnvInfos(inventory=True)
    with twbench.start(path, request_infos=infos) as env:
        assert env.request_infos is env.infos is infos
        env.request_infos.description = True
        assert {"inventory", "description"} <= set(env.reset())
        env.request_infos = EnvInfos(location=True)
        assert env.infos.basics == ["location"]
    with pytest.raises(ConfigError, match="two names of one argument"):
        twbench.start(path, infos, request_infos=infos)


def test_wrappers_are_classes_or_wait_for_an_environment(path: Path) -> None:
    recorder = Recorder()
    with twbench.start(path, wrappers=[recorder, Loads, Filter()]) as env:
        assert isinstance(env, Filter)
        assert env.loaded == str(path)
        assert env.wrapped.wrapped is recorder
        env.request_infos = EnvInfos(score=True)
        assert env.reset()[1] == {"score": 0}
        assert env.commands == []


def test_a_wrapper_without_an_environment_says_so() -> None:
    wrapper = Wrapper()
    for call in (wrapper.reset, wrapper.save, wrapper.copy, lambda: wrapper.step("look")):
        with pytest.raises(GameNotRunningError, match="no environment yet"):
            call()
    wrapper.close()
    with pytest.raises(AttributeError, match="commands"):
        wrapper.commands  # noqa: B018


def test_a_wrapper_may_put_states_in_place_of_others(path: Path) -> None:
    with twbench.start(path, wrappers=Shouts) as env:
        env.reset()
        state = env.step("look")[0]
        assert state.feedback.isupper()
        assert env.state is state is env.unwrapped.state
        assert env.render("text") == state.feedback


def test_an_environment_is_closed_when_a_wrapper_fails(path: Path) -> None:
    closed = []

    class Watched(Wrapper):
        def close(self) -> None:
            closed.append(True)
            super().close()

    with pytest.raises(TypeError):
        twbench.start(path, wrappers=[Watched, Limit])
    assert closed == []  # what was started is closed, not the wrappers that came to nothing


def test_the_file_of_a_game_is_played_by_its_rules(path: Path) -> None:
    with twbench.start(path.with_suffix(".json"), EnvInfos(admissible_commands=True)) as env:
        assert isinstance(env, TextWorldEnv)
        state = env.reset()
        for command in walkthrough(path):
            assert command in state.admissible_commands
            state, _, done = env.step(command)
        assert (state.won, done) == (True, True)


def test_a_person_plays_where_there_is_no_agent(path: Path, monkeypatch, capsys) -> None:
    lines = iter(["inventory", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    twbench.play(path)
    assert "carrying" in capsys.readouterr().out


def test_play_puts_wrappers_around(path: Path) -> None:
    recorder = Recorder()
    twbench.play(path, WalkthroughAgent(), wrappers=[recorder], silent=True)
    assert recorder.commands == walkthrough(path)
