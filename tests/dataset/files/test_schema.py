import pyarrow as pa
import pytest

from twbench.dataset.files import schema
from twbench.dataset.files.schema import (
    MANIFEST,
    REJECTED,
    check_readable,
    read_group,
    read_rows,
    read_table,
    write_parquet,
)
from twbench.errors import DatasetError
from twbench.seeding import Rng

GOLDEN = """\
game_id: string not null
split: string not null
index: int32 not null
family: string not null
challenge: string not null
seed: int64
attempt: int32 not null
params: string not null
grammar: string not null
objective: string not null
guidance: string not null
max_score: int32
walkthrough: list<item: string> not null
  child 0, item: string
optimal_length: int32
quest_length: int32
n_rooms: int32
n_doors: int32
n_objects: int32
entities: list<item: struct<id: string not null, name: string not null, type: string not null>> \
not null
  child 0, item: struct<id: string not null, name: string not null, type: string not null>
      child 0, id: string not null
      child 1, name: string not null
      child 2, type: string not null
vocab: list<item: string> not null
  child 0, item: string
verbs: list<item: string> not null
  child 0, item: string
command_templates: list<item: string> not null
  child 0, item: string
structure_hash: string not null
puzzle_hash: string
map_hash: string
story: string not null
story_format: string not null
story_sha256: string not null
game: string
game_sha256: string
verified: bool not null"""


def test_the_columns_of_the_manifest_are_fixed():
    assert MANIFEST.to_string() == GOLDEN


def rows(count):
    return [
        {
            "split": "train",
            "index": index,
            "attempt": 0,
            "seed": index * 7,
            "challenge": "coin_collector",
            "params": "{}",
            "reason": "duplicate",
            "detail": f"number {index}",
            "game_id": None,
            "structure_hash": None,
        }
        for index in range(count)
    ]


@pytest.mark.parametrize("cuts", [(10,), (3, 7), (1, 1, 5, 3)])
def test_bytes_do_not_show_how_rows_came(tmp_path, cuts):
    table = pa.Table.from_pylist(rows(10), schema=REJECTED)
    parts, start = [], 0
    for cut in cuts:
        parts.append(table.slice(start, cut))
        start += cut
    write_parquet(tmp_path / "whole.parquet", REJECTED, [table], 4)
    write_parquet(tmp_path / "parts.parquet", REJECTED, parts, 4)
    whole = (tmp_path / "whole.parquet").read_bytes()
    assert (tmp_path / "parts.parquet").read_bytes() == whole
    assert list(read_rows(tmp_path / "parts.parquet", REJECTED)) == rows(10)
    groups = [read_group(tmp_path / "parts.parquet", REJECTED, number) for number in range(3)]
    assert [group.to_pylist() for group in groups] == [rows(10)[:4], rows(10)[4:8], rows(10)[8:]]


def test_rows_have_their_words_whether_or_not_many_have_the_same(tmp_path):
    schema = pa.schema([MANIFEST.field("vocab"), MANIFEST.field("index"), MANIFEST.field("verbs")])
    common = [f"word{number}" for number in range(200)]
    rows = [
        {"vocab": [*common, f"own{number}"] if number % 3 else [], "index": number, "verbs": ["go"]}
        for number in range(10)
    ]
    write_parquet(tmp_path / "t.parquet", schema, [pa.Table.from_pylist(rows, schema=schema)], 4)
    found = list(read_rows(tmp_path / "t.parquet", schema))
    assert found == rows
    assert [*found[0]] == schema.names
    assert found[1]["vocab"][7] is found[2]["vocab"][7]


def test_other_columns_are_refused(tmp_path):
    write_parquet(tmp_path / "t.parquet", REJECTED, [], 4)
    with pytest.raises(DatasetError, match="does not have the columns"):
        list(read_rows(tmp_path / "t.parquet", MANIFEST))


def test_what_cannot_be_read_is_named(tmp_path):
    path = tmp_path / "t.parquet"
    with pytest.raises(DatasetError, match=r"t\.parquet is missing"):
        read_table(path)
    path.write_bytes(b"PAR1 no PAR1")
    with pytest.raises(DatasetError, match=r"t\.parquet is damaged"):
        list(read_rows(path, MANIFEST))
    path.write_text(f"version https://git-lfs.github.com/spec/v1\noid sha256:{'0' * 64}\nsize 9\n")
    with pytest.raises(
        DatasetError, match=r"t\.parquet is a pointer of Git LFS: get the file with"
    ):
        list(read_rows(path, MANIFEST))


def complaint(path):
    """Say what is wrong with a table, if that is noticed; other errors are not suffered."""
    try:
        list(read_rows(path, REJECTED))
    except DatasetError as error:
        return str(error)
    return None


def test_whatever_byte_is_changed_the_error_is_one_of_ours(tmp_path):
    path = tmp_path / "t.parquet"
    write_parquet(path, REJECTED, [pa.Table.from_pylist(rows(10), schema=REJECTED)], 4)
    assert complaint(path) is None
    sound, complaints = path.read_bytes(), []
    rng = Rng(1)
    for _ in range(400):
        content = bytearray(sound)
        content[rng.integer(len(content))] ^= 1 << rng.integer(8)
        path.write_bytes(content)
        complaints.append(complaint(path))
    found = [text for text in complaints if text is not None]
    assert len(found) > 100
    assert all(text.startswith(str(path)) for text in found)


def test_a_table_without_rows_is_read(tmp_path):
    write_parquet(tmp_path / "t.parquet", REJECTED, [], 5)
    table = read_table(tmp_path / "t.parquet", ["reason", "split"], schema=REJECTED)
    assert (table.num_rows, table.column_names) == (0, ["reason", "split"])


def test_what_was_found_readable_is_not_read_again_unless_it_was_changed(tmp_path, monkeypatch):
    path = tmp_path / "rejected.parquet"
    read = []
    group = schema._group
    monkeypatch.setattr(schema, "_group", lambda *given: read.append(given[1]) or group(*given))
    write_parquet(path, REJECTED, [pa.Table.from_pylist(rows(5), schema=REJECTED)], 2)
    check_readable(path, REJECTED)
    assert read == [0]
    assert list(read_rows(path, REJECTED)) == rows(5)
    assert read == [0, 1, 2]
    assert list(read_rows(path, REJECTED)) == rows(5)
    assert read == [0, 1, 2, 0, 1, 2]
    read.clear()
    check_readable(path, REJECTED)
    check_readable(path, REJECTED)
    write_parquet(path, REJECTED, [pa.Table.from_pylist(rows(3), schema=REJECTED)], 2)
    assert list(read_rows(path, REJECTED)) == rows(3)
    assert read == [0, 0, 1]
    read.clear()
    monkeypatch.setattr(schema, "MOST_KEPT", 10)  # what takes more is not kept
    assert check_readable(path, REJECTED) == [2, 1]
    assert list(read_rows(path, REJECTED, 3)) == rows(3)
    assert read == [0, 0, 1]
    with pytest.raises(DatasetError, match=r"it has 3 rows; dataset\.json says that there are 4"):
        next(read_rows(path, REJECTED, 4))
