"""How stories write the names of rooms and things: as headings, and behind an article."""

__all__ = ["heading", "takes_an"]

import re
from functools import lru_cache

from twbench.generator.grammar.english import fix_determinant
from twbench.story.zcode.zstring import fold

_EIGHT_OR_ELEVEN = re.compile(r"8|1[18]\b")


@lru_cache(maxsize=8192)
def heading(name: str) -> str:
    """Return the line above what is said of a room: each word with a capital, the rest as it is."""
    title = " ".join(word[:1].upper() + word[1:] for word in name.split(" "))
    return f"-= {title} =-"


@lru_cache(maxsize=4096)
def takes_an(word: str) -> bool:
    """Whether the indefinite article before a word is "an"."""
    if word[:1].isdigit():
        return bool(_EIGHT_OR_ELEVEN.match(word))
    return fix_determinant(f"a {fold(word)}").startswith("an ")
