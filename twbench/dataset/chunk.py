"""A chunk: some candidates built by one worker in one go, and kept on disk until the end.

A chunk is a folder of the build's workspace. It is written under another name and renamed when it
is complete: a chunk that can be seen is finished, so a build that was killed goes on from there.

```
<workspace>/chunks/00000-train-000000016/
    items.arrow          manifest rows, and the digest of each
    rejections.arrow     candidates that could not be taken
    train-16-0.z8        split, index, attempt of the candidate
    train-16-0.json
```
"""

__all__ = ["Chunk", "Outcome", "build_chunk", "rejection_row", "write_crashed"]

import os
import shutil
import signal
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa

from twbench.dataset import item
from twbench.dataset.fingerprint import row_digest
from twbench.dataset.plan import ItemSpec, Slot
from twbench.dataset.schema import MANIFEST, REJECTED
from twbench.hashing import canonical_json, sha256_hex

ITEMS = MANIFEST.append(pa.field("digest", pa.string(), nullable=False))


class Outcome(NamedTuple):
    """What became of one candidate; ``game_id`` and ``structure_hash`` are None if rejected."""

    slot: Slot
    attempt: int
    game_id: str | None
    structure_hash: str | None


@dataclass(frozen=True, slots=True)
class Chunk:
    """A finished chunk on disk."""

    folder: Path

    def outcomes(self) -> list[Outcome]:
        """Return what became of every candidate of the chunk."""
        columns = ("split", "index", "attempt", "game_id", "structure_hash")
        tables = (self.items().select(columns), self.rejections().select(columns))
        return [
            Outcome(Slot(row["split"], row["index"]), *(row[name] for name in columns[2:]))
            for table in tables
            for row in table.to_pylist()
        ]

    def items(self) -> pa.Table:
        """Return the manifest rows with their digests."""
        return _read_table(self.folder / "items.arrow")

    def rejections(self) -> pa.Table:
        """Return the rows of candidates that could not be taken."""
        return _read_table(self.folder / "rejections.arrow")

    def files(self, items: pa.Table) -> Iterator[tuple[Path, str, str]]:
        """Yield each story and game of ``items``: where it is, where it belongs, and its hash."""
        names = ("split", "index", "attempt", "story", "story_sha256", "game", "game_sha256")
        for row in items.select(names).to_pylist():
            stem = _stem(row["split"], row["index"], row["attempt"])
            for kind in ("story", "game"):
                target = row[kind]
                kept = self.folder / f"{stem}{Path(target).suffix}"
                yield kept, target, row[f"{kind}_sha256"]

    def is_sound(self, out: Path) -> bool:
        """Say whether all files are there, in the chunk or already in their place in ``out``."""
        try:
            return all(
                any(_has_hash(path, digest) for path in (kept, out / target))
                for kept, target, digest in self.files(self.items())
            )
        except (OSError, pa.ArrowException):
            return False


def build_chunk(specs: Sequence[ItemSpec], folder: Path, parent: int) -> list[Outcome]:
    """Build the candidates of ``specs`` into the chunk ``folder``; return what became of them.

    ``parent`` is the process that leads the build: it alone answers the keyboard.
    """
    if os.getpid() != parent and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    unfinished = _unfinished(folder)
    unfinished.mkdir()
    try:
        rows: list[dict[str, Any]] = []
        rejections: list[dict[str, Any]] = []
        for spec in specs:
            result = item.build_item(spec)
            if isinstance(result, item.Rejection):
                rejections.append(rejection_row(spec, result.reason, result.detail))
                continue
            stem = unfinished / _stem(spec.split, spec.index, spec.attempt)
            stem.with_suffix(f".{spec.story_format}").write_bytes(result.story)
            stem.with_suffix(".json").write_bytes(result.game)
            rows.append({**result.row, "digest": row_digest(result.row)})
        _finish(unfinished, folder, rows, rejections)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return Chunk(folder).outcomes()


def write_crashed(specs: Sequence[ItemSpec], folder: Path) -> list[Outcome]:
    """Write a chunk of candidates that ended the process which built them."""
    unfinished = _unfinished(folder)
    unfinished.mkdir()
    detail = "The process that built it ended unexpectedly, twice."
    _finish(unfinished, folder, [], [rejection_row(spec, "crashed", detail) for spec in specs])
    return Chunk(folder).outcomes()


def rejection_row(
    spec: ItemSpec,
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


def _unfinished(folder: Path) -> Path:
    return folder.with_name(f".{folder.name}.{os.getpid()}-{threading.get_ident()}")


def _finish(
    unfinished: Path,
    folder: Path,
    rows: list[dict[str, Any]],
    rejections: list[dict[str, Any]],
) -> None:
    """Write the tables of a chunk and let it be seen."""
    _write_table(unfinished / "items.arrow", rows, ITEMS)
    _write_table(unfinished / "rejections.arrow", rejections, REJECTED)
    try:
        unfinished.rename(folder)
    except OSError:  # a worker outlived its killed build and finished the same chunk
        if not folder.is_dir():
            raise


def _stem(split: str, index: int, attempt: int) -> str:
    return f"{split}-{index}-{attempt}"


def _write_table(path: Path, rows: list[dict[str, Any]], schema: pa.Schema) -> None:
    with path.open("wb") as sink, pa.ipc.new_file(sink, schema) as writer:
        writer.write_table(pa.Table.from_pylist(rows, schema=schema))
        writer.close()
        sink.flush()
        os.fsync(sink.fileno())


def _read_table(path: Path) -> pa.Table:
    with path.open("rb") as source:
        return pa.ipc.open_file(source).read_all()


def _has_hash(path: Path, digest: str) -> bool:
    return path.is_file() and sha256_hex(path.read_bytes()) == digest
