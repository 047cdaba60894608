"""What a shut-in process may still reach: a value that one process makes and another obeys."""

__all__ = ["Confinement"]

import os
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Confinement:
    """Absolute paths without symbolic links; everything else is out of reach.

    A folder stands for all that is in it, now and later. Paths that do not exist are passed over.
    """

    readable: tuple[str, ...]
    """Files and folders that may be read, and run."""
    writable: tuple[str, ...] = ()
    """Folders in which anything may be done but making devices: the scratch folder."""
    devices: tuple[str, ...] = ()
    """Device files that may be read, written and controlled, and folders of such."""
    links: tuple[tuple[str, str], ...] = ()
    """Symbolic links and what they hold, for a sandbox that shows a file system of its own."""
    network: bool = True
    """Whether sockets of the network can be made: a filter of system calls is what forbids it."""

    def with_writable(self, *folders: "str | os.PathLike[str]") -> "Confinement":
        """Return this confinement with more writable folders, which exist."""
        added = [os.path.realpath(folder) for folder in folders]
        return replace(self, writable=(*self.writable, *added))
