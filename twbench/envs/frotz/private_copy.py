"""The file from which an interpreter plays, which is its own.

The story of the next game of ours is written over that of the last one: that takes a tenth of the
time of a new file, most of which the system needs to make it and to remove it.
"""

__all__ = ["PrivateCopy"]

import os
import shutil
import weakref
from pathlib import Path

from twbench.envs.frotz.story_file import StoryFile
from twbench.system.scratch import new_scratch_folder


class PrivateCopy:
    """A file with one story after another, in a scratch folder that goes with it."""

    def __init__(self) -> None:
        self._made = 0
        self._path: Path | None = None
        self._is_ours = False
        self._use_new_folder()

    def write(self, story: StoryFile) -> Path:
        """Put ``story`` into the file, and return its path. Raises OSError if the disk is full."""
        before = self._path
        suffix = f".z{story.version}"
        if os.getpid() != self._process:  # the parent of this fork plays from what is there
            self._cleanup.detach()
            before = None
            self._use_new_folder()
        elif before and self._is_ours and story.is_linked and before.suffix == suffix:
            _overwrite(before, story.data)
            return before
        # By such a name Jericho knows the stories of TextWorld, whose protocol ours speak.
        prefix = "tw-" if story.is_linked or story.name.startswith("tw-") else ""
        self._made += 1
        path = self._folder / f"{prefix}story{self._made}{suffix}"
        path.write_bytes(story.data)
        if before:
            before.unlink(missing_ok=True)
        self._path, self._is_ours = path, story.is_linked
        return path

    def remove(self) -> None:
        """Remove the file and its folder. Doing so twice is fine."""
        self._cleanup()

    def _use_new_folder(self) -> None:
        self._process = os.getpid()
        self._folder = new_scratch_folder()
        self._cleanup = weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)


def _overwrite(path: Path, data: bytes) -> None:
    """Write over a file, which is made anew if it is gone. To empty it first would take longer.

    What is longer than before comes first: if the disk is full, the last story is still there.
    """
    with open(path, "r+b", buffering=0, opener=_made_if_gone) as file:
        size = os.fstat(file.fileno()).st_size
        try:
            _write_at(file.fileno(), data, size)
        except OSError:
            file.truncate(size)
            raise
        _write_at(file.fileno(), data[:size], 0)
        file.truncate(len(data))


def _write_at(file: int, data: bytes, start: int) -> None:
    """Write ``data`` from ``start`` on to the same place of an open file."""
    while start < len(data):
        start += os.pwrite(file, data[start:], start)


def _made_if_gone(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_CREAT, 0o600)
