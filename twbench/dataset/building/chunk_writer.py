"""Writing a chunk: some candidates built by one worker in one go, and kept on disk until the end.

A chunk is a folder of the build's workspace. It is written under another name and renamed when it
is complete: a chunk that can be seen is finished, so a build that was killed goes on from there.
Nobody waits for the disk; instead all that is read again is checked against its hash.

```
<workspace>/chunks/00000-train-000000016-jm4xw2ei/
    items.table          manifest rows, the digest of each, and the key of the candidate
    rejections.table     candidates that could not be taken, with their keys
    train-16-0.z8        split, index, attempt of the candidate
    train-16-0.json
    files.table          instead of these two, if the dataset is to be packed
```

The tables are columns as `twbench.dataset.files.buffers` lays them out, behind the 32 bytes of the
SHA-256 of all that. Arrow is not needed here, so that no worker has to load it.
"""

__all__ = [
    "ITEMS",
    "ITEMS_FILE",
    "KEY",
    "PACKED_FILE",
    "REJECTIONS",
    "REJECTIONS_FILE",
    "ChunkWriter",
    "Outcome",
    "outcome_of",
    "rejection_row",
    "stem",
]

import hashlib
import os
import shutil
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from twbench.dataset.config.plan import Slot, Spec
from twbench.dataset.files.buffers import write_rows
from twbench.dataset.files.columns import MANIFEST, PACK, REJECTED, TEXT, Column
from twbench.dataset.files.fingerprint import row_digest
from twbench.dataset.items.deduplication import CandidateGame
from twbench.dataset.items.item import Item
from twbench.hashing import canonical_json
from twbench.system.files import saying_where, write_new

ITEMS_FILE = "items.table"
REJECTIONS_FILE = "rejections.table"
PACKED_FILE = "files.table"
KEY = Column("key", TEXT)
"""What a candidate was made from: the ``key`` of its `Spec`."""
ITEMS = (*MANIFEST, Column("digest", TEXT), KEY)
"""The rows of a manifest, the `row_digest` of each, and the key of the candidate."""
REJECTIONS = (*REJECTED, KEY)


class Outcome(NamedTuple):
    """What became of one candidate; ids and hashes are None if it was rejected."""

    slot: Slot
    attempt: int
    key: str
    challenge: str
    game_id: str | None
    structure_hash: str | None
    puzzle_hash: str | None
    map_hash: str | None

    @property
    def game(self) -> CandidateGame | None:
        """What tells the game apart, unless the candidate was rejected."""
        if self.game_id is None or self.structure_hash is None:
            return None
        hashes = self.structure_hash, self.puzzle_hash, self.map_hash
        return CandidateGame(self.game_id, self.challenge, *hashes)


class ChunkWriter:
    """Writes the chunk ``folder``: a context in which items are added and candidates rejected.

    The chunk appears when the context ends without an exception; otherwise nothing is left. What
    became of the candidates is known then, unless another worker was faster: ``is_kept`` says so.
    """

    def __init__(self, folder: Path, packed: bool = False):
        self._folder = folder
        # Process and thread are in the name, since a worker that outlives its build may be at the
        # same chunk. By the dot whoever comes next knows it for unfinished, and removes it.
        self._unfinished = folder.with_name(f".{folder.name}.{os.getpid()}-{threading.get_ident()}")
        self.is_kept = False
        self._packed = packed
        self._items: list[dict[str, Any]] = []
        self._files: list[dict[str, Any]] = []
        self._rejections: list[dict[str, Any]] = []

    def __enter__(self) -> Self:
        self._unfinished.mkdir()
        return self

    def add(self, made: Item, key: str) -> None:
        """Keep the item of the candidate with ``key``, to be judged later."""
        if self._packed:
            row = {"game_id": made.row["game_id"], "story": made.story, "game": made.game}
            self._files.append(row)
        else:
            name = stem(made.row)
            with saying_where(self._folder):
                write_new(f"{self._unfinished}/{name}.{made.row['story_format']}", made.story)
                if made.game is not None:
                    write_new(f"{self._unfinished}/{name}.json", made.game)
        self._items.append({**made.row, "digest": row_digest(made.row), "key": key})

    def reject(self, row: dict[str, Any], key: str) -> None:
        """Keep the `rejection_row` of a candidate that cannot be taken."""
        self._rejections.append({**row, "key": key})

    def outcomes(self) -> list[Outcome]:
        """Return what became of every candidate of the chunk that was written."""
        return [outcome_of(row) for row in (*self._items, *self._rejections)]

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            if kind is None:
                with saying_where(self._folder):
                    self._finish()
        finally:
            shutil.rmtree(self._unfinished, ignore_errors=True)

    def _finish(self) -> None:
        """Write the tables of the chunk and let it be seen."""
        _write_table(self._unfinished / ITEMS_FILE, self._items, ITEMS)
        _write_table(self._unfinished / REJECTIONS_FILE, self._rejections, REJECTIONS)
        if self._packed:
            _write_table(self._unfinished / PACKED_FILE, self._files, PACK)
        try:
            self._unfinished.rename(self._folder)
            self.is_kept = True
        except OSError:  # a worker outlived its killed build and finished the same chunk
            if not self._folder.is_dir():
                raise


def outcome_of(row: Mapping[str, Any]) -> Outcome:
    """Return what became of the candidate of a row, which has no hashes if it was rejected."""
    values: list[Any] = [row.get(name) for name in Outcome._fields[1:]]
    return Outcome(Slot(row["split"], row["index"]), *values)


def rejection_row(
    spec: Spec,
    reason: str,
    detail: str,
    game_id: str | None = None,
    structure_hash: str | None = None,
) -> dict[str, Any]:
    """Return the row that records why the candidate ``spec`` was not taken."""
    return {
        "split": spec.split,
        "index": spec.index,
        "attempt": spec.attempt,
        "seed": spec.seed,
        "challenge": spec.challenge,
        "params": canonical_json(spec.params),
        "reason": reason,
        "detail": detail,
        "game_id": game_id,
        "structure_hash": structure_hash,
    }


def stem(row: Mapping[str, Any]) -> str:
    """Return what the names of the files of a candidate begin with."""
    return f"{row['split']}-{row['index']}-{row['attempt']}"


def _write_table(path: Path, rows: Sequence[Mapping[str, Any]], columns: Sequence[Column]) -> None:
    table = write_rows(rows, columns)
    with path.open("wb") as file:
        file.write(hashlib.sha256(table).digest())
        file.write(table)
