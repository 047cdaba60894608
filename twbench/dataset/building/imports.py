"""Importing: a dataset of games that exist already.

Each file is read by its family (`twbench.families`). TextWorld's games (``.json``) are read,
compiled anew and proven, as if they had been made here; a story beside one, of the same name, is
not looked at. Other stories (``.z3``, ``.z5``, ``.z8``) are taken as they are, with what Jericho
knows of them. All games are in one split, in the order of the names of their files.
"""

__all__ = ["ImportConfig", "collect", "import_dataset", "parse_import", "parse_settings"]

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from twbench import families
from twbench.dataset.building.assemble import Assembly, Content
from twbench.dataset.building.candidates import Candidates, Made, progress_bar
from twbench.dataset.building.chunk import rejection_row
from twbench.dataset.building.chunk_work import ChunkWork
from twbench.dataset.building.workspace import Workspace, open_workspace
from twbench.dataset.config.distribution import LEVELS
from twbench.dataset.config.extensions import Extensions, parse_extensions, read_extensions
from twbench.dataset.config.fields import mapping, text, whole_number
from twbench.dataset.config.plan import Slot
from twbench.dataset.config.recipe import (
    ComputeConfig,
    OutputConfig,
    parse_name,
    parse_output,
    parse_split_name,
)
from twbench.dataset.files.index import DatasetIndex, file_sha256, read_index
from twbench.dataset.items.deduplication import CandidateGame, Deduplication
from twbench.dataset.items.imported import (
    ImportSpec,
    Source,
    import_family,
    import_file,
    lose_file,
    patience,
)
from twbench.dataset.workers.engines import engine
from twbench.errors import ConfigError, GenerationError
from twbench.hashing import canonical_json, sha256_hex
from twbench.untrusted import regular_file

TOGETHER = 4
"""Files in a chunk: what may be lost when an import is interrupted."""
NONE = LEVELS[0]
DATASET_KEYS = ("citation", "description", "license", "name")


@dataclass(frozen=True, slots=True)
class ImportConfig:
    """What an imported dataset is called, and which split its games are in.

    ``extensions`` have the modules with families of one's own: the workers run these as well, and
    the dataset records their names and hashes.
    """

    name: str
    split: str = "test"
    description: str = ""
    license: str = ""
    citation: str = ""
    output: OutputConfig = field(default_factory=OutputConfig)
    extensions: Extensions = field(default_factory=Extensions)

    def __post_init__(self) -> None:
        """Raise ConfigError for what cannot be a name, a split or a licence."""
        parse_name(self.name, "name")
        parse_split_name(self.split, "split")
        if "\n" in self.license:
            raise ConfigError("license must be one line, such as cc-by-4.0.")

    def serialize(self, sources: Sequence[Source]) -> dict[str, Any]:
        """Return the recipe of the dataset: what it is, and of which files."""
        digest = sha256_hex(canonical_json([[source.name, source.sha256] for source in sources]))
        return {
            **self.serialize_settings(),
            "import": {"files": len(sources), "sha256": digest, "split": self.split},
        }

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
    source = mapping(values.get("import"), "import", ("files", "sha256", "split"))
    whole_number(source.get("files"), "import.files", 1)
    text(source.get("sha256"), "import.sha256")
    settings = {key: text(dataset.get(key), f"dataset.{key}") for key in DATASET_KEYS}
    output = parse_output(values.get("output"))
    return ImportConfig(
        split=text(source.get("split"), "import.split"),
        output=output,
        extensions=parse_extensions(dataset),
        **settings,
    )


