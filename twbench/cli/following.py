"""Following an episode from outside: how many steps it took, and what happened behind the text."""

__all__ = ["Followed"]

import math
from collections.abc import Callable, Collection

from twbench.core import Environment, GameState, Wrapper

TOLD = ("score", "max_score", "moves", "last_action", "facts")
"""The information of a state that is told, where the game gives it."""


class Followed(Wrapper):
    """Counts the steps of the episode, and tells of each in a line if there is a ``tell``.

    A line has the command, the score, the moves, the action that the command became and the facts
    that came (``+``) or went (``-``): those of them that are among ``informations``, which the game
    can give.
    """

    _of_episode = ("steps", "score", "_facts")

    def __init__(
        self,
        env: Environment,
        tell: Callable[[str], None] | None = None,
        informations: Collection[str] = (),
    ):
        super().__init__(env)
        self.steps = 0
        self.score: float | None = None
        self.max_score: float | None = None
        self._tell = tell
        self._told = [name for name in TOLD if name in informations] if tell else []
        self._facts: frozenset[str] = frozenset()

    def reset(self) -> GameState:
        """Start a game; there was no step yet."""
        for name in self._told:
            setattr(self.infos, name, True)
        state = super().reset()
        self.steps, self.score, self.max_score = 0, state.get("score", 0.0), state.max_score
        self._facts = _facts(state)
        if self._tell is not None:
            self._tell(f"[start{_standing(state)}: {len(self._facts)} facts]")
        return state

    def step(self, command: str) -> tuple[GameState, float, bool]:
        """Perform, count and tell ``command``; see `Environment.step`."""
        state, score, done = super().step(command)
        self.steps, self.score = self.steps + 1, state.get("score", score)
        if self._tell is not None:
            facts = _facts(state)
            changes = [
                *("-" + f for f in self._facts - facts),
                *("+" + f for f in facts - self._facts),
            ]
            action = f"; {state.last_action}" if state.last_action is not None else ""
            told = "; " + " ".join(sorted(changes, reverse=True)) if changes else ""
            self._tell(f"[{self.steps}: {command!r}{_standing(state)}{action}{told}]")
            self._facts = facts
        return state, score, done


def _facts(state: GameState) -> frozenset[str]:
    return frozenset(str(fact).replace(" ", "") for fact in state.facts or ())


def _standing(state: GameState) -> str:
    """Return the score and the moves, as far as they are known."""
    score = "" if state.score is None else f", score {state.score:g}"
    most = state.max_score
    of = "" if most is None or math.isinf(most) or not score else f" of {most:g}"
    moves = "" if state.moves is None else f", moves {state.moves}"
    return f"{score}{of}{moves}"
