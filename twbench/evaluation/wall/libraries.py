"""The installed libraries that an agent imports: they are imported once, its own files every time.

A large library takes seconds to import. It is not the agent's, and an agent can write to it as
little as to anything else; so a host imports it before it forks, and every episode begins with the
library there and with nothing of the agent's own.
"""

__all__ = ["import_libraries", "imported_libraries"]

import contextlib
import importlib
import importlib.util
import sys
import sysconfig
from collections.abc import Container, Iterable
from functools import cache
from pathlib import Path

from twbench.evaluation.settings.agents import MOST_LIBRARIES


def imported_libraries(before: Container[str] = ()) -> list[str]:
    """Return the names of the modules of installed libraries that this process has imported.

    They are in the order of their import, without those that were there ``before``.
    """
    folders = _folders()
    modules = [(name, module) for name, module in sys.modules.items() if name not in before]
    files = ((name, getattr(module, "__file__", None)) for name, module in modules)
    return [name for name, file in files if _is_in(file, folders)][:MOST_LIBRARIES]


def import_libraries(names: Iterable[str]) -> None:
    """Import those of the modules that belong to installed libraries, as far as they can be."""
    for name in names:
        with contextlib.suppress(Exception):  # whoever needs it is told
            if _is_installed(name):
                importlib.import_module(name)


@cache
def _is_installed(name: str) -> bool:
    """Say whether a module, and each package that it is in, is of an installed library.

    To look for a module in a package runs the package: that is looked at before.
    """
    package = name.rpartition(".")[0]
    if package and not _is_installed(package):
        return False
    spec = importlib.util.find_spec(name)
    if spec is None:
        return False
    # A package without a file of its own may lie in several folders.
    places = [spec.origin] if spec.origin is not None else spec.submodule_search_locations or []
    folders = _folders()
    return bool(places) and all(_is_in(place, folders) for place in places)


@cache
def _folders() -> set[Path]:
    return {Path(sysconfig.get_path(kind)).resolve() for kind in ("purelib", "platlib")}


def _is_in(file: str | None, folders: set[Path]) -> bool:
    return file is not None and not folders.isdisjoint(Path(file).resolve().parents)
