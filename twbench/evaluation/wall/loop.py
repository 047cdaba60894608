"""The agent's side: one episode, from the first frame to the last."""

__all__ = ["AgentMaker", "play_episode"]

from collections.abc import Mapping
from typing import Any

from twbench.agents import WalkthroughDone
from twbench.agents.third_party import told_with_line
from twbench.core import Agent, Environment
from twbench.errors import ServiceError
from twbench.evaluation.settings.agents import AgentSpec
from twbench.evaluation.settings.protocol import Memory
from twbench.evaluation.wall.view import AgentView, Exchange, OutOfTurns


class AgentMaker:
    """Gives the agent of an episode, given its seed: a new one, or one that remembers the run."""

    def __init__(self, spec: AgentSpec, memory: Memory):
        self._spec = spec
        self._memory = memory
        self._agent: Agent | None = None

    def __call__(self, seed: int) -> Agent:
        """Return the agent of an episode."""
        if self._agent is not None:
            return self._agent
        agent = self._spec.resolve().make(self._spec.arguments, seed)
        if self._memory is Memory.RUN:
            self._agent = agent
        return agent

    def told(self, failure: BaseException) -> str:
        """Return what a failure of its agent says, and where in the agent's own files it was."""
        return told_with_line(failure, self._spec.own_files)


def play_episode(exchange: Exchange, begin: Mapping[str, Any], make: AgentMaker) -> None:
    """Let an agent play, and tell the recorder how it ended: finished or failed."""
    exchange(_ending(exchange, begin, make))


def _ending(exchange: Exchange, begin: Mapping[str, Any], make: AgentMaker) -> dict[str, Any]:
    try:
        _play(exchange, begin, make)
    except OutOfTurns:
        return {"request": "finish"}
    except WalkthroughDone as ending:
        return {"request": "finish", "reason": str(ending)}
    except ServiceError as failure:
        return {"request": "fail", "by": "service", "error": str(failure)}
    except (Exception, SystemExit) as failure:  # the border where a crash becomes data
        return {"request": "fail", "by": "agent", "error": make.told(failure)}
    return {"request": "finish"}


def _play(exchange: Exchange, begin: Mapping[str, Any], make: AgentMaker) -> None:
    view = AgentView(exchange, begin)
    agent = make(begin["seed"])
    env: Environment = view
    for wrapper in agent.wrappers:
        env = wrapper(env)
    agent.reset(env)
    state = env.reset()
    score, done = view.score, False
    while not view.over:
        command: object = agent.act(state, score, done)
        if not isinstance(command, str):
            kind = type(command).__name__
            raise TypeError(f"act() must return a command as str, not {kind}")
        if not view.over:  # or the agent has played on by itself
            state, score, done = env.step(command)
    agent.finish(state, score, done)
