"""What people who play such stories do to which things, without having read anything of them."""

__all__ = [
    "ALWAYS",
    "CONTAINERS",
    "ENTERED",
    "LAST_OF_ALL",
    "LIGHTS",
    "OF_TWO_WORDS",
    "WEAPONS",
    "foe",
    "habits_with",
]

import re

from twbench.agents.exploring import reading

ALWAYS = ("push", "pull", "turn", "look under", "search", "climb", "turn on", "enter")
"""What is done to it later on."""
LAST_OF_ALL = (
    "move",
    "look in",
    "look behind",
    "read",
    "wave",
    "touch",
    "stand on",
    "knock on",
    "wear",
    "eat",
)
"""What is done to it when nothing better is left."""
_HABITS = {
    "open": "door doors window box chest case mailbox drawer drawers cabinet sack bag bottle egg"
    " coffin trapdoor trap cover gate grating book desk locker safe cupboard wardrobe envelope"
    " curtains curtain lid trunk panel hatch jar briefcase suitcase backpack parcel package"
    " refrigerator fridge oven closet crate barrel basket purse wallet",
    "move": "rug carpet mat leaves pile painting picture portrait tapestry rock boulder stone"
    " statue bookcase rubble boards plank cover",
    "look under": "bed rug carpet mat stairs staircase table desk chair pillow bench couch",
    "look behind": "painting picture portrait curtain curtains tapestry mirror poster",
    "search": "shelf shelves desk bed drawer pile rubble rubbish trash garbage leaves bookcase"
    " bookshelves books clothes coat skeleton body corpse sand hay straw cupboard",
    "climb": "tree ladder rope stairs staircase wall fence cliff chimney hill branches vine ledge",
    "enter": "window hole opening house hut cave tunnel boat car door doorway gate passage"
    " crack gap closet elevator lift tent bed trapdoor",
    "read": "sign note book paper papers page letter leaflet newspaper engravings inscription"
    " writing label tag nametag plaque map poster magazine scroll card diary journal carvings"
    " message pamphlet brochure manual printout",
    "pull": "lever rope railing chain cord handle switch hook bell cable",
    "push": "button lever switch panel",
    "turn": "dial knob wheel crank valve handle",
    "turn on": "lamp lantern light switch radio machine television computer torch flashlight",
    "wear": "coat hat cloak amulet ring gloves boots mask helmet robe shoes cape necklace glasses",
}
OF_TWO_WORDS = frozenset(
    {"look under", "look in", "look behind", "turn on", "stand on", "knock on", "talk to"}
)
"""What is done in two words."""
CONTAINERS = frozenset("case chest box kettle basket cabinet safe altar slot bowl".split())  # noqa: SIM905
ENTERED = frozenset(_HABITS["enter"].split())
LIGHTS = frozenset("lantern lamp torch flashlight candle candles light".split())  # noqa: SIM905
WEAPONS = ("sword", "axe", "knife", "dagger", "spear", "gun", "mace", "club", "staff", "stick")
_BY_NOUN: dict[str, list[str]] = {}
for _verb, _nouns in _HABITS.items():
    for _noun in _nouns.split():
        _BY_NOUN.setdefault(_noun, []).append(_verb)
_HOSTILE = re.compile(
    r"\b(?:attacks?|brandish\w*|wield\w*|slash\w*|stabs?|threatens you|menac\w*|fends? you|"
    r"snarl\w*|growl\w*|lunges?|swings? (?:at|his)|blocks? (?:all|your|the way)|bars? your)\b",
    re.IGNORECASE,
)


def habits_with(noun: str) -> list[str]:
    """Return what people do to a thing of this name, such as to light a lamp."""
    return _BY_NOUN.get(kind(noun), [])


def kind(thing: str) -> str:
    """Return what a thing is: of "brass lantern" the lantern."""
    return thing.rpartition(" ")[2]


def foe(text: str) -> str | None:
    """Return who means harm in a text, None if nobody does."""
    found = _HOSTILE.search(text)
    if found is None:
        return None
    sentence = text[: found.start()].rpartition(". ")[2]
    named = [nouns[0] for nouns in reading.things(sentence)]
    return max(named, key=sentence.lower().rfind, default=None)
