"""What the glyphs of NetHack are called, and which of them are worth telling.

A glyph is what a square looks like: an unknown potion is told by its colour. The tables are made
once, from NetHack's own.
"""

__all__ = [
    "blocking_glyphs",
    "glyph_names",
    "is_monster",
    "is_thing",
    "meant_feature",
    "told_glyphs",
]

import re
from functools import cache

import numpy as np
from numpy.typing import NDArray

from twbench.errors import nearest
from twbench.minihack.engine import nethack

_PLAIN = frozenset(
    {
        *("", "dark part of a room", "wall", "floor of a room", "corridor", "lit corridor"),
        *("valid position", "air"),
    }
)
"""Features that are the ground, or around it: the map shows them."""
_BLOCKING = frozenset({"", "wall", "iron bars", "tree", "raised drawbridge"})
_KINDS = {
    '"': "{} amulet",
    "=": "{} ring",
    "!": "{} potion",
    "?": "scroll labeled {}",
    "/": "{} wand",
    "+": "{} spellbook",
    "*": "{} gem",
}
"""How things of a class are called by what they look like."""
_WHOLE = frozenset({"Amulet of Yendor"})
_CORPSES = "{} corpse"


@cache
def glyph_names() -> tuple[str, ...]:
    """Return the names of all glyphs; "" for those that are nothing."""
    game = nethack()
    names = [""] * (game.MAX_GLYPH + 1)
    kinds = [game.permonst(index).mname for index in range(game.NUMMONS)]
    for offset, form in (
        (game.GLYPH_MON_OFF, "{}"),
        (game.GLYPH_PET_OFF, "tame {}"),
        (game.GLYPH_DETECT_OFF, "{}"),
        (game.GLYPH_BODY_OFF, _CORPSES),
        (game.GLYPH_RIDDEN_OFF, "{}"),
        (game.GLYPH_STATUE_OFF, "statue of a {}"),
    ):
        for index, kind in enumerate(kinds):
            names[offset + index] = form.format(kind)
    names[game.GLYPH_INVIS_OFF] = "remembered, unseen monster"
    for index in range(game.NUM_OBJECTS):
        names[game.GLYPH_OBJ_OFF + index] = _object_name(index)
    for index in range(game.MAXPCHARS):
        names[game.GLYPH_CMAP_OFF + index] = game.symdef.from_idx(index).explanation
    return tuple(names)


def _object_name(index: int) -> str:
    game = nethack()
    thing = game.objclass(index)
    name, look = game.OBJ_NAME(thing) or "", game.OBJ_DESCR(thing)
    if look is None or look in _WHOLE:
        return str(name)
    form = _KINDS.get(game.class_sym.from_oc_class(thing.oc_class).sym, "{}")
    return form.format(look)


def meant_feature(name: str) -> str:
    """Return `` Did you mean 'x'?`` for a name that is nothing's but like that of a feature.

    Nothing is returned for other unknown names: NetHack has more in its messages ("altar to Anu").
    """
    known = set(filter(None, glyph_names()))
    if any(_holds(other, name) or _holds(name, other) for other in known):
        return ""
    begin = nethack().GLYPH_CMAP_OFF
    return nearest(name.lower(), filter(None, glyph_names()[begin : begin + nethack().MAXPCHARS]))


def _holds(name: str, part: str) -> bool:
    # To compile a pattern for each name there is takes half a second.
    return part.lower() in name.lower() and bool(re.search(rf"(?i)\b{re.escape(part)}\b", name))


def is_monster(glyph: int) -> bool:
    """Say whether a glyph is that of a monster, seen or felt, which is nobody's pet."""
    game = nethack()
    seen = game.GLYPH_MON_OFF <= glyph < game.GLYPH_PET_OFF
    return bool(seen or glyph == game.GLYPH_INVIS_OFF)


def is_thing(glyph: int) -> bool:
    """Say whether a glyph is that of what lies about, a corpse or a statue among it."""
    game = nethack()
    return bool(game.glyph_is_object(glyph))


@cache
def told_glyphs() -> NDArray[np.bool_]:
    """Return for each glyph whether it is told where it is seen."""
    return np.array([name not in _PLAIN for name in glyph_names()])


@cache
def blocking_glyphs() -> NDArray[np.bool_]:
    """Return for each glyph whether nobody walks there."""
    game = nethack()
    blocking = np.zeros(game.MAX_GLYPH + 1, dtype=bool)
    for index in range(game.MAXPCHARS):
        blocking[game.GLYPH_CMAP_OFF + index] = game.symdef.from_idx(index).explanation in _BLOCKING
    return blocking
