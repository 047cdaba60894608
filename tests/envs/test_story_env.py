"""Environments of our own stories: order of calls, information, files."""

import gc
import json
import weakref
from pathlib import Path

import pytest
from sample_games import coin_collector, cottage, facts, lamps, open_story, shed, write

from twbench.core import EnvInfos
from twbench.envs import StoryEnv
from twbench.errors import (
    ConfigError,
    EnvInfoMissingError,
    GameNotRunningError,
    StoryFileError,
    UnknownInfoError,
)
from twbench.families import start
from twbench.logic import Action
from twbench.story import link

EVERYTHING = dict.fromkeys(EnvInfos.NAMES, True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def test_an_episode_is_played_to_its_end(folder: Path) -> None:
    env = open_story(cottage(), folder, admissible_commands=True)
    state = env.reset()
    assert state.feedback.startswith("Find the golden coin")
    assert "open old chest" in state.admissible_commands
    assert state.admissible_source == "exact"
    state, score, done = env.step("open old chest")
    assert (state.feedback, score, done) == (
        "You open the old chest, revealing a red key.\n",
        0,
        False,
    )
    env.close()
    env.close()


def test_calls_out_of_order_are_errors(folder: Path) -> None:
    env = StoryEnv()
    with pytest.raises(GameNotRunningError, match="load"):
        env.reset()
    with pytest.raises(GameNotRunningError, match="reset"):
        env.step("look")
    env.load(write(coin_collector(1), folder))
    with pytest.raises(GameNotRunningError, match="reset"):
        env.step("look")
    env.reset()
    _, score, done = env.step("take coin")
    assert (score, done) == (1, True)
    with pytest.raises(GameNotRunningError):
        env.step("look")
    assert env.reset().feedback
    env.close()
    with pytest.raises(GameNotRunningError):
        env.step("look")


def test_every_information(folder: Path) -> None:
    game = cottage()
    env = open_story(game, folder, **EVERYTHING)
    state = env.reset()
    assert sorted(set(EnvInfos.NAMES) - set(state)) == []
    assert state.description.startswith("-= Kitchen =-")
    assert state.inventory == "You are carrying an umbrella.\n"
    assert state.location == "kitchen"
    assert set(state.facts) == set(game.world.facts)
    assert (state.score, state.moves, state.max_score) == (0, 0, game.max_score)
    assert (state.won, state.lost) == (False, False)
    assert state.last_action is None
    assert state.last_command is None
    assert state.objective == game.objective
    assert state.entities == game.entity_names
    assert state.verbs == game.verbs
    assert state.command_templates == game.command_templates
    assert state.win_facts[0] == [facts("in(o_0, I)")]
    assert state.fail_facts[0] == [facts("eaten(f_0)")]
    assert set(state.admissible_commands) <= set(state.possible_admissible_commands)
    assert set(state.possible_admissible_commands) <= set(state.possible_commands)
    assert state.game == game.serialize()
    state, _, _ = env.step("take blue key from table")
    assert isinstance(state.last_action, Action)
    assert state.last_action.name == "take/s"
    assert state.last_command == "take blue key from table"
    assert state.moves == 1
    assert set(state.facts) == set(game.world.facts) - set(facts("on(k_1, s_0)")) | set(
        facts("in(k_1, I)")
    )
    env.close()


def test_looking_aside_leaves_no_trace(folder: Path) -> None:
    env = open_story(cottage(), folder, description=True, inventory=True, moves=True)
    plain = StoryEnv()
    plain.load(folder / "tw-sample.z8")
    env.reset()
    plain.reset()
    commands = ["x chest", "unlock door", "blue", "take it", "g", "open chest", "take key", "red"]
    for number, command in enumerate(commands):
        with_infos, without = env.step(command)[0], plain.step(command)[0]
        assert with_infos.feedback == without.feedback, command
        assert with_infos.moves <= number + 1
    env.close()
    plain.close()


def test_policy_commands_lead_to_the_end(folder: Path) -> None:
    env = open_story(coin_collector(5), folder, policy_commands=True, intermediate_reward=True)
    state = env.reset()
    assert state.policy_commands == coin_collector(5).walkthrough
    while state.policy_commands:
        state, score, done = env.step(state.policy_commands[0])
        assert state.intermediate_reward == 1
    assert (score, done) == (1, True)
    env.close()


def test_whether_a_policy_is_unknown_is_told_with_it(folder: Path) -> None:
    env = open_story(coin_collector(3), folder, intermediate_reward=True)
    state = env.reset()
    assert (state.policy_unknown, "policy_commands" in state) == (False, False)
    env.close()
    env = open_story(coin_collector(3), folder)
    assert "policy_unknown" not in env.reset()
    env.close()


def test_a_game_is_gone_with_its_environment_before_the_collector_comes(folder: Path) -> None:
    game = coin_collector(5)
    env = open_story(game, folder, **EVERYTHING)
    env.reset()
    gc.disable()
    try:
        for command in game.walkthrough:
            env.step(command)
        known = weakref.ref(env._known.information("game"))
        env.close()
        del env
        assert known() is None
    finally:
        gc.enable()


def test_policy_follows_lines_of_several_commands(folder: Path) -> None:
    game = coin_collector(5)
    env = open_story(game, folder, policy_commands=True)
    env.reset()
    first, second, *rest = game.walkthrough
    state, _, _ = env.step(f"{first}. {second}")
    assert state.policy_commands == rest
    state, _, done = env.step(". ".join(rest))
    assert done
    assert state.policy_commands == []
    env.close()


def test_extras_are_those_of_the_game(folder: Path) -> None:
    game = cottage().copy()
    game.extras["recipe"] = "none"
    path = write(game, folder)
    env = start(path, EnvInfos(extras=["recipe", "walkthrough"]))
    state = env.reset()
    assert state["extra.recipe"] == "none"
    assert state["extra.walkthrough"] == game.walkthrough
    env.close()
    env = start(path, EnvInfos(extras=["recipes"]))
    with pytest.raises(EnvInfoMissingError, match=r"extra\.recipes"):
        env.reset()
    env.close()


def test_unknown_information_is_refused() -> None:
    assert issubclass(UnknownInfoError, ValueError)
    with pytest.raises(UnknownInfoError, match="Did you mean 'inventory'"):
        EnvInfos(inventry=True)


@pytest.mark.parametrize("extras", ["walkthrough", None, 3, [None], ["walkthrough", 3]])
def test_extras_are_a_list_of_names(extras: object) -> None:
    with pytest.raises(ConfigError, match=r"extras is a list of names, such as \['walkthrough'\]"):
        EnvInfos(extras=extras)


def test_information_without_the_game_file(folder: Path) -> None:
    path = write(cottage(), folder)
    path.with_suffix(".json").unlink()
    env = start(path, EnvInfos(facts=True, score=True, won=True, description=True))
    assert env.reset().score == 0
    env.close()
    env = start(path, EnvInfos(admissible_commands=True))
    with pytest.raises(EnvInfoMissingError, match="admissible_commands"):
        env.reset()
    env.close()


def test_game_file_of_another_game(folder: Path) -> None:
    path = write(cottage(), folder)
    shed().save(path.with_suffix(".json"))
    env = start(path, EnvInfos(admissible_commands=True))
    with pytest.raises(StoryFileError, match="not the story of the game"):
        env.reset()
    env.close()


def test_broken_game_file(folder: Path) -> None:
    path = write(cottage(), folder)
    path.with_suffix(".json").write_text(json.dumps({"version": 1}))
    env = start(path, EnvInfos(admissible_commands=True))
    with pytest.raises(Exception, match=r"tw-sample\.json"):
        env.reset()
    env.close()


def test_several_environments_do_not_disturb_each_other(folder: Path) -> None:
    games = [cottage(), shed(), lamps(), coin_collector(5), coin_collector(120)] * 3
    envs = []
    for number, game in enumerate(games):
        (folder / str(number)).mkdir()
        envs.append(open_story(game, folder / str(number), won=True))
        envs[-1].reset()
    longest = max(len(game.walkthrough) for game in games)
    for turn in range(longest):
        for env, game in zip(envs, games, strict=True):
            if turn < len(game.walkthrough):
                env.step(game.walkthrough[turn])
    assert all(env.state.won for env in envs)
    for env in envs:
        env.close()


def test_story_deleted_or_overwritten_while_it_is_played(folder: Path) -> None:
    game = coin_collector(5)
    env = open_story(game, folder)
    path = folder / "tw-sample.z8"
    first = env.reset().feedback
    path.write_bytes(b"no story at all")
    assert env.step("look")[0].feedback
    assert env.reset().feedback == first
    path.unlink()
    assert env.reset().feedback == first
    for command in game.walkthrough:
        _, _, done = env.step(command)
    assert done
    env.close()


def test_loading_another_story(folder: Path) -> None:
    one, other = folder / "one", folder / "other"
    one.mkdir()
    other.mkdir()
    env = open_story(cottage(), one, admissible_commands=True)
    assert "examine umbrella" in env.reset().admissible_commands
    env.load(write(lamps(), other))
    with pytest.raises(GameNotRunningError):
        env.step("look")
    assert "light green lamp" in env.reset().admissible_commands
    env.close()


def test_understands(folder: Path) -> None:
    env = open_story(cottage(), folder)
    env.reset()
    assert env.understands("open old chest")
    assert not env.understands("open iron box")
    assert env.step("x chest")[0].feedback == "A chest bound with iron. It is closed.\n"
    env.close()


def test_bytes_of_the_story_are_all_that_matters(folder: Path) -> None:
    path = folder / "another name.z8"
    path.write_bytes(link(coin_collector(1)))
    env = start(path)
    env.reset()
    assert env.step("take coin")[2]
    env.close()


def test_actions_that_the_rules_do_not_allow_are_refused(tmp_path: Path) -> None:
    with start(write(coin_collector(3), tmp_path), EnvInfos(policy_commands=True)) as env:
        env.reset()
        memory_map, knowledge = env._memory_map, env._knowledge
        memory = bytearray(env._session.memory())
        names = [name for name, _ in memory_map.rules]
        at = memory_map.variables["actions"]
        memory[at : at + 2] = (1 + names.index("drop")).to_bytes(2, "big")
        memory[at + 2 : at + 34] = len(memory_map.objects).to_bytes(2, "big") * 16
        memory[memory_map.variables["action_count"] + 1] = 1
        with pytest.raises(StoryFileError, match="actions that the rules of its game do not allow"):
            knowledge.after(env._policy, bytes(memory))


@pytest.mark.parametrize("suffix", [".z8", ".json"])
def test_what_is_changed_in_a_state_does_not_change_the_next_episode(folder, suffix):
    infos = EnvInfos(entities=True, verbs=True, admissible_commands=True, extras=["walkthrough"])
    path = write(coin_collector(3), folder)
    with start(path.with_suffix(suffix), infos) as env:
        first = env.reset()
        expected = first.copy()
        while first["extra.walkthrough"]:
            first["extra.walkthrough"].pop(0)
        for name in infos.basics:
            first[name].clear()
        env.step("look")
        again = env.reset()
        assert all(again[name] == expected[name] for name in infos.keys_of_state)
