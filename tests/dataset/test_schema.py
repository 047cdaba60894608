import pyarrow as pa
import pytest

from twbench.dataset.schema import MANIFEST, REJECTED, read_parquet, write_parquet
from twbench.errors import DatasetError

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
    with read_parquet(tmp_path / "parts.parquet", REJECTED) as file:
        assert file.read().to_pylist() == rows(10)
        assert [file.metadata.row_group(i).num_rows for i in range(3)] == [4, 4, 2]


def test_other_columns_are_refused(tmp_path):
    write_parquet(tmp_path / "t.parquet", REJECTED, [], 4)
    with pytest.raises(DatasetError, match="does not have the columns"):
        read_parquet(tmp_path / "t.parquet", MANIFEST)


def test_a_damaged_file_is_refused(tmp_path):
    (tmp_path / "t.parquet").write_bytes(b"PAR1 no PAR1")
    with pytest.raises(DatasetError, match="no readable Parquet file"):
        read_parquet(tmp_path / "t.parquet", MANIFEST)
