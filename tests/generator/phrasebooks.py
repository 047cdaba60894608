"""A phrasebook with something of everything."""

from twbench.generator import (
    MetaCommand,
    Phrasebook,
    Refusal,
    RulePhrases,
)

BOOK = Phrasebook(
    help="Help.",
    rules={"take": RulePhrases("Taken.", (Refusal("open(c)", "No.", False),), "Not that.")},
    synonyms={"take {o}": ("nab {}",), "look": ("gaze",), "take {} from {}": ("nab {} of {}",)},
    words=(("into", "amid"),),
    commands=(MetaCommand(("bow", "bow to {}"), "You bow.", takes_turn=True),),
)
