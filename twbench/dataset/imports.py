"""Importing: a dataset of games that exist already.

TextWorld's games (``.json``) are read, compiled anew and proven, as if they had been made here;
a story beside one, of the same name, is not looked at. Other stories (``.z3``, ``.z5``, ``.z8``)
are taken as they are, with what Jericho knows of them (`third_party`). All games are in one split,
in the order of the names of their files.
"""

__all__ = [
    "ImportConfig",
    "Source",
    "collect",
    "import_dataset",
    "imported_columns",
    "parse_import",
    "parse_settings",
]

import dataclasses
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import joblib
from tqdm import tqdm

from twbench import story
from twbench.dataset import item, third_party
from twbench.dataset.assemble import Assembly, Content
from twbench.dataset.chunk import Chunk, ChunkWriter
from twbench.dataset.config import OutputConfig, parse_name, parse_output, parse_split_name
from twbench.dataset.fields import mapping, text, whole_number
from twbench.dataset.hygiene import Claims
from twbench.dataset.index import DatasetIndex, read_index
from twbench.dataset.plan import Slot
from twbench.dataset.replay import replay
from twbench.dataset.workspace import Workspace, open_workspace
from twbench.errors import ConfigError, GenerationError, StoryLimitError, TwbenchError
from twbench.generator.game import Game
from twbench.hashing import canonical_json, content_id, sha256_hex

STORIES = (".z3", ".z4", ".z5", ".z8")
TOGETHER = 64
OTHER_CHALLENGE = "custom"
DATASET_KEYS = ("citation", "description", "license", "name")


@dataclass(frozen=True, slots=True)
class Source:
    """A file to import; ``name`` tells it from others without saying where it was."""

    path: Path
    name: str
    sha256: str

    @property
    def params(self) -> str:
        """The manifest's column ``params``: where the game is from."""
        return canonical_json({"source": self.name, "source_sha256": self.sha256})


@dataclass(frozen=True, slots=True)
class ImportConfig:
    """What an imported dataset is called, and which split its games are in."""

    name: str
    split: str = "test"
    description: str = ""
    license: str = ""
    citation: str = ""
    output: OutputConfig = field(default_factory=OutputConfig)

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
            "dataset": {**dataset, "shared_structures": True},
            "output": dataclasses.asdict(self.output),
        }


@dataclass(frozen=True, slots=True)
class _Imported:
    """A game, its manifest row without its place, and its files."""

    row: dict[str, Any]
    story: bytes
    game: bytes | None


@dataclass(frozen=True, slots=True)
class _Refused:
    challenge: str
    reason: str
    detail: str


def parse_import(config: Mapping[str, Any]) -> ImportConfig:
    """Return the settings in a recipe of `ImportConfig.serialize`; raises ConfigError."""
    values = mapping(config, "", ("dataset", "import", "output"))
    dataset = mapping(values.get("dataset"), "dataset", (*DATASET_KEYS, "shared_structures"))
    source = mapping(values.get("import"), "import", ("files", "sha256", "split"))
    whole_number(source.get("files"), "import.files", 1)
    text(source.get("sha256"), "import.sha256")
    settings = {key: text(dataset.get(key), f"dataset.{key}") for key in DATASET_KEYS}
    output = parse_output(values.get("output"))
    return dataclasses.replace(
        parse_settings(split=text(source.get("split"), "import.split"), **settings), output=output
    )


def parse_settings(name: str, split: str, storage: str = "files", **texts: str) -> ImportConfig:
    """Return the settings of an import, checked; raises ConfigError. ``texts`` are for the card."""
    if "\n" in texts.get("license", ""):
        raise ConfigError("license must be one line, such as cc-by-4.0.")
    return ImportConfig(
        name=parse_name(name, "name"),
        split=parse_split_name(split, "split"),
        output=parse_output({"storage": storage}),
        **texts,
    )


def collect(paths: Sequence[Path]) -> list[Source]:
    """Return the games and stories among ``paths``, files or folders, in the order of names.

    Raises ConfigError if there are none, or if a path leads nowhere.
    """
    found: dict[Path, str] = {}
    for path in paths:
        if path.is_dir():
            files = sorted(file for file in path.rglob("*") if file.is_file())
            found.update((file, file.relative_to(path).as_posix()) for file in files)
        elif path.is_file():
            found[path] = path.name
        else:
            raise ConfigError(f"There is no {path} to import.")
    sources = [
        Source(path.absolute(), name, sha256_hex(path.read_bytes()))
        for path, name in found.items()
        if path.suffix == ".json" or (path.suffix in STORIES and not _has_game(path))
    ]
    if not sources:
        raise ConfigError(
            f"There is no game (.json) and no story ({', '.join(STORIES)}) among"
            f" {', '.join(map(str, paths))}."
        )
    return sorted(sources, key=lambda source: (source.name, source.sha256))


