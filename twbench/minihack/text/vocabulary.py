"""The words of commands, what NetHack is told for them by NLE's names, and ways of telling."""

__all__ = [
    "ABBREVIATED",
    "ALL",
    "ALONE",
    "BALROG",
    "BASINS",
    "CONTAINERS",
    "DIRECTIONS",
    "EARLIER",
    "FILLERS",
    "KNOWLEDGE",
    "MOVES",
    "OPENERS",
    "PLAIN",
    "RENDERINGS",
    "SHORT",
    "SHOWN",
    "VERBS",
    "WALKED",
    "WAYS",
    "WORDS_VERSION",
    "Form",
]

from enum import Enum

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
SHORT = {short.lower(): word for word, short in DIRECTIONS.items()} | {
    f"{first}{between}{second}": first + second
    for first in ("north", "south")
    for second in ("east", "west")
    for between in ("-", " ")
}
"""Other words for directions."""
WAYS = {
    "up": "UP",
    "down": "DOWN",
    "here": "WAIT",
    "self": "WAIT",
    "myself": "WAIT",
    "me": "WAIT",
    "upward": "UP",
    "upwards": "UP",
    "downward": "DOWN",
    "downwards": "DOWN",
}
"""Directions that are no squares; "here" is the player's own."""


class Form(Enum):
    """What a command needs beside its verb."""

    ALONE = "nothing"
    THING = "a thing"
    DIRECTION = "a direction"
    BOTH = "a thing, and perhaps a direction"
    TEXT = "a text"
    NAME = "a thing, and what it is called"
    PLACE = "a place"
    KEY = "a direction, and perhaps what opens the door there"
    TOOL = "a direction, and perhaps what it is done with"


ALONE = {
    "search": "SEARCH",
    "look": "LOOK",
    "look here": "LOOK",
    "look around": "LOOK",
    "where am i": "LOOK",
    "look at floor": "LOOK",
    "pray": "PRAY",
    "sit": "SIT",
    "sit down": "SIT",
    "swap weapons": "SWAP",
    "turn undead": "TURN",
    "wait": "WAIT",
    "rest": "WAIT",
    "up": "UP",
    "ascend": "UP",
    "climb up": "UP",
    "go up": "UP",
    "go upstairs": "UP",
    "upstairs": "UP",
    "climb the stairs": "UP",
    "go up the stairs": "UP",
    "down": "DOWN",
    "descend": "DOWN",
    "climb down": "DOWN",
    "go down": "DOWN",
    "go downstairs": "DOWN",
    "downstairs": "DOWN",
    "descend the stairs": "DOWN",
    "go down the stairs": "DOWN",
    "take off all": "TAKEOFFALL",
    "take off everything": "TAKEOFFALL",
    "remove everything": "TAKEOFFALL",
    "undress": "TAKEOFFALL",
    "drop all": "DROPTYPE",
    "drop everything": "DROPTYPE",
    "put down everything": "DROPTYPE",
    "wipe": "WIPE",
    "wipe face": "WIPE",
    "pay": "PAY",
    "monster": "MONSTER",
    "use two weapons": "TWOWEAPON",
    "skills": "ENHANCE",
    "attributes": "ATTRIBUTES",
    "discoveries": "KNOWN",
    "overview": "OVERVIEW",
}
"""Commands that need nothing else."""
ABBREVIATED = {
    ",": "pick up",
    "<": "up",
    ">": "down",
    "d": "down",
    "l": "look",
    "u": "up",
    "z": "wait",
}
"""What is typed for short: some keys of NetHack, and what players of interactive fiction type."""
SHOWN = (
    *("again", "commands", "examine", "goal", "help", "i", "inventory", "look at", "look up"),
    "score",
)
"""What is no key of NetHack's; nothing of it but "again" takes a turn."""

