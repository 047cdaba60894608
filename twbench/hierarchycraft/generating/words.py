"""Words that things can be called by: those of most games, and those that are held out.

No word is in two lists, so that a game of held-out names has no word of any other; and none is a
word of MineHcraft. A name is a word, or a word before a noun: "amber funnel".
"""

__all__ = ["HELD_OUT", "USUAL", "Words"]

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """The words for zones, for what is found, for tools, and for what is made."""

    zones: tuple[str, ...]
    found: tuple[str, ...]
    tools: tuple[str, ...]
    makers: tuple[str, ...]
    made: tuple[str, ...]


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


USUAL = Words(
    zones=_words(
        "orchard harbour quarry moor marsh glen lagoon ridge canyon heath cellar attic workshop"
        " garden courtyard terrace meadowland cove dune fjord grotto vineyard stable granary"
    ),
    found=_words(
        "clay flax resin peat chalk moss pebble acorn thistle wool amber tin copper slate birch"
        " willow hemp wax barley salt shell cork fern linden nettle juniper oat sage"
    ),
    tools=_words(
        "chisel tongs sickle mallet saw file trowel awl rasp drill plane rake clamp bellows spade"
        " auger"
    ),
    makers=_words(
        "rough plain tall narrow round folded woven painted carved heavy light curved hollow"
        " striped polished spotted"
    ),
    made=_words(
        "funnel basket lantern wheel lever hinge pulley rope barrel kettle bench ladder cart drum"
        " flute mirror valve gear spindle brush whistle crate loom anchor sieve tray jug plate"
    ),
)
"""Of most games."""
HELD_OUT = Words(
    zones=_words(
        "atoll prairie steppe tundra oasis crypt belfry foundry chapel wharf pasture thicket"
        " plateau delta gorge rampart cloister tannery pavilion reef"
    ),
    found=_words(
        "jute tallow gypsum lichen heather walnut hazel bronze zinc shale poplar alder rye"
        " millet pumice lacquer mica elm sorrel burdock"
    ),
    tools=_words("adze gimlet pliers scythe crowbar lathe spokeshave dibber trammel burin"),
    makers=_words(
        "squat slender oval braided glazed embossed dense thin bent fluted chequered lustrous"
    ),
    made=_words(
        "goblet casket bobbin trellis paddle winch sledge bugle candlestick shuttle hopper cradle"
        " buckle harness easel tambourine satchel pannier spigot turnstile"
    ),
)
"""Held out: in no game of other names."""
