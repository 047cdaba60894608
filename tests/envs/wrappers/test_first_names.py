"""An agent and a script written for TextWorld 1.0 play on."""

import pytest

from twbench import Agent, EnvInfos, GameMaker, start
from twbench.core import GameState, Wrapper
from twbench.errors import UnknownInfoError


@pytest.fixture(scope="module")
def story(tmp_path_factory):
    """A story that "take apple" wins."""
    maker = GameMaker()
    room = maker.new_room("kitchen")
    maker.set_player(room)
    room.add(maker.new("f", name="apple"))
    maker.set_quest_from_commands(["take apple"])
    return maker.compile(str(tmp_path_factory.mktemp("game") / "tw-apple.z8"))


class Follower(Agent):
    """Asks as agents did before there was an EnvInfos."""

    def reset(self, env):
        env.activate_state_tracking()
        env.compute_intermediate_reward()
        env.enable_extra_info("description")

    def act(self, game_state, reward, done):
        assert "take apple" in game_state.admissible_commands
        assert "-= Kitchen =-" in game_state.description
        return game_state.policy_commands[0]


@pytest.mark.parametrize("around", [lambda env: env, Wrapper])
def test_an_agent_of_that_time_plays(story, around):
    agent = Follower()
    with around(start(story)) as env:
        agent.reset(env)
        state = env.reset()
        assert (state.nb_moves, state.has_won, state.has_lost) == (0, False, False)
        assert not state.game_ended
        state, _, done = env.step(agent.act(state, 0, False))
        assert done
        assert (state.nb_moves, state.has_won, state.has_lost) == (1, True, False)
        assert state.game_ended
        assert state.command == "take apple"
        assert state.intermediate_reward == 1


def test_what_is_set_under_such_a_name_is_read(story):
    state = GameState(moves=3)
    assert state.nb_moves == 3
    state.nb_moves = 4
    assert (state.moves, state.nb_moves) == (3, 4)
    assert state.neither is None


def test_requests_say_what_they_are_called_now():
    with pytest.raises(UnknownInfoError, match=r"'has_lost'\. It is called 'lost' now\."):
        EnvInfos(has_lost=True)
    infos = EnvInfos(won=True)
    with pytest.raises(AttributeError, match=r"'has_won'\. It is called 'won' now\."):
        infos.has_won = True
    with pytest.raises(AttributeError, match=r"Did you mean 'inventory'\?"):
        infos.inventry = True
    assert infos == EnvInfos(won=True)
