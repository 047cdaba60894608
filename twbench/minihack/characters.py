"""Who plays: role, race, alignment and gender, as NetHack reads them behind the player's name.

NetHack passes over what it does not know, and draws a role instead. So it is judged here.
"""

__all__ = ["check_character"]

from typing import Any

from twbench.errors import ConfigError, nearest
from twbench.printable import shown

_ROLES = (
    *("archeologist", "barbarian", "caveman", "cavewoman", "healer", "knight", "monk", "priest"),
    *("priestess", "ranger", "rogue", "samurai", "tourist", "valkyrie", "wizard"),
)
_RACES = ("human", "elf", "dwarf", "gnome", "orc")
_KINDS = (_ROLES, _RACES, ("lawful", "neutral", "chaotic"), ("male", "female"))
_SHORTEST = 3
_DRAWN = ("@", "*", "random")
"""For what NetHack draws itself."""


def check_character(character: Any) -> str:
    """Return a character if NetHack has it, such as ``val-hum-neu-fem``, or ``@`` for any.

    Each part is the beginning of its word, three letters at least. Raises ConfigError.
    """
    known = [word for kind in _KINDS for word in kind]
    short = dict.fromkeys(word[:_SHORTEST] for word in known)
    for part in str(character).lower().split("-"):
        if part not in _DRAWN and not (part[:_SHORTEST] in short and _begins(part, known)):
            raise ConfigError(
                "A character is a role, a race, an alignment and a gender, such as"
                f" 'val-hum-neu-fem', or '@'; {shown(part)} is none of {', '.join(short)}."
                f"{nearest(part, short)}"
            )
    return str(character)


def _begins(part: str, words: list[str]) -> bool:
    return any(word.startswith(part) for word in words)
