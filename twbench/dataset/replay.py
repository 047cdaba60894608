"""The proof of a game: its walkthrough, typed into the compiled story, wins with full score."""

__all__ = ["replay"]

import atexit
import multiprocessing
import os
import threading
from collections.abc import Sequence
from contextlib import closing
from functools import cache
from pathlib import Path

from twbench.core import EnvInfos
from twbench.envs import StoryEnv

_INFOS = EnvInfos(won=True, lost=True, score=True)


def replay(story: Path, walkthrough: Sequence[str], max_score: int) -> str | None:
    """Play ``walkthrough`` in the compiled ``story``; return what went wrong, or None.

    The game must be won with ``max_score`` at the last command and not end before it. Raises
    StoryFileError for a story that is damaged or not ours.
    """
    if not walkthrough:
        return "The game has no walkthrough."
    if multiprocessing.current_process().daemon:  # may be ended before it can close anything
        with closing(StoryEnv(_INFOS)) as env:
            return _play(env, story, walkthrough, max_score)
    env = _kept_environment(os.getpid(), threading.get_ident())
    return _play(env, story, walkthrough, max_score)


def _play(env: StoryEnv, story: Path, walkthrough: Sequence[str], max_score: int) -> str | None:
    env.load(story)
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


@cache
def _kept_environment(process: int, thread: int) -> StoryEnv:
    """Return the environment of a thread, closed at exit.

    To make one takes longer than to play a short game. A forked process must not use its parent's:
    they would share a folder.
    """
    env = StoryEnv(_INFOS)
    atexit.register(env.close)
    return env
