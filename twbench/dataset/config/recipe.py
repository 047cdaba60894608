"""The configuration of a build, as frozen typed values.

`parse_build` takes plain Python (what a YAML file holds) and checks all of it before any work.
The shape, with every key:

```
dataset:
  name: demo                            letters, digits, ``_``, ``-`` and ``.``
  description: ...                      one or two sentences for the dataset card
  license: cc-by-4.0                    of the games: for the card and for croissant.json
  citation: ...                         how to cite it, if not as twbench proposes
  seed: 1
  splits: {train: 24, valid: 8, test: 8}
  mixture:                              several distributions instead of one, each with a weight
    short: {weight: 2, challenge: {level: {randint: [1, 9]}}, grammar: {...}}
  per_split:                            what is different in some splits
    test: {challenge: {level: 9}, grammar: {theme: basic}, mixture: {...}}
  hygiene: structure                    what splits do not share: none, structure, puzzle or map;
                                        a member of a mixture may have its own, see `deduplication`
  max_attempts: 64                      candidates for one place in a split before giving up
  held_out: {split: test, levels: true} what a split has for itself, see `held_out`
  budget: {nodes: 20000, seconds: null} what one game may cost, see `budget`
  modules: [my_challenge.py]            Python files with challenges and samplers of one's own, see
                                        `extensions`; ``challenge_modules`` says the same
  themes: [my_themes]                   folders with text grammars of one's own; ``grammar.theme``
                                        may name such a place itself: themes/ship
challenge: {name: coin_collector, level: 5}
grammar: {theme: house, include_adj: false, ...}
compute: {backend: processes, n_jobs: -1, chunk_size: 32}
output: {storage: files, story_format: z8, shard_size: 10000, row_group_size: 500}
out: datasets/demo
overwrite: false
```

Every parameter under ``challenge`` and ``grammar`` is a value or a sampler (`sampling`). They are
laid over each other in this order: the common ones, those of a member of the dataset's mixture,
those of the split, those of a member of the split's own mixture.
"""

__all__ = [
    "BuildConfig",
    "ComputeConfig",
    "DatasetConfig",
    "Distribution",
    "OutputConfig",
    "Recipe",
    "Split",
    "is_of_found_games",
    "parse_build",
    "parse_compute",
    "parse_name",
    "parse_output",
    "parse_recipe",
]

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from twbench.dataset.config.budget import Budget, parse_budget
from twbench.dataset.config.distribution import (
    Distribution,
    Layer,
    parse_distribution,
    refuse_strangers,
)
from twbench.dataset.config.extensions import (
    Extensions,
    check_themes,
    parse_extensions,
    read_extensions,
)
from twbench.dataset.config.fields import check_type, flag, mapping, one_of, place, text
from twbench.dataset.config.held_out import HeldOut, check_disjoint, parse_held_out
from twbench.dataset.config.mixture import parse_hygiene, read_members
from twbench.dataset.config.split_names import check_spelling, parse_split_name, split_order
from twbench.dataset.config.theme_settings import name_themes, theme_places
from twbench.errors import ConfigError
from twbench.whole_numbers import number_of_jobs, whole_number

RECIPE_KEYS = ("challenge", "dataset", "grammar", "output")
BUILD_KEYS = tuple(sorted((*RECIPE_KEYS, "compute", "out", "overwrite")))
DATASET_KEYS = (
    "budget",
    "challenge_modules",
    "citation",
    "description",
    "held_out",
    "hygiene",
    "license",
    "max_attempts",
    "mixture",
    "modules",
    "name",
    "packages",
    "per_split",
    "seed",
    "splits",
    "themes",
)
STORAGES = ("files", "packed")
BACKENDS = ("dask", "processes", "ray", "serial", "threading")
CLUSTERS = ("dask", "ray")
IN_THREADS = ("dask", "threading")


@dataclass(frozen=True, slots=True)
class Split:
    """One split: its games come from ``mixture``, in proportion to the weights."""

    name: str
    size: int
    mixture: tuple[Distribution, ...]


@dataclass(frozen=True, slots=True)
class DatasetConfig:
    """What is to be in a dataset. Splits are in the order of `split_order`."""

    name: str
    description: str
    seed: int
    splits: tuple[Split, ...]
    hygiene: str = "structure"
    max_attempts: int = 64
    license: str = ""
    citation: str = ""
    held_out: HeldOut = field(default_factory=HeldOut)
    budget: Budget = field(default_factory=Budget)
    extensions: Extensions = field(default_factory=Extensions)

    @property
    def size(self) -> int:
        """The number of games in all splits."""
        return sum(split.size for split in self.splits)


