"""What is in a folder, to be compared with another one."""

from collections.abc import Callable
from pathlib import Path


def contents(folder: Path, content: Callable[[Path], bytes] = Path.read_bytes) -> dict[str, bytes]:
    """Return the content of each file below a folder, by its path there."""
    return {
        path.relative_to(folder).as_posix(): content(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
