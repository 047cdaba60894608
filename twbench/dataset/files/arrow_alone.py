"""Arrow without NumPy, for a process that writes tables and ends.

Arrow imports NumPy where there is one, which takes it longer than all the rest, for arrays that
nobody here asks for; since version 18 it does as well without. What it has not found at first it
never looks for again: so this is for a command that runs nobody else's code.
"""

__all__ = ["load_arrow_alone"]

import importlib
import sys

_FIRST = 18
"""The first version of Arrow that does not need NumPy."""


def load_arrow_alone() -> bool:
    """Load Arrow, and NumPy not, unless either is there already; say whether that was done."""
    if not {"numpy", "pyarrow"}.isdisjoint(sys.modules):
        return False
    from importlib.metadata import version  # takes as long as some games, for who has Arrow already

    if int(version("pyarrow").partition(".")[0]) < _FIRST:
        return False
    # What is None here cannot be imported, as if it were not installed.
    sys.modules["numpy"] = None  # type: ignore[assignment]
    try:
        importlib.import_module("pyarrow.parquet")
    finally:
        del sys.modules["numpy"]
    return True
