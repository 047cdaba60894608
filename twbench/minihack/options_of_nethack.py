"""NetHack's own options, such as ``!autopickup`` or ``runmode:walk``: NetHack itself judges them.

Of one that it does not know it tells before the game, and waits for a key that no action is: an
environment with it would never begin. So NetHack is asked before there is one, in a hundredth of a
second.
"""

__all__ = ["check_options"]

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from twbench.errors import ConfigError
from twbench.minihack.engine import MH_NETHACKOPTIONS, nethack
from twbench.printable import shortened, shown

_SHOWN = ("tty_chars", "program_state")
_IN_GAME = 3
_SPACE = ord(" ")
_KEYS_TO_PRESS = b" " * 20 + b"\r" * 20
_AT_THE_END = "Hit return to continue"


def check_options(options: Any) -> list[str]:
    """Return options as a list; raises ConfigError for those that NetHack does not take."""
    if isinstance(options, str) or not isinstance(options, Iterable):
        raise ConfigError(f"options is a list of options of NetHack, not {shown(options)}.")
    found = list(options)
    for option in found:
        if not isinstance(option, str):
            raise ConfigError(f"Each of options is a text, not {shown(option)}.")
    complaint = _complaint(tuple(found)) if {*found} - {*MH_NETHACKOPTIONS} else ""
    if complaint:
        raise ConfigError(f"NetHack does not take these options: {complaint}")
    return found


@lru_cache
def _complaint(options: tuple[str, ...]) -> str:
    """Return what NetHack says instead of beginning a game; "" if it begins one."""
    game = nethack().Nethack(observation_keys=_SHOWN, options=options, ttyrec=None)
    try:
        screen, state = game.reset()
        said = _in_one_line(screen)
        for key in _KEYS_TO_PRESS:  # it cannot be closed while it waits for one of the later ones
            if state[_IN_GAME]:
                return "" if key == _SPACE else said
            (_, state), is_over = game.step(key)
            if is_over:
                break
        return said or "no game begins."
    finally:
        game.close()


def _in_one_line(screen: Any) -> str:
    """Return the complaints on a screen, whose rows are as long as its lines are broken."""
    text = screen.tobytes().decode("latin-1").partition(_AT_THE_END)[0]
    return shortened(" ".join(text.replace(" * ", " ").split()))
