"""Playing an environment: what can be done is listed, and chosen by its number or its name."""

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
    *,
    browser: bool = False,
    port: int = 0,
) -> float:
    """Let somebody play, in the terminal or in the browser; return the score of the last episode.

    ``script`` has answers, numbers or names, given instead of asking for them; after the last of
    them the game ends. Where nobody can type (standard input is no terminal, and there is no
    script), the first state is shown and nothing is asked. With ``browser``, what happens is shown
    there in pictures, see `twbench.hierarchycraft.render.window`, and actions are chosen there.
    """
    if browser:
        from twbench.hierarchycraft.render.window import BrowserWindow

        window = BrowserWindow(env, port=port)
        try:
            return _played(env, n_episodes, window.show, _reader(script, window.read), write)
        finally:
            window.close()
    if script is None and not sys.stdin.isatty():
        script = ()
    return _played(
        *(env, n_episodes),
        lambda *lines: write("\n".join([*lines, env.render()])),
        *(_reader(script, input), write),
    )


def _reader(script: Iterable[object] | None, ask: Callable[[str], str]) -> Callable[[str], str]:
    if script is None:
        return ask
    answers = iter(script)
    return lambda _: str(next(answers, ""))


def _played(
    env: HcraftEnv,
    n_episodes: int,
    show: Callable[..., object],
    read: Callable[[str], str],
    write: Callable[[str], object],
) -> float:
    for _ in range(n_episodes):
        env.reset()
        show()
        done = False
        while not done:
            action = get_human_action(env, read, write)
            if action is None:
                return env.current_score
            _, reward, terminated, truncated, _ = env.step(action)
            done = terminated or truncated
            show(f"{env.world.transformations[action].name}: reward {reward:g}")
    return env.current_score
