"""The proof of a game: its walkthrough, typed into the compiled story, wins with full score."""

__all__ = ["replay"]

from collections.abc import Sequence
from pathlib import Path

from twbench.core import EnvInfos
from twbench.envs import start


def replay(story: Path, walkthrough: Sequence[str], max_score: int) -> str | None:
    """Play ``walkthrough`` in the compiled ``story``; return what went wrong, or None.

    The game must be won with ``max_score`` at the last command and not end before it.
    """
    if not walkthrough:
        return "The game has no walkthrough."
    with start(str(story), EnvInfos(won=True, lost=True, score=True)) as env:
        state = env.reset()
        last = len(walkthrough)
        for number, command in enumerate(walkthrough, 1):
            state, _, done = env.step(command)
            if done and number < last:
                ending = "won" if state.won else "lost"
                return f"The game was {ending} at command {number} of {last}, {command!r}."
        if not state.won:
            return f"The game was not won after the last command, {walkthrough[-1]!r}."
        if state.score != max_score:
            return f"The game was won with a score of {state.score} instead of {max_score}."
    return None
