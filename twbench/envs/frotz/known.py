"""What Jericho knows of stories by other makers, by a hash of their files."""

__all__ = ["bindings_of", "known_as", "special_addresses", "walkthrough_of"]

import ctypes
from hashlib import md5
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import jericho


def bindings_of(frotz: "jericho.FrotzEnv") -> dict[str, Any]:
    """Return what Jericho's tables have of the story: ``seed``, ``grammar`` and others, or nothing.

    They are documented with `jericho.FrotzEnv.bindings`.
    """
    return (frotz.bindings or {}) if frotz.is_fully_supported else {}


def known_as(data: bytes) -> str | None:
    """Return the name by which Jericho knows the story of these bytes; None if it does not."""
    from jericho.defines import BINDINGS_DICT

    known = BINDINGS_DICT.get(md5(data, usedforsecurity=False).hexdigest())
    return None if known is None else str(known["name"])


def special_addresses(frotz: "jericho.FrotzEnv") -> tuple[int, ...]:
    """Return where in the story's memory stands what Jericho knows to matter, beside objects.

    Jericho's own report of these ("special ram") compares them with the last command typed,
    whatever has been restored since.
    """
    if not frotz.is_fully_supported:
        return ()
    library = frotz.frotz_lib
    count = ctypes.c_int.in_dll(library, "num_special_addrs").value
    places = ctypes.POINTER(ctypes.c_uint16).in_dll(library, "special_ram_addrs")
    return tuple(sorted({places[i] for i in range(count)}))


def walkthrough_of(frotz: "jericho.FrotzEnv") -> list[str]:
    """Return the commands that Jericho knows to lead to the end of the story, or none."""
    commands = bindings_of(frotz).get("walkthrough")
    return commands.split("/") if commands else []
