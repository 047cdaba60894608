"""Replacing a finished dataset: the new one is built beside it, and takes its place when complete.

```
<parent>/.<name>.build/     beside the dataset <parent>/<name>
    lock, recipe.json, chunks/, failures/    as in the work folder of any build
    dataset/                                 the new dataset
    complete                                 that it is complete, and the number of its inode
```

The two change places in one step where the system has one (``renameat2``), so whoever looks finds
the old dataset or the new one, whole. Elsewhere the old one is put aside first. Which of the two is
in ``dataset/`` is told by the number in ``complete``, so a process that was killed at any moment
can be followed by another that does the rest.
"""

__all__ = ["Replacement"]

import os
import shutil
import stat
from collections.abc import Collection
from pathlib import Path

from twbench.errors import DatasetError
from twbench.system.files import exchange, write_atomically
from twbench.untrusted import read_text

_LONGEST_MARK = 64


class Replacement:
    """The folder ``work`` beside the dataset ``out``, in which the ``new`` one is built.

    ``content`` are the names of what belongs to a dataset; other files stay where they are.
    """

    def __init__(self, out: Path, content: Collection[str]):
        self._out = Path(os.path.realpath(out))  # a link to a dataset stays one
        self._content = content
        self.work = self._out.with_name(f".{self._out.name}.build")
        self.new = self.work / "dataset"
        self._aside = self.work / "old"
        self._mark = self.work / "complete"

    @property
    def is_complete(self) -> bool:
        """Whether the new dataset has only to be put into its place."""
        return self._mark.is_file()

    @property
    def is_all_there_is(self) -> bool:
        """Whether a replacement was begun, and what it was to replace is gone."""
        return self.work.is_dir() and not self._out.exists()

    def check_work(self) -> None:
        """Raise DatasetError if somebody else has put there what would be taken for one's own."""
        try:
            found = self.work.lstat()
        except FileNotFoundError:
            return
        if stat.S_ISLNK(found.st_mode):
            raise DatasetError(f"{self.work} is a symbolic link, and no build of {self._out}.")
        owners = {os.geteuid()}
        if self._out.exists():  # a disk may give all files to one user, whoever writes them
            owners.add(self._out.stat().st_uid)
        if found.st_uid not in owners:
            raise DatasetError(
                f"{self.work} is of another user, who may have put any dataset there: remove it, or"
                " choose another folder."
            )

    def check(self) -> None:
        """Raise DatasetError if nothing can take the place of what is there."""
        if self._out.is_mount():
            raise DatasetError(
                f"{self._out} is a mounted disk, whose place no other folder can take: build into a"
                " folder on it."
            )

    def complete(self) -> None:
        """Note that the new dataset is complete."""
        write_atomically(self._mark, f"{self.new.stat().st_ino}\n", lasting=True)

    def finish(self) -> None:
        """Put the complete dataset into its place, unless it is there, and remove the old one."""
        if self.new.is_dir() and self.new.stat().st_ino == self._number():
            if self._out.exists() and not exchange(self.new, self._out):
                self._out.rename(self._aside)
            if not self._out.exists():
                self.new.rename(self._out)
        for old in (self.new, self._aside):
            if old.is_dir():
                self._keep_what_is_not_ours(old)
                _remove(old)
        # What takes longest goes first, while the mark is still there for whoever may have to
        # finish this.
        shutil.rmtree(self.work / "chunks", ignore_errors=True)
        shutil.rmtree(self.work)

    def _number(self) -> int:
        text = read_text(self._mark, DatasetError, _LONGEST_MARK)
        if not (text.strip().isascii() and text.strip().isdigit()):
            raise DatasetError(f"{self._mark} is damaged: remove it, and build again.")
        return int(text)

    def _keep_what_is_not_ours(self, old: Path) -> None:
        for path in old.iterdir():
            if path.name not in self._content and not (self._out / path.name).exists():
                path.rename(self._out / path.name)


def _remove(folder: Path) -> None:
    """Remove a folder, in which somebody may have put folders within each other without an end."""
    try:
        shutil.rmtree(folder)
    except RecursionError:
        from twbench.sandbox import empty_folder  # hardly ever needed, and takes time to load

        empty_folder(folder)
        folder.rmdir()
