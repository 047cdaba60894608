"""Agents that say what they want to be told, and are told it."""

import pytest

from twbench import EnvInfos
from twbench.gym import Agent, make, register_games


class Follower(Agent):
    """Types what the game would, and remembers what it was told at the end."""

    ends = 0

    @property
    def infos_to_request(self):
        return EnvInfos(policy_commands=True)

    def act(self, obs, score, done, infos):
        self.ends += done
        return "ignored" if done else infos["policy_commands"][0]


def play(agent, env):
    obs, infos = env.reset()
    score, done = 0, False
    while not done:
        obs, score, done, infos = env.step(agent.act(obs, score, done, infos))
    agent.act(obs, score, done, infos)
    return score


def test_an_agent_is_told_what_it_requests(pool):
    agent = Follower()
    with make(register_games(pool, agent.infos_to_request, name="followed")) as env:
        assert [play(agent, env) for _ in pool] == [1] * 4
    assert agent.ends == 4


def test_an_agent_requests_nothing_unless_it_says_so():
    assert Agent().infos_to_request == EnvInfos()


def test_an_agent_has_to_say_what_to_type():
    with pytest.raises(NotImplementedError):
        Agent().act("", 0, False, {})
