"""Leaderboards of run folders: finding the runs, reading them, comparing them."""

__all__ = ["Found", "find_runs", "leaderboard"]

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from twbench.errors import RunError
from twbench.evaluation.board.leaderboard import Leaderboard, make_leaderboard
from twbench.evaluation.records.run_folder import RunFolder
from twbench.evaluation.records.stored_run import Run
from twbench.untrusted import walked


@dataclass(frozen=True, slots=True)
class Found:
    """The folders of runs, and why other paths are left out: a sentence without its end each."""

    folders: tuple[Path, ...]
    left_out: tuple[str, ...]


def find_runs(paths: Iterable[str | Path]) -> Found:
    """Return the run folders among and directly in ``paths``, which may be submissions too.

    Runs that are not complete, and files, are left out. Raises RunError for a path that leads
    nowhere.
    """
    folders: list[Path] = []
    left_out: list[str] = []
    for path in map(Path, paths):
        if not path.exists():
            raise RunError(f"There is no run folder at {path}.")
        inner = [] if (path / "run.json").exists() else _runs_in(path)
        if inner:
            folders += (file.parent for file in inner)
        elif path.is_file() or RunFolder(path).is_unfinished:
            reason = "is not a folder" if path.is_file() else "is not complete"
            left_out.append(f"{path} {reason}")
        else:
            folders.append(path)
    return Found(tuple(folders), tuple(left_out))


def leaderboard(*paths: str | Path) -> Leaderboard:
    """Compare the runs in ``paths``, run folders or folders that hold some.

    Every figure is computed anew from the episodes. Runs that played the same plan by the same
    protocol share a table; what is left out, and why, stands in ``left_out``.

    >>> board = leaderboard("runs")
    >>> [entry.agent for entry in board.tables[0].ranked]
    ['random']

    Raises RunError if there is nothing to compare, or for a run that is damaged.
    """
    found = find_runs(paths)
    if found.left_out and not found.folders:
        raise RunError(f"There are no runs to compare: {', '.join(found.left_out)}.")
    board = make_leaderboard(map(Run.read, found.folders))
    return replace(board, left_out=found.left_out)


def _runs_in(folder: Path) -> list[Path]:
    """Return the records of the runs directly in a folder, or in a tree of submissions."""
    submitted = (
        Path(parent, "run", "run.json")
        for parent, below, _ in walked(folder, RunError)
        if "run" in below
    )
    return sorted([*folder.glob("*/run.json"), *filter(Path.exists, submitted)])
