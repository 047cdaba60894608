"""What the splits of a dataset share, at every level: two tables for the card and `twbench info`.

Structures, puzzles and maps are compared within a challenge, as `deduplication` does. Where nothing
is known (the puzzle of a story by another maker, the walkthrough of some) games do not count.
"""

__all__ = ["distinct_table", "overlap_table"]

import itertools
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from twbench.dataset.card.summary import Row
from twbench.dataset.card.tables import columns_of_table
from twbench.dataset.files.columns import ENTITIES_FILE, VOCAB_FILE
from twbench.dataset.files.index import DatasetIndex
from twbench.dataset.files.schema import MANIFEST, entities_schema, vocab_schema
from twbench.hashing import sha256_hex

LEVELS = {
    "games": "game_id",
    "structures": "structure_hash",
    "puzzles": "puzzle_hash",
    "maps": "map_hash",
    "walkthroughs": "walkthrough",
}
"""The heads of columns, and the columns of the manifest behind them."""
OF_ALL = ("game_id", "walkthrough")
"""Columns that are compared whatever the challenge."""

Values = Mapping[str, Sequence[Any]]
"""The values of the games, by column."""


def distinct_table(folder: Path, index: DatasetIndex) -> list[Row]:
    """Return, per split, how many different structures, puzzles and so on are behind its games."""
    rows = []
    for split in index.splits:
        values = _values(folder, index, split)
        counts = {head: len(set(values[column])) for head, column in LEVELS.items()}
        rows.append({"split": split, **{head: str(count or "-") for head, count in counts.items()}})
    return rows


def overlap_table(folder: Path, index: DatasetIndex) -> list[Row]:
    """Return, per pair of splits, what share of the games of one have their like in the other.

    That is, a game of the same structure, puzzle and so on. Of words and of names of entities it is
    the share of those in one split that are in the other as well.
    """
    splits = list(index.splits)
    values = {split: _values(folder, index, split) for split in splits}
    tables = {
        "words": columns_of_table(folder, VOCAB_FILE, vocab_schema(splits)),
        "names": columns_of_table(folder, ENTITIES_FILE, entities_schema(splits)),
    }
    rows = []
    for known, split in itertools.combinations(splits, 2):
        row = {"splits": f"{split} in {known}"}
        for head, column in LEVELS.items():
            there = set(values[known][column])
            row[head] = _share([value in there for value in values[split][column]])
        for head, table in tables.items():
            counts = zip(*(table.column(s).to_pylist() for s in (split, known)), strict=True)
            row[head] = _share([there > 0 for here, there in counts if here > 0])
        rows.append(row)
    return rows


def _values(folder: Path, index: DatasetIndex, split: str) -> Values:
    """Return for each column what is known of the games of ``split``."""
    columns = ["challenge", *LEVELS.values()]
    values: dict[str, list[Any]] = {column: [] for column in LEVELS.values()}
    for name in index.shards(split):
        for row in columns_of_table(folder, name, MANIFEST, columns).to_pylist():
            for column, found in values.items():
                value = "\n".join(row[column]) if column == "walkthrough" else row[column]
                if value:
                    key = value if column in OF_ALL else f"{row['challenge']} {value}"
                    found.append(sha256_hex(key) if column == "walkthrough" else key)
    return values


def _share(hits: Iterable[bool]) -> str:
    """Return the share of what is true in percent; 0 % and 100 % are none and all."""
    found = [bool(hit) for hit in hits]
    if not found:
        return "-"
    share = sum(found) / len(found)
    if share in (0, 1):
        return f"{share:.0%}".replace("%", " %")
    return f"{min(max(share, 0.001), 0.999):.1%}".replace("%", " %")