def import_dataset(
    paths: Sequence[Path],
    config: ImportConfig,
    out: Path,
    *,
    n_jobs: int = -1,
    overwrite: bool = False,
    progress: bool = True,
) -> DatasetIndex:
    """Make a dataset in ``out`` of the games and stories among ``paths``.

    What cannot be imported, or comes twice, is recorded in ``rejected.parquet``. Raises
    GenerationError if nothing can be imported, and as `collect` and `open_workspace` do.
    """
    sources = collect(paths)
    recipe = config.serialize(sources)
    with open_workspace(out, recipe, overwrite) as workspace:
        if workspace.finished:
            return read_index(out)
        calls = (joblib.delayed(_import)(source) for source in sources)
        results = joblib.Parallel(n_jobs=n_jobs, return_as="generator")(calls)
        bar = tqdm(
            zip(sources, results, strict=True),
            total=len(sources),
            desc=config.name,
            unit="game",
            disable=not progress,
        )
        accepted, rejected = _judge(bar, config, workspace)
        if not accepted:
            raise GenerationError(
                f"None of the {len(sources)} files can be imported. The first,"
                f" {sources[0].name}: {rejected[0]['detail']}"
            )
        content = Content(config.name, recipe, {config.split: len(accepted)}, config.output)
        return Assembly(out, content, accepted, rejected).write()


def imported_columns(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of a manifest row that follow from its place, challenge and id."""
    stem = f"games/{row['split']}/{row['challenge']}/{row['game_id']}"
    return {
        "story": f"{stem}.{row['story_format']}",
        "game": None if row["family"] == third_party.FAMILY else f"{stem}.json",
        "attempt": 0,
        "grammar": "{}",
    }


def _has_game(path: Path) -> bool:
    return path.with_suffix(".json").is_file()


def _import(source: Source) -> _Imported | _Refused:
    """Import one file, in a worker."""
    try:
        if source.path.suffix == ".json":
            return _import_game(source)
        return _import_story(source)
    except StoryLimitError as error:
        return _Refused(OTHER_CHALLENGE, "too_large", str(error))
    except TwbenchError as error:  # says what is wrong, and perhaps where the file was
        return _Refused(
            OTHER_CHALLENGE, "unreadable", str(error).replace(str(source.path), source.name)
        )


def _import_game(source: Source) -> _Imported | _Refused:
    """Compile a game anew and prove it."""
    game = Game.load(source.path)
    challenge = _challenge(game)
    game_id, data = item.seal(game, challenge)
    compiled = story.compile_story(game)
    described = item.describe_game(game, compiled.vocabulary)
    with tempfile.TemporaryDirectory(prefix="twbench-") as folder:
        path = Path(folder) / f"{game_id}.z8"
        path.write_bytes(compiled.data)
        problem = replay(path, described["walkthrough"], described["max_score"])
    if problem is not None:
        return _Refused(challenge, "not_won", problem)
    row = {
        **described,
        "game_id": game_id,
        "family": item.FAMILY,
        "challenge": challenge,
        "seed": None,
        "params": source.params,
        "story_format": "z8",
        "story_sha256": sha256_hex(compiled.data),
        "game_sha256": sha256_hex(data),
        "verified": True,
    }
    return _Imported(row, compiled.data, data)


def _import_story(source: Source) -> _Imported:
    """Take a story as it is."""
    row = {
        **third_party.describe_story(source.path),
        "game_id": third_party.story_id(source.path),
        "family": third_party.FAMILY,
        "params": source.params,
        "structure_hash": content_id(source.sha256, 26),
        "map_hash": None,
        "story_format": source.path.suffix[1:],
        "story_sha256": source.sha256,
        "game_sha256": None,
    }
    return _Imported(row, source.path.read_bytes(), None)


def _challenge(game: Game) -> str:
    """Return the challenge that the game's id names, as TextWorld writes it: ``tw-NAME-...``."""
    match = re.match(r"tw-([a-z]+(?:_[a-z]+)*)-", str(game.metadata.get("uuid", "")))
    return match[1] if match else OTHER_CHALLENGE


def _judge(
    results: Iterator[tuple[Source, _Imported | _Refused]],
    config: ImportConfig,
    workspace: Workspace,
) -> tuple[dict[Slot, tuple[Chunk, int]], list[dict[str, Any]]]:
    """Take what can be taken into chunks of ``workspace``; return where, and what was rejected."""
    claims = Claims(shared_structures=True)
    accepted: dict[Slot, tuple[Chunk, int]] = {}
    rejected: list[dict[str, Any]] = []
    workspace.clear()
    waiting: list[item.Item] = []

    def write() -> None:
        chunk = Chunk(workspace.chunk_folder / f"{len(accepted):09d}")
        with ChunkWriter(chunk.folder, config.output.packed) as writer:
            for made in waiting:
                writer.add(made)
                accepted[Slot(config.split, made.row["index"])] = (chunk, 0)
        waiting.clear()

    for source, result in results:
        slot = Slot(config.split, len(accepted) + len(waiting))
        if isinstance(result, _Refused):
            rejected.append(_rejection(slot, source, result))
            continue
        row = result.row
        refusal = claims.claim(slot, row["game_id"], row["structure_hash"], row["map_hash"])
        if refusal is not None:
            refused = _Refused(row["challenge"], refusal.reason, refusal.detail)
            rejected.append(_rejection(slot, source, refused))
            continue
        placed = {**row, "split": slot.split, "index": slot.index}
        placed.update(imported_columns(placed))
        waiting.append(item.Item(placed, result.story, result.game))
        if len(waiting) == TOGETHER:
            write()
    write()
    return accepted, rejected


def _rejection(slot: Slot, source: Source, refused: _Refused) -> dict[str, Any]:
    """Return the row of a file that was not taken; its index is that of the next game taken."""
    return {
        "split": slot.split,
        "index": slot.index,
        "attempt": 0,
        "seed": None,
        "challenge": refused.challenge,
        "params": source.params,
        "reason": refused.reason,
        "detail": refused.detail,
        "game_id": None,
        "structure_hash": None,
    }
