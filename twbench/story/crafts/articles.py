"""The articles before the names of things and zones, where a story speaks of one of them."""

__all__ = ["definite", "indefinite"]

from functools import lru_cache

from twbench.story.texts.names import takes_an


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_UNCOUNTED = _words(
    "alder amber bark barley birch bread bronze burdock chalk charcoal clay cloth coal"
    " cobblestone copper cork cotton dirt dust elm flax flint flour food fuel gold grain granite"
    " grass gravel gypsum hay hazel heather hemp honey ice ink iron juniper jute lacquer lapis"
    " lava lead leather lichen linden marble meat mica milk millet moss netherrack oak oat"
    " obsidian oil ore paper peat pine poplar powder pumice quartz rain redstone resin rice"
    " rubber rye sage salt sand shale silk silver slate snow soil sorrel steel stone straw"
    " string sugar tallow thread timber tin walnut water wax wheat willow wire wood wool yarn"
    " zinc"
)
"""Last words of names of what is not counted."""


@lru_cache(maxsize=4096)
def indefinite(name: str) -> str:
    """Return "a ", "an ", or nothing: for what has a number, is not counted, or is several.

    >>> [indefinite(name) + name for name in ("iron axe", "stick", "iron ore", "reeds", "key 2")]
    ['an iron axe', 'a stick', 'iron ore', 'reeds', 'key 2']
    """
    last = name.rpartition(" ")[2].lower()
    several = last.endswith("s") and not last.endswith("ss")
    if several or last in _UNCOUNTED or _is_numbered(name):
        return ""
    return "an " if takes_an(name.partition(" ")[0]) else "a "


def definite(name: str) -> str:
    """Return "the ", or nothing for what has a number.

    >>> [definite(name) + name for name in ("dark cave", "zone 2")]
    ['the dark cave', 'zone 2']
    """
    return "" if _is_numbered(name) else "the "


def _is_numbered(name: str) -> bool:
    return any(map(str.isdigit, name))
