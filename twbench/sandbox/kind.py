"""Which sandbox this machine has, and how a process enters it."""

__all__ = [
    "BUBBLEWRAP",
    "LANDLOCK",
    "OPEN",
    "confine",
    "cut_off_from_parent",
    "enter",
    "sandbox_kind",
]

from functools import cache

from twbench.errors import SandboxError
from twbench.sandbox.bubblewrap import bubblewrap_works
from twbench.sandbox.calls import filter_calls
from twbench.sandbox.confinement import Confinement
from twbench.sandbox.imports import find_modules_by_name
from twbench.sandbox.landlock import cut_off, landlock_version, restrict
from twbench.sandbox.privileges import give_up_privileges

LANDLOCK = "landlock"
"""What a sandbox of the kernel is called, with its version behind a hyphen."""
BUBBLEWRAP = "bubblewrap"
"""What a sandbox of Bubblewrap is called."""
OPEN = "open"
"""What is said where there is no sandbox."""
_WITH_SIGNALS = 6
"""The version of Landlock from which on it keeps a process from signalling others."""
_WITH_SOCKETS = 9
"""The version of Landlock from which on it keeps a process from sockets with a path."""


@cache
def sandbox_kind() -> str:
    """Return the best sandbox of this machine, by asking the kernel and by trying it.

    ``landlock-N``, with the version of its interface, ``bubblewrap``, or ``open``: none. Landlock
    before version 6 does not keep a process from killing others, and before version 3 not from
    emptying files; there, Bubblewrap goes first.
    """
    version = landlock_version()
    if version >= _WITH_SIGNALS:
        return f"{LANDLOCK}-{version}"
    if bubblewrap_works():
        return BUBBLEWRAP
    return f"{LANDLOCK}-{version}" if version else OPEN


def confine(confinement: Confinement) -> None:
    """Shut this process in with Landlock, for ever, and all that it starts from now on.

    Its privileges go as well. It must have one thread only, see `twbench.sandbox.landlock`. Open
    files stay open, and folders of the search path that hold hidden ones are still searched for
    modules. Raises SandboxError, after which the process must not go on.
    """
    if not landlock_version():
        raise SandboxError(
            "This process cannot be shut in: the kernel has no Landlock, or it is switched off."
        )
    give_up_privileges()
    restrict(confinement)
    filter_calls(landlock_version() >= _WITH_SOCKETS, confinement.network)
    find_modules_by_name()


def enter(kind: str, confinement: Confinement) -> None:
    """Do what the process itself has to do to be shut in by a sandbox of this ``kind``.

    With Landlock that is all. In Bubblewrap, where it must have been started, it gives up what
    Bubblewrap leaves to it; `OPEN` does nothing. Raises SandboxError.
    """
    if kind.startswith(LANDLOCK):
        confine(confinement)
    elif kind == BUBBLEWRAP:
        give_up_privileges()
        # Local sockets without a path belong to the network, which Bubblewrap leaves as it is.
        filter_calls(local_sockets=False, network=confinement.network)


def cut_off_from_parent() -> bool:
    """Keep this process, forked by a confined one, from tracing and signalling its parent.

    Returns False where that cannot be had: there is no Landlock. Raises SandboxError.
    """
    if not landlock_version():
        return False
    give_up_privileges()
    cut_off()
    return True
