"""A game as an environment of Gymnasium: five-tuples, seeds, names of games, spaces, rendering."""

import copy
import pickle
import shutil
import warnings
from pathlib import Path

import gymnasium
import pytest
from gymnasium.spaces import Discrete, Text
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import RecordEpisodeStatistics, TimeLimit
from gymnasium_games import cave, coins, make, walkthrough

from twbench.core import EnvInfos
from twbench.errors import ConfigError, GameNotRunningError, StoryFileError
from twbench.gym.games import GameFiles
from twbench.gym.text_env import TextEnv
from twbench.gym.text_space import CHARACTERS


def played(env, count):
    """The names of the games of some episodes."""
    names = []
    for _ in range(count):
        env.reset()
        names.append(env.unwrapped.game_id)
    return names


@pytest.mark.parametrize("mode", [None, "ansi", "human"])
@pytest.mark.parametrize("games", ["several", "one"])
def test_gymnasiums_own_check_has_nothing_to_say(mode, games):
    env = make("checked", coins() if games == "several" else [cave()]).unwrapped
    env.close()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = TextEnv(env.games, EnvInfos(facts=True, inventory=True), render_mode=mode)
        check_env(env, skip_render_check=True)
        env.reset(seed=1)
        if mode is not None:
            env.render()


def test_a_reward_is_what_a_step_gains():
    env = make("rewards", [cave()], request_infos=EnvInfos(score=True, won=True, lost=True))
    env.reset(seed=1)
    steps = [env.step(command) for command in ("take gem", "look", "take coin")]
    assert [step[1] for step in steps] == [1.0, 0.0, 1.0]
    assert [step[2] for step in steps] == [False, False, True]
    assert [step[4]["score"] for step in steps] == [1, 1, 2]
    assert steps[-1][4]["won"]
    assert not any(step[3] for step in steps)


def test_losing_terminates_too():
    env = make("lost", [cave()], request_infos=EnvInfos(lost=True))
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step("eat mushroom")
    assert (reward, terminated, truncated, info) == (0.0, True, False, {"lost": True})


def test_infos_are_those_asked_for():
    env = make("infos", [cave()], request_infos=EnvInfos(inventory=True, extras=["walkthrough"]))
    _, info = env.reset(seed=1)
    assert set(info) == {"inventory", "extra.walkthrough"}
    assert "mushroom" in info["inventory"]
    assert make("none", [cave()], request_infos=None).reset(seed=1)[1] == {}


def test_the_limit_truncates_and_does_not_terminate():
    env = make("limit", [cave()], max_episode_steps=2)
    env.reset(seed=1)
    assert env.step("look")[2:4] == (False, False)
    assert env.step("look")[2:4] == (False, True)


def test_gymnasiums_wrappers_limit_and_count():
    env = RecordEpisodeStatistics(TimeLimit(TextEnv([cave()]), 3))
    env.reset(seed=1)
    for command in ("take gem", "look", "look"):
        *_, truncated, info = env.step(command)
    assert truncated
    assert (info["episode"]["r"], info["episode"]["l"]) == (1.0, 3)


def test_each_game_is_played_once_before_any_is_played_again():
    env = make("order")
    names = played(env, 9)
    everyone = {"tw-coin-1", "tw-coin-2", "tw-coin-3"}
    assert [set(names[first : first + 3]) for first in (0, 3, 6)] == [everyone] * 3


def test_a_seed_begins_the_order_anew():
    orders = []
    for seed in (5, 5, 6, 7, 8):
        env = make("seeds")
        env.reset(seed=seed)
        orders.append([env.unwrapped.game_id, *played(env, 8)])
        env.reset(seed=seed)
        assert [env.unwrapped.game_id, *played(env, 8)] == orders[-1]
    assert orders[0] == orders[1]
    assert len(set(map(tuple, orders))) > 2


def test_a_game_is_chosen_by_its_name_and_the_order_goes_on():
    env, other = make("chosen"), make("chosen")
    for each in (env, other):
        each.reset(seed=3)
    env.reset(options={"game_id": "tw-coin-2"})
    assert env.unwrapped.game_id == "tw-coin-2"
    assert played(env, 4) == played(other, 4)


def test_files_of_one_name_are_told_apart_by_their_paths(tmp_path):
    other = Path(shutil.copy(cave(), tmp_path))
    env = make("paths", [cave(), other], request_infos=None)
    env.reset(options={"game_id": str(other)})
    assert env.unwrapped.game_id == str(other)


def test_requests_that_are_none_are_refused():
    with pytest.raises(ConfigError, match=r"request_infos must be an EnvInfos such as .*'won'"):
        TextEnv([cave()], request_infos=["won"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"game_id": "tw-coin-22"}, "None of the 3 games is 'tw-coin-22'. Did you mean 'tw-coin-2"),
        (2, "options are such as {'game_id': NAME}, not 2"),
        ({"game_id": 2}, "the name of one game, not 2"),
        ({"game": "tw-coin-1"}, "no option 'game': its option is 'game_id'"),
    ],
)
def test_an_option_that_cannot_be_is_refused(options, message):
    env = make("refused")
    with pytest.raises(ConfigError, match=message):
        env.reset(options=options)
    assert env.reset(seed=1)[0]