@dataclass(frozen=True, slots=True)
class OutputConfig:
    """How a dataset is laid out on disk."""

    storage: str = "files"
    story_format: str = "z8"
    shard_size: int = 10_000
    row_group_size: int = 500

    @property
    def packed(self) -> bool:
        """Whether stories and games become rows of Parquet files."""
        return self.storage == "packed"


@dataclass(frozen=True, slots=True)
class ComputeConfig:
    """How the work is spread; it cannot change the result.

    ``n_jobs`` is joblib's: -1 means one per core. ``address`` is that of a running Dask or Ray
    cluster.
    """

    backend: str = "processes"
    n_jobs: int = -1
    chunk_size: int = 32
    address: str = ""


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that decides the content of a dataset, and nothing else."""

    dataset: DatasetConfig
    output: OutputConfig

    def serialize(self) -> dict[str, Any]:
        """Return plain data that `parse_recipe` reads back, with every default spelled out."""
        mixtures = {
            split.name: {member.name: member.serialize() for member in split.mixture}
            for split in self.dataset.splits
        }
        common = next(iter(mixtures.values()))
        dataset = {
            "name": self.dataset.name,
            "description": self.dataset.description,
            "license": self.dataset.license,
            "citation": self.dataset.citation,
            "seed": self.dataset.seed,
            "hygiene": self.dataset.hygiene,
            "max_attempts": self.dataset.max_attempts,
            "held_out": self.dataset.held_out.serialize(),
            "budget": self.dataset.budget.serialize(),
            "splits": {split.name: split.size for split in self.dataset.splits},
            "mixture": common,
            "per_split": {
                name: {"mixture": mixture}
                for name, mixture in mixtures.items()
                if mixture != common
            },
            **self.dataset.extensions.serialize(),
        }
        return {"dataset": dataset, "output": dataclasses.asdict(self.output)}


@dataclass(frozen=True, slots=True)
class BuildConfig:
    """One build: what, how, and where to."""

    recipe: Recipe
    compute: ComputeConfig
    out: Path
    overwrite: bool = False


def is_of_found_games(config: Mapping[str, Any]) -> bool:
    """Say whether a configuration of a build is one of games that are found."""
    dataset = config.get("dataset")
    return isinstance(dataset, Mapping) and "stories" in dataset


def parse_build(config: Mapping[str, Any]) -> BuildConfig:
    """Return the typed configuration of a build; raises ConfigError at the first fault.

    The modules that it names are run.
    """
    values = mapping(config, "", BUILD_KEYS)
    places = list(theme_places(values))
    values = name_themes(values)
    out = place(values.get("out"), "out")
    recipe = parse_recipe(
        {key: values[key] for key in RECIPE_KEYS if key in values},
        _read_extensions(_dataset_settings(values), places),
    )
    check_themes(recipe.dataset.extensions)
    check_spelling([split.name for split in recipe.dataset.splits], "dataset.splits")
    compute = parse_compute(values.get("compute"))
    if recipe.dataset.budget.seconds is not None and compute.backend in IN_THREADS:
        raise ConfigError(
            f"dataset.budget.seconds needs worker processes; compute.backend={compute.backend}"
            " works in threads."
        )
    return BuildConfig(
        recipe=recipe,
        compute=compute,
        out=out,
        overwrite=flag(values.get("overwrite", False), "overwrite"),
    )


def parse_recipe(config: Mapping[str, Any], extensions: Extensions | None = None) -> Recipe:
    """Return the typed form of the parts of a configuration that decide the content.

    ``extensions`` are the modules and themes that it names (None: it is one that was recorded,
    with their names and hashes alone).
    """
    values = mapping(config, "", RECIPE_KEYS)
    return Recipe(
        dataset=_parse_dataset(values, extensions),
        output=parse_output(values.get("output")),
    )


def _dataset_settings(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings under ``dataset``, all of which there are."""
    return mapping(values.get("dataset"), "dataset", DATASET_KEYS)


def _read_extensions(dataset: Mapping[str, Any], places: list[str]) -> Extensions:
    """Read the modules and themes that a configuration names; raises ConfigError.

    ``places`` are the files and folders of themes that ``grammar.theme`` names.
    """
    if dataset.get("packages"):
        raise ConfigError("dataset.packages is what a build records; packages are installed.")
    paths: dict[str, list[str]] = {}
    for key in ("modules", "challenge_modules", "themes"):
        value = dataset.get(key)
        check_type([] if value is None else value, list[str], f"dataset.{key}")
        paths[key] = value or []
    return read_extensions(paths["modules"] + paths["challenge_modules"], paths["themes"], places)


