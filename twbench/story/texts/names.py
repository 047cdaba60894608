"""How stories write the names of rooms and things: as headings, and behind an article."""

__all__ = ["heading", "takes_an", "takes_some"]

import re
from functools import lru_cache

from twbench.generator.grammar.english import fix_determinant
from twbench.story.zcode.zstring import fold

_UNCOUNTED = frozenset(
    [
        "bread",
        "broccoli",
        "butter",
        "clothing",
        "cutlery",
        "dirt",
        "dust",
        "equipment",
        "flour",
        "food",
        "furniture",
        "garlic",
        "gold",
        "grass",
        "hay",
        "honey",
        "ink",
        "jewellery",
        "jewelry",
        "luggage",
        "meat",
        "milk",
        "money",
        "mud",
        "music",
        "pasta",
        "popcorn",
        "porridge",
        "rice",
        "salt",
        "sand",
        "snow",
        "spinach",
        "straw",
        "sugar",
        "toast",
        "toothpaste",
        "underwear",
        "water",
        "wool",
    ]
)
"""Last words of names of what is not counted."""
_ONE_WITH_AN_S = re.compile(r".*(?:ss|us|is|as|'s|lens|series|species|news)")
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


@lru_cache(maxsize=4096)
def takes_some(name: str) -> bool:
    """Whether "some" is said of what has this name: it is not counted, or is several.

    >>> [name for name in ("popcorn", "bag of popcorn", "scissors", "glass") if takes_some(name)]
    ['popcorn', 'scissors']
    """
    last = fold(name).lower().rpartition(" ")[2]
    if " of " in name:
        return False
    is_several = last.endswith("s") and len(last) > 2 and not _ONE_WITH_AN_S.fullmatch(last)
    return is_several or last in _UNCOUNTED
