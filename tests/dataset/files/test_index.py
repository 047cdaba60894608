"""What a finished dataset says of itself."""

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twbench.dataset.files.index import (
    file_sha256,
    has_sha256,
    is_of_row,
    pack_names,
    read_index,
    shard_names,
)
from twbench.dataset.files.load import load_dataset
from twbench.errors import DatasetError
from twbench.hashing import sha256_hex


def test_a_folder_without_dataset(tmp_path):
    with pytest.raises(DatasetError, match=r"is no dataset: it has no dataset\.json"):
        load_dataset(tmp_path)


def test_a_damaged_index(build):
    out = build()
    (out / "dataset.json").write_text("{}")
    with pytest.raises(DatasetError, match=r"dataset.json is damaged"):
        load_dataset(out)


Build = Callable[..., Path]


def test_what_is_written_is_read_again(build: Build) -> None:
    out = build(output={"shard_size": 5, "row_group_size": 2})
    index = read_index(out)
    assert index.dump() == (out / "dataset.json").read_text()
    assert index.size == sum(counts.games for counts in index.splits.values()) == 20
    assert (index.description, index.license, index.citation) == ("A test.", "", "")
    assert (index.imported, index.packed, index.reproducible) == (False, False, True)
    assert index.shards("train") == [f"data/train-0000{n}-of-00003.parquet" for n in range(3)]
    assert index.packs("test") == ["games/test-00000-of-00001.parquet"]
    doubtful = dataclasses.replace(index, reproducible=False)
    (out / "dataset.json").write_text(doubtful.dump())
    assert read_index(out) == doubtful


@given(st.integers(1, 1000), st.integers(1, 50))
def test_shards_are_as_few_as_hold_all_games(size: int, shard_size: int) -> None:
    names = shard_names("train", size, shard_size)
    assert (len(names) - 1) * shard_size < size <= len(names) * shard_size
    assert names == sorted(set(names))
    assert [Path(name).name for name in pack_names("train", size, shard_size)] == [
        Path(name).name for name in names
    ]


def test_an_unfinished_build_is_told(tmp_path: Path) -> None:
    (tmp_path / ".build").mkdir()
    with pytest.raises(DatasetError, match=r"its build did not end: run it again"):
        read_index(tmp_path)


CHANGES: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "format": (lambda data: data.update(format=2), "is of a format that this version does not"),
    "no format": (lambda data: data.pop("format"), "format must be a whole number"),
    "key": (lambda data: data.update(extra=1), "has no key 'extra'"),
    "fingerprint": (lambda data: data.update(fingerprint="0"), "fingerprint must be a text of"),
    "version": (lambda data: data.update(version="1; rm"), "version must be a text of the form"),
    "no splits": (lambda data: data.update(splits={}), "splits must have at least one split"),
    "no games": (
        lambda data: data["splits"]["test"].update(games=0),
        r"splits\.test\.games must be at least 1",
    ),
    "path": (lambda data: data["files"].update({"../x": "0" * 64}), r"\.\./x"),
    "digest": (
        lambda data: data["files"].update(x="0"),
        r"files\.x must be a text of the form",
    ),
    "hashes": (lambda data: data.update(files={}), "files must have the hashes of all manifests"),
    "output": (
        lambda data: data["config"]["output"].pop("storage"),
        r"config\.output must have all its settings",
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_an_index_that_cannot_be_true_is_refused(build: Build, what: str) -> None:
    path = build() / "dataset.json"
    data = json.loads(path.read_text())
    change, message = CHANGES[what]
    change(data)
    path.write_text(json.dumps(data))
    with pytest.raises(DatasetError, match=message):
        read_index(path.parent)


def test_hashes_are_of_files_that_are_there(tmp_path: Path) -> None:
    path = tmp_path / "story.z8"
    assert not has_sha256(path, sha256_hex(b""))
    path.write_bytes(b"story")
    assert file_sha256(path) == sha256_hex(b"story")
    assert has_sha256(path, sha256_hex(b"story"))
    assert not has_sha256(path, sha256_hex(b"other"))
    assert not has_sha256(tmp_path, sha256_hex(b""))


def test_contents_are_compared_with_the_hash_of_their_kind() -> None:
    row = {"story_sha256": sha256_hex(b"story"), "game_sha256": sha256_hex(b"")}
    assert is_of_row(row, "story", b"story")
    assert not is_of_row(row, "game", b"story")
    assert not is_of_row(row, "story", None)
    assert is_of_row(row, "game", None)
