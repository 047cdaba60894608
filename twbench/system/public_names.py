"""Public names of a package that are loaded when they are asked for, wherever they are defined.

To import a package costs what is used of it then, and no more. `twbench` itself does the same
without this module: to import it loads no other.
"""

__all__ = ["loading"]

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any


def loading(
    package: str, homes: Mapping[str, Iterable[str]], modules: Iterable[str] = ()
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return what a package has as its ``__getattr__`` and its ``__dir__`` (PEP 562).

    ``homes`` are the modules that define public names, and which; ``modules`` those that are
    attributes before anybody has imported them. All are as the package names them.
    """
    home_of = {name: home for home, names in homes.items() for name in names}
    at_hand = {module.rpartition(".")[2]: module for module in modules}

    def load(name: str) -> Any:
        if name in at_hand:
            return import_module(f"{package}.{at_hand[name]}")
        if name not in home_of:
            # Nobody else needs it; and its package loads its own names by this module.
            from twbench.utils.absent_names import no_such_name

            raise no_such_name(package, name)
        return getattr(import_module(f"{package}.{home_of[name]}"), name)

    def names() -> list[str]:
        # Loaded or not: a notebook completes them.
        return sorted({*vars(sys.modules[package]), *home_of, *at_hand})

    return load, names
