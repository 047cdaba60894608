"""What can be looked up about what is seen."""

__all__ = ["Knowledge", "plain_name"]

import re
from typing import Protocol

_ARTICLE = re.compile(r"^(?:an?|the|some|\d+) ")
_STATE = re.compile(
    r"^(?:uncursed|cursed|blessed|holy|unholy|peaceful|tame|saddled|invisible|greased|empty"
    r"|(?:very |thoroughly )?(?:rusty|corroded|burnt|rotted)|[+-]\d+) "
)
_REST = re.compile(r" (?:called|named) .*$| \(.*$|,.*$")


class Knowledge(Protocol):
    """Pages by the names of things: NetHack's encyclopedia, or a wiki."""

    def get_page_text(self, page: str) -> str:
        """Return the text about a thing as it is seen; nothing if there is none."""


def plain_name(description: str) -> str:
    """Return what a thing is, without its number, its state, and what somebody has called it.

    >>> plain_name("2 uncursed +1 daggers (in quiver)")
    'daggers'
    """
    name = _REST.sub("", description.strip().lower())
    name = _ARTICLE.sub("", name)
    while (shorter := _STATE.sub("", name)) != name:
        name = shorter
    return name
