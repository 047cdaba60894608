"""The file from which an interpreter plays a story that it does not have in memory."""

__all__ = ["PrivateCopy"]

import os
import shutil
import weakref
from pathlib import Path

from twbench.envs.frotz.story_file import StoryFile
from twbench.system.scratch import new_scratch_folder


class PrivateCopy:
    """Files with one story after another, in a scratch folder that goes with it."""

    def __init__(self) -> None:
        self._made = 0
        self._use_new_folder()

    def write(self, story: StoryFile) -> Path:
        """Put ``story`` into a new file, and return its path. Raises OSError if the disk is full.

        Files of earlier stories stay there until one is kept.
        """
        if os.getpid() != self._process:  # in a fork, whose parent still plays from the files
            self._cleanup.detach()
            self._use_new_folder()
        # By such a name Jericho knows the stories of TextWorld, whose protocol ours speak.
        prefix = "tw-" if story.is_linked or story.name.startswith("tw-") else ""
        self._made += 1
        path = self._folder / f"{prefix}story{self._made}.z{story.version}"
        path.write_bytes(story.data)
        return path

    def keep(self, path: Path) -> None:
        """Remove all files but this one."""
        for other in self._folder.iterdir():
            if other != path:
                other.unlink(missing_ok=True)

    def remove(self) -> None:
        """Remove the file and its folder. Doing so twice is fine."""
        self._cleanup()

    def _use_new_folder(self) -> None:
        self._process = os.getpid()
        self._folder = new_scratch_folder()
        self._cleanup = weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
