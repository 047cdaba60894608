"""Commands that are known to mean something where the player is.

That is to walk where nothing is seen to block the way, to open doors and attack monsters beside the
player, and to use, drop or take off what is carried, as goes with its class. What lies under the
player is not known from what is shown, so no command names it.
"""

__all__ = ["admissible_commands"]

from collections.abc import Iterator

from twbench.minihack.knowledge import plain_name
from twbench.minihack.levels.plan import DIRECTIONS
from twbench.minihack.text.names import blocking_glyphs, glyph_names, is_monster
from twbench.minihack.text.screen import Screen

_ALWAYS = ("pick up", "pray", "search", "wait")
_AIMED = "zap"
_USES = {
    "WEAPON_CLASS": ("wield",),
    "ARMOR_CLASS": ("wear",),
    "RING_CLASS": ("put on",),
    "AMULET_CLASS": ("put on",),
    "TOOL_CLASS": ("apply",),
    "FOOD_CLASS": ("eat",),
    "POTION_CLASS": ("drink",),
    "SCROLL_CLASS": ("read",),
    "SPBOOK_CLASS": ("read",),
    "WAND_CLASS": (_AIMED,),
}
"""What things of a class are for, by the names that NetHack has for classes."""
_CLASSES = dict(enumerate(_USES, start=2))
"""The classes by their numbers in NetHack, whose first two are of nothing that is carried."""
_IN_HAND, _WORN = "(weapon in hand", "(being worn)"
_ON_FINGERS = ("(on left hand)", "(on right hand)")


def admissible_commands(screen: Screen) -> list[str]:
    """Return the commands, sorted."""
    down = ["down"] if screen.on_stairs_down else []
    return sorted({*_ALWAYS, *down, *_around(screen), *_carried(screen)})


def _around(screen: Screen) -> Iterator[str]:
    x, y = screen.player()
    blocking, names = blocking_glyphs(), glyph_names()
    for word, (dx, dy) in DIRECTIONS.items():
        glyph = screen.glyph(x + dx, y + dy)
        if glyph is None:
            continue
        name = names[glyph]
        if not blocking[glyph] and not (dx and dy and "door" in name):
            yield word
        if is_monster(glyph):
            yield f"attack {word}"
        if name == "closed door" and not (dx and dy):
            yield from (f"open {word}", f"kick {word}")


def _carried(screen: Screen) -> Iterator[str]:
    for (_, text), kind in zip(screen.inventory(), screen.classes(), strict=True):
        name = plain_name(text)
        if _WORN in text:
            armour = _CLASSES.get(kind) == "ARMOR_CLASS"
            yield f"{'take off' if armour else 'remove'} {name}"
        elif any(finger in text for finger in _ON_FINGERS):
            yield f"remove {name}"
        else:
            yield f"drop {name}"
            yield from _used(name, _USES.get(_CLASSES.get(kind, ""), ()), _IN_HAND in text)


def _used(name: str, verbs: tuple[str, ...], in_hand: bool) -> Iterator[str]:
    for verb in verbs:
        if verb == _AIMED:
            yield from (f"{verb} {name} {direction}" for direction in DIRECTIONS)
        elif not (in_hand and verb == "wield"):
            yield f"{verb} {name}"
