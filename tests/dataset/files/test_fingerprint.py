"""One hash over all that a dataset holds and what it was made from."""

import hashlib
import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from twbench.dataset.files.fingerprint import LAYOUT, fingerprint, row_digest

RECIPE: dict[str, Any] = {
    "dataset": {"name": "tiny", "seed": 7},
    "output": {"storage": "files", "shard_size": 5, "row_group_size": 2, "story_format": "z8"},
}

ROWS = st.dictionaries(st.text("abc", min_size=1), st.integers() | st.text('é"x'), max_size=4)


def output(**changes: Any) -> dict[str, Any]:
    return {**RECIPE, "output": {**RECIPE["output"], **changes}}


def test_it_is_the_hash_of_the_lines_that_are_documented() -> None:
    config = {"dataset": RECIPE["dataset"], "output": {"story_format": "z8"}}
    head = json.dumps({"config": config, "version": "0.1.0"}, sort_keys=True, separators=(",", ":"))
    lines = f"{head}\n{'a' * 64}\n{'b' * 64}\n"
    expected = hashlib.sha256(lines.encode()).hexdigest()
    assert fingerprint(RECIPE, "0.1.0", ["a" * 64, "b" * 64]) == expected


TEXTS = st.sampled_from(["", "a", "can't", 'a"', '","', "é", "\\", "\n", '"vocab":0', "\x7f"])
ENTITIES = st.none() | st.fixed_dictionaries(
    {"id": TEXTS, "name": TEXTS | st.none(), "type": st.just("r")}
)


@given(ROWS, st.none() | st.lists(st.none() | TEXTS), st.none() | st.lists(ENTITIES))
def test_a_row_counts_as_its_canonical_json(
    row: dict[str, Any], words: list[str] | None, entities: list[Any] | None
) -> None:
    """Words and entities are written in another way if they are plain, with the same result."""
    whole = {**row, "vocab": words, "walkthrough": ["look"], "entities": entities}
    expected = json.dumps(whole, sort_keys=True, separators=(",", ":"))
    assert row_digest(whole) == hashlib.sha256(expected.encode()).hexdigest()


def test_how_the_same_content_is_laid_out_does_not_enter() -> None:
    changes = {"storage": "packed", "shard_size": 9, "row_group_size": 1}
    assert changes.keys() == LAYOUT
    assert fingerprint(output(**changes), "1", ["r"]) == fingerprint(RECIPE, "1", ["r"])


def test_everything_else_enters() -> None:
    others = {
        fingerprint(RECIPE, "1", ["r", "s"]),
        fingerprint(RECIPE, "1", ["s", "r"]),
        fingerprint(RECIPE, "1", ["rs"]),
        fingerprint(RECIPE, "2", ["r", "s"]),
        fingerprint(output(story_format="z5"), "1", ["r", "s"]),
        fingerprint({**RECIPE, "dataset": {"name": "tiny", "seed": 8}}, "1", ["r", "s"]),
    }
    assert len(others) == 6


@given(ROWS)
def test_the_order_of_columns_does_not_enter(row: dict[str, Any]) -> None:
    assert row_digest(row) == row_digest(dict(reversed(row.items())))


@given(ROWS, ROWS)
def test_different_rows_have_different_digests(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert (row_digest(one) == row_digest(other)) == (one == other)
