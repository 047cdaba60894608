"""Public names of a package that are loaded when they are asked for, wherever they are defined.

To import a package costs what is used of it then, and no more. `twbench` itself does the same
without this module: to import it loads no other.
"""

__all__ = ["loading"]

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def loading(
    package: str, homes: Mapping[str, str], modules: Mapping[str, str] | None = None
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return what a package has as its ``__getattr__`` and its ``__dir__`` (PEP 562).

    ``homes`` are the modules that define the public names, ``modules`` those that are attributes
    before anybody has imported them; both as the package names them.
    """
    at_hand = modules or {}

    def load(name: str) -> Any:
        if name in at_hand:
            return import_module(f"{package}.{at_hand[name]}")
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{homes[name]}"), name)

    def names() -> list[str]:
        # Loaded or not: a notebook completes them.
        return sorted({*vars(sys.modules[package]), *homes, *at_hand})

    return load, names
