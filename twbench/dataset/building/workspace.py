"""The folder of a build: what state it is in, who may write to it, and what is kept there.

While a build runs, ``<out>/.build`` holds its lock, its recipe and its finished chunks. It goes
away when ``dataset.json``, the last file to be written, is there. So a folder is

- finished, if it has a ``dataset.json``;
- unfinished, if it has a ``.build`` and no ``dataset.json``;
- free, if it is missing or empty;
- somebody else's in all other cases, and then never touched.

A finished dataset that is to be replaced stays as it is until the new one is complete: that is
built beside it, see `replacement`.

A build that stops, for whatever reason, leaves its chunks. Each candidate in them has the key of
what it was made from. So whoever comes next, perhaps with another configuration, takes those that
this configuration would make in the same way, and no others. Those that nobody takes stay as well,
until a dataset is finished here: the next configuration may be the first one again.
"""

__all__ = ["Workspace", "open_workspace"]

import contextlib
import json
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from twbench.dataset.building.chunk import Chunk
from twbench.dataset.card.depths import DEPTHS_FILE
from twbench.dataset.card.example import EXAMPLE_FILE
from twbench.dataset.card.picture import PICTURE_FILE
from twbench.dataset.files.columns import ENTITIES_FILE, REJECTED_FILE, VOCAB_FILE
from twbench.dataset.files.index import INDEX_FILE
from twbench.dataset.files.replacement import Replacement
from twbench.errors import DatasetError
from twbench.system.files import remove_unfinished, write_atomically
from twbench.system.locks import locked
from twbench.untrusted import inside, read_json
from twbench.version import __version__

WORK_FOLDER = ".build"
RECIPE_FILE = "recipe.json"
REPLACE = "overwrite=true (build) or --overwrite (import)"
CONTENT = (
    "README.md",
    "croissant.json",
    "data",
    DEPTHS_FILE,
    PICTURE_FILE,
    ENTITIES_FILE,
    EXAMPLE_FILE,
    "games",
    REJECTED_FILE,
    VOCAB_FILE,
)


class Workspace(NamedTuple):
    """A folder that this process alone may write to; ``finished`` if nothing is left to do.

    The dataset of ``recipe`` is to be written to ``out``, and what is kept meanwhile to ``work``.
    ``overwrite`` says that what others have begun there need not be kept.
    """

    out: Path
    work: Path
    recipe: dict[str, Any]
    finished: bool = False
    overwrite: bool = False

    @property
    def chunk_folder(self) -> Path:
        """Where finished chunks are kept, whatever the working folder of a process."""
        return self.work.absolute() / "chunks"

    @property
    def failures(self) -> Path:
        """Where tracebacks of failures are kept, until the dataset is finished."""
        return self.work.absolute() / "failures"

    def chunks(self) -> Iterator[Chunk]:
        """Yield the sound chunks of an earlier, unfinished build; remove the others."""
        for folder in sorted(self.chunk_folder.iterdir()):
            chunk = Chunk(folder)
            if folder.name.startswith(".") or not chunk.is_sound(self.out):
                shutil.rmtree(folder, ignore_errors=True)
            else:
                yield chunk

    def begin(self, kept: int, useless: int) -> None:
        """Note that this recipe goes on here, with ``kept`` of the candidates found in the chunks.

        Raises DatasetError if all of them are useless for it: then it is another dataset that was
        begun here.
        """
        found = _recipe_of_unfinished(self.work) or {}
        if useless and not kept and not self.overwrite:
            raise _other(self.out, "an unfinished build", found)
        write_atomically(self.work / RECIPE_FILE, _dump(self.recipe), lasting=True)

    def forget(self, challenge: str) -> None:
        """Remove the chunks that hold candidates of ``challenge``."""
        for chunk in self.chunks():
            if any(outcome.challenge == challenge for outcome in chunk.outcomes()):
                shutil.rmtree(chunk.folder)

    def remove(self) -> None:
        """Remove all that was made, as if nothing had been begun."""
        shutil.rmtree(self.work)
        with contextlib.suppress(OSError):  # somebody else's files may be there
            self.out.rmdir()


