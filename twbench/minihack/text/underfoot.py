"""What lies under the player, who names what to pick up.

Where one thing lies, NetHack's key picks it up without asking which is meant. So it is looked first
whether what was named lies here; to look takes no time, but for the blind, who feel about. What is
unknown is called by what it looks like: a name that nothing looks like may be another one of what
lies here, such as that of boots whose magic only their maker knows.
"""

__all__ = ["absent", "listed", "wanted_here"]

from functools import lru_cache

from twbench.minihack.engine import nethack
from twbench.minihack.text.commands import Command
from twbench.minihack.text.names import glyph_names
from twbench.minihack.text.screen import Screen
from twbench.minihack.text.vocabulary import ALL, BASINS, CONTAINERS
from twbench.minihack.text.whereabouts import is_meant, is_named, whereabouts

_LOOK, _NEXT_PAGE = ord(":"), ord(" ")
_MOST_PAGES = 60
_CONDITION = 25
_SEVERAL, _NOTHING = "here:", "You see no objects here."
_ANYTHING = frozenset({"", ALL, "food"})
"""Names that say nothing about what a thing looks like."""


def wanted_here(command: Command) -> str:
    """Return the name of what a command needs where the player stands; "" for nothing."""
    if command.action == "PICKUP":
        return command.thing
    if command.action == "LOOT":
        return command.thing if CONTAINERS & {*command.thing.split()} else ""
    basin = {"QUAFF": command.thing, "DIP": command.other}.get(command.action, "")
    return basin if basin in BASINS else ""


def absent(screen: Screen, thing: str) -> str | None:
    """Return a sentence that says that what is named is not here; None where it may be."""
    blind = int(screen.observation[2][_CONDITION]) & nethack().BL_MASK_BLIND
    if thing in _ANYTHING or len(thing) == 1 or blind:
        return None
    here = _looked(screen)
    if (
        not here
        or is_named(thing, here)
        or not (_SEVERAL in here or thing in BASINS or _is_look(thing))
    ):
        return None
    elsewhere = whereabouts(screen, thing)
    told = f"You see no {thing} here{f', but one {elsewhere}' if elsewhere else ''}."
    if carried := next((name for _, name in screen.inventory() if is_named(thing, name)), ""):
        told += f" You carry {carried}."
    return told if here == _NOTHING else f"{told} {here}"


def _looked(screen: Screen) -> str:
    """Return what NetHack says to one who looks at what is here, in one line."""
    told: list[str] = []
    screen.press(_LOOK)
    for _ in range(_MOST_PAGES):
        told.extend(listed(screen.page() or [screen.message]))
        if not screen.waits:
            break
        screen.press(_NEXT_PAGE)
    return " ".join(filter(None, told))


def listed(lines: list[str]) -> list[str]:
    """Return the lines of a page; things that lie here are told in one line."""
    lines = [" ".join(line.split()) for line in lines]
    for number, line in enumerate(lines):
        if line.endswith(_SEVERAL) and number + 1 < len(lines):
            return [*lines[:number], f"{line} {', '.join(lines[number + 1 :])}."]
    return lines


@lru_cache
def _is_look(thing: str) -> bool:
    """Say whether anything that can lie about may look like what is named."""
    first, count = nethack().GLYPH_OBJ_OFF, nethack().NUM_OBJECTS
    return any(is_meant(thing, name) for name in glyph_names()[first : first + count])
