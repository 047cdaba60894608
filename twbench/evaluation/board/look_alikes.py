"""Agents whose names look the same: on a board they are told apart by where they come from.

Names look the same if they differ by case, spaces, accents and what nobody sees alone, or by
letters and digits that look alike: ``l``, ``I`` and ``1``, ``rn`` and ``m``, or a Latin letter and
one of Cyrillic, Greek or Armenian; or by the kind of their dashes and quotes, or how long a line
is. That is less than Unicode knows, and more than fits in a font.
"""

__all__ = ["is_shipped", "look_of", "told_apart"]

import re
import unicodedata
from collections.abc import Hashable, Mapping
from typing import Any, TypeVar

from twbench.agents import SHIPPED
from twbench.printable import shortened

_CYRILLIC = "АВЕКМНОРСТУХЅІЈӀавекмнорстухѕіјӏһԁԛԝгѵү"
_GREEK = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγηικνορτυχω"
_ARMENIAN = "Օօսոհց"  # noqa: RUF001
_PHONETIC = "ɑɡɩ"  # noqa: RUF001
_LATIN = "ABEKMHOPCTYXSIJlabekmhopctyxsijlhdqwrvy" + "ABEZHIKMNOPTYXaynikvoptuxw" + "Oounhg" + "agi"
_LETTERS = str.maketrans(_CYRILLIC + _GREEK + _ARMENIAN + _PHONETIC, _LATIN)
_ALIKE = str.maketrans(
    "0i1|\N{LATIN SMALL LETTER DOTLESS I}\N{MINUS SIGN}\N{MODIFIER LETTER APOSTROPHE}", "ollll-'"
)
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))
_SIGNS = {"Pd": "-", "Pc": "_", "Pi": "'", "Pf": "'"}
"""The character that stands for all of a Unicode category."""
_ARGUMENTS = re.compile(r"[(\[]")
"""Where the arguments begin that stand behind a name on a board."""
_UNSEEN = frozenset("MZC")
"""Categories of characters: accents, spaces, and what is written without being seen."""
_BLANK = frozenset("\N{HANGUL CHOSEONG FILLER}\N{HANGUL JUNGSEONG FILLER}\N{BRAILLE PATTERN BLANK}")
"""Letters and signs, by their categories, that are not seen either."""
_LONGEST_NAME = 40
_DIGITS = 8

Key = TypeVar("Key", bound=Hashable)
Agent = Mapping[str, Any]


def look_of(name: str) -> str:
    """Return what is equal for names that look the same.

    >>> look_of("Jérn 1") == look_of("jem l")
    True
    """
    letters = unicodedata.normalize("NFKD", name).translate(_LETTERS).casefold().translate(_ALIKE)
    kinds = ((one, unicodedata.category(one)) for one in letters if one not in _BLANK)
    seen = "".join([_SIGNS.get(kind, one) for one, kind in kinds if kind[0] not in _UNSEEN])
    seen = re.sub("([-_])\\1+", "\\1", seen)
    for pair, alike in _PAIRS:
        seen = seen.replace(pair, alike)
    return seen


def is_shipped(agent: Agent) -> bool:
    """Whether an agent, as it is recorded, comes with twbench."""
    own = (agent.get("module"), agent.get("package"))
    return agent["name"] in SHIPPED and own == (None, None)


def told_apart(agents: Mapping[Key, tuple[str, Agent]]) -> dict[Key, str]:
    """Return what to call agents on a board; each is given as its text there, and as recorded.

    Where two look the same and are not, or one looks like an agent that comes with twbench, letters
    that are not ASCII are written out, and it is said where the agent comes from.
    """
    kinds: dict[str, set[tuple[str, str]]] = {}
    for text, agent in agents.values():
        kinds.setdefault(look_of(text), set()).add((text, _origin(agent)))
    return {
        key: text
        if is_shipped(agent) or (len(kinds[look_of(text)]) == 1 and not _seems_shipped(agent))
        else f"{text.encode('ascii', 'backslashreplace').decode()} [{_origin(agent)}]"
        for key, (text, agent) in agents.items()
    }


def _seems_shipped(agent: Agent) -> bool:
    name, *_ = _ARGUMENTS.split(look_of(str(agent["name"])))
    return name in {look_of(name) for name in SHIPPED}


def _origin(agent: Agent) -> str:
    """Return the file or the package of an agent, with the beginning of the file's hash."""
    for kind, names in (("module", ("file",)), ("package", ("package", "version"))):
        found = agent.get(kind)
        if isinstance(found, Mapping):
            told = [shortened(str(found.get(name)), _LONGEST_NAME) for name in names]
            return " ".join([*told, str(found.get("sha256") or "")[:_DIGITS]]).strip()
    return "with twbench" if is_shipped(agent) else "of no file"
