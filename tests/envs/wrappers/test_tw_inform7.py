"""The wrappers of TextWorld see to it that the right environment plays, and name things."""

from pathlib import Path

import pytest
from sample_games import shed, write

from twbench.core import EnvInfos
from twbench.envs import IsolatedEnv, JerichoEnv, ReadableNames, StoryEnv
from twbench.envs.wrappers.tw_inform7 import (
    GameData,
    Inform7Data,
    MissingGameInfosError,
    StateTracking,
    TWInform7,
)
from twbench.envs.zmachine.jericho import JerichoEnv as DocumentedEnv
from twbench.families import start
from twbench.logic import Action, Proposition

NAMED = EnvInfos(facts=True, win_facts=True, fail_facts=True, last_action=True)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return write(shed(), tmp_path)


def names(facts: list[Proposition]) -> set[str]:
    return {variable.name for fact in facts for variable in fact.arguments}


def test_a_path_of_textworld_is_that_of_the_same_class() -> None:
    assert DocumentedEnv is JerichoEnv
    assert not JerichoEnv().game_running


def test_whether_a_game_is_running_is_told_by_what_start_returns(path: Path) -> None:
    """TextWorld plays its own stories by a JerichoEnv as well."""
    for isolated in (False, True):
        env = start(path, isolated=isolated)
        env.reset()
        assert env.game_running
        env.close()
        assert not env.game_running


@pytest.mark.parametrize("wrapper", [Inform7Data, GameData, StateTracking, TWInform7])
def test_a_story_of_ours_is_played_by_its_environment(
    wrapper: type[Inform7Data], path: Path
) -> None:
    env = wrapper(JerichoEnv(EnvInfos(admissible_commands=True, inventory=True)))
    env.load(str(path))
    with env, start(path, EnvInfos(admissible_commands=True, inventory=True)) as plain:
        assert isinstance(env.unwrapped, StoryEnv)
        assert env.reset() == plain.reset()
        for command in shed().walkthrough:
            assert env.step(command) == plain.step(command)


def test_a_story_without_its_game(path: Path) -> None:
    assert TWInform7.compatible(str(path))
    path.with_suffix(".json").unlink()
    assert not TWInform7.compatible(str(path))
    with pytest.raises(MissingGameInfosError):
        TWInform7(JerichoEnv()).load(str(path))
    Inform7Data(JerichoEnv()).load(str(path))


@pytest.mark.parametrize("isolated", [False, True])
def test_facts_and_actions_are_about_names(isolated: bool, path: Path) -> None:
    infos = {info.name for info in shed().infos.values() if info.name} | {"P", "I"}
    with start(path, NAMED.copy(), [TWInform7], isolated=isolated) as env:
        assert isinstance(env.unwrapped, IsolatedEnv if isolated else StoryEnv)
        state = env.reset()
        assert "game" not in state
        for quest in (*state.win_facts, *state.fail_facts):
            for event in quest:
                assert names(event) <= infos
        for command in shed().walkthrough:
            state = env.step(command)[0]
            assert names(state.facts) <= infos
            assert isinstance(state.last_action, Action)
            assert "/" not in state.last_action.name
            assert state.last_action.name.split()[0] == command.split()[0]


def test_names_stay_when_a_moment_comes_back(path: Path) -> None:
    with start(path, NAMED.copy(), [ReadableNames]) as env:
        env.reset()
        snapshot, state = env.save(), env.state
        assert env.restore(snapshot) == state
        copy = env.copy()
        command = shed().walkthrough[0]
        assert copy.step(command) == env.step(command)


def test_ids_are_what_is_told_otherwise(path: Path) -> None:
    with start(path, NAMED.copy()) as env:
        assert {fact.names[-1] for fact in env.reset().facts} <= {*shed().infos, "P", "I"}
