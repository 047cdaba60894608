import pyarrow.parquet as pq
import pytest

from twbench.dataset.card.overlap import distinct_table, overlap_table
from twbench.dataset.files.index import read_index


@pytest.fixture
def dataset(build):
    splits = {"train": 12, "test": 6}
    return build(challenge__level=3, dataset__splits=splits, dataset__hygiene="structure")


def rows(folder, split):
    return pq.read_table(folder / f"data/{split}-00000-of-00001.parquet").to_pylist()


def test_what_is_behind_the_games_is_counted(dataset):
    table = {row["split"]: row for row in distinct_table(dataset, read_index(dataset))}
    for split in ("train", "test"):
        found = rows(dataset, split)
        for head, column in {"structures": "structure_hash", "maps": "map_hash"}.items():
            assert table[split][head] == str(len({row[column] for row in found}))
        assert table[split]["walkthroughs"] == "1"


def test_the_share_of_games_with_their_like_in_train(dataset):
    (row,) = overlap_table(dataset, read_index(dataset))
    known = {found["map_hash"] for found in rows(dataset, "train")}
    hits = [found["map_hash"] in known for found in rows(dataset, "test")]
    assert row["splits"] == "test in train"
    assert (row["games"], row["structures"], row["walkthroughs"]) == ("0 %", "0 %", "100 %")
    assert float(row["maps"].removesuffix(" %")) == pytest.approx(100 * sum(hits) / 6, abs=0.1)


def test_the_card_tells_it(dataset):
    text = (dataset / "README.md").read_text()
    assert "| splits | games | structures | puzzles | maps | walkthroughs | words | names |" in text
    assert "| test in train | 0 % | 0 % |" in text


def test_a_dataset_of_one_split_shares_nothing(build):
    out = build(dataset__splits={"test": 3})
    assert overlap_table(out, read_index(out)) == []
    assert "have their like in another" not in (out / "README.md").read_text()
