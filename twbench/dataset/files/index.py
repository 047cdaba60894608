"""``dataset.json``: what a finished dataset says of itself.

```
{
  "config": {...},                  the recipe, with every default spelled out
  "files": {"data/...": "..."},     SHA-256 of every file but itself and those under games/
  "fingerprint": "...",             see `fingerprint`
  "format": 1,
  "name": "demo",
  "reproducible": false,            only if it may not be: see `twbench.dataset.items.failure`
  "splits": {"train": {"attempts": 25, "games": 24, "rejected": 1}},
  "version": "0.1.0"                of the generator
}
```

The hashes of the files under ``games/`` stand in the manifest.
"""

__all__ = [
    "BUILT",
    "INDEX_FILE",
    "KINDS",
    "DatasetIndex",
    "SplitCounts",
    "existing_file",
    "file_sha256",
    "has_sha256",
    "is_of_row",
    "kinds_of",
    "pack_names",
    "parse_index",
    "read_index",
    "read_index_bytes",
    "shard_names",
]

import dataclasses
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from twbench.dataset.config.fields import flag, mapping, matching, text
from twbench.dataset.config.mixture import parse_hygiene
from twbench.dataset.config.recipe import parse_name, parse_output
from twbench.dataset.config.split_names import parse_split_name, split_order
from twbench.dataset.files.fingerprint import LAYOUT
from twbench.errors import ConfigError, DatasetError
from twbench.hashing import sha256_hex
from twbench.untrusted import check_name, inside, parse_json, read_bytes, regular_file
from twbench.whole_numbers import whole_number

FORMAT = 1
BUILT = Path("datasets")
"""The folder that has the datasets by their names, unless ``out`` says another one."""
INDEX_FILE = "dataset.json"
KEYS = ("config", "files", "fingerprint", "format", "name", "reproducible", "splits", "version")
COUNTS = ("attempts", "games", "rejected")
MOST = 1 << 40
"""Games or candidates of a split."""
KINDS = ("story", "game")
"""The files of a game, and the columns of the manifest that name them."""
VERSION = r"[0-9A-Za-z.+]{1,40}"
SHA256 = r"[0-9a-f]{64}"


@dataclass(frozen=True, slots=True)
class SplitCounts:
    """How many games a split has, and how many candidates it took to find them."""

    games: int
    attempts: int
    rejected: int

    @classmethod
    def of(cls, attempts: Sequence[int], rejected: int, *, imported: bool) -> "SplitCounts":
        """Count what became of a split: the attempt that each game is of, and the ``rejected``.

        The attempts before one are rejected candidates already, unless the games were ``imported``.
        """
        tries = sum(attempt + 1 for attempt in attempts) + (rejected if imported else 0)
        return cls(games=len(attempts), attempts=tries, rejected=rejected)


@dataclass(frozen=True, slots=True)
class DatasetIndex:
    """The content of a ``dataset.json``."""

    name: str
    version: str
    fingerprint: str
    config: dict[str, Any]
    splits: dict[str, SplitCounts]
    files: dict[str, str]
    reproducible: bool = True

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

    def shard_rows(self, split: str) -> list[int]:
        """Return how many rows each manifest file of ``split`` has to have."""
        size, most = self.splits[split].games, int(self.config["output"]["shard_size"])
        return [min(most, size - first) for first in range(0, size, most)]

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
        if self.reproducible:
            del data["reproducible"]
        return json.dumps(data, indent=2, sort_keys=True, ensure_ascii=True) + "\n"


def read_index(folder: Path) -> DatasetIndex:
    """Read the ``dataset.json`` of ``folder``; raises DatasetError if there is no sound one."""
    return parse_index(folder, read_index_bytes(folder))


def read_index_bytes(folder: Path) -> bytes:
    """Return the content of the ``dataset.json`` of ``folder``; raises DatasetError without one."""
    path = inside(folder, INDEX_FILE, DatasetError)
    if not regular_file(path):
        if not folder.exists():
            raise DatasetError(
                f"There is no dataset at {folder}: build one with twbench build.{_by_name(folder)}"
            )
        unfinished = (folder / ".build").is_dir()
        hint = " (its build did not end: run it again)" if unfinished else ""
        raise DatasetError(f"{folder} is no dataset: it has no {INDEX_FILE}{hint}.")
    return read_bytes(path, DatasetError)


def _by_name(folder: Path) -> str:
    """Return the folder that is meant where a dataset is named, and stands where builds put it."""
    built = BUILT / folder
    return f" Did you mean {built}?" if regular_file(built / INDEX_FILE) else ""


