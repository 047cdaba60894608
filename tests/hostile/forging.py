"""Forging a dataset as its author could: after each change all hashes are made to fit again."""

import dataclasses
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from twbench.dataset.files.fingerprint import fingerprint, row_digest
from twbench.dataset.files.index import DatasetIndex, file_sha256, read_index
from twbench.dataset.files.schema import MANIFEST, PACK, REJECTED, write_parquet

Row = dict[str, Any]
Change = Callable[[list[Row]], object]


def nothing(rows: list[Row]) -> None:
    """Change nothing."""


def forge(
    folder: Path,
    *,
    manifest: Change = nothing,
    pack: Change = nothing,
    rejected: Change = nothing,
    index: Callable[[DatasetIndex], DatasetIndex] = lambda index: index,
) -> None:
    """Change the first manifest of the test split, its pack, the rejected candidates, the index.

    The fingerprint and the hashes of all files, in this order, are computed anew.
    """
    old = read_index(folder)
    _rewrite(folder / old.shards("test")[0], MANIFEST, manifest)
    if old.packed:
        _rewrite(folder / old.packs("test")[0], PACK, pack)
    _rewrite(folder / "rejected.parquet", REJECTED, rejected)
    changed = index(old)
    tables = [name for split in old.splits for name in old.shards(split)]
    digests = [
        row_digest(row)
        for name in (*tables, "rejected.parquet")
        for row in pq.read_table(folder / name).to_pylist()
    ]
    seal(
        folder,
        dataclasses.replace(
            changed, fingerprint=fingerprint(changed.config, changed.version, digests)
        ),
        old.files,
    )


def seal(folder: Path, index: DatasetIndex, names: Iterable[str]) -> None:
    """Write ``dataset.json`` with the hashes that the files ``names`` have now."""
    files = {name: file_sha256(folder / name) for name in names}
    (folder / "dataset.json").write_text(dataclasses.replace(index, files=files).dump())


def _rewrite(path: Path, schema: pa.Schema, change: Change) -> None:
    rows = pq.read_table(path).to_pylist()
    change(rows)
    write_parquet(path, schema, [pa.Table.from_pylist(rows, schema=schema)], 500)
