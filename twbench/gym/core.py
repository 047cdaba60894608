"""Agents of this interface (docs: textworld.gym.core)."""

__all__ = ["Agent"]

from collections.abc import Mapping
from typing import Any

from twbench.core import EnvInfos


class Agent:
    """Something that plays games: subclasses say what to type (docs: textworld.gym.core.Agent).

    ```
    env_id = register_games(gamefiles, agent.infos_to_request)
    env = make(env_id)
    ob, infos = env.reset()
    score, done = 0, False
    while not done:
        ob, score, done, infos = env.step(agent.act(ob, score, done, infos))
    agent.act(ob, score, done, infos)                  # it may learn of the end
    ```
    """

    @property
    def infos_to_request(self) -> EnvInfos:
        """What the agent needs to be told beside the text: nothing, unless a subclass says so."""
        return EnvInfos()

    def act(self, obs: str, score: float, done: bool, infos: Mapping[str, Any]) -> str:
        """Return the command to type after ``obs``; ignored when the game is ``done``.

        ``score`` is that of all points so far, ``infos`` what `infos_to_request` asked for.
        """
        raise NotImplementedError
