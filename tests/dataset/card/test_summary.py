"""Tables about a dataset, computed from its manifests."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twbench.dataset.card.summary import (
    difficulty_table,
    family_names,
    guidance_counts,
    lengths_by_split,
    levels_text,
    rejection_table,
    span,
    summary_table,
    text_table,
)
from twbench.dataset.files.index import read_index
from twbench.errors import DatasetError

Build = Callable[..., Path]


@pytest.mark.parametrize(
    ("params", "text"),
    [
        (['{"level":3}', '{"level":40}', '{"level":3}'], "3-40 (2)"),
        (['{"level":3}'], "3 (1)"),
        (['{"goal":"brief"}', "[]", '{"level":"easy"}'], "-"),
        ([], "-"),
    ],
)
def test_levels_are_told_from_the_least_to_the_highest(params: list[str], text: str) -> None:
    assert levels_text(params) == text


def test_parameters_that_are_no_json_are_refused() -> None:
    with pytest.raises(DatasetError, match="A row's params"):
        levels_text(["{"])


@given(st.lists(st.integers(0, 99) | st.none() | st.just(float("nan"))))
def test_a_span_leaves_out_what_is_not_known(numbers: list[float | None]) -> None:
    known = [int(number) for number in numbers if number is not None and number == number]
    expected = "-" if not known else f"{min(known)}-{max(known)}"
    assert span(numbers) == (str(known[0]) if len(set(known)) == 1 else expected)


def test_tables_as_text_are_flush_left_and_right() -> None:
    table = [{"split": "train", "games": "5"}, {"split": "test", "games": "1000"}]
    assert text_table(table) == "split  games\n-----  -----\ntrain      5\ntest    1000"
    assert text_table(table, left=("games",)).splitlines()[2] == "train  5"
    forged = [{"split": "test\npublished  yes", "games": "5"}]
    assert text_table(forged).splitlines()[2:] == ["test published yes      5"]


def test_rows_are_splits_and_challenges(build: Build) -> None:
    out = build()
    index = read_index(out)
    table = summary_table(out, index)
    assert [row["split"] for row in table] == ["train", "valid", "test"]
    first = table[0]
    assert (first["challenge"], first["games"]) == ("coin_collector", "12")
    assert (first["levels"], first["rooms"], first["max_score"]) == ("3-6 (4)", "3-6", "1")
    assert guidance_counts(out, index) == {"last": 20}
    assert family_names(out, index) == ["textworld"]


def test_lengths_and_their_quartiles(build: Build) -> None:
    out = build(dataset__splits={"train": 8, "test": 4}, dataset__hygiene="none")
    index = read_index(out)
    assert {split: sorted(found) for split, found in lengths_by_split(out, index).items()} == {
        "train": [3, 3, 4, 4, 5, 5, 6, 6],
        "test": [3, 4, 5, 6],
    }
    train, _ = difficulty_table(out, index)
    assert (train["shortest"], train["longest"]) == ("3", "6")
    assert train["median"] in ("4", "5")


def test_rejections_are_counted_by_reason(build: Build) -> None:
    out = build()
    table = rejection_table(out)
    index = read_index(out)
    counts = [int(row["candidates"]) for row in table]
    assert sum(counts) == sum(c.rejected for c in index.splits.values()) > 0
    assert len({(row["split"], row["reason"]) for row in table}) == len(table)