def test_a_step_out_of_order_is_an_error():
    env = TextEnv([cave()])
    with pytest.raises(GameNotRunningError, match="call reset"):
        env.step("look")
    env.reset(seed=1)
    env.step("eat mushroom")
    with pytest.raises(GameNotRunningError, match="call reset"):
        env.step("look")
    assert env.reset()[0]
    env.close()
    env.close()
    with pytest.raises(GameNotRunningError, match="call reset"):
        env.step("look")


def test_a_failed_reset_leaves_no_game_behind():
    env = TextEnv(coins())
    env.reset(seed=1)
    env.request("description")
    env.request_infos.extras.append("nowhere")
    with pytest.raises(Exception, match="nowhere"):
        env.reset()
    with pytest.raises(GameNotRunningError):
        env.step("look")


def test_a_number_is_no_command():
    env = TextEnv([cave()])
    env.reset(seed=1)
    with pytest.raises(ConfigError, match=r"not 3: for numbers .*CommandIndex"):
        env.step(3)


def test_any_text_is_a_command_and_every_answer_is_in_the_space():
    env = TextEnv([cave()])
    env.action_space.seed(1)
    assert env.reset(seed=1)[0] in env.observation_space
    for typed in ("", "\n", "naïve élan", "x" * 5000, *(env.action_space.sample() for _ in "1234")):
        assert env.step(typed)[0] in env.observation_space


def test_the_spaces_hold_what_is_printed_and_typed():
    env = TextEnv([cave()])
    for space in (env.observation_space, env.action_space):
        assert "" in space
        assert "Go north, 'please'!\n(éàüñß)" in space
        assert "\x00" not in space
    assert len(set(CHARACTERS)) == len(CHARACTERS)


def test_a_text_is_made_to_fit_a_space_of_ones_own():
    space = Text(40, min_length=0, charset="abcdefghijklmnopqrstuvwxyz ?")
    env = TextEnv([cave()], observation_space=space)
    text, _ = env.reset(seed=1)
    assert text in space
    assert len(text) == 40
    assert "?" in text
    assert env.step("look")[0] in space


@pytest.mark.parametrize("space", [Discrete(3), Text(5)])
@pytest.mark.parametrize("name", ["action_space", "observation_space"])
def test_other_spaces_are_refused(name, space):
    with pytest.raises(ConfigError, match=f"{name} is a gymnasium.spaces.Text"):
        TextEnv([cave()], **{name: space})


def test_the_last_turn_is_rendered_in_every_mode(capsys):
    silent = TextEnv([cave()], render_mode="ansi")
    text, _ = silent.reset(seed=1)
    assert silent.render() == text
    silent.step("look")
    assert silent.render().startswith("> look\n")
    assert capsys.readouterr().out == ""
    loud = TextEnv([cave()], render_mode="human")
    loud.reset(seed=1)
    assert text.strip() in capsys.readouterr().out
    loud.step("look")
    assert capsys.readouterr().out.startswith("> look\n")
    assert loud.render() is None
    with pytest.raises(ConfigError, match=r"not 'text'"):
        TextEnv([cave()], render_mode="text")


def test_nothing_rendered_is_told():
    env = TextEnv([cave()])
    with pytest.raises(GameNotRunningError, match="Nothing to render"):
        env.render()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode='ansi'"):
        assert env.render() is None


@pytest.mark.parametrize(
    ("files", "error", "message"),
    [
        ([], ConfigError, "no games to play"),
        (["nowhere.z8"], StoryFileError, "Cannot read the story .*nowhere.z8"),
    ],
)
def test_games_that_cannot_be_are_refused_at_once(files, error, message):
    with pytest.raises(error, match=message):
        TextEnv(files)


def test_a_file_that_is_given_twice_is_played_twice_as_often():
    env = make("twice", [cave(), coins()[0], cave()])
    assert sorted(played(env, 6)) == ["tw-cave"] * 4 + ["tw-coin-1"] * 2
    env.reset(options={"game_id": "tw-cave"})


def test_games_travel_and_are_not_copied():
    games = GameFiles(coins())
    assert copy.deepcopy(games) is games
    assert pickle.loads(pickle.dumps(games)).names == games.names  # noqa: S301


def test_the_walkthrough_of_each_game_wins():
    env = make("won", coins(), request_infos=EnvInfos(won=True))
    for path in coins():
        env.reset(options={"game_id": path.rpartition("/")[2].removesuffix(".z8")})
        gained = 0.0
        for command in walkthrough(path):
            _, reward, terminated, _, info = env.step(command)
            gained += reward
        assert (gained, terminated, info) == (1.0, True, {"won": True})


def test_an_environment_keeps_few_games_open_and_plays_many(tmp_path):
    """Nine copies are more than are kept open: each is opened in place of another."""
    paths = [tmp_path / f"cave-{number}.z8" for number in range(9)]
    for path in paths:
        shutil.copy(cave(), path)
    env = TextEnv(paths)
    opening = {env.reset(seed=1)[0]} | {env.reset()[0] for _ in range(20)}
    assert len(opening) == 1
    assert env.step("take gem")[1] == 1.0


def test_the_specification_makes_the_environment_again():
    env = make("again", max_episode_steps=7)
    twin = gymnasium.make(env.spec)
    assert twin.spec.max_episode_steps == 7
    assert twin.reset(seed=4) == env.reset(seed=4)
