"""Importing: a dataset of games that exist already.

Each file is read by its family (`twbench.families`). TextWorld's games (``.json``) are read,
compiled anew and proven, as if they had been made here; a story beside one, of the same name, is
not looked at, and stands for the game where it alone is named. Other stories (``.z1`` to ``.z8``)
are taken as they are, with what Jericho knows of them. All games are in one split, in the order of
the names of their files, or the configuration says which challenge is in which split (`found`).
"""

__all__ = [
    "ImportConfig",
    "collect",
    "import_dataset",
    "import_sources",
    "not_played",
    "parse_import",
    "parse_settings",
    "parse_splits",
]

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from twbench import families
from twbench.dataset.building.assemble import Assembly, Content
from twbench.dataset.building.candidates import Candidates, progress_bar
from twbench.dataset.building.chunk_work import ChunkWork
from twbench.dataset.building.chunk_writer import rejection_row
from twbench.dataset.building.places import Accepted
from twbench.dataset.building.workspace import Workspace, open_workspace
from twbench.dataset.config.distribution import LEVELS
from twbench.dataset.config.extensions import Extensions, parse_extensions, read_extensions
from twbench.dataset.config.fields import check_type, mapping, text
from twbench.dataset.config.plan import Slot
from twbench.dataset.config.recipe import ComputeConfig, OutputConfig, parse_name, parse_output
from twbench.dataset.config.split_names import check_spelling, parse_split_name, split_order
from twbench.dataset.files.index import DatasetIndex, SplitCounts, file_sha256, read_index
from twbench.dataset.items.deduplication import Deduplication
from twbench.dataset.items.imported import (
    ImportSpec,
    Source,
    import_family,
    import_file,
    lose_file,
    patience,
)
from twbench.dataset.items.item import Made
from twbench.dataset.workers.engines import engine
from twbench.errors import ConfigError, GenerationError
from twbench.families.known import game_of, kind_not_played, read_head
from twbench.hashing import canonical_json, sha256_hex
from twbench.system.parts import Parts, in_one_part
from twbench.untrusted import is_mostly_holes, regular_file, walked
from twbench.whole_numbers import number_of_jobs, whole_number

TOLD = 3
"""How many stories that cannot be played are named, if there are no others."""
TOGETHER = 4
"""Files in a chunk, at least: what may be lost when an import is interrupted."""
_MOST_TOGETHER = 64
_CHUNKS = 256
"""Of so many chunks one may be lost: to write more takes longer than to look at small files."""
NONE = LEVELS[0]
_SPLIT = "test"
DATASET_KEYS = ("citation", "description", "license", "name")


