"""Checking one game of a dataset against its row in the manifest, and against its recipe."""

__all__ = ["Fault", "Row", "check_game", "check_hashes", "rebuild_game"]

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from twbench.dataset import item
from twbench.dataset.plan import Plan, Slot
from twbench.dataset.replay import replay
from twbench.errors import TwbenchError
from twbench.generator.game import Game
from twbench.hashing import sha256_hex
from twbench.story import vocabulary

Row = Mapping[str, Any]
Fault = tuple[str, str]
"""A path relative to the dataset, and what is wrong with it."""


def check_game(folder: Path, row: Row) -> list[Fault]:
    """Return what is wrong with the files of ``row``.

    Both files must have the hashes of the manifest; then what the manifest says of the game must
    be so, and the walkthrough must win in the story with the maximum score.
    """
    faults = list(check_hashes(folder, row))
    if faults:
        return faults
    try:
        game = Game.load(folder / row["game"])
        if item.identify(game.serialize(), row["challenge"]) != row["game_id"]:
            faults.append((row["game"], "its content is not what its game_id says"))
        for column, value in item.describe_game(game, vocabulary(game)).items():
            if value != row[column]:
                faults.append((row["game"], f"its {column} is not what the manifest says"))
        problem = replay(folder / row["story"], row["walkthrough"], row["max_score"])
    except TwbenchError as error:
        return [*faults, (row["game"], f"it cannot be used: {error}")]
    if problem is not None:
        faults.append((row["story"], f"its walkthrough does not win: {problem}"))
    return faults


def rebuild_game(folder: Path, row: Row, plan: Plan) -> list[Fault]:
    """Build the game of ``row`` anew from the recipe; return what is different."""
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
        path = folder / row[kind]
        if not path.is_file() or path.read_bytes() != content:
            faults.append((row[kind], "rebuilding gives other bytes"))
    return faults


def check_hashes(folder: Path, row: Row) -> Iterator[Fault]:
    """Yield what is wrong with the bytes of the story and the game of ``row``."""
    for kind in ("story", "game"):
        path = folder / row[kind]
        if not path.is_file():
            yield row[kind], "missing"
        elif sha256_hex(path.read_bytes()) != row[f"{kind}_sha256"]:
            yield row[kind], "changed: its SHA-256 is not that of the manifest"
