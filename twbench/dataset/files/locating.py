"""Finding the file that a path names, which may be within a packed dataset.

Most paths are those of files that are there: to look takes nothing of what reads tables.
"""

__all__ = ["locate"]

from pathlib import Path


def locate(path: Path) -> Path:
    """Return the file that ``path`` names; one within a packed dataset is unpacked first.

    A path that leads nowhere is returned as it is.
    """
    if path.exists():
        return path
    from twbench.dataset.files.load import unpacked

    return unpacked(path)
