"""The files that tell about a dataset: each is a function of folder and index."""

from collections.abc import Callable
from pathlib import Path

import pytest

from twbench.dataset.card.descriptions import DESCRIPTIONS
from twbench.dataset.files.index import read_index

Build = Callable[..., Path]


@pytest.mark.parametrize("name", DESCRIPTIONS)
def test_what_a_build_wrote_is_made_again(build: Build, name: str) -> None:
    out = build()
    assert DESCRIPTIONS[name](out, read_index(out)) == (out / name).read_text(encoding="utf-8")


def test_the_index_has_the_hash_of_each(build: Build) -> None:
    assert DESCRIPTIONS.keys() == {"README.md", "croissant.json", "difficulty.svg"}
    assert DESCRIPTIONS.keys() <= read_index(build()).files.keys()


def test_none_of_them_is_made_of_another(build: Build) -> None:
    out = build()
    index = read_index(out)
    before = {name: make(out, index) for name, make in DESCRIPTIONS.items()}
    for name in DESCRIPTIONS:
        (out / name).unlink()
    assert {name: make(out, index) for name, make in DESCRIPTIONS.items()} == before
