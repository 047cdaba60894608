"""The house is as `docs/architecture.md` says: every room is on the map, and none is crowded."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MOST_MODULES = 15
ROOMS = sorted(
    path.parent.relative_to(ROOT)
    for path in (ROOT / "twbench").glob("**/__init__.py")
    if path.parent != ROOT / "twbench"
)
DOCUMENTED_PATHS = (
    *("chaining", "dependency_tree", "game", "graph_networks", "logger"),
    *("maker", "text_generation", "text_grammar", "vtypes", "world"),
)
TWICE_BY_DOCUMENT = {
    # A textworld.agents.NaiveAgent of two modules, and the entities of a world and of a maker.
    "agents": {"NaiveAgent"},
    "generator": {"WorldEntity", "WorldRoom"},
}
"""Class names that the documented interface of TextWorld gives to two things, by package."""


def classes(package: Path) -> Iterator[str]:
    """Yield the name of every class that is defined in a package, once for each definition."""
    for path in package.glob("**/*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef):
                yield node.name


def described() -> dict[str, str]:
    """Return what the map says of each layer, by its folder."""
    rows = (ROOT / "docs" / "architecture.md").read_text().split("\n| ")
    cells = [row.split("|") for row in rows if row.startswith("`twbench/")]
    return {folder.strip(" `"): text for names, text, *_ in cells for folder in names.split(",")}


def test_every_room_is_on_the_map() -> None:
    told = described()
    for room in ROOMS:
        layer, *inside = room.relative_to("twbench").parts
        text = told[f"twbench/{layer}"]
        assert all(f"`{name}`" in text for name in inside[:1]), room


@pytest.mark.parametrize("top", ["twbench", "tests"])
def test_no_folder_is_crowded(top: str) -> None:
    folders = {path.parent for path in (ROOT / top).glob("**/*.py")}
    crowded = {
        str(folder.relative_to(ROOT)): count
        for folder in folders
        if (count := sum(path.name != "__init__.py" for path in folder.glob("*.py"))) > MOST_MODULES
    }
    assert crowded == {}


@pytest.mark.parametrize("name", DOCUMENTED_PATHS)
def test_documented_paths_define_nothing(name: str) -> None:
    """They say what is there, and import it from its room."""
    tree = ast.parse((ROOT / "twbench" / "generator" / f"{name}.py").read_text())
    doc, exported, *imported = tree.body
    assert isinstance(doc, ast.Expr)
    assert isinstance(exported, ast.Assign)
    assert imported
    assert all(isinstance(line, ast.ImportFrom) for line in imported)


@pytest.mark.parametrize("package", [room for room in ROOMS if len(room.parts) == 2], ids=str)
def test_one_class_name_is_one_idea(package: Path) -> None:
    """Within a package; names private to two modules do not meet."""
    counts = Counter(classes(ROOT / package))
    of_two_things = {
        name
        for name, count in counts.items()
        if not name.startswith("_") and count + counts[f"_{name}"] > 1
    }
    assert of_two_things == TWICE_BY_DOCUMENT.get(package.name, set())


def test_no_two_files_of_tests_have_one_name() -> None:
    """They are modules without a package: one of the two could not be imported."""
    counts = Counter(path.name for path in (ROOT / "tests").rglob("test_*.py"))
    assert [name for name, count in counts.items() if count > 1] == []
