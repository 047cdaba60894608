"""Candidates that are made in parts, of which one ends or holds up the process in the midst."""

import os
import time

from fake_items import build_fake

from twbench.dataset.config.plan import ItemSpec
from twbench.dataset.items.item import Made
from twbench.system.parts import Parts

PARTS = 4
BAD = 2
"""The index of the candidate that is made badly."""


def patience(spec: ItemSpec) -> float:
    """Stand in for `item.patience`, with less of it."""
    return 2.0


def crashing(spec: ItemSpec) -> Parts[Made]:
    """End the process in the third part of one candidate."""
    for part in range(PARTS):
        if (spec.index, part) == (BAD, 2):
            os._exit(11)
        yield 0
    return build_fake(spec)


def hanging(spec: ItemSpec) -> Parts[Made]:
    """Take more time than there is in the third part of one candidate, and some in all others."""
    for part in range(PARTS):
        time.sleep(60 if (spec.index, part) == (BAD, 2) else 0.2)
        yield 0
    return build_fake(spec)
