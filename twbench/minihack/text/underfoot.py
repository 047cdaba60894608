"""What lies under the player, who names what to pick up or to look at.

Where one thing lies, NetHack's key picks it up without asking which is meant. So it is looked first
whether what was named lies here; to look takes no time, but for the blind, who feel about. What is
unknown is called by what it looks like, which may be one thing or another from game to game: so
what has the name of a thing may be it if it looks like one, such as boots whose magic only their
maker knows.
"""

__all__ = ["absent", "listed", "looked_at", "wanted_here"]

from functools import cache, lru_cache

from twbench.minihack.engine import nethack
from twbench.minihack.text.commands import Command
from twbench.minihack.text.screen import Screen
from twbench.minihack.text.vocabulary import ALL, BASINS, CONTAINERS
from twbench.minihack.text.whereabouts import is_meant, is_named, whereabouts

_LOOK, _NEXT_PAGE = ord(":"), ord(" ")
_MOST_PAGES = 60
_CONDITION = 25
_SEVERAL, _NOTHING = "here:", "You see no objects here."
_ANYTHING = frozenset(
    {
        *("", ALL, "armor", "armour", "container", "food", "item", "items", "object", "objects"),
        *("stuff", "thing", "things", "tool", "weapon"),
    }
)
"""Names that say nothing about what a thing looks like."""
_PLAIN = ("ceiling", "corridor", "floor", "ground", "map", "room", "wall", "walls")
_ANSWERED = {
    **dict.fromkeys((ALL, "everything"), "One thing at a time."),
    **dict.fromkeys(_PLAIN, "You see nothing special about that."),
    **dict.fromkeys(("it", "them"), "Say what to look at."),
}
"""What is said of names of nothing that NetHack could be asked about."""
_KINDS = {
    '"': ("amulet", "{}"),
    "=": ("ring", "ring of {}"),
    "!": ("potion", "potion of {}"),
    "?": ("scroll", "scroll of {}"),
    "/": ("wand", "wand of {}"),
    "+": ("spellbook", "spellbook of {}"),
}
"""What all things of a class look like whose looks differ from game to game, and their names."""
_GEMS, _ARMOUR = "*", "["
_CLOAKS = frozenset({"opera cloak", "ornamental cope", "piece of cloth", "tattered cape"})
_SHUFFLED = ("boots", "gloves", "helmet")
"""Last words of looks of armour: which of these looks it has differs from game to game."""


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
    if thing in _ANYTHING or len(thing) == 1 or _is_blind(screen):
        return None
    here = _looked(screen)
    if not here or is_named(thing, here) or (_SEVERAL not in here and _may_be(thing, here)):
        return None
    elsewhere = whereabouts(screen, thing)
    told = f"You see no {thing} here{f', but one {elsewhere}' if elsewhere else ''}."
    if carried := next((name for _, name in screen.inventory() if is_named(thing, name)), ""):
        told += f" You carry {carried}."
    return told if here == _NOTHING else f"{told} {here}"


def looked_at(screen: Screen, thing: str) -> str:
    """Return where what has a name is seen, and whether it is carried, in a line."""
    bare = " ".join(word for word in thing.split() if word not in ("the", "a", "an", "my")) or thing
    if bare in _ANSWERED:
        return _ANSWERED[bare]
    carried = [
        f"{letter} - {name}"
        for letter, name in screen.inventory()
        if bare == letter or (len(bare) > 1 and is_named(bare, name))
    ]
    told = [f"You carry {', '.join(carried)}."] if carried else []
    is_letter = bare.isalnum() and len(bare) == 1
    if not is_letter and not _is_blind(screen):
        here = _looked(screen)
        if is_named(bare, here) or is_meant(bare, here.replace(".", " ")):
            told.append(here)
    if (seen := whereabouts(screen, bare)) is not None:
        told.append(f"There is one {seen}.")
    return " ".join(told) or f"You see no {bare}."


def _is_blind(screen: Screen) -> bool:
    return bool(int(screen.observation[2][_CONDITION]) & nethack().BL_MASK_BLIND)


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


def _may_be(thing: str, here: str) -> bool:
    """Say whether the one thing that lies here may be what is named, though it is called otherwise.

    Nothing at all may be what lies where nothing does.
    """
    return here != _NOTHING and any(is_named(look, here) for look in _looks(thing))


@lru_cache
def _looks(thing: str) -> frozenset[str]:
    """Return what things of a name may look like."""
    return frozenset().union(
        *[looks for name, looks in _names_and_looks() if is_named(thing, name)]
    )


@cache
def _names_and_looks() -> tuple[tuple[str, frozenset[str]], ...]:
    """Return the names of things, as those call them who know them, and what they look like."""
    game = nethack()
    known = [
        (game.class_sym.from_oc_class(kind.oc_class).sym, game.OBJ_NAME(kind), look)
        for kind in map(game.objclass, range(game.NUM_OBJECTS))
        if game.OBJ_NAME(kind) and (look := game.OBJ_DESCR(kind))
    ]
    armour = frozenset(look for symbol, _, look in known if symbol == _ARMOUR)
    told = []
    for symbol, name, look in known:
        plain, form = _KINDS.get(symbol, (look, "{}"))
        if symbol == _GEMS:
            plain = "gray stone" if look == "gray" else "gem"
        looks = _worn_alike(look, armour) if symbol == _ARMOUR else frozenset({plain})
        told.append((form.format(name), looks))
    return tuple(told)


def _worn_alike(look: str, armour: frozenset[str]) -> frozenset[str]:
    """Return what armour that has a look may look like in another game."""
    if look in _CLOAKS:
        return _CLOAKS
    word = look.rpartition(" ")[2]
    if word not in _SHUFFLED:
        return frozenset({look})
    return frozenset(one for one in armour if one.endswith(f" {word}"))
