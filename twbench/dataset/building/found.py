"""Datasets of games that everybody has to find, because they may not be shipped.

A configuration of such a dataset names, under ``dataset.stories``, the folder where the user has
them, or several. Its ``dataset.splits`` say which challenges are in which split; what the challenge
of a file is, the family tells by the file's content (`twbench.families.Family.note`), and so it is
settled before anything is played. All else goes as an import does (`imports`).

```
dataset:
  name: jericho
  stories: [stories/, more/zork1.z5]
  splits: {test: jericho, train: unscored}
compute: {n_jobs: 4}
output: {storage: packed}
out: datasets/jericho
```
"""

__all__ = [
    "FoundConfig",
    "Lacking",
    "build_found",
    "lacking",
    "notes",
    "parse_found",
]

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from twbench import families
from twbench.dataset.building.imports import (
    ImportConfig,
    collect,
    import_sources,
    not_played,
    parse_splits,
)
from twbench.dataset.config.extensions import read_extensions
from twbench.dataset.config.fields import check_type, flag, mapping, place, text
from twbench.dataset.config.recipe import ComputeConfig, parse_compute, parse_output
from twbench.dataset.config.split_names import check_spelling, split_order
from twbench.dataset.files.index import DatasetIndex
from twbench.dataset.items.imported import Source, import_family
from twbench.errors import ConfigError, InputError

KEYS = ("challenge", "compute", "dataset", "grammar", "out", "output", "overwrite")
OWN = ("citation", "description", "license", "modules", "name", "splits", "stories")
OF_MADE_GAMES: Mapping[str, Any] = {
    "budget": {"nodes": 20000, "seconds": None},
    "held_out": {},
    "hygiene": "structure",
    "max_attempts": 64,
    "mixture": None,
    "per_split": {},
    "themes": [],
}
"""Settings for games that are made. ``conf/build.yaml`` gives them to every dataset; here they must
have these values."""


@dataclass(frozen=True, slots=True)
class FoundConfig:
    """A dataset of what is found in the ``folders``, which may be files as well."""

    settings: ImportConfig
    folders: tuple[Path, ...]
    compute: ComputeConfig
    out: Path
    overwrite: bool = False


@dataclass(frozen=True, slots=True)
class Lacking:
    """What of a catalogue was not found: its title, the names, of how many, and where it is."""

    title: str
    names: tuple[str, ...]
    of: int
    registry: Path

    def __str__(self) -> str:
        here = self.of - len(self.names)
        told = f"{here} of the {self.of} games of {self.title} are here"
        if self.names:
            told += f"; missing: {', '.join(self.names)}"
        return f"{told}. The hashes of all are in {self.registry}."


def parse_found(config: Mapping[str, Any]) -> FoundConfig:
    """Return the typed configuration; raises ConfigError at the first fault.

    The modules that it names are run.
    """
    values = mapping(config, "", KEYS)
    dataset = mapping(values.get("dataset"), "dataset", tuple(sorted((*OWN, *OF_MADE_GAMES))))
    for key in ("challenge", "grammar"):
        if values.get(key):
            raise ConfigError(
                f"{key} is for games that are made; those of dataset.stories are found."
            )
    for key, default in OF_MADE_GAMES.items():
        if dataset.get(key, default) != default:
            raise ConfigError(f"dataset.{key} is for games that are made, not for dataset.stories.")
    compute = parse_compute(values.get("compute"))
    usual = ComputeConfig().backend
    if compute.backend != usual:
        raise ConfigError(
            "dataset.stories are played in processes that may hang or die: compute.backend must be"
            f" {usual}, not {compute.backend}."
        )
    modules = dataset.get("modules") or []
    check_type(modules, list[str], "dataset.modules")
    settings = ImportConfig(
        name=text(dataset.get("name"), "dataset.name"),
        description=text(dataset.get("description", ""), "dataset.description"),
        license=text(dataset.get("license", ""), "dataset.license"),
        citation=text(dataset.get("citation", ""), "dataset.citation"),
        output=parse_output(values.get("output")),
        extensions=read_extensions(modules).used((), (), ()),
        splits=parse_splits(dataset.get("splits"), "dataset.splits"),
    )
    if not settings.splits:
        raise ConfigError("dataset.splits must say which challenges are in which split.")
    check_spelling(settings.splits, "dataset.splits")
    return FoundConfig(
        settings=settings,
        folders=_folders(dataset.get("stories")),
        compute=compute,
        out=place(values.get("out"), "out"),
        overwrite=flag(values.get("overwrite", False), "overwrite"),
    )


def build_found(config: FoundConfig, progress: bool = True) -> DatasetIndex:
    """Make the dataset of what is found; raises as `twbench.dataset.import_dataset` does."""
    settings = config.settings
    settings.extensions.use()
    first = settings.splits[min(settings.splits, key=split_order)][0]
    found = [_noted(source, first) for source in collect(config.folders)]
    placed = settings.placed(found)
    if not placed:
        raise ConfigError(
            f"None of the {len(found)} files is of a challenge that dataset.splits names; the"
            f" first, {found[0].name}, is of {found[0].challenge}."
        )
    n_jobs, overwrite = config.compute.n_jobs, config.overwrite
    return import_sources(found, settings, config.out, n_jobs, overwrite, progress)


def notes(folders: Sequence[Path]) -> list[tuple[str, str]]:
    """Return the name of each file that is a game or a story, and what it is; none is played.

    Stories of kinds that cannot be imported are among them. Raises ConfigError if there are no
    others.
    """
    found = not_played(folders)
    for source in collect(folders):
        family = import_family(source.path)
        try:
            found.append((source.name, "" if family is None else family.note(source.path).text))
        except InputError as error:
            found.append((source.name, str(error)))
    return sorted(found)


def lacking(folders: Sequence[Path]) -> list[Lacking]:
    """Return what of the catalogues that the files in ``folders`` belong to is not there.

    A catalogue of a family that no file is of is not told.
    """
    names: dict[str, set[str]] = {}
    for path in (source.path for source in collect(folders)):
        family = import_family(path)
        if family is not None:
            found = names.setdefault(family.name, set())
            found.update(_entries(family, path))
    return [
        Lacking(
            catalogue.title,
            tuple(name for name in catalogue.names if name not in names[family.name]),
            len(catalogue.names),
            catalogue.file,
        )
        for family in (families.get(name) for name in sorted(names))
        if (catalogue := family.catalogue()) is not None
    ]


def _entries(family: families.Family[Any], path: Path) -> Iterable[str]:
    """Yield the name of the file in the family's catalogue, if it has one."""
    try:
        name = family.note(path).name
    except InputError:
        return
    if name is not None:
        yield name


def _noted(source: Source, otherwise: str) -> Source:
    """Return a file with its challenge; one that cannot be read will be refused in some split."""
    family = import_family(source.path)
    try:
        return replace(source, challenge=family.note(source.path).challenge if family else "")
    except InputError:
        return replace(source, challenge=otherwise)


def _folders(value: Any) -> tuple[Path, ...]:
    if value is None or value == "":
        raise ConfigError(
            "dataset.stories is missing: dataset.stories=FOLDER names the folder with your stories."
            " None is shipped with twbench; docs/jericho.md says where they are."
        )
    check_type(value, str | list[str], "dataset.stories")
    paths = (value,) if isinstance(value, str) else tuple(value)
    if not paths:
        raise ConfigError("dataset.stories must name at least one folder.")
    return tuple(map(Path, paths))
