"""Packed storage: stories and games as rows of Parquet files instead of a file for each.

```
games/<split>-00000-of-0000N.parquet     game_id, story, game: a row for each row of the manifest
```

The rows of the manifest stay as they are. The path in their column ``story`` is then the name that
the file gets when somebody needs it as a file: `PackedFiles.unpack` writes it into a folder.
"""

__all__ = ["READING", "PackedFiles"]

import os
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa

from twbench.bounded_cache import BoundedCache
from twbench.dataset.files.arrays import array_of, bytes_of
from twbench.dataset.files.batches import BatchLayout
from twbench.dataset.files.beside import has_beside, names_beside, write_beside
from twbench.dataset.files.cached_tables import Copying, cached_tables
from twbench.dataset.files.columns import PACKED_TOGETHER
from twbench.dataset.files.index import KINDS, DatasetIndex, has_sha256, is_of_row, kinds_of
from twbench.dataset.files.schema import PACK, file_version, read_group
from twbench.errors import DatasetError
from twbench.system.at_hand import Content, FilesAtHand
from twbench.system.files import saying_where, write_atomically, write_new
from twbench.system.locks import lock_over_forks
from twbench.untrusted import check_name, inside

READING = lock_over_forks()
"""Held while something of a dataset is read: what is held of it is that of one thread."""
_MOST_AT_HAND = 2
"""Games whose files are not written: one that is played, and the next."""
_MOST_ASKED_FOR = 1 << 17
"""Rows of a split that are known to have been asked for: some megabytes."""
_CODEC = "lz4_raw"  # read in a quarter of the time of zstd, and a quarter larger
_SMALL = pa.schema(
    [
        pa.field("game_id", pa.string(), nullable=False),
        *(
            field
            for kind in KINDS
            for field in (pa.field(kind, pa.binary()), pa.field(f"{kind}_size", pa.int64()))
        ),
    ]
)
"""A pack with each file compressed by itself, and its size before."""


def _made_small(table: pa.Table) -> pa.Table:
    codec = pa.Codec(_CODEC)
    columns = [table.column("game_id")]
    for kind in KINDS:
        values = table.column(kind).to_pylist()
        small = [None if one is None else codec.compress(one, asbytes=True) for one in values]
        columns.append(array_of(small, pa.binary()))
        columns.append(array_of([None if one is None else len(one) for one in values], pa.int64()))
    return pa.table(columns, schema=_SMALL)


def _made_large(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "game_id": row["game_id"],
        **{
            kind: row[kind]
            if row[kind] is None
            else pa.decompress(row[kind], row[f"{kind}_size"], _CODEC, asbytes=True)
            for kind in KINDS
        },
    }


def _rows_of(table: pa.Table) -> list[dict[str, Any]]:
    """Return the rows of a row group of a pack, whose files stay where Arrow has them.

    To ask Arrow for one takes longer, each time, than for all: its code is seldom at hand then.
    """
    group = table.slice(0, PACKED_TOGETHER)  # a damaged one may have any number of rows
    columns = [group.column("game_id").to_pylist(), *[bytes_of(group.column(k)) for k in KINDS]]
    return [dict(zip(("game_id", *KINDS), row, strict=True)) for row in zip(*columns, strict=True)]


_COPIED = Copying(PACK, BatchLayout(_SMALL, 1), _made_small)


