"""Python's collector of cyclic garbage, kept from running where it only costs time."""

__all__ = ["leave_rest_at_exit", "seldom_collecting", "without_collection"]

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

_MANY = 500_000
"""Objects in containers that were made and are still there, before they are looked through.

Games leave hardly any in cycles, and hundreds that are remembered: to look through those twice in
440 games took up to a twenty-fifth of the time.
"""


@contextmanager
def without_collection() -> Iterator[None]:
    """Let the collector rest meanwhile, if it is on; also a decorator of functions.

    A game is made of many small objects, hardly any of them in cycles: looking for those took a
    twelfth of the time. Threads may use it at once.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@contextmanager
def seldom_collecting() -> Iterator[None]:
    """Let the collector wait meanwhile until many more objects are there.

    What a process imports when it starts are some hundred thousand, which all stay, and which the
    collector looked through dozens of times: a tenth of a small build.
    """
    thresholds = gc.get_threshold()
    gc.set_threshold(_MANY, *thresholds[1:])
    try:
        yield
    finally:
        gc.freeze()
        gc.unfreeze()  # all that is there has become old: nobody looks through it at once
        gc.set_threshold(*thresholds)


@cache
def leave_rest_at_exit() -> None:
    """Let the collector leave all that is left when this process ends, for the system to take back.

    Python looks through all objects twice then, which takes as long as some games to build.
    """
    atexit.register(gc.freeze)
