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
    made = DESCRIPTIONS[name](out, read_index(out))
    if name in ("depths.svg", "example.svg"):  # these games have no depth and no drawing
        assert made is None
        assert not (out / name).exists()
    else:
        assert made == (out / name).read_text(encoding="utf-8")


def test_the_index_has_the_hash_of_each(build: Build) -> None:
    always = {"README.md", "croissant.json", "difficulty.svg"}
    assert DESCRIPTIONS.keys() == {*always, "depths.svg", "example.svg"}
    assert DESCRIPTIONS.keys() & read_index(build()).files.keys() == always


def test_none_of_them_is_made_of_another(build: Build) -> None:
    out = build()
    index = read_index(out)
    before = {name: make(out, index) for name, make in DESCRIPTIONS.items()}
    for name in DESCRIPTIONS.keys() & index.files.keys():
        (out / name).unlink()
    assert {name: make(out, index) for name, make in DESCRIPTIONS.items()} == before
