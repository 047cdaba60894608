"""Datasets of games: configured, built, described, checked and read.

The order of things: a configuration (`config`) is planned (`plan`) into candidates; workers make
and prove them (`item`, `chunk`, `workers`); the leader judges them (`hygiene`) and writes the
dataset (`assemble`). `build` wires these; `imports` makes a dataset of games that exist; `verify`
undoes nothing and checks everything; `load` reads. Names are imported on first use, so that the
command line starts quickly.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from twbench.dataset.build import BuildResult, build_dataset
    from twbench.dataset.config import BuildConfig, Recipe, parse_build, parse_recipe
    from twbench.dataset.imports import ImportConfig, import_dataset
    from twbench.dataset.index import DatasetIndex, read_index
    from twbench.dataset.load import Dataset, DatasetSplit, load_dataset, locate
    from twbench.dataset.verify import Problem, Verification, verify_dataset

__all__ = [
    "BuildConfig",
    "BuildResult",
    "Dataset",
    "DatasetIndex",
    "DatasetSplit",
    "ImportConfig",
    "Problem",
    "Recipe",
    "Verification",
    "build_dataset",
    "import_dataset",
    "load_dataset",
    "locate",
    "parse_build",
    "parse_recipe",
    "read_index",
    "verify_dataset",
]

_HOMES = {
    "BuildConfig": "config",
    "BuildResult": "build",
    "Dataset": "load",
    "DatasetIndex": "index",
    "DatasetSplit": "load",
    "ImportConfig": "imports",
    "Problem": "verify",
    "Recipe": "config",
    "Verification": "verify",
    "build_dataset": "build",
    "import_dataset": "imports",
    "load_dataset": "load",
    "locate": "load",
    "parse_build": "config",
    "parse_recipe": "config",
    "read_index": "index",
    "verify_dataset": "verify",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
