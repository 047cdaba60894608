"""Maps drawn."""

import re
import webbrowser
from pathlib import Path

import pytest

from twbench.generator import make_map
from twbench.generator.graph_networks import plot_graph


def test_a_map_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda _: pytest.fail("not asked for"))
    graph = make_map(6, rng=3)
    picture = plot_graph(graph, show=False)
    assert sorted(re.findall(r">(r_\d)<", picture.svg)) == [f"r_{number}" for number in range(6)]
    assert picture.svg.count("<line ") == len(graph.edges())


def test_a_map_is_opened_in_the_browser_if_it_is_to_be_shown(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    graph = make_map(3, rng=3)
    picture = plot_graph(graph)
    (page,) = tmp_path.iterdir()
    assert opened == [page.as_uri()]
    assert picture.svg in page.read_text(encoding="utf-8")
    assert picture.svg == plot_graph(graph, show=False).svg
