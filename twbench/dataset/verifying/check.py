"""Checking one game of a dataset against its row in the manifest, and against its recipe."""

__all__ = ["Contents", "Fault", "Row", "check_game", "check_hashes", "rebuild_game"]

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from twbench import families
from twbench.dataset.config.budget import Budget
from twbench.dataset.config.plan import Plan, Slot
from twbench.dataset.files.beside import faults_beside
from twbench.dataset.files.index import is_of_row
from twbench.dataset.items import item
from twbench.dataset.items.failure import describe_error
from twbench.errors import DatasetError, TwbenchError
from twbench.families import Files
from twbench.untrusted import inside, read_bytes, regular_file

Row = Mapping[str, Any]
Fault = tuple[str, str]
"""A path relative to the dataset, and what is wrong with it."""
Contents = Mapping[str, bytes | None]
"""The bytes of the story and of the game."""
_KINDS = ("story", "game")


def check_game(
    folder: Path, row: Row, plan: Plan | None = None, contents: Contents | None = None
) -> list[Fault]:
    """Return what is wrong with the files of ``row``.

    Both files must have the hashes of the manifest; then what the manifest says of the game must
    be so, and the walkthrough must win in the story with the maximum score. The ``plan`` says how
    many states the solver may look at.

    With ``contents``, the files are not in the folder, but these are their bytes, which have the
    hashes of the manifest.
    """
    try:
        faults: list[Fault] = []
        if contents is None:
            contents, faults = _read(folder, row)
    except DatasetError as error:
        return [(row["story"], str(error))]
    if faults:
        return faults
    nodes = (Budget() if plan is None else plan.recipe.dataset.budget).nodes
    main = row["game"] or row["story"]
    try:
        family = families.get(row["family"])
        files = Files(row["game_id"], contents["story"] or b"", contents["game"])
        game, game_id = family.inspect(files, folder / main, row["challenge"])
        if game_id != row["game_id"]:
            faults.append((main, "its content is not what its game_id says"))
        for column, value in family.describe(game, nodes=nodes).items():
            if value != row[column]:
                faults.append((main, f"its {column} is not what the manifest says"))
        family.check(files)
        problem = family.replay(files, row)
    except TwbenchError as error:
        return [*faults, (main, f"it cannot be used: {error}")]
    except OSError:
        raise
    except Exception as error:  # the border where a game that breaks something is told
        return [*faults, (main, f"it is no sound game: {describe_error(error)}")]
    if problem is not None:
        faults.append((row["story"], f"its walkthrough does not win: {problem}"))
    return faults


def rebuild_game(folder: Path, row: Row, plan: Plan | None) -> list[Fault]:
    """Build the game of ``row`` anew from the recipe; return what is different.

    There is no ``plan`` behind an imported game: its story is compiled anew from its game file. A
    story by another maker is what it is.
    """
    if plan is None:
        return _seal_again(folder, row)
    spec = plan.spec(Slot(row["split"], row["index"]), row["attempt"])
    result = item.build_item(spec)
    if isinstance(result, item.Rejection):
        return [(row["game"], f"cannot be rebuilt: {result.detail}")]
    faults = [
        (row["game"], f"rebuilding gives another {column}")
        for column, value in result.row.items()
        if value != row[column]
    ]
    for kind, content in (("story", result.story), ("game", result.game)):
        if row[kind] is None:
            continue
        path = inside(folder, row[kind], DatasetError)
        if not regular_file(path) or read_bytes(path, DatasetError) != content:
            faults.append((row[kind], "rebuilding gives other bytes"))
    return faults


def _seal_again(folder: Path, row: Row) -> list[Fault]:
    """Make the files of an imported game anew from the one that it is read from."""
    try:
        family = families.get(row["family"])
        files = family.seal(family.read(folder / (row["game"] or row["story"])), row["challenge"])
        same = files.story == read_bytes(folder / row["story"], DatasetError)
    except TwbenchError as error:
        return [(row["story"], f"cannot be compiled anew: {error}")]
    return [] if same else [(row["story"], "rebuilding gives other bytes")]


def check_hashes(folder: Path, row: Row) -> list[Fault]:
    """Return what is wrong with the bytes of the story and the game of ``row``.

    Raises DatasetError if one of them lies outside ``folder``, or is too large to be a game.
    """
    _, faults = _read(folder, row)
    return faults


def _read(folder: Path, row: Row) -> tuple[Contents, list[Fault]]:
    """Read the story and the game of ``row``; return what they hold, and what is wrong with them.

    Raises DatasetError if one of them lies outside ``folder``, or is too large to be a game.
    """
    contents: dict[str, bytes | None] = {}
    faults: list[Fault] = []
    for kind in _KINDS:
        contents[kind] = None
        if row[kind] is None:
            continue
        path = inside(folder, row[kind], DatasetError)
        if not regular_file(path):
            faults.append((row[kind], "missing"))
            continue
        contents[kind] = read_bytes(path, DatasetError)
        if not is_of_row(row, kind, contents[kind]):
            faults.append((row[kind], "changed: its SHA-256 is not that of the manifest"))
    story = inside(folder, row["story"], DatasetError)
    parent = row["story"].rpartition("/")[0]
    faults += [(f"{parent}/{name}", fault) for name, fault in faults_beside(story, row)]
    return contents, faults
