"""``dataset.json``: what a finished dataset says of itself.

```
{
  "config": {...},                  the recipe, with every default spelled out
  "files": {"data/...": "..."},     SHA-256 of every file but itself and those under games/
  "fingerprint": "...",             see `fingerprint`
  "format": 1,
  "name": "demo",
  "splits": {"train": {"attempts": 25, "games": 24, "rejected": 1}},
  "version": "0.1.0"                of the generator
}
```

The hashes of the files under ``games/`` stand in the manifest.
"""

__all__ = [
    "DatasetIndex",
    "SplitCounts",
    "file_sha256",
    "pack_names",
    "read_index",
    "shard_names",
]

import dataclasses
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from twbench.dataset.config import split_order
from twbench.errors import DatasetError

FORMAT = 1
INDEX_FILE = "dataset.json"


@dataclass(frozen=True, slots=True)
class SplitCounts:
    """How many games a split has, and how many candidates it took to find them."""

    games: int
    attempts: int
    rejected: int


@dataclass(frozen=True, slots=True)
class DatasetIndex:
    """The content of a ``dataset.json``."""

    name: str
    version: str
    fingerprint: str
    config: dict[str, Any]
    splits: dict[str, SplitCounts]
    files: dict[str, str]

    @property
    def size(self) -> int:
        """The number of games in all splits."""
        return sum(counts.games for counts in self.splits.values())

    @property
    def description(self) -> str:
        """What the configuration says of the dataset."""
        return str(self.config["dataset"]["description"])

    def shards(self, split: str) -> list[str]:
        """Return the paths of the manifest files of ``split``, in order."""
        return shard_names(split, self.splits[split].games, self.config["output"]["shard_size"])

    @property
    def license(self) -> str:
        """The licence of the games, as configured; empty if nothing was said."""
        return str(self.config["dataset"]["license"])

    @property
    def citation(self) -> str:
        """How the configuration wants the dataset to be cited; empty if nothing was said."""
        return str(self.config["dataset"]["citation"])

    @property
    def imported(self) -> bool:
        """Whether its games were made elsewhere."""
        return "import" in self.config

    @property
    def packed(self) -> bool:
        """Whether stories and games are rows of Parquet files, rather than files."""
        return bool(self.config["output"]["storage"] == "packed")

    def packs(self, split: str) -> list[str]:
        """Return the paths of the files that hold the stories and games of a packed ``split``."""
        return pack_names(split, self.splits[split].games, self.config["output"]["shard_size"])

    def dump(self) -> str:
        """Return the text of the file."""
        data = {"format": FORMAT, **dataclasses.asdict(self)}
        return json.dumps(data, indent=2, sort_keys=True, ensure_ascii=True) + "\n"


def read_index(folder: Path) -> DatasetIndex:
    """Read the ``dataset.json`` of ``folder``; raises DatasetError if there is no sound one."""
    path = folder / INDEX_FILE
    if not path.is_file():
        unfinished = (folder / ".build").is_dir()
        hint = " (its build did not end: run it again)" if unfinished else ""
        raise DatasetError(f"{folder} is no dataset: it has no {INDEX_FILE}{hint}.")
    try:
        data = json.loads(path.read_bytes())
        if data.pop("format") != FORMAT:
            raise DatasetError(f"{path} is of a format that this version does not read.")
        splits = {
            name: SplitCounts(**data["splits"][name])
            for name in sorted(data["splits"], key=split_order)
        }
        index = DatasetIndex(**{**data, "splits": splits})
        _look_at_all(index)
        return index
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DatasetError(f"{path} is damaged.") from error


def _look_at_all(index: DatasetIndex) -> None:
    """Raise KeyError or TypeError now if the recipe lacks something that is needed later."""
    for split in index.splits:
        index.shards(split)
    for name in ("citation", "description", "license", "packed"):
        getattr(index, name)
    index.config["dataset"]["shared_structures"], index.config["output"]["row_group_size"]


def shard_names(split: str, size: int, shard_size: int) -> list[str]:
    """Return the paths of the manifest files of a split of ``size`` games."""
    return _numbered("data", split, size, shard_size)


def pack_names(split: str, size: int, shard_size: int) -> list[str]:
    """Return the paths of the packed stories and games; each goes with one manifest file."""
    return _numbered("games", split, size, shard_size)


def file_sha256(path: Path) -> str:
    """Return the SHA-256 of the content of ``path``."""
    with path.open("rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()


def _numbered(folder: str, split: str, size: int, shard_size: int) -> list[str]:
    count = -(-size // shard_size)
    return [f"{folder}/{split}-{number:05d}-of-{count:05d}.parquet" for number in range(count)]
