"""Exports that are one table: a line per game, in the order of the splits and of the manifest."""

__all__ = ["write_csv", "write_jsonl"]

import csv
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from twbench.dataset.files.load import Dataset
from twbench.dataset.files.schema import MANIFEST
from twbench.printable import in_a_cell

_JSON = ("grammar", "params")
"""Columns that the manifest has as JSON."""


def write_jsonl(dataset: Dataset, splits: Sequence[str], out: Path) -> None:
    """Write a JSON object per game: the columns of the manifest, with walkthrough and vocabulary.

    ``story`` and ``game`` are names relative to the dataset's folder, params and grammar objects.
    """
    with out.open("x", encoding="utf-8", newline="\n") as sink:
        for row in _rows(dataset, splits):
            parsed = {name: json.loads(row[name]) for name in _JSON}
            sink.write(json.dumps({**row, **parsed}, ensure_ascii=False, allow_nan=False) + "\n")


def write_csv(dataset: Dataset, splits: Sequence[str], out: Path) -> None:
    """Write a line per game: commands of the walkthrough joined by " > ", other lists by "; ".

    A text that a spreadsheet would take for a formula has an apostrophe before it.
    """
    with out.open("x", encoding="utf-8", newline="") as sink:
        writer = csv.DictWriter(sink, MANIFEST.names, lineterminator="\n")
        writer.writeheader()
        for row in _rows(dataset, splits):
            names = [entity["name"] for entity in row["entities"]]
            walkthrough = in_a_cell(" > ".join(row["walkthrough"]))
            flat = {name: _flat(value) for name, value in row.items()}
            writer.writerow({**flat, "entities": _flat(names), "walkthrough": walkthrough})


def _rows(dataset: Dataset, splits: Sequence[str]) -> Iterator[dict[str, Any]]:
    for split in splits:
        yield from dataset[split].manifest()


def _flat(value: Any) -> Any:
    return in_a_cell("; ".join(map(str, value)) if isinstance(value, list) else value)
