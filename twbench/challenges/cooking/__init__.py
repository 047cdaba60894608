"""The cooking challenge; see `twbench.challenges.cooking.challenge`.

Names are imported on first use: who reads a game of cooking needs its words alone.
"""

from typing import TYPE_CHECKING

from twbench.system.public_names import loading

if TYPE_CHECKING:
    from twbench.challenges.cooking.challenge import Cooking, make

__all__ = ["Cooking", "make"]

__getattr__, __dir__ = loading(__name__, {"challenge": __all__})
