"""Python's collector of cyclic garbage, kept from running where it only costs time."""

__all__ = ["without_collection"]

import gc
from collections.abc import Iterator
from contextlib import contextmanager


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
