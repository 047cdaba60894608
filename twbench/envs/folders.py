"""A folder of their own for stories that are played in the calling process."""

__all__ = ["has_own_folder", "own_folder"]

import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from twbench.system.scratch import scratch_folder

_OWN: list[str] = []


def has_own_folder() -> bool:
    """Whether the current folder is one that `own_folder` has made."""
    return bool(_OWN) and os.getcwd() == _OWN[-1]  # noqa: PTH109  (a Path takes longer)


@contextmanager
def own_folder(kept: Path | None = None) -> Iterator[Path]:
    """Let the current folder be a new, empty one, which is removed in the end; or the one ``kept``.

    Stories of other makers write what is saved into the current folder, and restore from there.
    It is that of the whole process: this is for workers that do nothing but play, one story after
    the other, each in a context of its own. Relative paths mean something else in the meantime.
    """
    before = os.getcwd()  # noqa: PTH109
    with scratch_folder() if kept is None else nullcontext(kept) as folder:
        os.chdir(folder)
        _OWN.append(os.getcwd())  # noqa: PTH109
        try:
            yield folder
        finally:
            _OWN.pop()
            os.chdir(before)
