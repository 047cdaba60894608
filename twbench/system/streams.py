"""The standard streams of a process that was started without some of them."""

__all__ = ["open_closed_streams"]

import os
import sys


def open_closed_streams() -> None:
    """Give this process, where it has no standard stream, one that holds nothing.

    So have the processes that it starts. A descriptor that was left free would be that of the next
    file that is opened, into which messages of libraries would then be written.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, os.O_RDWR)  # the least that is free
            os.set_inheritable(descriptor, True)
            setattr(sys, name, open(descriptor, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
