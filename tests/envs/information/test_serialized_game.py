"""The game as data, which answers like the game."""

import json
import pickle
from copy import deepcopy

import pytest

from twbench import EnvInfos, Game, GameMaker, start
from twbench.logic import State


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """The story of a game, which has its JSON beside it."""
    maker = GameMaker()
    room = maker.new_room("kitchen")
    maker.set_player(room)
    apple = maker.new("f", name="apple")
    room.add(apple)
    maker.set_quest_from_commands(["take apple"])
    return maker.compile(str(tmp_path_factory.mktemp("game") / "tw-apple.z8"))


@pytest.fixture(scope="module")
def told(path):
    """The state of a game, and the game itself."""
    return start(path, EnvInfos(game=True, facts=True)).reset(), Game.load(path[:-2] + "json")


def test_it_is_the_data_and_the_game(told):
    state, game = told
    assert state.game == game.serialize()
    assert json.dumps(state.game) == json.dumps(game.serialize())
    assert Game.deserialize(state.game) == game
    assert state.game.metadata == game.metadata
    assert state.game.max_score == game.max_score
    assert [name for info in state.game.infos.values() if (name := info.name) == "apple"]
    assert State(state.game.kb.logic, state.facts).are_facts(state.facts)


def pickled(game):
    return pickle.loads(pickle.dumps(game))  # noqa: S301  (our own bytes)


@pytest.mark.parametrize("other", [deepcopy, pickled])
def test_a_copy_of_it_is_too(told, other):
    state, game = told
    copied = other(state.game)
    assert copied == state.game
    assert copied.objective == game.objective


def test_it_has_what_a_game_has(told):
    state, _ = told
    assert not hasattr(state.game, "bogus")
    assert not hasattr(state.game, "_bogus")


def test_what_is_changed_in_it_does_not_change_the_game_that_is_played(told):
    state, game = told
    state.game.infos["r_0"].name = "cellar"
    assert state.game.infos["r_0"].name == "cellar"
    assert game.infos["r_0"].name == "kitchen"


@pytest.mark.parametrize("suffix", ["z8", "json"])
def test_each_episode_has_its_own(path, suffix):
    env = start(path[:-2] + suffix, EnvInfos(game=True, win_facts=True))
    state = env.reset()
    state.game.metadata["walkthrough"].pop()
    state.game.infos["r_0"].name = "cellar"
    state.game["metadata"]["seen"] = True
    state.win_facts[0][0].clear()
    assert env.step("look")[0].game is state.game
    again = env.reset()
    assert again.game.metadata["walkthrough"] == ["take apple"]
    assert again.game.infos["r_0"].name == "kitchen"
    assert "seen" not in again.game["metadata"]
    assert again.win_facts[0][0]
