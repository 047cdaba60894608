"""What an agent sees of a game: an environment on the agent's side of the wall."""

__all__ = ["AgentView", "OutOfTurns"]

import math
from collections.abc import Callable, Mapping
from typing import Any

from twbench.core import EnvInfos, Environment, GameState
from twbench.errors import AgentError, GameNotRunningError

Exchange = Callable[[dict[str, Any]], Mapping[str, Any]]
"""Takes a request to the recorder and returns the answer."""


class OutOfTurns(BaseException):
    """The turns of an episode are used up; no ``except Exception`` of an agent stops it."""


class AgentView(Environment):
    """The environment that an agent plays in: it passes questions on and knows nothing itself.

    ``infos`` is a request, made by `reset`; what the protocol does not grant ends the run. Scores
    that it does not grant read as NaN. ``turns_left`` is the budget that is left.

    With lookahead granted, `copy` gives a view of a copy of the game, which the recorder holds; the
    game itself goes on and never back. Whoever changes the ``infos`` of a copy is told these of it
    from its next step on: what is not asked for need not be found out.
    """

    def __init__(self, exchange: Exchange, begin: Mapping[str, Any]):
        super().__init__(EnvInfos(feedback=True))
        self.turns_left: int = begin["max_turns"]
        self.lookahead_left: int = begin["lookahead"]
        self._exchange = exchange
        self._branch = 0
        self._done = False
        self._begun = False
        self._asked = self.infos

    @property
    def over(self) -> bool:
        """Whether no further command is taken: the game has ended, or the turns are used up."""
        return self._done or not self.turns_left

    @property
    def score(self) -> float:
        """The score so far; NaN where it is not granted."""
        return self._score

    def reset(self) -> GameState:
        """Begin the episode, once; see `Environment.reset`."""
        if self._begun:
            raise AgentError("An episode is played once: an agent does not reset the game.")
        self._begun = True
        self._asked = self.infos.copy()
        return self._observe(self._ask("reset", **_names(self.infos)), None)

    def step(self, command: str) -> tuple[GameState, float, bool]:
        """See `Environment.step`; raises OutOfTurns when they are used up."""
        if not isinstance(command, str):
            raise TypeError(f"step() takes a command as str, not {type(command).__name__}")
        if self._done or not self._begun:
            raise GameNotRunningError(
                "The episode is over." if self._done else "No episode is running: call reset()."
            )
        if self._branch:
            answer = self._ask("step", command=command, branch=self._branch, **self._wishes())
        elif self.turns_left:
            answer = self._ask("step", command=command)
        else:
            raise OutOfTurns
        return self._observe(answer, command), self._score, self._done

    def copy(self) -> "AgentView":
        """Return a view of a copy of the game, if the protocol grants lookahead."""
        answer = self._ask("fork", branch=self._branch)
        other = AgentView.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.infos = self.infos.copy()
        other._branch = answer["branch"]
        return other

    def __copy__(self) -> "AgentView":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> "AgentView":
        return self.copy()

    def load(self, path: str) -> None:
        """Not for agents."""
        raise AgentError("An agent plays the game that it is given: it loads no other.")

    def seed(self, seed: int | None = None) -> list[int]:
        """Not for agents."""
        raise AgentError("The plan gives the seed of an episode, not the agent.")

    def save(self) -> Any:
        """Not for agents."""
        raise AgentError("There are no snapshots in an evaluation: where it is granted, copy().")

    def restore(self, snapshot: Any) -> GameState:
        """Not for agents."""
        raise AgentError("The game of an evaluation goes on and never back.")

    def close(self) -> None:
        """Forget a copy; the game itself is the evaluation's."""
        if self._branch:
            self._ask("drop", branch=self._branch)

    def _wishes(self) -> dict[str, list[str]]:
        """Return what is to be told of a copy, if that is not what was asked for last."""
        if self.infos == self._asked:
            return {}
        self._asked = self.infos.copy()
        return _names(self.infos)

    def _ask(self, request: str, **more: Any) -> Mapping[str, Any]:
        answer = self._exchange({"request": request, **more})
        if "error" in answer:
            raise AgentError(answer["error"])
        return answer

    def _observe(self, answer: Mapping[str, Any], command: str | None) -> GameState:
        state = self.state = GameState(answer["state"])
        state["raw"] = state["feedback"]
        state["last_command"] = command
        self._score: float = math.nan if answer["score"] is None else answer["score"]
        self._done = answer["done"]
        if command is not None:
            state["done"] = self._done
        self.turns_left = answer["turns_left"]
        self.lookahead_left = answer.get("lookahead_left", 0)
        return state


def _names(infos: EnvInfos) -> dict[str, list[str]]:
    return {"infos": infos.basics, "extras": list(infos.extras)}
