"""What can be typed into a story.

NUL and backslash crash or hang Frotz, and long lines overflow it.
"""

__all__ = ["MAX_COMMAND", "line_of", "sanitise"]

import unicodedata
from functools import lru_cache

from twbench.errors import ConfigError

MAX_COMMAND = 197
"""Bytes of a command that Frotz reads; what is beyond is cut off."""
_LONGEST = 4 * MAX_COMMAND
"""Letters of a command that are looked at: more than can be typed, since accents are dropped."""
_SAFE = frozenset(map(chr, range(0x20, 0x7F))) - {"\\"}


def sanitise(command: str) -> str:
    """Return what of ``command`` can be typed into a story: printable ASCII, at most 197 letters.

    Accented letters lose their accents; control characters and line breaks become spaces.
    """
    if not (command.isascii() and command.isprintable() and "\\" not in command):
        # Cut before it is normalised, or a line of megabytes would be read as a whole; longer than
        # the command may be, since accents on their own are dropped.
        plain = unicodedata.normalize("NFKD", command[:_LONGEST])
        letters = (c for c in plain if not unicodedata.combining(c))
        command = "".join(c if c in _SAFE else " " for c in letters)
    return command[:MAX_COMMAND]


def line_of(command: str) -> bytes:
    """Return the line that ``command`` is typed in, made safe, for Frotz.

    Raises ConfigError for what is no text.
    """
    try:
        # Many are typed again and again; what is kept must not be long.
        return _line_of(command[:_LONGEST])
    except (AttributeError, TypeError):
        raise ConfigError(f"A command is a text such as 'look', not {command!r}.") from None


@lru_cache(maxsize=1024)
def _line_of(command: str) -> bytes:
    return sanitise(command).encode() + b"\n"
