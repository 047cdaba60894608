from pathlib import Path

import pyarrow as pa
import pytest

from twbench.dataset.card import tables
from twbench.dataset.card.tables import columns_of_table, write_table
from twbench.dataset.files.schema import read_table, write_parquet
from twbench.errors import DatasetError

SCHEMA = pa.schema([("word", pa.string()), ("train", pa.int32())])


def write(folder: Path, *rows: tuple[str, int]) -> None:
    words, counts = ([row[place] for row in rows] for place in (0, 1))
    write_parquet(folder / "vocab.parquet", SCHEMA, [pa.table([words, counts], schema=SCHEMA)], 100)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that are read, as they are read."""
    found: list[Path] = []
    read_table = tables.read_table
    tables._AT_HAND.clear()

    def noted(path: Path, *columns: list[str] | None, schema: pa.Schema) -> pa.Table:
        found.append(path)
        return read_table(path, *columns, schema=schema)

    monkeypatch.setattr(tables, "read_table", noted)
    return found


def test_a_small_table_is_read_once_for_all_columns(tmp_path: Path, reads: list[Path]) -> None:
    write(tmp_path, ("apple", 1), ("pear", 2))
    train = columns_of_table(tmp_path, "vocab.parquet", SCHEMA, ["train"])
    assert train.to_pydict() == {"train": [1, 2]}
    assert columns_of_table(tmp_path, "vocab.parquet", SCHEMA).column_names == ["word", "train"]
    assert len(reads) == 1


def test_one_that_was_just_written_is_not_read(
    tmp_path: Path, reads: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = [pa.table([[word], [1]], schema=SCHEMA) for word in ("apple", "pear", "plum")]
    path = tmp_path / "vocab.parquet"
    write_table(path, SCHEMA, parts, 2)
    found = columns_of_table(tmp_path, "vocab.parquet", SCHEMA)
    assert found == read_table(path, schema=SCHEMA)
    assert columns_of_table(tmp_path, "vocab.parquet", SCHEMA, ["word"]).num_rows == 3
    assert reads == []
    other = pa.schema([("word", pa.string())])
    with pytest.raises(DatasetError, match="does not have the columns"):
        columns_of_table(tmp_path, "vocab.parquet", other)
    reads.clear()
    monkeypatch.setattr(tables, "FEW", 2)
    write_table(path, SCHEMA, parts, 2)
    assert columns_of_table(tmp_path, "vocab.parquet", SCHEMA) == found
    assert reads == [path]


def test_of_a_manifest_the_words_are_read_for_those_who_ask_for_them(
    tmp_path: Path, reads: list[Path]
) -> None:
    schema = pa.schema([("seed", pa.int32()), ("vocab", pa.string())])
    table = pa.table([[1, 2], ["apple", "pear"]], schema=schema)
    write_parquet(tmp_path / "train.parquet", schema, [table], 100)
    assert columns_of_table(tmp_path, "train.parquet", schema, ["seed"]) == table.select(["seed"])
    ((_, kept),) = tables._AT_HAND.items()
    assert kept.column_names == ["seed"]
    for columns in (["vocab"], ["vocab", "seed"], None):
        found = columns_of_table(tmp_path, "train.parquet", schema, columns)
        assert found == (table if columns is None else table.select(columns))
    assert len(reads) == 4
    other = pa.schema([("seed", pa.int64()), ("vocab", pa.string())])
    with pytest.raises(DatasetError, match="does not have the columns"):
        columns_of_table(tmp_path, "train.parquet", other, ["seed"])


def test_one_that_was_changed_is_read_again(tmp_path: Path, reads: list[Path]) -> None:
    for word in ("apple", "pear"):
        write(tmp_path, (word, 1))
        found = columns_of_table(tmp_path, "vocab.parquet", SCHEMA, ["word"])
        assert found.to_pydict() == {"word": [word]}
    assert len(reads) == 2


def test_of_a_large_one_the_columns_alone_are_read(
    tmp_path: Path, reads: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "SMALL", 10)
    write(tmp_path, ("apple", 1))
    for _ in range(2):
        found = columns_of_table(tmp_path, "vocab.parquet", SCHEMA, ["train"])
        assert found.to_pydict() == {"train": [1]}
    assert len(reads) == 2


def test_what_is_missing_or_no_table_is_told(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"vocab.parquet is missing"):
        columns_of_table(tmp_path, "vocab.parquet", SCHEMA, ["word"])
    (tmp_path / "vocab.parquet").write_bytes(b"PAR1")
    with pytest.raises(DatasetError, match="damaged"):
        columns_of_table(tmp_path, "vocab.parquet", SCHEMA, ["word"])
