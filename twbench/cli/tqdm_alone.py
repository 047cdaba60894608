"""tqdm without its version, for a command that shows a bar and ends.

To tell its version, tqdm loads what reads the metadata of installed packages, and so all that reads
e-mail: two thirds of what it takes to load.
"""

__all__ = ["load_tqdm_alone"]

import sys
from importlib import import_module
from types import ModuleType


def load_tqdm_alone() -> None:
    """Load tqdm, unless it is there already, with a version that nobody here asks for."""
    if "tqdm" not in sys.modules:
        version = ModuleType("tqdm.version")
        version.__dict__["__version__"] = "unknown"
        sys.modules.setdefault(version.__name__, version)
        import_module("tqdm")
