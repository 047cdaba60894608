"""The folder in which what was derived from files of others is kept, to be made again at need.

``TWBENCH_CACHE`` names it; otherwise it is where the system wants such things: ``twbench`` in
``XDG_CACHE_HOME`` or in ``~/.cache``, and on macOS in ``~/Library/Caches``. Nothing in it is
needed: it may be removed at any time.
"""

__all__ = ["CACHE_VARIABLE", "cache_folder", "is_private", "private_folder"]

import os
import stat
import sys
from pathlib import Path

CACHE_VARIABLE = "TWBENCH_CACHE"
_OF_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def cache_folder() -> Path:
    """Return the path of the folder, which need not be there."""
    named = os.environ.get(CACHE_VARIABLE)
    if named:
        return Path(named)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "twbench"
    home = os.environ.get("XDG_CACHE_HOME", "")
    # The rules want a relative path there to be ignored.
    return (Path(home) if home.startswith("/") else Path.home() / ".cache") / "twbench"


def private_folder(path: Path) -> bool:
    """Make the folder at ``path`` unless it is there; say whether nobody else may write into it.

    Raises OSError where it cannot be made.
    """
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = path.lstat()
    return stat.S_ISDIR(found.st_mode) and is_private(found)


def is_private(found: os.stat_result) -> bool:
    """Say whether what was found of a file or folder is of this user, and nobody else may write."""
    return found.st_uid == os.geteuid() and not found.st_mode & _OF_OTHERS
