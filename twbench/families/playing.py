"""Starting a game of any family, and letting an agent play it."""

__all__ = ["open_here", "play", "start"]

import sys
from collections.abc import Callable
from pathlib import Path

from twbench.core import Agent, EnvInfos, Environment
from twbench.families.known import family_of


def start(
    path: str | Path,
    infos: EnvInfos | None = None,
    *,
    isolated: bool | None = None,
    timeout: float = 10.0,
) -> Environment:
    """Return an environment with the story at ``path`` loaded (seeds: textworld.start).

    >>> with start("game.z8", EnvInfos(admissible_commands=True, extras=["walkthrough"])) as env:
    ...     state = env.reset()
    ...     for command in state["extra.walkthrough"]:
    ...         assert command in state.admissible_commands
    ...         state, score, done = env.step(command)
    >>> score, done
    (1, True)

    ``infos`` says what the game states should tell. An ``isolated`` story is played in a process
    of its own, in a folder of its own, and stopped when it does not answer within ``timeout``
    seconds. Unless that is said, its family decides: all stories are isolated but those that cannot
    do harm, such as those made by this version of twbench from a logic that comes with it, and
    checked to be so. False is for processes that somebody watches.

    Raises StoryFileError for files that cannot be played.
    """
    path = Path(path)
    return family_of(path).start(path, infos, isolated=isolated, timeout=timeout)


def open_here(path: str | Path, infos: EnvInfos | None) -> Environment:
    """Return an environment of this process, whatever the game may do to it."""
    path = Path(path)
    return family_of(path).open(path, infos)


def play(
    path: str | Path,
    agent: Agent,
    max_nb_steps: int = 1000,
    wrapper: Callable[[Environment], Environment] | None = None,
    silent: bool = False,
    *,
    isolated: bool | None = None,
    timeout: float = 10.0,
) -> None:
    """Let ``agent`` play the story at ``path`` to its end, or for ``max_nb_steps`` (0: no limit).

    >>> from twbench.agents import WalkthroughAgent
    >>> play("game.z8", WalkthroughAgent(), silent=True)

    Unless ``silent``, the game is shown on the standard output. ``isolated`` and ``timeout`` are
    those of `start`.
    """
    env = start(path, isolated=isolated, timeout=timeout)
    if wrapper is not None:
        env = wrapper(env)
    for agent_wrapper in agent.wrappers:
        env = agent_wrapper(env)
    try:
        agent.reset(env)
        state = env.reset()
        reward, done, steps = 0.0, False, 0
        if not silent:
            env.render()
        while not done and (not max_nb_steps or steps < max_nb_steps):
            command = agent.act(state, reward, done)
            state, reward, done = env.step(command)
            steps += 1
            if not silent:
                env.render()
        agent.finish(state, reward, done)
        if not silent:
            turns = "step" if steps == 1 else "steps"
            sys.stdout.write(f"Done after {steps} {turns}. Score {reward:g}.\n")
    finally:
        env.close()
