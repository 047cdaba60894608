"""Datasets of games: configured, built, described, checked and read.

The order of things: a configuration (`config`) is planned into candidates; workers (`workers`) make
and prove them (`items`); the leader judges them and writes the dataset (`building`) with what
describes it (`card`). `building.imports` makes a dataset of games that exist; `verifying` undoes
nothing and checks everything; `files` holds it, and reads it. Names are imported on first use, so
that the command line starts quickly.
"""

from typing import TYPE_CHECKING

from twbench.system.public_names import loading

if TYPE_CHECKING:
    from twbench.dataset.building.build import BuildResult, build_dataset
    from twbench.dataset.building.imports import ImportConfig, import_dataset
    from twbench.dataset.config.extensions import Extensions, read_extensions
    from twbench.dataset.config.recipe import BuildConfig, Recipe, parse_build, parse_recipe
    from twbench.dataset.files.index import DatasetIndex, read_index
    from twbench.dataset.files.load import Dataset, DatasetSplit, load_dataset
    from twbench.dataset.files.locating import locate
    from twbench.dataset.files.registry import publication, read_registry
    from twbench.dataset.verifying.verify import Problem, Verification, verify_dataset

__all__ = [
    "BuildConfig",
    "BuildResult",
    "Dataset",
    "DatasetIndex",
    "DatasetSplit",
    "Extensions",
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
    "publication",
    "read_extensions",
    "read_index",
    "read_registry",
    "verify_dataset",
]

_HOMES = {
    "building.build": ("BuildResult", "build_dataset"),
    "building.imports": ("ImportConfig", "import_dataset"),
    "config.extensions": ("Extensions", "read_extensions"),
    "config.recipe": ("BuildConfig", "Recipe", "parse_build", "parse_recipe"),
    "files.index": ("DatasetIndex", "read_index"),
    "files.load": ("Dataset", "DatasetSplit", "load_dataset"),
    "files.locating": ("locate",),
    "files.registry": ("publication", "read_registry"),
    "verifying.verify": ("Problem", "Verification", "verify_dataset"),
}


__getattr__, __dir__ = loading(__name__, _HOMES)
