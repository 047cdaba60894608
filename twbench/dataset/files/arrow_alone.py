"""Arrow without NumPy and without far places, for a process that writes tables and ends.

Arrow imports NumPy where there is one, which takes it longer than all the rest, for arrays that
nobody here asks for; since version 18 it does as well without. So it does without cloudpickle, for
functions that are sent elsewhere, without the clients of Amazon, Azure, Google and Hadoop, and
without Python's `ssl`, which it asks where the certificates for these are. What it has not found at
first it never looks for again: so this is for a command that runs nobody else's code.
"""

__all__ = ["load_arrow_alone"]

import importlib.util
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

_FIRST = 18
"""The first version of Arrow that does not need NumPy."""
_WITHOUT = (
    *("numpy", "cloudpickle"),
    *("pyarrow._s3fs", "pyarrow._azurefs", "pyarrow._gcsfs", "pyarrow._hdfs"),
)


def load_arrow_alone() -> bool:
    """Load Arrow, and NumPy not, unless either is there already; say whether that was done."""
    if not {"numpy", "pyarrow"}.isdisjoint(sys.modules):
        return False
    if _major_version() < _FIRST:
        return False
    # What is None here cannot be imported, as if it were not installed.
    left_out: dict[str, Any] = dict.fromkeys(_WITHOUT) | {"ssl": _without_certificates()}
    left_out = {name: module for name, module in left_out.items() if name not in sys.modules}
    sys.modules.update(left_out)
    try:
        importlib.import_module("pyarrow.parquet")
    finally:
        for name in left_out:
            del sys.modules[name]
    return True


def _without_certificates() -> ModuleType:
    """Return what stands for `ssl`, as on a machine that has no certificates."""
    module = ModuleType("ssl")
    nowhere = SimpleNamespace(cafile=None, capath=None)
    module.get_default_verify_paths = lambda: nowhere  # type: ignore[attr-defined]
    return module


def _major_version() -> int:
    """Return the first number of Arrow's version, 0 where its folder does not stand beside it.

    `importlib.metadata` says it as well, but takes some games' time to load.
    """
    spec = importlib.util.find_spec("pyarrow")
    if spec is None or spec.origin is None:
        return 0
    packages = Path(spec.origin).parents[1]
    found = [path.name.split("-")[1] for path in packages.glob("pyarrow-*.dist-info")]
    return int(found[0].partition(".")[0]) if len(found) == 1 else 0