WALKED = ""
"""In the place of a key: a direction alone."""
_THINGS = {
    "EAT": ("eat", "consume"),
    "QUAFF": ("quaff", "drink", "drink from", "sip", "sip from"),
    "READ": ("read",),
    "WEAR": ("wear", "don"),
    "TAKEOFF": ("take off", "doff"),
    "PUTON": ("put on",),
    "REMOVE": ("remove",),
    "WIELD": ("wield", "equip", "hold"),
    "DROP": ("drop", "put down"),
    "PICKUP": ("pick up", "pickup", "pick", "take", "get", "grab"),
    "OFFER": ("offer", "sacrifice"),
    "INVOKE": ("invoke",),
    "RUB": ("rub",),
    "TIP": ("tip", "empty"),
    "LOOT": ("loot",),
    "FORCE": ("force", "force open"),
    "DIP": ("dip",),
    "QUIVER": ("quiver", "ready"),
    "ADJUST": ("adjust",),
}
_DIRECTED = {
    "OPEN": ("open",),
    "CLOSE": ("close", "shut"),
    "KICK": ("kick", "kick down", "kick in", "kick open", "break down"),
    "FIGHT": ("fight", "attack", "hit", "kill"),
    "CHAT": ("chat", "chat to", "chat with", "talk to", "talk"),
    "UNTRAP": ("untrap", "disarm"),
    "FIRE": ("fire", "shoot"),
    "RIDE": ("ride", "mount"),
    WALKED: ("push", "enter", "go through", "walk through", "go onto", "step onto", "step on"),
}
_BOTH = {
    "THROW": ("throw",),
    "ZAP": ("zap",),
    "APPLY": ("apply", "use", "light", "play", "dig with"),
    "CAST": ("cast",),
}
VERBS: dict[str, tuple[tuple[str, ...], Form]] = {
    **{word: ((key,), Form.THING) for key, words in _THINGS.items() for word in words},
    **{word: ((key,), Form.DIRECTION) for key, words in _DIRECTED.items() for word in words},
    **{word: ((key,), Form.BOTH) for key, words in _BOTH.items() for word in words},
    "unlock": (("APPLY",), Form.KEY),
    "lock": (("APPLY",), Form.KEY),
    "dig": (("APPLY",), Form.TOOL),
    "engrave": (("ENGRAVE",), Form.TEXT),
    "write": (("ENGRAVE",), Form.TEXT),
    "annotate": (("ANNOTATE",), Form.TEXT),
    "name": (("CALL", "i"), Form.NAME),
    "call": (("CALL", "o"), Form.NAME),
    "travel": (("TRAVEL",), Form.PLACE),
    "travel to": (("TRAVEL",), Form.PLACE),
    "go to": (("TRAVEL",), Form.PLACE),
    "walk to": (("TRAVEL",), Form.PLACE),
    "jump": (("JUMP",), Form.PLACE),
    "jump to": (("JUMP",), Form.PLACE),
}
"""Commands that need something: what is pressed for them, which is a key of NLE or a letter."""

OPENERS = ("please ", "now ", "then ", "i ", "try to ", "you ")
"""What people say before a command."""
MOVES = ("go ", "walk ", "move ", "step ", "head ")
FILLERS = frozenset(
    {"the", "a", "an", "my", "some", "it", "them", "door", "to", "at", "toward", "towards"}
)
"""Words that say nothing about which thing is meant."""
ALL = "all"
"""The word for all things that there are."""
CONTAINERS = frozenset({"box", "chest", "container"})
"""What lies on the floor and is opened like a door."""
BASINS = frozenset({"fountain", "sink"})
"""What one stands on to drink from it, or to dip into it."""
KNOWLEDGE = ("none", "encyclopedia", "wiki")
"""What things can be looked up in."""
PLAIN, BALROG = "plain", "balrog"
RENDERINGS = (PLAIN, BALROG)
"""The ways of telling what is seen."""
WORDS_VERSION = 3
"""Goes up when a line means another command, or is answered in other words.

What agents reach in levels of NetHack can be compared with one version alone.
"""
EARLIER = (
    *("apply", "attack", "chat", "close", "down", "drink", "drop", "east", "eat", "far", "fight"),
    *("fire", "force", "invoke", "kick", "look", "loot", "north", "northeast", "northwest"),
    *("offer", "open", "pick up", "pray", "put on", "quaff", "read", "remove", "rub", "search"),
    *("sit", "south", "southeast", "southwest", "swap weapons", "take", "take off", "throw"),
    *("tip", "turn undead", "untrap", "up", "wait", "wear", "west", "wield", "zap"),
)
"""The beginnings that manifests list as verbs; they stay as they are, and so do manifests."""
