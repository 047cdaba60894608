"""Playing an environment in the terminal: what can be done is listed, and chosen by its number."""

__all__ = ["get_human_action", "render_env_with_human"]

import sys
from collections.abc import Callable, Iterable

from twbench.hierarchycraft.env import HcraftEnv

_ASK = "What will you do? (a number or a name; nothing ends) "


def get_human_action(
    env: HcraftEnv, read: Callable[[str], str] = input, write: Callable[[str], object] = print
) -> int | None:
    """Ask for an action until one is named that there is; return None if there is no answer."""
    names = {
        transformation.name: number
        for number, transformation in reversed(list(enumerate(env.world.transformations)))
    }
    while True:
        try:
            answer = read(_ASK).strip()
        except EOFError:
            return None
        if not answer:
            return None
        number = names.get(answer, int(answer) if answer.isdecimal() else -1)
        if 0 <= number < len(env.world.transformations):
            return number
        write(f"There is no {answer!r} among what can be done.")


def render_env_with_human(
    env: HcraftEnv,
    n_episodes: int = 1,
    script: Iterable[object] | None = None,
    write: Callable[[str], object] = print,
) -> float:
    """Let somebody play in the terminal, and return the score of the last episode.

    ``script`` has answers, numbers or names, given instead of typing them; after the last of them
    the game ends. Where nobody can type (standard input is no terminal, and there is no script),
    the first state is shown and nothing is asked.
    """
    if script is None and not sys.stdin.isatty():
        script = ()
    answers = None if script is None else iter(script)
    for _ in range(n_episodes):
        env.reset()
        done = False
        while not done:
            write(env.render())
            read = input if answers is None else (lambda _: str(next(answers, "")))
            action = get_human_action(env, read, write)
            if action is None:
                return env.current_score
            _, reward, terminated, truncated, _ = env.step(action)
            write(f"Reward: {reward:g}")
            done = terminated or truncated
        write(env.render())
    return env.current_score
