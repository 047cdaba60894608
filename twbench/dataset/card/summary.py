"""Tables about a dataset, computed from its manifests."""

__all__ = [
    "columns_of",
    "difficulty_table",
    "family_names",
    "guidance_counts",
    "lengths_by_split",
    "levels_text",
    "rejection_table",
    "span",
    "summary_table",
    "text_table",
]

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa

from twbench.dataset.files.index import DatasetIndex
from twbench.dataset.files.schema import (
    MANIFEST,
    REJECTED,
    read_table,
)
from twbench.errors import DatasetError
from twbench.generator.texts.guidance import GUIDANCE
from twbench.untrusted import inside, parse_json

COLUMNS = ["challenge", "params", "max_score", "n_rooms", "n_objects", "walkthrough"]


def summary_table(folder: Path, index: DatasetIndex) -> pd.DataFrame:
    """Return one row per split and challenge: games, levels, sizes and lengths as texts."""
    rows = []
    for split in index.splits:
        frame = pd.concat(
            _table(folder, name, MANIFEST, COLUMNS).to_pandas() for name in index.shards(split)
        )
        for challenge, games in frame.groupby("challenge", sort=True):
            rows.append(
                {
                    "split": split,
                    "challenge": str(challenge),
                    "games": str(len(games)),
                    "levels": levels_text(games["params"]),
                    "rooms": span(games["n_rooms"]),
                    "objects": span(games["n_objects"]),
                    "walkthrough": span(len(commands) for commands in games["walkthrough"]),
                    "max_score": span(games["max_score"]),
                }
            )
    return pd.DataFrame(rows)


def levels_text(params: Iterable[str]) -> str:
    """Return the levels among canonical parameters: ``5-220 (8)``, or ``-`` if there are none."""
    levels = set()
    for text in params:
        known = parse_json(text, "A row's params", DatasetError)
        level = known.get("level") if isinstance(known, dict) else None
        if isinstance(level, int):
            levels.add(level)
    if not levels:
        return "-"
    return f"{span(levels)} ({len(levels)})"


def span(numbers: Iterable[int]) -> str:
    """Return ``low-high`` of the known numbers, the number if there is but one, or ``-``."""
    values = sorted({int(number) for number in numbers if pd.notna(number)})
    if not values:
        return "-"
    return str(values[0]) if len(values) == 1 else f"{values[0]}-{values[-1]}"


def text_table(frame: pd.DataFrame, left: Sequence[str] = ("split", "challenge")) -> str:
    """Return ``frame`` as plain text: the columns ``left`` flush left, the others flush right."""
    names = [str(name) for name in frame.columns]
    rows = [names, *([str(value) for value in row] for row in frame.to_numpy().tolist())]
    widths = [max(len(row[place]) for row in rows) for place in range(len(names))]
    lines = []
    for row in rows:
        cells = [
            text.ljust(width) if name in left else text.rjust(width)
            for name, text, width in zip(names, row, widths, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines)


def lengths_by_split(folder: Path, index: DatasetIndex) -> dict[str, list[int]]:
    """Return the lengths of the walkthroughs of each split; games without one are left out."""
    lengths = {}
    for split in index.splits:
        walkthroughs = _column(folder, index, split, "walkthrough")
        lengths[split] = [len(commands) for commands in walkthroughs if len(commands)]
    return lengths


def difficulty_table(folder: Path, index: DatasetIndex) -> pd.DataFrame:
    """Return, per split, quartiles of the walkthroughs' lengths, where there are walkthroughs."""
    rows = []
    names = ("shortest", "quarter", "median", "three quarters", "longest")
    for split, lengths in lengths_by_split(folder, index).items():
        marks = pd.Series(lengths).quantile([0, 0.25, 0.5, 0.75, 1], interpolation="nearest")
        values = [str(int(mark)) for mark in marks] if lengths else ["-"] * len(names)
        rows.append({"split": split, **dict(zip(names, values, strict=True))})
    return pd.DataFrame(rows)


def guidance_counts(folder: Path, index: DatasetIndex) -> dict[str, int]:
    """Return how many games have each guidance that occurs, from the most to the least."""
    found = Counter[str]()
    for split in index.splits:
        found.update(_column(folder, index, split, "guidance"))
    return {kind: found[kind] for kind in GUIDANCE if kind in found}


def family_names(folder: Path, index: DatasetIndex) -> list[str]:
    """Return the names of all families that there are games of, sorted."""
    return sorted(
        {name for split in index.splits for name in _column(folder, index, split, "family")}
    )


def rejection_table(folder: Path) -> pd.DataFrame:
    """Return how many candidates of each split were rejected for each reason."""
    table = _table(folder, "rejected.parquet", REJECTED, ["split", "reason"])
    frame: pd.DataFrame = table.to_pandas()
    return frame.groupby(["split", "reason"], sort=True).size().reset_index(name="candidates")


def columns_of(
    folder: Path, index: DatasetIndex, split: str, columns: list[str]
) -> list[list[Any]]:
    """Return the values of some columns in each row of the manifest of a split."""
    frame = pd.concat(
        _table(folder, name, MANIFEST, columns).to_pandas()[columns] for name in index.shards(split)
    )
    rows: list[list[Any]] = frame.to_numpy().tolist()
    return rows


def _column(folder: Path, index: DatasetIndex, split: str, column: str) -> "pd.Series[Any]":
    column_of_shards: pd.Series[Any] = pd.concat(
        _table(folder, name, MANIFEST, [column]).to_pandas()[column] for name in index.shards(split)
    )
    return column_of_shards


def _table(
    folder: Path, name: str, schema: pa.Schema, columns: list[str] | None = None
) -> pa.Table:
    return read_table(inside(folder, name, DatasetError), columns, schema=schema)
