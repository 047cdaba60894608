"""How to cite a dataset."""

import dataclasses
import json

import pytest

from twbench.dataset.card.citation import bibtex, citation
from twbench.dataset.files.index import read_index


def test_citations_and_licences(build, tree):
    out = build(dataset__license="cc-by-4.0", dataset__citation="Doe (2026), Tiny games.")
    index = read_index(out)
    assert citation(index) == "Doe (2026), Tiny games."
    card = (out / "README.md").read_text()
    assert '\nlicense: "cc-by-4.0"\n' in card
    assert "Licence: cc-by-4.0." in card
    assert "Doe (2026), Tiny games." in card
    croissant = json.loads((out / "croissant.json").read_text())
    assert croissant["license"] == "cc-by-4.0"
    assert croissant["citeAs"] == "Doe (2026), Tiny games."


def test_without_a_citation_there_is_a_bibtex_entry(build):
    index = read_index(build())
    assert citation(index) == bibtex(index)
    assert bibtex(index).startswith("@misc{tiny,\n  title = {tiny: a dataset of 20 text-based")
    assert index.fingerprint in bibtex(index)
    assert "No licence is stated." in (build() / "README.md").read_text()


@pytest.mark.parametrize(
    ("name", "key"), [("tiny", "tiny"), ("My-Games_2", "my_games_2"), ("--a..b--", "a_b")]
)
def test_the_key_of_an_entry_is_of_letters_and_digits(build, name: str, key: str) -> None:
    index = dataclasses.replace(read_index(build()), name=name)
    assert bibtex(index).startswith(f"@misc{{{key},\n")
    assert bibtex(index).count("{") == bibtex(index).count("}")