def parse_settings(
    name: str,
    split: str,
    storage: str = "files",
    modules: Sequence[str | Path] = (),
    **texts: str,
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
    Raises ConfigError if there are none, or if a path leads nowhere.
    """
    found: dict[Path, str] = {}
    for path in paths:
        if path.is_dir():
            files = sorted(file for file in path.rglob("*") if _lies_in(file, path))
            found.update((file, file.relative_to(path).as_posix()) for file in files)
        elif regular_file(path):
            found[path] = path.name
        else:
            raise ConfigError(f"There is no {path} to import.")
    sources = [
        Source(path.absolute(), name, file_sha256(path))
        for path, name in found.items()
        if import_family(path) is not None and not _has_game(path)
    ]
    if not sources:
        raise ConfigError(
            f"There is no game and no story ({', '.join(_suffixes())}) among"
            f" {', '.join(map(str, paths))}."
        )
    return sorted(sources, key=lambda source: (source.name, source.sha256))


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
    if n_jobs == 0:
        raise ConfigError("n_jobs must be a number of workers, or -1 for one per core, not 0.")
    config.extensions.use()
    sources = collect([*map(Path, paths)])
    recipe = config.serialize(sources)
    out = Path(out)
    with open_workspace(out, recipe, overwrite) as workspace:
        if workspace.finished:
            return read_index(out)
        candidates = _import_all(sources, config, workspace, n_jobs, progress)
        accepted, rejected = _judge(sources, config, candidates)
        if not accepted:
            workspace.remove()
            raise GenerationError(
                f"None of the {len(sources)} files can be imported. The first,"
                f" {sources[0].name}: {rejected[0]['detail']}"
            )
        content = Content(config.name, recipe, {config.split: len(accepted)}, config.output)
        return Assembly(workspace.out, content, accepted, rejected).write()


@dataclass(frozen=True, slots=True)
class _Files:
    """The plan of an import: each of the ``sources`` is a candidate."""

    sources: Sequence[Source]
    split: str
    extensions: Extensions

    def has(self, slot: Slot, attempt: int) -> bool:
        """Say whether there is such a file."""
        return slot.split == self.split and slot.index < len(self.sources) and attempt == 0

    def spec(self, slot: Slot, attempt: int) -> ImportSpec:
        """Return the file as a candidate."""
        return ImportSpec(
            self.sources[slot.index],
            slot.split,
            slot.index,
            attempt,
            extensions=self.extensions,
        )


def _lies_in(file: Path, folder: Path) -> bool:
    """Say whether a file found in ``folder`` lies there, rather than behind a symbolic link."""
    *between, _ = file.relative_to(folder).parents
    links = (path.is_symlink() for path in (file, *(folder / part for part in between)))
    return regular_file(file) and not any(links)


def _suffixes() -> list[str]:
    """Return the suffixes of all files that can be imported."""
    return sorted({suffix for family in families.each() for suffix in family.suffixes})


def _has_game(path: Path) -> bool:
    """Say whether the file is a story whose game lies beside it."""
    return path.suffix != ".json" and path.with_suffix(".json").is_file()


def _import_all(
    sources: Sequence[Source],
    config: ImportConfig,
    workspace: Workspace,
    n_jobs: int,
    progress: bool,
) -> Candidates:
    """Import every file that has not been imported before; the place of each is its position."""
    work = ChunkWork(
        make=import_file,
        lose=lose_file,
        limit=patience,
        folder=workspace.chunk_folder,
        failures=None,
        packed=config.output.packed,
        quiet=True,
    )
    places = [Slot(config.split, number) for number in range(len(sources))]
    compute = ComputeConfig(n_jobs=n_jobs)
    with progress_bar(config.name, len(sources), progress) as bar, engine(compute) as workers:
        files = _Files(sources, config.split, config.extensions)
        candidates = Candidates(workspace, files, work, workers)
        for _ in candidates.make(places, 0, TOGETHER):
            bar.update(len(candidates.made) - bar.n)
    return candidates


def _judge(
    sources: Sequence[Source], config: ImportConfig, candidates: Candidates
) -> tuple[dict[Slot, Made], list[dict[str, Any]]]:
    """Take each file in turn, unless its game is there already: give it the next place.

    Returns what is in which place, and the rows of the files that were refused. The index of these
    is that of the next game taken.
    """
    deduplication = Deduplication()
    accepted: dict[Slot, Made] = {}
    rejected: list[dict[str, Any]] = []
    refused = {row["index"]: row for row in candidates.rejections()}
    for number, source in enumerate(sources):
        made = candidates.made[Slot(config.split, number), 0]
        outcome, _ = made
        slot = Slot(config.split, len(accepted))
        if outcome.game_id is None or outcome.structure_hash is None:
            rejected.append({**refused[number], "index": slot.index})
            continue
        content = outcome.game_id.rpartition("-")[2]  # equal for equal files of any name
        game = CandidateGame(content, outcome.challenge, outcome.structure_hash, None, None)
        conflict = deduplication.accept(slot, game, NONE)
        if conflict is None:
            accepted[slot] = made
            continue
        spec = ImportSpec(source, slot.split, slot.index, challenge=outcome.challenge)
        rejected.append(
            rejection_row(
                spec, conflict.reason, conflict.detail, outcome.game_id, outcome.structure_hash
            )
        )
    return accepted, rejected
