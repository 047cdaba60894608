#!/usr/bin/env python3
"""Writes docs/api.md: what can be imported from twbench and its packages, in a line each.

python tools/update_api_page.py

The lines are the first of the docstrings, so that the page says what the code says.
"""

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import twbench

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "api.md"
MODULES = ("twbench.errors",)
"""What is public beside the packages."""
NOT_FOR_USERS = ("twbench.cli",)
HEAD = """\
# What there is in Python

Everything below can be imported from the package that it stands under, has type annotations that
type checkers see, and explains itself with `help`. `import twbench` alone loads none of it: names
are loaded when they are first used. Behind `docs:` stands where the documentation of TextWorld,
HierarchyCraft, MiniHack or Jericho has the same.

This page is made from the docstrings: `python tools/update_api_page.py`.
"""


def public_modules() -> list[str]:
    """Return the names of the modules whose names are for users, twbench first."""
    packages = [
        found.name
        for found in pkgutil.iter_modules(twbench.__path__, "twbench.")
        if found.ispkg and found.name not in NOT_FOR_USERS
    ]
    found = sorted([*packages, *MODULES])
    return [
        "twbench",
        *(name for name in found if hasattr(importlib.import_module(name), "__all__")),
    ]


def page() -> str:
    """Return the text of the page."""
    return "\n".join([HEAD, *(part for name in public_modules() for part in _section(name))])


def _section(name: str) -> Iterator[str]:
    module = importlib.import_module(name)
    yield f"## {name}\n\n{_first_line(module.__doc__)}\n\n| name | what it is |\n|---|---|"
    for public in module.__all__:
        yield f"| `{public}` | {_about(module, public)} |"
    yield ""


def _about(module: ModuleType, name: str) -> str:
    value = getattr(module, name)
    if inspect.isclass(value) or inspect.isroutine(value):
        return _first_line(value.__doc__)
    return _first_line(_note(module, name))


def _note(module: ModuleType, name: str) -> str:
    """Return the text below the assignment of a constant, wherever in the package that is."""
    return _notes(Path(str(module.__file__)).parent).get(name, "")


@cache
def _notes(folder: Path) -> Mapping[str, str]:
    """Return the texts below all assignments of a folder's modules, by what is assigned."""
    notes: dict[str, str] = {}
    for path in sorted(folder.glob("**/*.py")):
        for assignment, text in pairwise(ast.parse(path.read_text(encoding="utf-8")).body):
            if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
                match assignment:
                    case (
                        ast.Assign(targets=[ast.Name(id=name)])
                        | ast.AnnAssign(target=ast.Name(id=name))
                    ):
                        notes.setdefault(name, str(text.value.value))
    return notes


def _first_line(text: str | None) -> str:
    """Return the first paragraph of a docstring, as Markdown in one line."""
    line = " ".join((text or "").strip().partition("\n\n")[0].split())
    return re.sub(r"``?([^`]+)``?", r"`\1`", line).replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
