"""Commands in words, and what NetHack is to be told for them.

Of a command come the keys to press, and the answers for the questions that may follow: which thing,
which direction, whether one is sure. Things are named as in the inventory, by words of their names
or by their letter.
"""

__all__ = ["DIRECTIONS", "Command", "command_words", "parse_command"]

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from twbench.errors import nearest
from twbench.minihack.engine import nethack

DIRECTIONS = {
    "north": "N",
    "east": "E",
    "south": "S",
    "west": "W",
    "northeast": "NE",
    "southeast": "SE",
    "southwest": "SW",
    "northwest": "NW",
}
"""Words for directions, and NetHack's."""
_SHORT = {short.lower(): word for word, short in DIRECTIONS.items()}
_ALONE = {
    "search": "SEARCH",
    "look": "LOOK",
    "pray": "PRAY",
    "sit": "SIT",
    "loot": "LOOT",
    "swap weapons": "SWAP",
    "turn undead": "TURN",
}
"""Commands that need nothing else."""
_WITH_THING = {
    "eat": "EAT",
    "quaff": "QUAFF",
    "drink": "QUAFF",
    "read": "READ",
    "wear": "WEAR",
    "take off": "TAKEOFF",
    "put on": "PUTON",
    "remove": "REMOVE",
    "wield": "WIELD",
    "drop": "DROP",
    "pick up": "PICKUP",
    "take": "PICKUP",
    "offer": "OFFER",
    "invoke": "INVOKE",
    "rub": "RUB",
    "tip": "TIP",
}
_WITH_DIRECTION = {
    "open": "OPEN",
    "close": "CLOSE",
    "kick": "KICK",
    "fight": "FIGHT",
    "attack": "FIGHT",
    "chat": "CHAT",
    "untrap": "UNTRAP",
    "fire": "FIRE",
    "force": "FORCE",
}
_PREFIXES = ("fight", "attack")
"""Commands whose direction NetHack does not ask for: it is the next key."""
_WITH_BOTH = {"throw": "THROW", "zap": "ZAP", "apply": "APPLY"}
_MOVES = ("go ", "walk ", "move ")
_FILLERS = frozenset({"the", "a", "an", "my", "door", "to", "at"})


@dataclass(frozen=True, slots=True)
class Command:
    """Keys to press, and answers to questions: a thing, a direction (its key)."""

    keys: tuple[int, ...]
    thing: str = ""
    direction: int | None = None


def command_words() -> tuple[str, ...]:
    """Return the beginnings of all commands, sorted."""
    tables: tuple[Mapping[str, str], ...] = (_ALONE, _WITH_THING, _WITH_DIRECTION, _WITH_BOTH)
    known = {word for table in tables for word in table}
    return tuple(sorted({*known, *DIRECTIONS, "far", "wait", "up", "down"}))


def parse_command(text: str) -> Command | str:
    """Return the command, or a sentence that says what is wrong with it."""
    words = " ".join(text.lower().split())
    for filler in _MOVES:
        words = words.removeprefix(filler)
    simple = _simple().get(words)
    if simple is not None:
        return simple
    for table in (_WITH_BOTH, _WITH_THING, _WITH_DIRECTION):
        for verb in sorted(table, key=len, reverse=True):
            if words == verb or words.startswith(f"{verb} "):
                return _with_rest(table, verb, words[len(verb) :].split())
    near = nearest(words.partition(" ")[0], command_words())
    known = "" if near else f" Commands begin with {', '.join(command_words())}."
    return f"That is no command: {text.strip()[:60]!r}.{near}{known}"


def _with_rest(table: Mapping[str, str], verb: str, rest: list[str]) -> Command | str:
    key = int(nethack().Command[table[verb]])
    named = [word for word in rest if word not in _FILLERS]
    direction = None
    if table is not _WITH_THING:
        found = [word for word in named if word in DIRECTIONS or word in _SHORT]
        if found:
            named.remove(found[-1])
            direction = _keys(False)[_SHORT.get(found[-1], found[-1])]
        elif table is _WITH_DIRECTION:
            return f"Say in which direction, such as {verb} north."
    if verb in _PREFIXES and direction is not None:
        return Command((key, direction))
    return Command((key,), " ".join(named), direction)


@cache
def _simple() -> dict[str, Command]:
    """Return the commands without anything open, by their words."""
    game = nethack()
    found = {word: Command((int(game.Command[name]),)) for word, name in _ALONE.items()}
    near, far = _keys(False), _keys(True)
    for word, short in DIRECTIONS.items():
        for name in (word, short.lower()):
            found[name] = Command((near[word],))
            found[f"far {name}"] = Command((far[word],))
    directions = game.MiscDirection
    for names, key in (
        (("wait", "rest"), directions.WAIT),
        (("up", "ascend"), directions.UP),
        (("down", "descend"), directions.DOWN),
    ):
        found.update({name: Command((int(key),)) for name in names})
    return found


@cache
def _keys(far: bool) -> dict[str, int]:
    game = nethack()
    kind = game.CompassDirectionLonger if far else game.CompassDirection
    return {word: int(kind[short]) for word, short in DIRECTIONS.items()}
