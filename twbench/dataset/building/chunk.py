"""A chunk: some candidates built by one worker in one go, and kept on disk until the end.

A chunk is a folder of the build's workspace. It is written under another name and renamed when it
is complete: a chunk that can be seen is finished, so a build that was killed goes on from there.
Nobody waits for the disk; instead all that is read again is checked against its hash.

```
<workspace>/chunks/00000-train-000000016-jm4xw2ei/
    items.arrow          manifest rows, the digest of each, and the key of the candidate
    rejections.arrow     candidates that could not be taken, with their keys
    train-16-0.z8        split, index, attempt of the candidate
    train-16-0.json
    files.arrow          instead of these two, if the dataset is to be packed
```

The tables are Arrow streams behind 32 bytes, the SHA-256 of the stream.
"""

__all__ = [
    "ITEMS",
    "KEY",
    "Chunk",
    "ChunkWriter",
    "Outcome",
    "rejection_row",
]

import hashlib
import os
import shutil
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

import pyarrow as pa

from twbench.dataset.config.plan import Slot, Spec
from twbench.dataset.files.arrays import table_of
from twbench.dataset.files.fingerprint import row_digest
from twbench.dataset.files.index import has_sha256
from twbench.dataset.files.schema import MANIFEST, PACK, REJECTED
from twbench.dataset.items.deduplication import CandidateGame
from twbench.dataset.items.item import Item
from twbench.errors import DatasetError
from twbench.hashing import canonical_json, sha256_hex
from twbench.system.files import saying_where, write_new
from twbench.untrusted import inside

PACKED_FILE = "files.arrow"
_DIGEST_SIZE = hashlib.sha256().digest_size
KEY = pa.field("key", pa.string(), nullable=False)
"""What a candidate was made from: the ``key`` of its `Spec`."""
ITEMS = MANIFEST.append(pa.field("digest", pa.string(), nullable=False)).append(KEY)
"""The rows of a manifest, the `row_digest` of each, and the key of the candidate."""
REJECTIONS = REJECTED.append(KEY)


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


@dataclass(frozen=True, slots=True)
class Chunk:
    """A finished chunk on disk."""

    folder: Path

    def outcomes(self) -> list[Outcome]:
        """Return what became of every candidate of the chunk."""
        columns = ["split", "index", *Outcome._fields[1:]]
        items = self.items().select(columns)
        known = [name for name in columns if name in REJECTIONS.names]
        rejections = self.rejections().select(known)
        return [*map(_outcome, chain(items.to_pylist(), rejections.to_pylist()))]

    def items(self) -> pa.Table:
        """Return the manifest rows with their digests and keys."""
        return _read_table(self.folder / "items.arrow", ITEMS)

    def rejections(self) -> pa.Table:
        """Return the rows of candidates that could not be taken."""
        return _read_table(self.folder / "rejections.arrow", REJECTIONS)

    def packed(self) -> pa.Table:
        """Return the stories and games of a chunk that is to be packed: a row for each item."""
        return _read_table(self.folder / PACKED_FILE, PACK)

    @property
    def is_packed(self) -> bool:
        """Whether the chunk is for a dataset that is to be packed."""
        return (self.folder / PACKED_FILE).is_file()

    def files(self, items: pa.Table) -> Iterator[tuple[Path, str, str]]:
        """Yield each story and game of ``items``: where it is, where it belongs, and its hash."""
        names = ["split", "index", "attempt", "story_format"]
        names += ["story", "story_sha256", "game", "game_sha256"]
        for row in items.select(names).to_pylist():
            stem = _stem(row)
            for kind in _kinds(row):
                suffix = row["story_format"] if kind == "story" else "json"
                kept = inside(self.folder, f"{stem}.{suffix}", DatasetError)
                yield kept, row[kind], row[f"{kind}_sha256"]

    def take_back(self, out: Path) -> None:
        """Take the files back that have been moved into their place in ``out``."""
        if self.is_packed:
            return
        for kept, target, _ in self.files(self.items()):
            place = inside(out, target, DatasetError)
            if not kept.is_file() and place.is_file():
                place.replace(kept)

    def is_sound(self, out: Path) -> bool:
        """Say whether all files are there, in the chunk or already in their place in ``out``."""
        try:
            self.rejections()
            items = self.items()
            if self.is_packed:
                return self._packed_is_sound(items)
            return all(
                any(has_sha256(path, digest) for path in (kept, inside(out, target, DatasetError)))
                for kept, target, digest in self.files(items)
            )
        except (OSError, DatasetError):
            return False

    def _packed_is_sound(self, items: pa.Table) -> bool:
        return all(
            sha256_hex(contents[kind]) == row[f"{kind}_sha256"]
            for row, contents in zip(items.to_pylist(), self.packed().to_pylist(), strict=True)
            for kind in _kinds(row)
        )