class PackedFiles:
    """The packed stories and games of one split; holds one row group at a time.

    With a folder of ``copies`` they are read from there (`twbench.dataset.files.cached_tables`).
    """

    def __init__(
        self, folder: Path, index: DatasetIndex, split: str, copies: Path | None = None
    ) -> None:
        names = index.packs(split)
        self._folder = folder
        self._copies = cached_tables(copies, folder, names, index, _COPIED)
        self._paths = [inside(folder, name, DatasetError) for name in names]
        self._shard_size = int(index.config["output"]["shard_size"])
        self._asked_for: BoundedCache[int, bool] = BoundedCache(_MOST_ASKED_FOR)
        self._held: tuple[int, int] | None = None
        self._refused: tuple[tuple[Path, int, tuple[int, ...]] | None, str] = (None, "")
        self._rows: list[dict[str, Any]] = []

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy elsewhere needs: no row group, and nobody has asked for rows there."""
        asked_for: BoundedCache[int, bool] = BoundedCache(_MOST_ASKED_FOR)
        return {**self.__dict__, "_asked_for": asked_for, "_held": None, "_rows": []}

    def sound_contents(self, row: Mapping[str, Any]) -> dict[str, bytes | None]:
        """Return the ``story`` and the ``game`` of the manifest's ``row``, None for one without.

        Raises DatasetError if the packed file is damaged, if they have not the hashes of the
        manifest, or if a name in it can be no file's.
        """
        for kind in kinds_of(row):
            check_name(self._folder, row[kind], DatasetError)
        names_beside(row)
        contents = self._sound(row)
        return {kind: None if one is None else bytes(one) for kind, one in contents.items()}

    def _sound(self, row: Mapping[str, Any]) -> dict[str, Content | None]:
        """Do the same whatever the names are, without a copy of what the pack has."""
        with READING:
            contents = self._contents(row)
        for kind in KINDS:
            if row[kind] is None:
                contents[kind] = None
            elif not is_of_row(row, kind, contents[kind]):
                raise DatasetError(
                    f"{row[kind]} is changed: in its pack its SHA-256 is not that of the manifest."
                )
        return contents

    def _contents(self, row: Mapping[str, Any]) -> dict[str, Content | None]:
        """Return what the pack has of ``row``; raises DatasetError if it is damaged."""
        shard, place = divmod(row["index"], self._shard_size)
        found = self._copied(shard, place) or self._read(shard, place)
        if found is None or found["game_id"] != row["game_id"]:
            path = self._paths[shard]
            raise DatasetError(f"{path} does not hold {row['game_id']} where the manifest has it.")
        return {kind: found[kind] for kind in KINDS}

    def _copied(self, shard: int, place: int) -> dict[str, Any] | None:
        batch = None if self._copies is None else self._copies.batch(shard, place)
        if batch is None:
            return None
        return _made_large(batch[0].slice(batch[1], 1).to_pylist()[0])

    def _read(self, shard: int, place: int) -> dict[str, Any] | None:
        group, position = divmod(place, PACKED_TOGETHER)
        if self._held != (shard, group):
            # Its memory, some megabytes, is there for the next: to be given others takes the system
            # as long as to decode them, or longer.
            for given in _AT_HAND:
                given.copy_contents()
            self._held, self._rows = None, []
            self._rows = _rows_of(self._group(self._paths[shard], group))
            self._held = (shard, group)
        return self._rows[position] if position < len(self._rows) else None

    def _group(self, path: Path, group: int) -> pa.Table:
        """Return a row group; one that is damaged is not read anew for each of its games."""
        tried = path, group, file_version(path.stat()) if path.is_file() else ()
        known, why = self._refused
        if known == tried:
            raise DatasetError(why)
        try:
            return read_group(path, PACK, group)
        except DatasetError as error:
            self._refused = tried, str(error)
            raise

    def at_hand(self, row: Mapping[str, Any], folder: Path) -> Mapping[str, os.PathLike[str]]:
        """Return what stands for the paths that `unpack` returns; raises as that does.

        The files are written when they are needed as files. A row that is asked for again gets them
        at once: to find them there takes less than to read its row group each time.
        """
        number = row["index"]
        if number in self._asked_for or has_beside(row):
            return self.unpack(row, folder)
        places = _places(row, folder)
        with READING:
            contents = self._sound(row)
            self._asked_for.keep(number, True)
            files = FilesAtHand({path: contents[k] or b"" for k, path in places.items()}, _write)
            paths = {kind: files.path(path) for kind, path in places.items()}
            _AT_HAND.append(files)
            while len(_AT_HAND) > _MOST_AT_HAND:
                _AT_HAND.popleft().leave()
        return paths

    def unpack(self, row: Mapping[str, Any], folder: Path) -> dict[str, Path]:
        """Write the files of ``row`` into ``folder``, under their names, unless they are there.

        Return where they are. Nothing is written unless both have the hashes of the manifest.
        Raises DatasetError if they have not, or if a name leads out of ``folder``, which is to be
        one of this process, into which nobody else has put a link.
        """
        places = _places(row, folder)
        if all(_is_there(path, row[f"{kind}_sha256"]) for kind, path in places.items()):
            write_beside(places["story"], row)
            return places
        contents = self._sound(row)
        for kind, path in places.items():
            _write(path, contents[kind] or b"")
        write_beside(places["story"], row)
        return places


_AT_HAND: deque[FilesAtHand] = deque()
"""What was read lately and is not written, of all datasets."""


def _places(row: Mapping[str, Any], folder: Path) -> dict[str, Path]:
    """Return where the files of ``row`` belong; raises DatasetError for a name that is none."""
    return {
        kind: Path(f"{folder}/{check_name(folder, row[kind], DatasetError)}")
        for kind in kinds_of(row)
    }


_COMPARED: BoundedCache[str, tuple[str, int, int, int]] = BoundedCache(16384)
"""By the paths of files that were unpacked: the hashes that they had, and what they were like."""


def _is_there(path: Path, digest: str) -> bool:
    """Say whether a file of this process is there, with this SHA-256.

    It is read again only if it was touched since.
    """
    name = os.fspath(path)
    try:
        found = os.stat(name)  # noqa: PTH116  (of a Path takes longer)
    except OSError:
        return False
    like = digest, found.st_ino, found.st_size, found.st_mtime_ns
    if _COMPARED.get(name) == like:
        return True
    if not has_sha256(path, digest):
        return False
    _COMPARED.pop(name, None)
    _COMPARED.keep(name, like)
    return True


def _write(path: Path, content: Content) -> None:
    """Write a file into the folder of this process, where an unfinished or damaged one may be.

    Whoever is given the path has compared the file with its hash. So a new file is written under
    its final name at once, which takes less time than to rename it. One that is there already may
    be a file that another thread is still writing: it is replaced as a whole.
    """
    try:
        with saying_where(path):
            write_new(os.fspath(path), content)
    except FileExistsError:
        write_atomically(path, content)
    except FileNotFoundError:  # the folder, which the files of thousands of rows have in common
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, content)
