"""What lies and lives on levels of NetHack, and what can be done with it.

An activity lists the things that it is done with, and for each the message by which NetHack shows
that it was done. What a thing is cannot always be seen: a scroll only has a label. So objectives
name what is seen, and the use of an unknown thing is recognised by its effect.
"""

__all__ = ["ACTIVITIES", "FEATURES", "MONSTERS", "TRAPS", "Activity"]

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MONSTERS: Mapping[str, str] = {
    "newt": ":",
    "sewer rat": "r",
    "jackal": "d",
    "grid bug": "x",
    "gecko": ":",
    "giant rat": "r",
    "kobold": "k",
    "goblin": "o",
    "cave spider": "s",
    "garter snake": "S",
    "lichen": "F",
    "giant ant": "a",
    "hill orc": "o",
    "gnome lord": "G",
    "jaguar": "f",
    "large kobold": "k",
}
"""The letters of monsters by their names."""
TRAPS = ("arrow", "bear", "dart", "falling rock", "pit", "rust", "sleep gas", "teleport")
"""Names of traps."""


@dataclass(frozen=True, slots=True)
class Activity:
    """Something to do, with one of several things.

    Attributes:
        symbol: the class of the things; "" for a feature of the level.
        things: messages that tell that it was done, by the names of the things.
        objective: what the player is told; ``{}`` is the name of the thing.
        commands: what is typed where the thing is; ``{}`` is its name.
        event: the event that judges it, without ``messages`` in ``things``.
        named: whether the things are known by their names when they are seen.

    """

    symbol: str
    things: Mapping[str, tuple[str, ...]]
    objective: str
    commands: tuple[str, ...]
    event: str = "message"
    named: bool = False

    def judged(self, thing: str) -> dict[str, Any]:
        """Return the event that tells that it was done with a thing."""
        if self.event == "message":
            return {"message": {"msgs": list(self.things[thing])}}
        if self.event == "amulet":
            return {"amulet": {}}
        if self.event == "positional":
            action = self.commands[-1].split()[0].replace("drink", "quaff")
            return {"positional": {"place_name": thing, "action_name": action}}
        return {self.event: {"name": thing}}


def _named(*names: str) -> dict[str, tuple[str, ...]]:
    return dict.fromkeys(names, ())


ACTIVITIES: Mapping[str, Activity] = {
    "eat": Activity(
        "%",
        _named(
            *("apple", "orange", "pear", "melon", "banana", "carrot", "candy bar", "pancake"),
            *("cream pie", "food ration", "cram ration", "lembas wafer", "clove of garlic"),
            *("tripe ration", "fortune cookie", "kelp frond"),
        ),
        "Eat the {}.",
        ("eat the {}",),
        "eat",
        named=True,
    ),
    "wield": Activity(
        ")",
        _named(
            *("dagger", "short sword", "long sword", "mace", "axe", "spear", "trident"),
            *("two-handed sword", "bullwhip", "morning star", "war hammer", "flail", "stiletto"),
            *("boomerang", "knife", "lance", "rubber hose"),
        ),
        "Wield the {}.",
        ("pick up the {}", "wield the {}"),
        "wield",
        named=True,
    ),
    "wear": Activity(
        "[",
        _named(
            *("robe", "small shield", "dented pot", "fedora", "mummy wrapping", "leather cloak"),
            *("large shield",),
        ),
        "Wear the {}.",
        ("pick up the {}", "wear the {}"),
        "wear",
        named=True,
    ),
    "put on": Activity(
        '"',
        _named(
            *("amulet of life saving", "amulet of ESP", "amulet versus poison"),
            *("amulet of reflection", "amulet of unchanging", "amulet of magical breathing"),
        ),
        "Put on the amulet.",
        ("pick up the amulet", "put on the amulet"),
        "amulet",
    ),
    "read": Activity(
        "?",
        {
            "light": ("A lit field surrounds you!",),
            "identify": ("This is an identify scroll.",),
            "blank paper": ("This scroll seems to be blank.",),
            "remove curse": ("You feel like someone is helping you.",),
            "scare monster": ("maniacal laughter", "sad wailing"),
            "enchant armor": ("glows silver for a", "Your skin glows then fades."),
            "destroy armor": ("turns to dust and falls", "Your skin itches."),
            "enchant weapon": ("glows blue for a", "Your hands twitch."),
            "gold detection": ("You have a strange feeling for a moment",),
        },
        "Read the scroll.",
        ("pick up the scroll", "read the scroll"),
    ),
    "drink": Activity(
        "!",
        {
            "water": ("This tastes like water.",),
            "fruit juice": ("This tastes like slime mold juice.",),
            "see invisible": ("This tastes like slime mold juice.",),
            "booze": ("This tastes like liquid fire!",),
            "healing": ("You feel better.",),
            "extra healing": ("You feel much better.",),
            "gain energy": ("Magical energies course through your body.",),
            "gain level": ("You feel more experienced.",),
            "speed": ("You are suddenly moving much faster.", "Your legs get new energy."),
        },
        "Drink the potion.",
        ("pick up the potion", "drink the potion"),
    ),
    "zap": Activity(
        "/",
        {
            "light": ("A lit field surrounds you!", "The engraving now reads"),
            "sleep": ("The sleep ray bounces!",),
            "enlightenment": ("You feel self-knowledgeable...",),
            "magic missile": ("The magic missile bounces!",),
        },
        "Zap the wand.",
        ("pick up the wand", "zap the wand east"),
    ),
    "pray": Activity("", _named("altar"), "Pray on the {}.", ("pray",), "positional"),
    "sip": Activity(
        "",
        _named("fountain", "sink"),
        "Drink from the {}.",
        ("drink from the {}",),
        "positional",
    ),
}
"""Activities by their names."""

FEATURES: Mapping[str, str] = {
    "altar": "add_altar",
    "fountain": "add_fountain",
    "sink": "add_sink",
}
"""The calls that put features of a level where they are wanted."""
