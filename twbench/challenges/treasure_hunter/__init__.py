"""The treasure hunter challenge; see `twbench.challenges.treasure_hunter.challenge`.

Names are imported on first use, so that its other modules can be imported by themselves.
"""

from typing import TYPE_CHECKING

from twbench.system.public_names import loading

if TYPE_CHECKING:
    from twbench.challenges.treasure_hunter.challenge import TREASURE_HUNTER, TreasureHunter, make

__all__ = ["TREASURE_HUNTER", "TreasureHunter", "make"]

__getattr__, __dir__ = loading(__name__, {"challenge": __all__})
