"""Packed storage: stories and games as rows of Parquet files instead of a file for each.

```
games/<split>-00000-of-0000N.parquet     game_id, story, game: a row for each row of the manifest
```

The rows of the manifest stay as they are. The path in their column ``story`` is then the name that
the file gets when somebody needs it as a file: `PackedFiles.unpack` writes it into a folder.
"""

__all__ = ["PACKED_TOGETHER", "PackedFiles"]

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa

from twbench.dataset.files.index import DatasetIndex, has_sha256
from twbench.dataset.files.schema import PACK, read_group_table
from twbench.errors import DatasetError
from twbench.hashing import sha256_hex
from twbench.system.files import write_atomically
from twbench.untrusted import inside

PACKED_TOGETHER = 32
"""Rows in a row group of the packed files: what is read to get at one of them."""


class PackedFiles:
    """The packed stories and games of one split; holds one row group at a time."""

    def __init__(self, folder: Path, index: DatasetIndex, split: str):
        self._paths = [inside(folder, name, DatasetError) for name in index.packs(split)]
        self._shard_size = int(index.config["output"]["shard_size"])
        self._held: tuple[int, int] | None = None
        self._table: pa.Table = PACK.empty_table()

    def contents(self, row: Mapping[str, Any]) -> dict[str, bytes | None]:
        """Return the ``story`` and the ``game`` of the manifest's ``row``.

        Raises DatasetError if the packed file is damaged.
        """
        shard, place = divmod(row["index"], self._shard_size)
        group, position = divmod(place, PACKED_TOGETHER)
        path = self._paths[shard]
        if self._held != (shard, group):
            self._held, self._table = None, read_group_table(path, PACK, group)
            self._held = (shard, group)
        found = self._table.slice(position, 1).to_pylist()
        if not found or found[0]["game_id"] != row["game_id"]:
            raise DatasetError(f"{path} does not hold {row['game_id']} where the manifest has it.")
        return {kind: found[0][kind] for kind in ("story", "game")}

    def unpack(self, row: Mapping[str, Any], folder: Path) -> None:
        """Write the files of ``row`` into ``folder``, under their names, unless they are there.

        Nothing is written unless both have the hashes of the manifest. Raises DatasetError if they
        have not, or if a name leads out of ``folder``.
        """
        kinds = [kind for kind in ("story", "game") if row[kind] is not None]
        places = {kind: inside(folder, row[kind], DatasetError) for kind in kinds}
        if all(has_sha256(path, row[f"{kind}_sha256"]) for kind, path in places.items()):
            return
        contents = self.contents(row)
        for kind in kinds:
            if sha256_hex(contents[kind] or b"") != row[f"{kind}_sha256"]:
                raise DatasetError(
                    f"{row[kind]} is changed: in its pack its SHA-256 is not that of the manifest."
                )
        for kind, path in places.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, contents[kind] or b"")