def _parse_dataset(values: Mapping[str, Any], extensions: Extensions | None) -> DatasetConfig:
    dataset = _dataset_settings(values)
    sizes = mapping(dataset.get("splits"), "dataset.splits")
    if not sizes:
        raise ConfigError("dataset.splits must name at least one split with its size.")
    known = parse_extensions(dataset) if extensions is None else extensions
    base = Layer("", values.get("challenge"), values.get("grammar"), known)
    splits = _parse_splits(sizes, dataset, base)
    themes = {theme for split in splits for member in split.mixture for theme in member.themes}
    held_out = parse_held_out(dataset.get("held_out"), [split.name for split in splits])
    check_disjoint(held_out, {split.name: split.mixture for split in splits})
    return DatasetConfig(
        name=parse_name(dataset.get("name"), "dataset.name"),
        description=text(dataset.get("description", ""), "dataset.description"),
        seed=whole_number(dataset.get("seed", 0), "dataset.seed", 0, 2**63 - 1),
        splits=splits,
        held_out=held_out,
        budget=parse_budget(dataset.get("budget")),
        hygiene=parse_hygiene(dataset.get("hygiene", "structure"), "dataset.hygiene"),
        extensions=known.used(
            themes,
            {member.challenge for split in splits for member in split.mixture},
            {name for split in splits for member in split.mixture for name in member.own_samplers},
        ),
        max_attempts=whole_number(
            dataset.get("max_attempts", 64), "dataset.max_attempts", 1, 10_000
        ),
        license=_one_line(dataset.get("license", ""), "dataset.license"),
        citation=text(dataset.get("citation", ""), "dataset.citation"),
    )


def _parse_splits(
    sizes: Mapping[str, Any], dataset: Mapping[str, Any], base: Layer
) -> tuple[Split, ...]:
    mapping(dataset.get("per_split"), "dataset.per_split", tuple(sizes))  # of these splits alone
    read = []
    for name in sorted(sizes, key=split_order):
        path = f"dataset.splits.{name}"
        parse_split_name(name, path)
        if sizes[name] in (0, None):
            raise ConfigError(f"{path} has no games: leave it out, on a command line by ~{path}.")
        size = whole_number(sizes[name], path, 1, 100_000_000)
        read.append((name, size, read_members(name, dataset, base)))
    refuse_strangers(member.layers for _, _, members in read for member in members)
    return tuple(
        Split(name, size, tuple(parse_distribution(*member) for member in members))
        for name, size, members in read
    )


def parse_output(value: Any) -> OutputConfig:
    """Return the typed form of a configuration's ``output``; raises ConfigError."""
    default = OutputConfig()
    output = mapping(value, "output", tuple(sorted(dataclasses.asdict(default))))
    sizes = {
        key: whole_number(output.get(key, getattr(default, key)), f"output.{key}", 1, 10_000_000)
        for key in ("shard_size", "row_group_size")
    }
    return OutputConfig(
        storage=one_of(output.get("storage", default.storage), "output.storage", STORAGES),
        story_format=one_of(
            output.get("story_format", default.story_format), "output.story_format", ("z8",)
        ),
        **sizes,
    )


def parse_compute(value: Any) -> ComputeConfig:
    """Return the typed form of a configuration's ``compute``; raises ConfigError."""
    default = ComputeConfig()
    compute = mapping(value, "compute", tuple(sorted(dataclasses.asdict(default))))
    n_jobs = number_of_jobs(compute.get("n_jobs", default.n_jobs), "compute.n_jobs")
    backend = compute.get("backend", default.backend)
    one_of(backend, "compute.backend", BACKENDS)
    address = text(compute.get("address", default.address), "compute.address")
    if address and backend not in CLUSTERS:
        raise ConfigError(f"compute.address belongs to {' and '.join(CLUSTERS)}, not to {backend}.")
    return ComputeConfig(
        backend=backend,
        address=address,
        n_jobs=n_jobs,
        chunk_size=whole_number(
            compute.get("chunk_size", default.chunk_size), "compute.chunk_size", 1, 100_000
        ),
    )


def parse_name(value: Any, path: str) -> str:
    """Return the name of a dataset, which must do as the name of a folder; raises ConfigError."""
    if not isinstance(value, str) or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,95}", value):
        raise ConfigError(f"{path} must be a name of letters, digits, _, - and ., not {value!r}.")
    return value


def _one_line(value: Any, path: str) -> str:
    line = text(value, path)
    if "\n" in line:
        raise ConfigError(f"{path} must be one line, such as cc-by-4.0, not {value!r}.")
    return line