class ChunkWriter:
    """Writes the chunk ``folder``: a context in which items are added and candidates rejected.

    The chunk appears when the context ends without an exception; otherwise nothing is left.
    """

    def __init__(self, folder: Path, packed: bool = False):
        self._folder = folder
        # Process and thread are in the name, since a worker that outlives its build may be at the
        # same chunk. By the dot whoever comes next knows it for unfinished, and removes it.
        self._unfinished = folder.with_name(f".{folder.name}.{os.getpid()}-{threading.get_ident()}")
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
            stem = _stem(made.row)
            with saying_where(self._folder):
                write_new(f"{self._unfinished}/{stem}.{made.row['story_format']}", made.story)
                if made.game is not None:
                    write_new(f"{self._unfinished}/{stem}.json", made.game)
        self._items.append({**made.row, "digest": row_digest(made.row), "key": key})

    def reject(self, row: dict[str, Any], key: str) -> None:
        """Keep the `rejection_row` of a candidate that cannot be taken."""
        self._rejections.append({**row, "key": key})

    def outcomes(self) -> list[Outcome]:
        """Return what became of the candidates until now; of the chunk, once it is finished."""
        return [*map(_outcome, chain(self._items, self._rejections))]

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
        _write_table(self._unfinished / "items.arrow", self._items, ITEMS)
        _write_table(self._unfinished / "rejections.arrow", self._rejections, REJECTIONS)
        if self._packed:
            _write_table(self._unfinished / PACKED_FILE, self._files, PACK)
        try:
            self._unfinished.rename(self._folder)
        except OSError:  # a worker outlived its killed build and finished the same chunk
            if not self._folder.is_dir():
                raise


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


def _outcome(row: Mapping[str, Any]) -> Outcome:
    """Return what a row of one of the tables tells of its candidate."""
    told: list[Any] = [row.get(name) for name in Outcome._fields[1:]]
    return Outcome(Slot(row["split"], row["index"]), *told)


def _stem(row: Mapping[str, Any]) -> str:
    return f"{row['split']}-{row['index']}-{row['attempt']}"


def _kinds(row: Mapping[str, Any]) -> list[str]:
    """Return which files a game has: stories by other makers have no game file."""
    return [kind for kind in ("story", "game") if row[kind] is not None]


def _write_table(path: Path, rows: list[dict[str, Any]], schema: pa.Schema) -> None:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, schema) as writer:
        writer.write_table(table_of(rows, schema))
    stream = sink.getvalue()
    with path.open("wb") as file:
        file.write(hashlib.sha256(stream).digest())
        file.write(stream)


def _read_table(path: Path, schema: pa.Schema) -> pa.Table:
    """Read a table; raises DatasetError if it is damaged or of another kind."""
    content = pa.py_buffer(path.read_bytes())
    stream = content.slice(_DIGEST_SIZE) if content.size > _DIGEST_SIZE else b""
    if hashlib.sha256(stream).digest() != content[:_DIGEST_SIZE].to_pybytes():
        raise DatasetError(f"{path} is damaged.")
    table = pa.ipc.open_stream(stream).read_all()
    if table.schema != schema:
        raise DatasetError(f"{path} is of another version of twbench.")
    return table