def parse_index(folder: Path, content: bytes) -> DatasetIndex:
    """Return the index that is the ``content`` of the ``dataset.json`` of ``folder``.

    Raises DatasetError unless it is sound.
    """
    path = folder / INDEX_FILE
    try:
        data = mapping(parse_json(content, "it", ConfigError, unique=True), "", KEYS)
        if whole_number(data.get("format"), "format", 1) != FORMAT:
            raise DatasetError(f"{path} is of a format that this version does not read.")
        return _parse(data, folder)
    except ConfigError as error:
        raise DatasetError(f"{path} is damaged: {error}") from error


def _parse(data: dict[str, Any], folder: Path) -> DatasetIndex:
    """Return the index in ``data``, all that is used of it being checked; raises ConfigError."""
    splits = mapping(data.get("splits"), "splits")
    index = DatasetIndex(
        name=parse_name(data.get("name"), "name"),
        version=matching(data.get("version"), "version", VERSION),
        fingerprint=matching(data.get("fingerprint"), "fingerprint", SHA256),
        config=_parse_config(data.get("config")),
        splits={
            parse_split_name(name, f"splits.{name}"): _parse_counts(splits[name], f"splits.{name}")
            for name in sorted(splits, key=split_order)
        },
        files={
            name: matching(digest, f"files.{name}", SHA256)
            for name, digest in mapping(data.get("files"), "files").items()
        },
        reproducible=flag(data.get("reproducible", True), "reproducible"),
    )
    for name in index.files:
        check_name(folder, name, DatasetError)
    if not splits:
        raise ConfigError("splits must have at least one split.")
    shard_size = index.config["output"]["shard_size"]
    if sum(-(-counts.games // shard_size) for counts in index.splits.values()) > len(index.files):
        raise ConfigError("files must have the hashes of all manifests.")
    return index


def _parse_config(value: Any) -> dict[str, Any]:
    """Check what is read of a recipe without its plan, and return it as it is."""
    config = mapping(value, "config")
    dataset = mapping(config.get("dataset"), "config.dataset")
    for key in ("citation", "description", "license"):
        text(dataset.get(key), f"config.dataset.{key}")
    parse_hygiene(dataset.get("hygiene"), "config.dataset.hygiene")
    if set(mapping(config.get("output"), "config.output")) != LAYOUT | {"story_format"}:
        raise ConfigError("config.output must have all its settings.")
    parse_output(config["output"])
    return config


def _parse_counts(value: Any, path: str) -> SplitCounts:
    counts = mapping(value, path, COUNTS)
    numbers = {key: whole_number(counts.get(key), f"{path}.{key}", 0, MOST) for key in COUNTS}
    if numbers["games"] == 0:
        raise ConfigError(f"{path}.games must be at least 1.")
    return SplitCounts(**numbers)


def shard_names(split: str, size: int, shard_size: int) -> list[str]:
    """Return the paths of the manifest files of a split of ``size`` games."""
    return _numbered("data", split, size, shard_size)


def pack_names(split: str, size: int, shard_size: int) -> list[str]:
    """Return the paths of the packed stories and games; each goes with one manifest file."""
    return _numbered("games", split, size, shard_size)


def existing_file(folder: Path, name: str) -> Path:
    """Return the path of a file of the dataset in ``folder``; raises DatasetError if it is gone."""
    path = inside(folder, name, DatasetError)
    if not regular_file(path):
        raise DatasetError(f"The dataset is damaged: {path} is missing.")
    return path


def file_sha256(path: Path) -> str:
    """Return the SHA-256 of the content of ``path``."""
    with path.open("rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()


def has_sha256(path: Path, digest: str) -> bool:
    """Say whether there is a file at ``path``, of bounded size, with this SHA-256."""
    return regular_file(path) and sha256_hex(read_bytes(path, DatasetError)) == digest


def kinds_of(row: Mapping[str, Any]) -> list[str]:
    """Return which files the game of a manifest's ``row`` has: some have a story alone."""
    return [kind for kind in KINDS if row[kind] is not None]


def is_of_row(row: Mapping[str, Any], kind: str, content: bytes | memoryview | None) -> bool:
    """Say whether ``content`` has the hash that a manifest's ``row`` has of its file of a kind.

    None counts as an empty file.
    """
    digest: str | None = row[f"{kind}_sha256"]
    return sha256_hex(content or b"") == digest


def _numbered(folder: str, split: str, size: int, shard_size: int) -> list[str]:
    count = -(-size // shard_size)
    return [f"{folder}/{split}-{number:05d}-of-{count:05d}.parquet" for number in range(count)]
