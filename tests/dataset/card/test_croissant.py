"""The dataset in the metadata format of MLCommons."""

import json

from twbench.dataset.card.croissant import croissant
from twbench.dataset.files.index import file_sha256, read_index


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


def test_what_nobody_said_is_left_out_or_said_plainly(build) -> None:
    data = json.loads(croissant(read_index(build(dataset__description=""))))
    assert "license" not in data
    assert data["description"] == "A dataset of text-based games."
    assert data["citeAs"].startswith("@misc{tiny,")


def test_every_column_is_taken_from_the_manifest_of_its_split(build) -> None:
    index = read_index(build())
    data = json.loads(croissant(index))
    assert data["identifier"] == f"sha256:{index.fingerprint}"
    types = {"seed": "sc:Integer", "verified": "sc:Boolean", "params": "sc:Text"}
    for record_set in data["recordSet"]:
        fields = {field["name"].split("/")[1]: field for field in record_set["field"]}
        assert {name: fields[name]["dataType"] for name in types} == types
        assert {
            field["source"]["fileObject"]["@id"] for field in fields.values() if "source" in field
        } == {f"data/{record_set['name']}-00000-of-00001.parquet"}
