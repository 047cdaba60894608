"""Finding modules in folders that cannot be listed.

Python lists a folder to find modules in it. A folder that holds something hidden cannot be listed
from inside a sandbox, though the modules in it can be read. They are looked up by name instead.
"""

__all__ = ["find_modules_by_name"]

import importlib
import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, all_suffixes
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType


def find_modules_by_name() -> None:
    """Let this process find modules in folders of its search path that it may not list."""
    sys.path_hooks.insert(0, _FolderByName)
    sys.path_importer_cache.clear()
    importlib.invalidate_caches()


class _FolderByName:
    """Finds the modules of one folder (PEP 302: raises ImportError for all other folders)."""

    def __init__(self, entry: str):
        self._folder = Path(entry)
        try:
            os.scandir(entry or os.curdir).close()
        except PermissionError:
            return
        except OSError:
            pass
        raise ImportError

    def find_spec(
        self,
        name: str,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Return where the module ``name`` is, in the order in which Python looks."""
        path = self._folder / name.rpartition(".")[2]
        for suffix in all_suffixes():
            first = path / f"__init__{suffix}"
            if first.is_file():
                return spec_from_file_location(name, first, submodule_search_locations=[str(path)])
        for suffix in all_suffixes():
            module = path.with_name(path.name + suffix)
            if module.is_file():
                return spec_from_file_location(name, module)
        return _namespace(name, [str(path)]) if path.is_dir() else None


def _namespace(name: str, locations: Sequence[str]) -> ModuleSpec:
    spec = ModuleSpec(name, None, is_package=True)
    spec.submodule_search_locations = list(locations)
    return spec
