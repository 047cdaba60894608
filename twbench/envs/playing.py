"""Starting a story, and letting an agent play it."""

__all__ = ["play", "start", "start_here"]

import sys
from collections.abc import Callable
from pathlib import Path

from twbench.core import Agent, EnvInfos, Environment
from twbench.envs.folders import has_own_folder
from twbench.envs.frotz.story_file import StoryFile, read_story


def start(
    path: str | Path,
    infos: EnvInfos | None = None,
    *,
    isolated: bool | None = None,
    timeout: float = 10.0,
) -> Environment:
    """Return an environment with the story at ``path`` loaded (seeds: textworld.start).

    ``infos`` says what the game states should tell. An ``isolated`` story is played in a process
    of its own, in a folder of its own, and stopped when it does not answer within ``timeout``
    seconds. Unless that is said, all stories are but those that cannot do harm: made by this
    version of twbench from a logic that comes with it, and checked to be so. False is for processes
    that somebody watches; what other makers' stories save has no place in the user's folder, so
    they are played there within `own_folder` only.

    Raises StoryFileError for files that cannot be played.
    """
    story = read_story(path)
    trusted = isolated is False
    if isolated is None:
        isolated = story.doubt is not None
    elif not (isolated or story.is_ours or has_own_folder()):
        isolated = True
    if isolated:
        from twbench.envs.isolated import IsolatedEnv

        env = IsolatedEnv(infos, timeout)
        env.load(path)
        return env
    return start_here(story, path, infos, trusted=trusted)


def start_here(
    story: StoryFile, path: str | Path, infos: EnvInfos | None, trusted: bool
) -> Environment:
    """Return an environment of this process, with a story loaded that was read from ``path``.

    Only what it needs is loaded: a process that plays one story starts the sooner.
    """
    if story.is_ours:
        from twbench.envs.story_env import StoryEnv

        ours = StoryEnv(infos, trusted=trusted)
        ours.open(story, path)
        return ours
    from twbench.envs.jericho_env import JerichoEnv

    other = JerichoEnv(infos)
    other.open(story, path)
    return other


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
