"""The folder of a build: what state it is in, who may write to it, and what is kept there.

While a build runs, ``<out>/.build`` holds its lock, its recipe and its finished chunks. It goes
away when ``dataset.json``, the last file to be written, is there. So a folder is

- finished, if it has a ``dataset.json``;
- unfinished, if it has a ``.build/recipe.json`` and no ``dataset.json``;
- free, if it is missing or empty;
- somebody else's in all other cases, and then never touched.
"""

__all__ = ["DATASET_FILE", "Workspace", "open_workspace"]

import contextlib
import fcntl
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from twbench import __version__
from twbench.dataset.chunk import Chunk
from twbench.dataset.picture import PICTURE_FILE
from twbench.errors import ChallengeError, DatasetError, GenerationError
from twbench.files import remove_unfinished, write_atomically
from twbench.untrusted import inside, read_json

DATASET_FILE = "dataset.json"
WORK_FOLDER = ".build"
LOCK_TRIES = 20
REPLACE = "overwrite=true (build) or --overwrite (import)"
CONTENT = (
    "README.md",
    "croissant.json",
    "data",
    PICTURE_FILE,
    "entities.parquet",
    "games",
    "rejected.parquet",
    "vocab.parquet",
)


@dataclass(frozen=True, slots=True)
class Workspace:
    """A folder that this process alone may write to; ``finished`` if nothing is left to do."""

    out: Path
    finished: bool

    @property
    def chunk_folder(self) -> Path:
        """Where finished chunks are kept, whatever the working folder of a process."""
        return self.out.absolute() / WORK_FOLDER / "chunks"

    def chunks(self) -> Iterator[Chunk]:
        """Yield the sound chunks of an earlier, unfinished build; remove the others."""
        for folder in sorted(self.chunk_folder.iterdir()):
            chunk = Chunk(folder)
            if folder.name.startswith(".") or not chunk.is_sound(self.out):
                shutil.rmtree(folder, ignore_errors=True)
            else:
                yield chunk

    @property
    def failures(self) -> Path:
        """Where tracebacks of failures are kept, until the dataset is finished."""
        return self.out.absolute() / WORK_FOLDER / "failures"


@contextlib.contextmanager
def open_workspace(
    out: Path, config: Mapping[str, Any], overwrite: bool = False
) -> Iterator[Workspace]:
    """Lock the folder ``out`` for the recipe ``config``; clean up if it ends finished.

    Raises DatasetError if another build is at work there, or if the folder holds something else
    that may not be overwritten. If it ends with a ChallengeError, the failures are all that stays.
    """
    recipe = {"config": dict(config), "version": __version__}
    _refuse_what_is_not_ours(out)
    _refuse_other_recipe(out, recipe, overwrite)
    with _locked(out):
        _refuse_other_recipe(out, recipe, overwrite)
        partial = _recipe_of_unfinished(out) == recipe
        if overwrite and not partial:
            _clear(out)
        finished = (out / DATASET_FILE).exists()
        workspace = Workspace(out, finished)
        if not finished:
            for folder in (out, out / WORK_FOLDER, out / "data", out / "games"):
                remove_unfinished(folder)
            workspace.chunk_folder.mkdir(exist_ok=True)
            write_atomically(out / WORK_FOLDER / "recipe.json", _dump(recipe), lasting=True)
        try:
            yield workspace
        except ChallengeError:
            _clear(out)  # candidates of a challenge that is mended must not be those of the broken
            (out / WORK_FOLDER / "recipe.json").unlink()
            raise
        except GenerationError:
            _clear(out)  # another attempt with this recipe would end the same way
            shutil.rmtree(out / WORK_FOLDER)
            with contextlib.suppress(OSError):  # somebody else's files may be there
                out.rmdir()
            raise
        if (out / DATASET_FILE).exists():
            # Another process may just be trying the lock; it will find the dataset and clean up.
            shutil.rmtree(out / WORK_FOLDER, ignore_errors=True)


def _refuse_what_is_not_ours(out: Path) -> None:
    for name in (WORK_FOLDER, DATASET_FILE, *CONTENT):
        inside(out, name, DatasetError)
    if out.exists() and not out.is_dir():
        raise DatasetError(f"{out} is a file; out must be a new folder or one of ours.")
    empty = not out.is_dir() or not any(out.iterdir())
    # In this order: another build may begin and end just now.
    if not empty and not any((out / name).exists() for name in (WORK_FOLDER, DATASET_FILE)):
        raise DatasetError(
            f"{out} holds other things than a dataset; choose a new or an empty folder."
        )


def _refuse_other_recipe(out: Path, recipe: dict[str, Any], overwrite: bool) -> None:
    """Raise if ``out`` holds a finished or unfinished dataset of another recipe."""
    if overwrite:
        return
    found: dict[str, Any] | None
    if (out / DATASET_FILE).exists():
        found = _recipe_of_finished(out)
        what = "a dataset"
    else:
        found = _recipe_of_unfinished(out)
        what = "an unfinished build"
    if found is not None and found != recipe:
        other = "configuration" if found.get("version") == __version__ else "version of twbench"
        raise DatasetError(
            f"{out} holds {what} of another {other}; choose another folder,"
            f" or replace it with {REPLACE}."
        )


def _recipe_of_finished(out: Path) -> dict[str, Any]:
    try:
        data = read_json(out / DATASET_FILE, DatasetError)
        return {"config": data["config"], "version": data["version"]}
    except (DatasetError, KeyError, TypeError) as error:
        raise DatasetError(
            f"{out / DATASET_FILE} is damaged; replace the dataset with {REPLACE}."
        ) from error


def _recipe_of_unfinished(out: Path) -> dict[str, Any] | None:
    try:
        data = read_json(out / WORK_FOLDER / "recipe.json", DatasetError)
    except DatasetError:
        return None
    return data if isinstance(data, dict) else None


def _clear(out: Path) -> None:
    """Remove a dataset, and what is left of an unfinished build; other files stay."""
    (out / DATASET_FILE).unlink(missing_ok=True)
    for path in [out / name for name in CONTENT] + [out / WORK_FOLDER / "chunks"]:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


@contextlib.contextmanager
def _locked(out: Path) -> Iterator[None]:
    """Hold the lock of ``out``; raises DatasetError if another process has it."""
    path = out / WORK_FOLDER / "lock"
    while True:
        with _open_lock(path) as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise DatasetError(f"Another build is writing to {out}.") from error
            if not _is_at(lock.fileno(), path):
                continue  # the build that held it has just ended and removed it
            yield
            return


def _open_lock(path: Path) -> IO[str]:
    """Open the lock, which builds that end may be removing with its folder."""
    for _ in range(LOCK_TRIES):
        with contextlib.suppress(FileExistsError, FileNotFoundError):
            path.parent.mkdir(parents=True, exist_ok=True)
            return path.open("a")
    path.parent.mkdir(parents=True, exist_ok=True)  # says what is wrong
    return path.open("a")


def _is_at(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


def _dump(value: dict[str, Any]) -> str:
    return json.dumps(value, indent=2, sort_keys=True, ensure_ascii=True) + "\n"
