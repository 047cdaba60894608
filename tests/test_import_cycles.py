"""No module needs itself: imports in functions, and imports for types alone, count as well.

Edges are what import statements name: a module, or the package that a name is taken from. That
Python runs the packages above a module first is no edge; those of twbench load their names late, or
import downwards only.
"""

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

CYCLES: dict[frozenset[str], str] = {}
"""The cycles that there may be, and why each cannot be avoided."""


def modules(folder: Path) -> dict[str, Path]:
    """The modules of the package in ``folder`` by their full names."""
    return {
        ".".join(path.relative_to(folder.parent).with_suffix("").parts).removesuffix(
            ".__init__"
        ): path
        for path in folder.rglob("*.py")
    }


def imported(name: str, path: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """Yield the modules of ``known`` that the module imports, wherever in it and whatever for."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (full if full in known else node.module for full in names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def graph(folder: Path) -> dict[str, set[str]]:
    known = modules(folder)
    return {
        name: {other for other in imported(name, path, known) if other in known and other != name}
        for name, path in known.items()
    }


def cycles(edges: Mapping[str, set[str]]) -> list[list[str]]:
    """Cycles, one after the other: one edge of each is taken away before the next is sought."""
    left = {name: set(others) for name, others in edges.items()}
    found = []
    while True:
        try:
            TopologicalSorter(left).prepare()
        except CycleError as error:
            backwards = error.args[1]
            found.append(backwards[::-1])
            left[backwards[1]].discard(backwards[0])
        else:
            return found


def test_the_graph_is_that_of_twbench() -> None:
    edges = graph(ROOT / "twbench")
    assert len(edges) > 300
    assert (
        "twbench.story.linking.linker" in edges["twbench.generator.making.compile"]
    )  # in a function
    assert "twbench.render" in edges["twbench.generator.making.plotting"]  # for types
    assert "twbench.dataset" in edges["twbench"]
    assert "twbench.core" in edges["twbench.envs.story_env"]


def test_there_are_no_other_cycles_than_these() -> None:
    found = cycles(graph(ROOT / "twbench"))
    unknown = [" -> ".join(cycle) for cycle in found if frozenset(cycle) not in CYCLES]
    assert unknown == []
    assert {frozenset(cycle) for cycle in found} == set(CYCLES)


@pytest.mark.parametrize(
    "second",
    [
        "import house.one\n",
        "def f():\n    from house import one\n",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from house.one import x\n",
    ],
)
def test_a_cycle_is_found(tmp_path: Path, second: str) -> None:
    house = tmp_path / "house"
    house.mkdir()
    for name, code in (("__init__", ""), ("one", "from house.two import y\n"), ("two", second)):
        (house / f"{name}.py").write_text(code)
    [cycle] = cycles(graph(house))
    assert set(cycle) == {"house.one", "house.two"}
    (house / "two.py").write_text("import json\n")
    assert cycles(graph(house)) == []
