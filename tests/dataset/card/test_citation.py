"""How to cite a dataset."""

import json

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