@contextlib.contextmanager
def open_workspace(
    out: Path, config: Mapping[str, Any], overwrite: bool = False
) -> Iterator[Workspace]:
    """Lock the folder ``out`` for the recipe ``config``; clean up if it ends finished.

    Raises DatasetError if another build is at work there, or if the folder holds something else
    that may not be overwritten.
    """
    recipe = {"config": dict(config), "version": __version__}
    _refuse_what_is_not_ours(out)
    replacement = Replacement(out, (*CONTENT, INDEX_FILE, WORK_FOLDER))
    replacement.check_work()
    for work in (replacement.work, out / WORK_FOLDER):
        _refuse_links(work)
    # A build was ended between completing a dataset and putting it into its place. That comes
    # first, since all that follows asks what is in that place.
    if replacement.is_complete:
        with _locked(replacement.work, out):
            replacement.finish()
    _refuse_other_recipe(out, recipe, overwrite)
    is_finished = (out / INDEX_FILE).exists()
    if overwrite if is_finished else replacement.is_all_there_is:
        replacement.check()
        with _locked(replacement.work, out):
            workspace = Workspace(replacement.new, replacement.work, recipe, overwrite=overwrite)
            yield _prepared(workspace)
            if (replacement.new / INDEX_FILE).exists():
                replacement.complete()
                replacement.finish()
        return
    with _locked(out / WORK_FOLDER, out):
        # Once more, now that nobody else writes: another build may have finished before the lock.
        _refuse_other_recipe(out, recipe, overwrite)
        finished = (out / INDEX_FILE).exists()
        workspace = Workspace(out, out / WORK_FOLDER, recipe, finished, overwrite)
        yield workspace if finished else _prepared(workspace)
        if (out / INDEX_FILE).exists():
            # Another process may just be trying the lock; it will find the dataset and clean up.
            shutil.rmtree(out / WORK_FOLDER, ignore_errors=True)


def _prepared(workspace: Workspace) -> Workspace:
    """Get an unfinished workspace ready.

    Games that an assembly of another recipe has put into place go back to their chunks.
    """
    out = workspace.out
    out.mkdir(exist_ok=True)
    workspace.chunk_folder.mkdir(exist_ok=True)
    for folder in (out, workspace.work, out / "data", out / "games"):
        remove_unfinished(folder)
    if _recipe_of_unfinished(workspace.work) != workspace.recipe:
        for chunk in workspace.chunks():
            chunk.take_back(out)
        _clear(out)
    return workspace


def _refuse_what_is_not_ours(out: Path) -> None:
    for name in (WORK_FOLDER, INDEX_FILE, *CONTENT):
        inside(out, name, DatasetError)
    if out.exists() and not out.is_dir():
        raise DatasetError(f"{out} is a file; out must be a new folder or one of ours.")
    empty = not out.is_dir() or not any(out.iterdir())
    # In this order: another build may begin and end just now.
    if not empty and not any((out / name).exists() for name in (WORK_FOLDER, INDEX_FILE)):
        raise DatasetError(
            f"{out} holds other things than a dataset; choose a new or an empty folder."
        )


def _refuse_links(work: Path) -> None:
    """Raise DatasetError where work that somebody else has begun would be done elsewhere."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        for path in work.iterdir():
            if path.is_symlink():
                raise DatasetError(f"{path} is a symbolic link: no build has made it.")


def _refuse_other_recipe(out: Path, recipe: dict[str, Any], overwrite: bool) -> None:
    """Raise if ``out`` holds a finished dataset of another recipe."""
    if overwrite or not (out / INDEX_FILE).exists():
        return
    found = _recipe_of_finished(out)
    if found != recipe:
        raise _other(out, "a dataset", found)


def _other(out: Path, what: str, found: Mapping[str, Any]) -> DatasetError:
    same_version = found.get("version", __version__) == __version__
    other = "configuration" if same_version else "version of twbench"
    return DatasetError(
        f"{out} holds {what} of another {other}; choose another folder,"
        f" or replace it with {REPLACE}."
    )


def _recipe_of_finished(out: Path) -> dict[str, Any]:
    try:
        data = read_json(out / INDEX_FILE, DatasetError)
        return {"config": data["config"], "version": data["version"]}
    except (DatasetError, KeyError, TypeError) as error:
        raise DatasetError(
            f"{out / INDEX_FILE} is damaged; replace the dataset with {REPLACE}."
        ) from error


def _recipe_of_unfinished(work: Path) -> dict[str, Any] | None:
    try:
        data = read_json(work / RECIPE_FILE, DatasetError)
    except DatasetError:
        return None
    return data if isinstance(data, dict) else None


def _clear(out: Path) -> None:
    """Remove the files of a dataset that was not finished; other files stay."""
    for path in [out / name for name in CONTENT]:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def _locked(work: Path, out: Path) -> contextlib.AbstractContextManager[None]:
    """Hold the lock in ``work``; raises DatasetError if another process has it."""
    return locked(work / "lock", DatasetError(f"Another build is writing to {out}."))


def _dump(value: dict[str, Any]) -> str:
    return json.dumps(value, indent=2, sort_keys=True, ensure_ascii=True) + "\n"
