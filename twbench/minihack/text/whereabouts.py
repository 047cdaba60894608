"""Where things are that commands name: beside the player, or anywhere in sight."""

__all__ = [
    "beside",
    "direction_of",
    "is_meant",
    "is_named",
    "keys_to",
    "sought",
    "whereabouts",
]

import re

from twbench.minihack.levels.plan import DIRECTIONS
from twbench.minihack.text.commands import as_direction
from twbench.minihack.text.names import glyph_names, is_monster, is_thing, told_glyphs
from twbench.minihack.text.screen import Screen
from twbench.minihack.text.sight import where

_LONG = 4
_STEP = re.compile(r"(\d+) (?:steps? )?(north|south|east|west)")
_KEYS = {"north": "k", "south": "j", "east": "l", "west": "h"}
_DOORS = {
    **dict.fromkeys(
        ("open", "kick", "kick down", "kick in", "kick open", "break down", "unlock", "lock"),
        ("closed door",),
    ),
    "close": ("open door",),
    **dict.fromkeys(
        ("enter", "go through", "walk through"), ("open door", "doorway", "broken door")
    ),
}
_SHUT = {"shut": "close"}
_AGAINST = frozenset({"attack", "fight", "hit", "kill", "chat", "chat to", "chat with", "talk to"})
_SAME = {
    "stairs": "staircase",
    "stair": "staircase",
    "downstairs": "staircase down",
    "upstairs": "staircase up",
    "exit": "staircase down",
    ">": "staircase down",
    "<": "staircase up",
    "_": "altar",
    "{": "fountain",
    "#": "sink",
}


def direction_of(screen: Screen, thing: str, verb: str, far: bool = False) -> int | None:
    """Return the key of the direction in which there is a thing beside the player.

    Without a name it is a door or a monster, as the verb says. A thing that is ``far`` may be
    anywhere on a straight line. None where nothing is meant, or where more than one thing is.
    """
    if far and (offset := _nearest(screen, thing)) is not None:
        dx, dy = offset
        if not dx or not dy or abs(dx) == abs(dy):
            wanted = (_sign(dx), _sign(dy))
            return next(as_direction(word) for word, way in DIRECTIONS.items() if way == wanted)
    found = beside(screen, thing, verb)
    return as_direction(found[0]) if len(found) == 1 else None


def sought(verb: str) -> str:
    """Return what a verb is about where nothing is named: a kind of door, a monster, or ""."""
    [door, *_] = _DOORS.get(_SHUT.get(verb, verb), ("",))
    return door or ("monster" if verb in _AGAINST else "")


def beside(screen: Screen, thing: str, verb: str) -> list[str]:
    """Return the directions in which a thing lies beside the player.

    Without a name, it is what the ``verb`` is for: a door for those that open or shut one, a
    monster for those that attack. The latter are never meant for things that lie about.
    """
    verb = _SHUT.get(verb, verb)
    doors, against = _DOORS.get(verb, ()), verb in _AGAINST
    x, y = screen.player()
    found = []
    for word, (dx, dy) in DIRECTIONS.items():
        glyph = screen.glyph(x + dx, y + dy)
        name = "" if glyph is None else glyph_names()[glyph]
        if glyph is None or not name:
            continue
        if thing:
            meant = is_meant(thing, name) and not (against and is_thing(glyph))
        else:
            meant = name in doors or (against and is_monster(glyph))
        if meant:
            found.append(word)
    return found


def keys_to(screen: Screen, place: str) -> list[int] | None:
    """Return the keys that move NetHack's cursor from the player to a place.

    A place is told by its distances, or by what is seen there; of several, the nearest is meant.
    None where nothing like it is seen.
    """
    steps = _STEP.findall(place)
    if not place:
        return None
    if steps:
        return [ord(_KEYS[word]) for number, word in steps for _ in range(min(int(number), 80))]
    offset = _nearest(screen, place)
    if offset is None:
        return None
    dx, dy = offset
    across = _KEYS["east" if dx > 0 else "west"] * abs(dx)
    along = _KEYS["south" if dy > 0 else "north"] * abs(dy)
    return [ord(key) for key in across + along]


def whereabouts(screen: Screen, thing: str) -> str | None:
    """Return where the nearest of what has a name is seen, None where there is none."""
    offset = _nearest(screen, thing)
    return None if offset is None else where(*offset)[1]


def is_named(thing: str, text: str) -> bool:
    """Say whether a text has all words of a name, in either number; a book is a spellbook, too."""
    words = re.findall(r"[\w+-]+", text.lower())
    known = {*words, *(word.removesuffix("s") for word in words)}
    return all(
        word in known
        or word.removesuffix("s") in known
        or (len(word) >= _LONG and any(each.endswith(word) for each in known))
        for word in thing.lower().split()
    )


def _nearest(screen: Screen, place: str) -> tuple[int, int] | None:
    glyphs, (own_x, own_y) = screen.observation[0], screen.player()
    names = glyph_names()
    found = [
        (max(abs(x - own_x), abs(y - own_y)), y, x)
        for y, x in zip(*told_glyphs()[glyphs].nonzero(), strict=True)
        if (x, y) != (own_x, own_y) and is_meant(place, names[int(glyphs[y, x])])
    ]
    if not found:
        return None
    _, y, x = min(found)
    return int(x) - own_x, int(y) - own_y


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def is_meant(thing: str, name: str) -> bool:
    """Say whether all words for a thing are in its name."""
    said = [_SAME.get(word, word) for word in thing.lower().split()]
    said = [word for word in " ".join(said).split() if word not in ("the", "a", "an", "to")]
    known = name.lower().split()
    return bool(said) and all(word in known or word.removesuffix("s") in known for word in said)