@dataclass(frozen=True, slots=True)
class ImportConfig:
    """What an imported dataset is called, and which split its games are in.

    With ``splits`` each of them has the games of some challenges, and those of others are left out:
    `twbench.families.Family.note` tells the challenge of a file. ``split`` has no meaning then.
    ``extensions`` have the modules with families of one's own: the workers run these as well, and
    the dataset records their names and hashes.
    """

    name: str
    split: str = _SPLIT
    description: str = ""
    license: str = ""
    citation: str = ""
    output: OutputConfig = field(default_factory=OutputConfig)
    extensions: Extensions = field(default_factory=Extensions)
    splits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raise ConfigError for what cannot be a name, a split or a licence."""
        parse_name(self.name, "name")
        parse_split_name(self.split, "split")
        for name, several in mapping(self.splits, "splits").items():
            parse_split_name(name, f"splits.{name}")
            check_type(several, tuple[str, ...], f"splits.{name}")
        if "\n" in self.license:
            raise ConfigError("license must be one line, such as cc-by-4.0.")

    def serialize(self, sources: Sequence[Source]) -> dict[str, Any]:
        """Return the recipe of the dataset: what it is, and of which files."""
        digest = sha256_hex(canonical_json([[source.name, *source.hashes] for source in sources]))
        return {
            **self.serialize_settings(),
            "import": {"files": len(sources), "sha256": digest, **self._serialize_splits()},
        }

    def _serialize_splits(self) -> dict[str, Any]:
        if not self.splits:
            return {"split": self.split}
        return {"splits": {name: list(self.splits[name]) for name in sorted(self.splits)}}

    def placed(self, sources: Sequence[Source]) -> dict[str, list[Source]]:
        """Return the files of each split that has any, in the order of `split_order`."""
        if not self.splits:
            return {self.split: list(sources)}
        found: dict[str, list[Source]] = {}
        of_challenge = {one: split for split, several in self.splits.items() for one in several}
        for source in sources:
            split = of_challenge.get(source.challenge)
            if split is not None:
                found.setdefault(split, []).append(source)
        return {split: found[split] for split in sorted(found, key=split_order)}

    def sizes(self, counts: Mapping[str, SplitCounts]) -> dict[str, int]:
        """Return how many games each split must have in a dataset that has these ``counts``."""
        if not self.splits:
            return {self.split: sum(found.games for found in counts.values())}
        return {split: counts[split].games for split in counts if split in self.splits}

    def has_place(self, split: str, challenge: str) -> bool:
        """Say whether games of ``challenge`` may be in ``split``."""
        return challenge in self.splits[split] if self.splits else split == self.split

    def serialize_settings(self) -> dict[str, Any]:
        """Return the parts of the recipe that do not depend on the files."""
        dataset = {key: getattr(self, key) for key in DATASET_KEYS}
        return {
            "dataset": {**dataset, "hygiene": NONE, **self.extensions.serialize()},
            "output": dataclasses.asdict(self.output),
        }


def parse_import(config: Mapping[str, Any]) -> ImportConfig:
    """Return the settings in a recipe of `ImportConfig.serialize`; raises ConfigError.

    Nothing is run.
    """
    values = mapping(config, "", ("dataset", "import", "output"))
    dataset = mapping(
        values.get("dataset"), "dataset", (*DATASET_KEYS, "challenge_modules", "hygiene")
    )
    source = mapping(values.get("import"), "import", ("files", "sha256", "split", "splits"))
    whole_number(source.get("files"), "import.files", 1)
    text(source.get("sha256"), "import.sha256")
    settings: dict[str, Any] = {
        key: text(dataset.get(key), f"dataset.{key}") for key in DATASET_KEYS
    }
    output = parse_output(values.get("output"))
    splits = parse_splits(source.get("splits"), "import.splits")
    split = _SPLIT if splits else text(source.get("split"), "import.split")
    return ImportConfig(
        split=split,
        output=output,
        extensions=parse_extensions(dataset),
        splits=splits,
        **settings,
    )


def parse_splits(value: Any, path: str) -> dict[str, tuple[str, ...]]:
    """Return which challenges are in which split; raises ConfigError.

    None is in two of them. A split with null is left out: so a command line takes one away.
    """
    splits: dict[str, tuple[str, ...]] = {}
    for name, several in mapping(value, path).items():
        if several is None:
            continue
        check_type(several, str | list[str], f"{path}.{name}")
        splits[name] = (several,) if isinstance(several, str) else tuple(several)
    every = [one for several in splits.values() for one in several]
    twice = sorted({one for one in every if every.count(one) > 1})
    if twice:
        among = " and ".join(name for name, several in splits.items() if twice[0] in several)
        raise ConfigError(
            f"{path}: {twice[0]} can be in one split only, and is in {among}; a split is left out"
            " by null."
        )
    return splits


def parse_settings(
    name: str,
    split: str,
    storage: str = "files",
    modules: Sequence[str | Path] = (),
    **texts: Any,
) -> ImportConfig:
    """Return the settings of an import, checked; raises ConfigError. ``texts`` are for the card.

    ``modules`` are Python files that register families: they are run.
    """
    return ImportConfig(
        name,
        split,
        output=parse_output({"storage": storage}),
        extensions=read_extensions(modules).used((), (), ()),
        **texts,
    )


def collect(paths: Sequence[Path]) -> list[Source]:
    """Return the games and stories among ``paths``, files or folders, in the order of names.

    Symbolic links in a folder are left out: they may lead to files that nobody meant to share.
    Raises ConfigError if there are none, if a path leads nowhere, and for a file of holes.
    """
    sources = [
        Source(
            path.absolute(),
            name,
            _hash_of(path),
            beside=_hash_beside(path, family),
            content=family.content(path),
        )
        for path, name in _files(paths).items()
        if (family := import_family(path)) is not None and game_of(path) == path
    ]
    if not sources:
        others = [f" {name} is {what}" for name, what in not_played(paths)[:TOLD]]
        raise ConfigError(
            f"There is no game and no story ({', '.join(_suffixes())}) among"
            f" {', '.join(map(str, paths))}.{''.join(others)}"
        )
    return sorted(sources, key=lambda source: (source.name, source.sha256))


def not_played(paths: Sequence[Path]) -> list[tuple[str, str]]:
    """Return the names of stories among ``paths`` that no family plays, and what each is.

    Raises ConfigError if a path leads nowhere.
    """
    found = ((name, kind_not_played(read_head(path))) for path, name in _files(paths).items())
    return sorted((name, what) for name, what in found if what is not None)


def _files(paths: Sequence[Path]) -> dict[Path, str]:
    """Return all files among ``paths``, and those in folders, with their names."""
    found: dict[Path, str] = {}
    for path in paths:
        if path.is_dir():
            found.update((file, file.relative_to(path).as_posix()) for file in _files_in(path))
        elif regular_file(path):
            game = game_of(path)
            found[game] = game.name
        elif path.exists():
            raise ConfigError(f"{path} is neither a file nor a folder.")
        else:
            raise ConfigError(f"There is nothing at {path}.")
    return found


def import_dataset(
    paths: Sequence[str | Path],
    config: ImportConfig,
    out: str | Path,
    *,
    n_jobs: int = -1,
    overwrite: bool = False,
    progress: bool = True,
) -> DatasetIndex:
    """Make a dataset in ``out`` of the games and stories among ``paths``.

    >>> index = import_dataset(
    ...     ["game.json"], ImportConfig("old"), "datasets/old", n_jobs=1, progress=False
    ... )
    >>> index.size
    1

    Given the same files again it finishes what was interrupted. What cannot be imported, or comes
    twice, is recorded in ``rejected.parquet``. Raises GenerationError if nothing can be imported,
    and as `collect` and `open_workspace` do.
    """
    number_of_jobs(n_jobs)
    check_spelling(config.splits or [config.split], "splits" if config.splits else "split")
    config.extensions.use()
    return import_sources(
        collect([*map(Path, paths)]), config, Path(out), n_jobs, overwrite, progress
    )


def import_sources(
    sources: Sequence[Source],
    config: ImportConfig,
    out: Path,
    n_jobs: int,
    overwrite: bool,
    progress: bool,
) -> DatasetIndex:
    """Make a dataset in ``out`` of the files ``sources``; see `import_dataset`."""
    placed = config.placed(sources)
    sources = [source for several in placed.values() for source in several]
    recipe = config.serialize(sources)
    with open_workspace(out, recipe, overwrite) as workspace:
        if workspace.finished:
            return read_index(out)
        candidates = _import_all(placed, config, workspace, n_jobs, progress)
        accepted, rejected = _judge(placed, candidates)
        if not len(accepted):
            workspace.remove()
            name, detail = sources[0].name, rejected[0]["detail"]
            raise GenerationError(
                f"None of the {len(sources)} files can be imported. The first:"
                f" {detail if name in detail else f'{name}: {detail}'}"
            )
        sizes = {split: len(accepted.attempts(split)) for split in placed}
        sizes = {split: size for split, size in sizes.items() if size}
        content = Content(config.name, recipe, sizes, config.output)
        return Assembly(workspace.out, content, candidates.chunk, accepted, rejected).write()


@dataclass(frozen=True, slots=True)
class _Files:
    """The plan of an import: each of the files ``placed`` in a split is a candidate."""

    placed: Mapping[str, Sequence[Source]]
    extensions: Extensions

    def has(self, slot: Slot, attempt: int) -> bool:
        """Say whether there is such a file."""
        return slot.index < len(self.placed.get(slot.split, ())) and attempt == 0

    def spec(self, slot: Slot, attempt: int) -> ImportSpec:
        """Return the file as a candidate."""
        return ImportSpec(
            self.placed[slot.split][slot.index],
            slot.split,
            slot.index,
            attempt,
            extensions=self.extensions,
        )


def _files_in(folder: Path) -> list[Path]:
    """Return the files that lie in ``folder``, rather than behind a symbolic link, sorted."""
    found = (
        Path(parent, name) for parent, _, names in walked(folder, ConfigError) for name in names
    )
    return sorted(file for file in found if regular_file(file) and not file.is_symlink())


def _suffixes() -> list[str]:
    """Return the suffixes of all files that can be imported."""
    return sorted({suffix for family in families.each() for suffix in family.suffixes})


def _hash_of(path: Path) -> str:
    if is_mostly_holes(path):  # which may take years to read
        raise ConfigError(f"{path} is no game: most of it is holes, and was not read.")
    return file_sha256(path)


def _hash_beside(path: Path, family: families.Family[Any]) -> str:
    """Return a hash of what lies beside a file and says more of it, "" for nothing."""
    beside = [path.with_name(path.name + suffix) for suffix in family.suffixes_beside]
    known = [_hash_of(file) for file in beside if regular_file(file)]
    return sha256_hex(canonical_json(known)) if known else ""


def _import_all(
    placed: Mapping[str, Sequence[Source]],
    config: ImportConfig,
    workspace: Workspace,
    n_jobs: int,
    progress: bool,
) -> Candidates:
    """Import every file that has not been imported before; the place of each is its position."""
    work = ChunkWork(
        make=_import_in_one_part,
        lose=lose_file,
        seconds=patience,
        folder=workspace.chunk_folder,
        failures=None,
        packed=config.output.packed,
        quiet=True,
    )
    places = [Slot(split, number) for split in placed for number in range(len(placed[split]))]
    together = min(_MOST_TOGETHER, max(TOGETHER, len(places) // _CHUNKS))
    compute = ComputeConfig(n_jobs=n_jobs)
    with progress_bar(config.name, len(places), progress) as bar, engine(compute) as workers:
        files = _Files(placed, config.extensions)
        candidates = Candidates(workspace, files, work, workers)
        for _ in candidates.make(places, 0, together):
            bar.update(len(candidates) - bar.n)
    return candidates


def _import_in_one_part(spec: ImportSpec) -> Parts[Made]:
    return in_one_part(import_file, spec)


def _judge(
    placed: Mapping[str, Sequence[Source]], candidates: Candidates
) -> tuple[Accepted, list[dict[str, Any]]]:
    """Give each file in turn the next place of its split, unless its game is there already.

    Returns what is in which place, and the rows of the files that were refused. A refused file has
    the index of the next game that was taken.
    """
    deduplication = Deduplication()
    accepted = Accepted()
    rejected: list[dict[str, Any]] = []
    refused = {Slot(row["split"], row["index"]): row for row in candidates.rejections()}
    for split, sources in placed.items():
        size = 0
        for number, source in enumerate(sources):
            outcome, taken = candidates.take(Slot(split, number), 0)
            slot = Slot(split, size)
            game = outcome.game
            if game is None:
                rejected.append({**refused[Slot(split, number)], "index": slot.index})
                continue
            # An id of what is played, so that copies of a game under other names are found.
            content = source.content or game.game_id.rpartition("-")[2]
            conflict = deduplication.accept(slot, game._replace(game_id=content), NONE)
            if conflict is None:
                accepted.put(slot, taken)
                size += 1
                continue
            spec = ImportSpec(source, split, slot.index, challenge=outcome.challenge)
            rejected.append(
                rejection_row(
                    spec, conflict.reason, conflict.detail, game.game_id, game.structure_hash
                )
            )
    return accepted, rejected
