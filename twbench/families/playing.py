"""Starting a game of any family, and letting an agent play it."""

__all__ = ["ending", "open_here", "play", "start"]

import math
import sys
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path

from twbench.core import Agent, EnvInfos, Environment, Wrapper, one_of_both
from twbench.families.known import family_of
from twbench.system.at_hand import as_path
from twbench.system.collection import without_collection
from twbench.whole_numbers import counted

Wrappers = Callable[[Environment], Environment] | Sequence[Callable[[Environment], Environment]]
"""What is put around an environment: one, or several with the innermost first."""


@without_collection()
def start(
    path: str | Path,
    infos: EnvInfos | None = None,
    wrappers: Wrappers = (),
    *,
    request_infos: EnvInfos | None = None,
    isolated: bool | None = None,
    timeout: float = 10.0,
) -> Environment:
    """Return an environment with the story at ``path`` loaded (docs: textworld.start).

    >>> with start("game.z8", EnvInfos(admissible_commands=True, extras=["walkthrough"])) as env:
    ...     state = env.reset()
    ...     for command in state["extra.walkthrough"]:
    ...         assert command in state.admissible_commands
    ...         state, score, done = env.step(command)
    >>> score, done
    (1, True)

    ``infos`` says what the game states should tell; ``request_infos`` is TextWorld's name for it.
    ``wrappers`` are put around the environment, the first one innermost: classes, or wrappers that
    have no environment yet. An ``isolated`` story is played in a process of its own, in a folder of
    its own, and stopped when it does not answer within ``timeout`` seconds. Unless that is said,
    its family decides: all stories are isolated but those that cannot do harm, such as those made
    by this version of twbench from a logic that comes with it, and checked to be so. False is for
    processes that somebody watches.

    Raises StoryFileError for files that cannot be played, and ConfigError where both ``infos`` and
    ``request_infos`` are given.
    """
    infos = one_of_both(infos, request_infos)
    path = as_path(path)
    env = family_of(path).start(path, infos, isolated=isolated, timeout=timeout)
    try:
        return _wrapped(env, wrappers, path)
    except BaseException:
        env.close()
        raise


def _wrapped(env: Environment, wrappers: Wrappers, path: Path) -> Environment:
    """Put ``wrappers`` around an environment that has loaded the story at ``path``."""
    bare = env
    for wrapper in [wrappers] if callable(wrappers) else wrappers:
        env = wrapper(env)
    layer = env
    while isinstance(layer, Wrapper) and layer is not bare:
        if type(layer).load is not Wrapper.load:  # it wants to see what is loaded
            env.load(str(path))
            break
        layer = layer.wrapped
    return env


def open_here(path: str | Path, infos: EnvInfos | None) -> Environment:
    """Return an environment of this process, whatever the game may do to it."""
    path = Path(path)
    return family_of(path).open(path, infos)


def play(
    game_file: str | Path,
    agent: Agent | None = None,
    max_nb_steps: int = 1000,
    wrappers: Wrappers = (),
    silent: bool = False,
    *,
    isolated: bool | None = None,
    timeout: float = 10.0,
) -> None:
    """Let ``agent`` play the story ``game_file`` to its end, or for ``max_nb_steps`` (0: no limit).

    >>> from twbench.agents import WalkthroughAgent
    >>> play("game.z8", WalkthroughAgent(), silent=True)

    Without an agent, whoever sits at the terminal plays, until they leave (``quit``, control-D or
    control-C); an agent leaves by an EOFError, as a `HumanAgent` does. Unless ``silent``, the game
    is shown on the standard output. ``wrappers``, ``isolated`` and ``timeout`` are those of
    `start`.
    """
    leaves: tuple[type[BaseException], ...] = ()
    if agent is None:
        from twbench.agents.human import HumanAgent

        agent, leaves = HumanAgent(autocompletion=True), (KeyboardInterrupt,)
    with suppress(*leaves):
        env = start(game_file, None, wrappers, isolated=isolated, timeout=timeout)
        _play(env, agent, max_nb_steps, silent)


class _LeavingError(Exception):
    """The agent leaves the game."""


def _play(env: Environment, agent: Agent, max_nb_steps: int, silent: bool) -> None:
    """Let ``agent`` play one episode, and close the environment.

    It is closed while `_LeavingError` is under way: who leaves need not be shown the end.
    """
    for agent_wrapper in agent.wrappers:
        env = agent_wrapper(env)
    reward, done, steps = 0.0, False, 0
    with suppress(_LeavingError), closing(env):
        agent.reset(env)
        state = env.reset()
        if not silent:
            env.render()
        while not max_nb_steps or steps < max_nb_steps:
            try:
                command = agent.resume(state) if done else agent.act(state, reward, done)
            except EOFError as error:
                if not silent:
                    sys.stdout.write("\n")
                raise _LeavingError from error
            if command is None:
                break
            state, reward, done = env.step(command)
            steps += 1
            if not silent:
                env.render()
        agent.finish(state, reward, done)
    if not silent:
        sys.stdout.write(f"{ending(steps, state.get('score', reward), state.max_score)}\n")


def ending(steps: int, score: float | None, most: float | None) -> str:
    """Return the line that says how an episode went; ``most`` is the highest score, if known.

    >>> ending(3, 1, 1)
    'Done after 3 steps. Score 1/1.'
    >>> ending(1, None, None)
    'Done after 1 step. The score is unknown.'
    """
    done = f"Done after {counted(steps, 'step')}."
    if score is None:
        return f"{done} The score is unknown."
    of = "" if most is None or math.isinf(most) else f"/{most:g}"
    return f"{done} Score {score:g}{of}."
