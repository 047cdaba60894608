"""The dataset in the metadata format of MLCommons."""

import json

from twbench.dataset.files.index import file_sha256


def test_croissant_describes_every_table_with_its_hash(build):
    out = build(output={"shard_size": 5, "row_group_size": 2})
    data = json.loads((out / "croissant.json").read_text())
    files = {entry["contentUrl"]: entry["sha256"] for entry in data["distribution"]}
    assert files == {
        path.relative_to(out).as_posix(): file_sha256(path) for path in out.rglob("*.parquet")
    }
    names = [record_set["name"] for record_set in data["recordSet"]]
    assert names == ["train", "train-00001", "train-00002", "valid", "test"]
    fields = {field["@id"]: field for field in data["recordSet"][0]["field"]}
    assert fields["train/game_id"]["dataType"] == "sc:Text"
    assert fields["train/walkthrough"]["repeated"] is True
    parts = fields["train/entities"]["subField"]
    assert [part["@id"] for part in parts] == [
        "train/entities/id",
        "train/entities/name",
        "train/entities/type",
    ]
