"""What users import: it is there and documented, type checkers see it, and its examples run."""

import ast
import doctest
import importlib
import inspect
import re
import runpy
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import twbench

ROOT = Path(__file__).resolve().parents[1]
TOOL = runpy.run_path(str(ROOT / "tools" / "update_api_page.py"))
MODULES: list[str] = TOOL["public_modules"]()
PUBLIC = [(module, name) for module in MODULES for name in importlib.import_module(module).__all__]
CALLS = [name for name in twbench.__all__ if inspect.isfunction(getattr(twbench, name))]
IN_ORDER = (
    *("make", "start", "play", "build_dataset", "verify_dataset", "load_dataset"),
    *("import_dataset", "evaluate", "validate_run", "leaderboard"),
)
"""The functions of twbench, in an order in which their examples have what they need."""


def test_the_public_modules_are_found() -> None:
    assert {"twbench", "twbench.core", "twbench.dataset", "twbench.evaluation"} <= set(MODULES)
    assert len(PUBLIC) > 150


def explains_itself(module: str, name: str) -> bool:
    """Return whether a class or a function has a docstring, and any other value a note."""
    home = importlib.import_module(module)
    value = getattr(home, name)
    if inspect.isclass(value) or inspect.isroutine(value):
        # What dataclasses write for a class without a docstring is its signature.
        return bool(value.__doc__) and not value.__doc__.startswith(f"{name}(")
    return bool(TOOL["_note"](home, name))


def test_all_public_names_explain_themselves() -> None:
    assert [place for place in PUBLIC if not explains_itself(*place)] == []


def test_the_page_lists_what_there_is() -> None:
    told = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    assert told == TOOL["page"](), "write it anew: python tools/update_api_page.py"


def test_type_checkers_see_the_names_that_are_loaded_later() -> None:
    """What ``__getattr__`` finds is imported for type checkers too, and nothing else is."""
    for module in MODULES:
        path = Path(str(importlib.import_module(module).__file__))
        tree = ast.parse(path.read_text(encoding="utf-8"))
        homes = getattr(importlib.import_module(module), "_HOMES", None)
        if homes is None:
            continue
        [block] = [node for node in tree.body if isinstance(node, ast.If)]
        assert ast.unparse(block.test) == "TYPE_CHECKING"
        seen = {alias.name for line in block.body for alias in getattr(line, "names", ())}
        assert seen == {name for names in homes.values() for name in names}, module
        assert seen <= set(importlib.import_module(module).__all__)


def test_names_that_are_loaded_later_are_completed() -> None:
    """A fresh process has loaded none of them."""
    line = "import twbench; print(*({*twbench.__all__, 'envs', 'logic'} - {*dir(twbench)}))"
    told = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True)
    assert told.stdout == "\n"


@pytest.mark.parametrize("package", ["agents", "challenges", "dataset", "envs", "generator", "gym"])
def test_names_of_packages_are_completed(package: str) -> None:
    line = f"import twbench.{package} as it; print(*({{*it.__all__}} - {{*dir(it)}}))"
    told = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True)
    assert told.stdout == "\n"


def test_every_function_of_twbench_is_tried() -> None:
    assert sorted(IN_ORDER) == sorted(CALLS)


def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each gives what it says, one after the other in one folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in IN_ORDER:
        function: Callable[..., Any] = getattr(twbench, name)
        found = doctest.DocTestFinder(recurse=False).find(
            function, name, globs=dict(vars(sys.modules[function.__module__]))
        )
        assert [len(test.examples) > 0 for test in found] == [True], f"{name} has no example"
        report: list[str] = []
        doctest.DocTestRunner(verbose=False).run(found[0], out=report.append)
        assert report == []


@pytest.mark.parametrize(
    "module", [name for name in MODULES if ">>>" in (importlib.import_module(name).__doc__ or "")]
)
def test_the_examples_of_a_package_run(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    [test] = doctest.DocTestFinder(recurse=False).find(importlib.import_module(module))[:1]
    report: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert report == []


def test_the_package_says_that_it_is_typed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert (ROOT / "twbench" / "py.typed").read_bytes() == b""
    assert project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"] == ["twbench"]
    assert "Typing :: Typed" in project["project"]["classifiers"]


def test_the_versions_of_python_are_those_that_are_tested() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    promised = [
        line.rpartition(" ")[2]
        for line in project["classifiers"]
        if re.fullmatch(r"Programming Language :: Python :: 3\.\d+", line)
    ]
    assert project["requires-python"] == f">={promised[0]}"
    script = (ROOT / "tools" / "test-versions.sh").read_text(encoding="utf-8")
    assert all(version in script for version in promised)


USE = """
from pathlib import Path

import twbench

row = twbench.load_dataset("datasets/mine")["test"][0]
reveal_type(row)
reveal_type(twbench.evaluate)
reveal_type(twbench.leaderboard("runs"))
reveal_type(twbench.validate_run(Path("runs/one")))
reveal_type(twbench.make(twbench.GameOptions()))
"""


@pytest.mark.slow
def test_a_type_checker_knows_what_users_call(tmp_path: Path) -> None:
    (tmp_path / "use.py").write_text(USE)
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", "", "use.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "error" not in done.stdout.replace("import-untyped", ""), done.stdout
    types = re.findall(r'Revealed type is "(.*)"', done.stdout)
    assert len(types) == 5
    assert all("Any" not in shown.partition("settings")[0] for shown in types[1:])
    assert types[2] == "twbench.evaluation.board.leaderboard.Leaderboard"
