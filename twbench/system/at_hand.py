"""Files whose contents a process has at hand, and that are written when they are needed as files.

Whoever gives such a path to the system, opens it, or asks for its text, finds the file there. Who
only asks for its bytes here is given the content, and nothing is written: to make a file takes
longer than to read it, and what thousands of games have left on a disk takes room there until the
process ends.
"""

__all__ = ["Content", "FilesAtHand", "PathAtHand", "as_path"]

import os
import weakref
from collections.abc import Callable, Mapping
from functools import total_ordering
from pathlib import Path
from typing import Any, cast

Content = bytes | memoryview
"""The latter may be of what something else holds: nothing is copied before it is asked for."""


class FilesAtHand:
    """Contents of files by their paths, which are written together, each with ``write``."""

    def __init__(self, contents: Mapping[Path, Content], write: Callable[[Path, Content], None]):
        self._contents = dict(contents)
        self._write = write
        self._given: list[weakref.ref[PathAtHand]] = []

    def path(self, path: Path) -> "PathAtHand":
        """Return what stands for the path of one of the files."""
        given = PathAtHand(self, path)
        self._given.append(weakref.ref(given))
        return given

    def content(self, path: Path) -> Content | None:
        """Return the content of a file that has not been written; None for others."""
        return self._contents.get(path)

    def write(self) -> None:
        """Write the files, unless they have been: one may be looked for beside another."""
        for path, content in list(self._contents.items()):
            self._write(path, content)
        self._contents.clear()

    def copy_contents(self) -> None:
        """Let go of what holds contents that are somewhere else: they are copied."""
        known = list(self._contents.items())  # another thread may be writing them
        self._contents = {path: bytes(content) for path, content in known}

    def leave(self) -> None:
        """Forget the contents; the files are written if anybody still has a path of them."""
        if any(given() is not None for given in self._given):
            self.write()
        self._contents.clear()


@total_ordering
class PathAtHand(os.PathLike[str]):
    """Stands for the `Path` of a file; to ask for more than its name or content writes the file."""

    def __init__(self, files: FilesAtHand, path: Path):
        self._files = files
        self._path = path

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self._path.name

    @property
    def stem(self) -> str:
        """The name without its suffix."""
        return self._path.stem

    @property
    def suffix(self) -> str:
        """The suffix of the name."""
        return self._path.suffix

    def with_suffix(self, suffix: str) -> "Path | PathAtHand":
        """Return the path of what has another suffix, which may be one of these files as well."""
        other = self._path.with_suffix(suffix)
        return other if self._files.content(other) is None else self._files.path(other)

    def is_file(self) -> bool:
        """Whether there is such a file, or will be."""
        return self._files.content(self._path) is not None or self._path.is_file()

    def read_bytes(self) -> bytes:
        """Return the content, wherever it is. Raises OSError for a written file that is gone."""
        return bytes(self.view())

    def view(self) -> Content:
        """Do the same as `read_bytes`, but for a copy of what is not written."""
        content = self._files.content(self._path)
        return self._path.read_bytes() if content is None else content

    def _written(self) -> Path:
        self._files.write()
        return self._path

    def __getattr__(self, name: str) -> Any:
        return getattr(self._written(), name)

    def __fspath__(self) -> str:
        return os.fspath(self._written())

    def __str__(self) -> str:
        return str(self._written())

    def __repr__(self) -> str:
        return repr(self._path)

    def __bytes__(self) -> bytes:
        return bytes(self._written())

    def __truediv__(self, name: str | os.PathLike[str]) -> Path:
        return self._written() / name

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *dir(self._path)})

    def __reduce__(self) -> tuple[Any, ...]:
        return Path, (str(self),)

    def __hash__(self) -> int:
        return hash(self._path)

    def __eq__(self, other: object) -> bool:
        return self._path == (other._path if isinstance(other, PathAtHand) else other)

    def __lt__(self, other: "Path | PathAtHand") -> bool:
        return self._path < (other._path if isinstance(other, PathAtHand) else other)


def as_path(path: str | os.PathLike[str]) -> Path:
    """Return the `Path` of a file, or what stands for one."""
    return cast(Path, path) if isinstance(path, PathAtHand) else Path(path)
