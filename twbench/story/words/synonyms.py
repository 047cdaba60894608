"""What players type: other ways to say the commands of the documented logic, and abbreviations.

Whoever adds one adds it here, or to the phrasebook of a logic of their own.
"""

__all__ = [
    "LONGER_WAYS",
    "QUESTIONS",
    "RARELY_MEANT",
    "SPECIAL_WORDS",
    "SYNONYMS",
    "TOO_VAGUE",
    "WALKING",
    "WAYS_TO_USE",
    "WORDS",
]

from twbench.generator.knowledge.roles import DIRECTIONS
from twbench.story.zcode.layout import WordClass

_ARTICLES = ("the", "a", "an", "some", "my", "your", "this", "that", "these", "those")
SPECIAL_WORDS = {
    **dict.fromkeys(_ARTICLES, WordClass.ARTICLE),
    "it": WordClass.IT,
    "them": WordClass.IT,
    "all": WordClass.ALL,
    "everything": WordClass.ALL,
    "both": WordClass.ALL,
    "every": WordClass.ALL,
    "each": WordClass.ALL,
    "and": WordClass.AND,
    ",": WordClass.AND,
    "then": WordClass.THEN,
    ".": WordClass.THEN,
    "again": WordClass.AGAIN,
    "but": WordClass.BUT,
    "except": WordClass.BUT,
    "one": WordClass.ONE,
    "ones": WordClass.ONE,
    "g": WordClass.AGAIN,
}
"""Words that the parser itself knows; nothing else can be meant by them."""

WALKING = ("go", "walk", "run", "head", "proceed", "step")

WORDS = (
    ("north", "n"),
    ("south", "s"),
    ("east", "e"),
    ("west", "w"),
    ("into", "in", "inside"),
    ("on", "onto", "upon"),
    ("from", "off"),
    ("with", "using"),
    ("through", "thru"),
    ("floor", "ground"),
)
"""Words that stand for the same preposition or direction; the first one is printed."""

_TAKING = ("get", "grab", "collect", "fetch", "retrieve")

SYNONYMS: dict[str, tuple[str, ...]] = {
    "take {}": (
        "pick up {}", "pick {} up", "pick {}", "pick up {} from floor", "carry {}", "hold {}",
        "steal {}", "take {} out", "take out {}", "get {} out", "remove {}", "take {} from floor",
        *(f"{verb} {{}}{place}" for verb in _TAKING for place in ("", " from floor")),
    ),
    "take {} from {}": (
        "remove {} from {}", "take {} out of {}", "pick up {} from {}", "pick {} up from {}",
        *(f"{verb} {{}} {place} {{}}" for verb in _TAKING for place in ("from", "out of")),
    ),
    "drop {}": (
        "put down {}", "put {} down", "set down {}", "set {} down", "discard {}", "throw {}",
        "throw away {}", "drop {} on floor", "put {} on floor", "leave {}", "leave {} on floor",
    ),
    "insert {} into {}": (
        "put {} into {}", "place {} into {}", "drop {} into {}", "throw {} into {}",
        "move {} into {}", "move {} to {}", "store {} into {}", "leave {} into {}",
    ),
    "put {} on {}": ("place {} on {}", "set {} on {}", "drop {} on {}", "insert {} on {}",
        "throw {} on {}", "move {} on {}", "move {} to {}", "set {} down on {}",
        "set down {} on {}", "store {} on {}", "leave {} on {}",
    ),
    "examine {}": (
        "x {}", "look at {}", "l at {}", "look {}", "inspect {}", "check {}", "read {}",
        "look into {}", "look on {}", "l {}", "l into {}", "l on {}", "search {}", "describe {}",
        "view {}", "watch {}", "study {}", "look through {}", "what is {}", "what is into {}",
        "what is on {}", "what's into {}", "what's on {}",
    ),
    "open {}": ("open up {}",),
    "close {}": ("shut {}",),
    "unlock {} with {}": ("open {} with {}",),
    "eat {}": ("bite {}", "consume {}"),
    "inventory": (
        "i", "inv", "inventory tall", "inventory wide", "i tall", "i wide",
    ),
    "look": ("l", "look around", "where am i"),
    **{
        f"go {way}": (
            way, way[0], *(f"{verb} {way}" for verb in (*WALKING[1:], "move")),
            *(f"{verb} {to} {way}" for verb in (*WALKING, "move") for to in ("to", "to the")),
        )
        for way in DIRECTIONS
    },
}  # fmt: skip
"""Ways to say a command by its template. ``{}`` stands for each noun, and in a way for any of them.

A verb of one letter is an abbreviation: where the story asks for a noun, it says the template's.
"""

WAYS_TO_USE = ("use {} on {}", "use {} with {}")
"""Ways to say each command that does something with something, where it is the only one that fits.

They name what it is done with first.
"""
TOO_VAGUE = "use {}"
"""What they say where none fits, or several do."""
RARELY_MEANT = ("lock {} with {}",)
"""Commands that these do not stand for: who uses a key wants to get in."""

LONGER_WAYS = {"open {}": ("open {} with {}",)}
"""Ways that name more than a command needs, and are another command's first: who opens what is not
locked with a key opens it."""

QUESTIONS = {
    question: f"know {question}" for question in ("what", "what's", "where", "where's", "how")
}
"""What a player wants who begins a command with a word that asks."""
