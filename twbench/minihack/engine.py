"""NetHack, which comes with NLE: the one door to the package ``nle``.

NLE 1.3.0 is an extra of its own: ``pip install 'twbench[minihack]'``. It brings Gymnasium 1.2.0,
NetHack 3.6.7, and the tools that NetHack's levels are made with.
"""

__all__ = [
    "MH_NETHACKOPTIONS",
    "MINIHACK_VERSION",
    "VERSION",
    "WithoutNLE",
    "checked_seed",
    "gymnasium",
    "hack_folder",
    "nethack",
    "nle_version",
    "refuse_without_nle",
    "staircase_task",
]

import importlib.metadata
import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from twbench.errors import ConfigError, MissingPackageError
from twbench.whole_numbers import whole_number

VERSION = "1.3.0"
"""The version of NLE whose games are reproduced: its stream of random numbers is its own."""
MINIHACK_VERSION = "1.0.2"
"""The version of MiniHack whose descriptions, events and tasks these are."""
MH_NETHACKOPTIONS = (
    *("color", "showexp", "nobones", "nolegacy", "nocmdassist", "disclose:+i +a +v +g +c +o"),
    *("runmode:teleport", "mention_walls", "nosparkle", "showscore"),
)
"""Options of NetHack that hold in every level."""
_LAST_PYTHON = (3, 13)
_LARGEST_SEED = 2**64 - 1


def checked_seed(seed: Any) -> int | None:
    """Return a seed that NetHack can take, or None; raises ConfigError for any other."""
    if seed is None:
        return None
    return whole_number(seed, "seed", 0, _LARGEST_SEED, otherwise=" or None,")


def refuse_without_nle(wanted: str) -> None:
    """Raise MissingPackageError, or ConfigError for a Python that NLE has no wheels for.

    So does another version of NLE: its games are others.
    """
    if find_spec("nle") is not None:
        if (found := nle_version()) != VERSION:
            raise ConfigError(
                f"{wanted} needs NLE {VERSION}, but {found} is installed, whose games are others:"
                " pip install 'twbench[minihack]'."
            )
        return
    if sys.version_info[:2] > _LAST_PYTHON:
        raise ConfigError(
            f"{wanted} needs NLE {VERSION}, which has wheels for Python 3.11 to 3.13, not for"
            f" {sys.version_info[0]}.{sys.version_info[1]}: use one of these."
        )
    raise MissingPackageError(wanted, "nle", "minihack")


@cache
def nethack() -> Any:
    """Return the module ``nle.nethack``; raises as `refuse_without_nle` does."""
    refuse_without_nle("Playing NetHack")
    return import_module("nle.nethack")


def hack_folder() -> Path:
    """Return the folder with NetHack's data and tools, without loading NetHack."""
    refuse_without_nle("NetHack's compiler of levels")
    spec = find_spec("nle")
    folders = list(spec.submodule_search_locations or ()) if spec is not None else []
    return Path(folders[0]) / "nethackdir"


@cache
def nle_version() -> str:
    """Return the version of NLE that is installed; raises PackageNotFoundError without it."""
    return importlib.metadata.version("nle")


class WithoutNLE:
    """What environments are made of where NLE is not installed: making one raises."""

    def __init__(self, *args: object, **kwargs: object):
        refuse_without_nle("An environment of NetHack")


def gymnasium() -> Any:
    """Return the module ``gymnasium``, which comes with NLE."""
    refuse_without_nle("An environment of NetHack")
    return import_module("gymnasium")


def staircase_task() -> Any:
    """Return NLE's task of reaching a stair down, which environments are made of.

    Without NLE it is a class that cannot be made, so that the environments can still be looked at.
    """
    if find_spec("nle") is None:
        return WithoutNLE
    return import_module("nle.env.tasks").NetHackStaircase
