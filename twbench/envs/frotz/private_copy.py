"""The file from which an interpreter plays a story that it does not have in memory."""

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
        self._use_new_folder()

    def write(self, story: StoryFile) -> Path:
        """Put ``story`` into a new file, and return its path. Raises OSError if the disk is full.

        The file of the last story is there until then.
        """
        before = self._path
        if os.getpid() != self._process:  # the parent of this fork plays from what is there
            self._cleanup.detach()
            before = None
            self._use_new_folder()
        # By such a name Jericho knows the stories of TextWorld, whose protocol ours speak.
        prefix = "tw-" if story.is_linked or story.name.startswith("tw-") else ""
        self._made += 1
        path = self._folder / f"{prefix}story{self._made}.z{story.version}"
        path.write_bytes(story.data)
        if before:
            before.unlink(missing_ok=True)
        self._path = path
        return path

    def remove(self) -> None:
        """Remove the file and its folder. Doing so twice is fine."""
        self._cleanup()

    def _use_new_folder(self) -> None:
        self._process = os.getpid()
        self._folder = new_scratch_folder()
        self._cleanup = weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
