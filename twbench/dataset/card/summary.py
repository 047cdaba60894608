"""Tables about a dataset, computed from its manifests."""

__all__ = [
    "Row",
    "columns_of",
    "difficulty_table",
    "family_names",
    "first_story",
    "guidance_counts",
    "lengths_by_split",
    "levels_text",
    "rejection_table",
    "span",
    "summary_table",
    "text_table",
]

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from twbench.dataset.card.tables import columns_of_table
from twbench.dataset.files.arrays import lengths_of
from twbench.dataset.files.columns import REJECTED_FILE
from twbench.dataset.files.index import DatasetIndex
from twbench.dataset.files.schema import MANIFEST, REJECTED, check_count, read_group
from twbench.errors import DatasetError
from twbench.generator.texts.guidance_levels import GUIDANCE
from twbench.printable import in_a_line
from twbench.untrusted import inside, parse_json

Row = dict[str, str]
"""A row of a table: what stands under each head."""
COLUMNS = ["challenge", "params", "max_score", "n_rooms", "n_objects", "walkthrough"]


def summary_table(folder: Path, index: DatasetIndex) -> list[Row]:
    """Return one row per split and challenge: games, levels, sizes and lengths as texts."""
    rows = []
    for split in index.splits:
        values: dict[str, list[Any]] = {name: [] for name in COLUMNS}
        for shard, count in zip(index.shards(split), index.shard_rows(split), strict=True):
            table = columns_of_table(folder, shard, MANIFEST, COLUMNS)
            check_count(folder / shard, table.num_rows, count)
            for name, column in zip(COLUMNS, table.columns, strict=True):
                values[name] += lengths_of(column) if name == "walkthrough" else column.to_pylist()
        places: dict[str, list[int]] = {}
        for place, challenge in enumerate(values["challenge"]):
            places.setdefault(challenge, []).append(place)
        for challenge in sorted(places):
            games = {
                name: [column[place] for place in places[challenge]]
                for name, column in values.items()
            }
            rows.append(
                {
                    "split": split,
                    "challenge": challenge,
                    "games": str(len(places[challenge])),
                    "levels": levels_text(games["params"]),
                    "rooms": span(games["n_rooms"]),
                    "objects": span(games["n_objects"]),
                    "walkthrough": span(games["walkthrough"]),
                    "max_score": span(games["max_score"]),
                }
            )
    return rows


def levels_text(params: Iterable[str]) -> str:
    """Return the levels among canonical parameters: ``5-220 (8)``, or ``-`` if there are none."""
    levels = set()
    for text in set(params):  # most games of a challenge have the same ones
        known = parse_json(text, "A row's params", DatasetError)
        level = known.get("level") if isinstance(known, dict) else None
        if isinstance(level, int):
            levels.add(level)
    if not levels:
        return "-"
    return f"{span(levels)} ({len(levels)})"


def span(numbers: Iterable[float | None]) -> str:
    """Return ``low-high`` of the known numbers, the number if there is but one, or ``-``."""
    values = sorted({int(n) for n in numbers if n is not None and not math.isnan(n)})
    if not values:
        return "-"
    return str(values[0]) if len(values) == 1 else f"{values[0]}-{values[-1]}"


def text_table(table: Sequence[Row], left: Sequence[str] = ("split", "challenge")) -> str:
    """Return ``table`` as plain text: the columns ``left`` flush left, the others flush right.

    Texts are those of a dataset, of which nobody may have looked at the rows: each is in a line.
    """
    names = list(table[0]) if table else []
    rows = [names, *([in_a_line(str(value)) for value in row.values()] for row in table)]
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
    found: dict[str, list[int]] = {split: [] for split in index.splits}
    for split, lengths in found.items():
        for name in index.shards(split):
            # The commands themselves would take much memory.
            table = columns_of_table(folder, name, MANIFEST, ["walkthrough"])
            lengths += filter(None, lengths_of(table.column("walkthrough")))
    return found


def difficulty_table(folder: Path, index: DatasetIndex) -> list[Row]:
    """Return, per split, quartiles of the walkthroughs' lengths, where there are walkthroughs."""
    rows = []
    names = ("shortest", "quarter", "median", "three quarters", "longest")
    for split, lengths in lengths_by_split(folder, index).items():
        ordered = sorted(lengths)
        # The nearest of them; of two that are as near, that at the even place (as `round` does).
        places = [round((len(ordered) - 1) * quarter / 4) for quarter in range(len(names))]
        values = [str(ordered[place]) for place in places] if lengths else ["-"] * len(names)
        rows.append({"split": split, **dict(zip(names, values, strict=True))})
    return rows


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


def first_story(folder: Path, index: DatasetIndex, split: str) -> str:
    """Return the path, in the dataset, of the story of the first game of ``split``.

    Raises DatasetError if there is none.
    """
    path = inside(folder, index.shards(split)[0], DatasetError)
    stories = read_group(path, MANIFEST, 0, ["story"]).column("story")
    if not len(stories):
        raise DatasetError(f"{folder}: split {split} has no games.")
    return str(stories[0])


def rejection_table(folder: Path) -> list[Row]:
    """Return how many candidates of each split were rejected for each reason."""
    table = columns_of_table(folder, REJECTED_FILE, REJECTED, ["split", "reason"])
    found = Counter((row["split"], row["reason"]) for row in table.to_pylist())
    return [
        {"split": split, "reason": reason, "candidates": str(found[split, reason])}
        for split, reason in sorted(found)
    ]


def columns_of(
    folder: Path, index: DatasetIndex, split: str, columns: list[str]
) -> list[tuple[Any, ...]]:
    """Return the values of some columns in each row of the manifest of a split."""
    rows: list[tuple[Any, ...]] = []
    for name in index.shards(split):
        table = columns_of_table(folder, name, MANIFEST, columns)
        rows += zip(*(column.to_pylist() for column in table.select(columns).columns), strict=True)
    return rows


def _column(folder: Path, index: DatasetIndex, split: str, column: str) -> list[Any]:
    """Return a column of the manifest of ``split``."""
    return [value for (value,) in columns_of(folder, index, split, [column])]
