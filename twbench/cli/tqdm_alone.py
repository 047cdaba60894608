"""tqdm without its version and its own command, for a command that shows a bar and ends.

To tell its version, tqdm loads what reads the metadata of installed packages, and so all that reads
e-mail: two thirds of what it takes to load. Of the rest, most is for ``python -m tqdm``, which
logs.
"""

__all__ = ["load_tqdm_alone"]

import sys
import threading
from importlib import import_module
from types import ModuleType


def load_tqdm_alone() -> None:
    """Load tqdm, unless it is there already, without what nobody here asks it for."""
    if "tqdm" not in sys.modules:
        for module, name in (("tqdm.version", "__version__"), ("tqdm.cli", "main")):
            stand_in = ModuleType(module)
            stand_in.__dict__[name] = "unknown"
            sys.modules.setdefault(module, stand_in)
        bars = import_module("tqdm").tqdm
        bars.set_lock(threading.RLock())  # by default it has another one, for other processes
