"""In how many games of each split a word or an entity occurs."""

import pyarrow as pa
import pyarrow.parquet as pq

from twbench.dataset.card.counts import Counts


def test_counts_of_words_and_entities(build):
    out = build()
    words = {row["word"]: row for row in pq.read_table(out / "vocab.parquet").to_pylist()}
    assert words["coin"] == {"word": "coin", "train": 12, "valid": 4, "test": 4}
    entities = pq.read_table(out / "entities.parquet").to_pylist()
    assert sum(row["train"] for row in entities) == 12
    assert list(words) == sorted(words)


ROWS = [
    {"vocab": ["take", "coin"], "entities": [{"id": "o_0", "name": "coin", "type": "o"}]},
    {
        "vocab": ["coin", "cup"],
        "entities": [
            {"id": "o_0", "name": "coin", "type": "o"},
            {"id": "o_1", "name": "coin", "type": "o"},
            {"id": "k_0", "name": "coin", "type": "k"},
        ],
    },
]


def test_a_game_counts_once_however_often_it_has_a_thing() -> None:
    counts = Counts(["train", "test"])
    for row in ROWS:
        counts.add_row("train", row)
    counts.add_row("test", ROWS[0])
    assert counts.vocab().to_pylist() == [
        {"word": "coin", "train": 2, "test": 1},
        {"word": "cup", "train": 1, "test": 0},
        {"word": "take", "train": 1, "test": 1},
    ]
    assert counts.entities().to_pylist() == [
        {"name": "coin", "type": "k", "train": 1, "test": 0},
        {"name": "coin", "type": "o", "train": 2, "test": 1},
    ]


def test_rows_at_once_count_as_rows_one_by_one() -> None:
    one, other = Counts(["train"]), Counts(["train"])
    for row in ROWS:
        one.add_row("train", row)
    other.add("train", pa.Table.from_pylist(ROWS))
    assert other.vocab() == one.vocab()
    assert other.entities() == one.entities()
    assert Counts(["train"]).vocab().num_rows == 0
