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
    folders = _folders()
    for name in names:
        with contextlib.suppress(Exception):  # whoever needs it is told
            spec = importlib.util.find_spec(name)
            if spec is not None and _is_in(spec.origin, folders):
                importlib.import_module(name)


def _folders() -> set[Path]:
    return {Path(sysconfig.get_path(kind)).resolve() for kind in ("purelib", "platlib")}


def _is_in(file: str | None, folders: set[Path]) -> bool:
    return file is not None and not folders.isdisjoint(Path(file).resolve().parents)
