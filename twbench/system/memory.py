"""What a process keeps of the memory that it has given back to the C library."""

__all__ = ["keep_memory", "trim_memory"]

import ctypes
import os

_THRESHOLDS = {"MALLOC_TRIM_THRESHOLD_": -1, "MALLOC_MMAP_THRESHOLD_": -3}
"""The numbers of what `mallopt` sets, by the variable that the user may have set it with."""


def keep_memory(size: int) -> None:
    """Keep up to ``size`` bytes of what is given back, for what is asked for next.

    The system would have to fill it with zeros each time. What the user has set stays. The C
    library of GNU alone can be told.
    """
    tell = getattr(ctypes.CDLL(None), "mallopt", None)
    if tell is not None:
        for name, number in _THRESHOLDS.items():
            if name not in os.environ:
                tell(number, size)


def trim_memory() -> None:
    """Give memory back to the system: the C library keeps what lies between things in use."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
