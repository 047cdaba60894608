"""What players type: other ways to say the commands of the documented logic, and abbreviations.

Whoever adds one adds it here, or to the phrasebook of a logic of their own.
"""

__all__ = ["LONGER_WAYS", "QUESTIONS", "SPECIAL_WORDS", "SYNONYMS", "WALKING", "WORDS"]

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

WALKING = ("go", "walk", "run", "head")

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

SYNONYMS: dict[str, tuple[str, ...]] = {
    "take {}": (
        "get {}", "grab {}", "pick up {}", "pick {} up", "pick {}", "carry {}", "hold {}",
        "collect {}", "steal {}", "take {} out", "take out {}", "get {} out", "remove {}",
        "take {} from floor", "get {} from floor",
    ),
    "take {} from {}": (
        "get {} from {}", "grab {} from {}", "remove {} from {}", "take {} out of {}",
        "get {} out of {}", "pick up {} from {}", "pick {} up from {}",
    ),
    "drop {}": ("put down {}", "put {} down", "discard {}", "throw {}", "throw away {}",
        "drop {} on floor", "put {} on floor",
    ),
    "insert {} into {}": (
        "put {} into {}", "place {} into {}", "drop {} into {}", "throw {} into {}",
    ),
    "put {} on {}": ("place {} on {}", "set {} on {}", "drop {} on {}", "insert {} on {}",
        "throw {} on {}",
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
            way, way[0], *(f"{verb} {way}" for verb in ("walk", "run", "head", "move")),
            *(f"{verb} {to} {way}" for verb in (*WALKING, "move") for to in ("to", "to the")),
        )
        for way in DIRECTIONS
    },
}  # fmt: skip
"""Ways to say a command by its template. ``{}`` stands for each noun, and in a way for any of them.

A verb of one letter is an abbreviation: where the story asks for a noun, it says the template's.
"""

LONGER_WAYS = {"open {}": ("open {} with {}",)}
"""Ways that name more than a command needs, and are another command's first: who opens what is not
locked with a key opens it."""

QUESTIONS = {
    question: f"know {question}" for question in ("what", "what's", "where", "where's", "how")
}
"""What a player wants who begins a command with a word that asks."""
