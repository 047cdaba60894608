"""Importing one file: from a game or a story that exists to an item of a dataset."""

__all__ = [
    "ImportSpec",
    "Source",
    "import_family",
    "import_file",
    "imported_columns",
    "imported_params",
    "lose_file",
    "patience",
]

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from textwrap import shorten
from typing import Any

import pyarrow as pa

from twbench.dataset.config.budget import Budget, OverBudget, within
from twbench.dataset.config.extensions import Extensions
from twbench.dataset.files.schema import MANIFEST
from twbench.dataset.items import item
from twbench.dataset.items.failure import describe_error
from twbench.dataset.workers.work import Loss
from twbench.errors import DatasetError, StoryLimitError, TwbenchError
from twbench.families import Family, each, get, read_head
from twbench.hashing import canonical_json, content_id
from twbench.system.timers import in_main_thread
from twbench.untrusted import parse_json
from twbench.version import __version__

UNREAD = "custom"
"""What a file counts as until it has been read."""
TIME_LIMIT = 120.0
"""Seconds of processor time in which a game must be read, compiled and proven."""
STORY_TIME_LIMIT = 60.0
"""Seconds that looking at a story may take, its walkthrough included."""
LONGEST_DETAIL = 300


@dataclass(frozen=True, slots=True)
class Source:
    """A file to import; ``name`` tells it from others without saying where it was.

    ``challenge`` is what its family takes it for before it is read, "" where nobody has asked.
    ``beside`` is the hash of what the user has put beside it, "" if that is nothing. ``content``
    is what its family says is played of it (`Family.content`).
    """

    path: Path
    name: str
    sha256: str
    challenge: str = ""
    beside: str = ""
    content: str = ""

    @property
    def hashes(self) -> list[str]:
        """The hashes of all that is read of it."""
        return [self.sha256, self.beside] if self.beside else [self.sha256]

    @property
    def params(self) -> dict[str, str]:
        """The manifest's column ``params``: where the game is from."""
        return {"source": self.name, "source_sha256": self.sha256}


@dataclass(frozen=True, slots=True)
class ImportSpec:
    """A file as a candidate; its ``index`` is its position among the files.

    ``extensions`` have families that may be the one of its game, beside those that are installed.
    """

    source: Source
    split: str
    index: int
    attempt: int = 0
    seed: int | None = None
    challenge: str = UNREAD
    extensions: Extensions = field(default_factory=Extensions)

    @property
    def params(self) -> dict[str, Any]:
        """Where the game is from."""
        return self.source.params

    @property
    def key(self) -> str:
        """A short text that is equal for candidates that are made in the same way; see `Spec`."""
        place = [self.split, self.index, self.attempt]
        modules = [module.sha256 for module in self.extensions.modules]
        return content_id([__version__, self.source.name, *self.source.hashes, place, *modules])


def import_file(spec: ImportSpec) -> item.Item | item.Rejection:
    """Import the file of ``spec``.

    What cannot be read, compiled, won or done in time is a Rejection, with one sentence that says
    why: a file made by nobody knows whom may break any part of the code. Raises OSError if the disk
    is full or the file is gone, ConfigError if a module is not at hand. The time limit of a game
    holds in the main thread of a process; to look at a story needs a process that may hang or die.
    """
    name = spec.source.name

    def refuse(reason: str, detail: str) -> item.Rejection:
        found = detail.replace(str(spec.source.path), name)  # which tells where the file was
        return item.Rejection(spec, reason, shorten(found, LONGEST_DETAIL, placeholder=" ..."))

    spec.extensions.use()
    family = import_family(spec.source.path)
    if family is None:
        return refuse("unreadable", f"{name} is a game of no known family.")
    limited = family.is_harmless and in_main_thread()
    try:
        with within(TIME_LIMIT if limited else None):
            return _import(spec, family)
    except StoryLimitError as error:
        return refuse("too_large", str(error))
    except TwbenchError as error:
        return refuse("unreadable", str(error))
    except OverBudget:
        return refuse("over_budget", f"{name} was given up after {TIME_LIMIT:g} seconds.")
    except OSError:
        raise
    except MemoryError:
        return refuse("out_of_memory", f"{name} takes more memory than there is.")
    except Exception as error:  # the border where a file that breaks something is refused
        return refuse("unreadable", f"{name} is no sound game: {describe_error(error)}.")


def lose_file(spec: ImportSpec, loss: Loss) -> item.Rejection:
    """Return what to record of a file that a worker has been lost with."""
    name = spec.source.name
    if loss is Loss.HUNG:
        detail = f"{name} was given up after {patience(spec):g} seconds: it does not answer."
        return item.Rejection(spec, "over_budget", detail)
    detail = f"{name} ended the process that imported it, twice."
    return item.Rejection(spec, "crashed", detail)


def patience(spec: ImportSpec) -> float:
    """Return after how many seconds a worker that imports a file is to be ended.

    A game that can be interrupted has been by then, and may have had to share the processor.
    """
    family = import_family(spec.source.path)
    return 4 * TIME_LIMIT if family is None or family.is_harmless else STORY_TIME_LIMIT


def import_family(path: Path) -> Family[Any] | None:
    """Return the family that takes the file of somebody's at ``path``, or None.

    A story of ours alone, without its game, is one story among others.
    """
    fitting = (family for family in each() if family.kept_as(path) is not None)
    return next((family for family in fitting if family.recognises(path, read_head(path))), None)


def imported_columns(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of a manifest row that follow from its place, challenge and id."""
    return {
        **item.file_names(row, get(row["family"]).has_game_file),
        "attempt": 0,
        "grammar": "{}",
    }


def imported_params(row: Mapping[str, Any], facts: Mapping[str, Any]) -> str:
    """Return the params that the row of a game with these ``facts`` must have.

    What the file was called is in them alone, and its hash, unless the story is that file.
    Raises DatasetError if the row's own make no sense.
    """
    told = parse_json(row["params"], "A row's params", DatasetError)
    source = Source(Path(), *[_text(told, name) for name in ("source", "source_sha256")])
    if row["game"] is None:
        source = replace(source, sha256=row["story_sha256"])
    return canonical_json({**source.params, **facts})


def _text(params: object, name: str) -> str:
    found = params.get(name) if isinstance(params, dict) else None
    if not isinstance(found, str):
        raise DatasetError(f"A row's params must have a text {name!r}.")
    return found


def _import(spec: ImportSpec, family: Family[Any]) -> item.Item | item.Rejection:
    """Read the game, make its files anew, and prove it."""
    game = family.complete(family.read(spec.source.path))
    challenge = family.origin(game)
    files = family.seal(game, challenge)
    columns = {
        "seed": None,
        "verified": True,
        **family.describe(game, files, Budget().nodes),
        **item.file_hashes(files),
        "game_id": files.game_id,
        "family": family.name,
        "challenge": challenge,
        "story_format": family.story_format if files.game else family.kept_as(spec.source.path),
    }
    problem = family.replay(files, columns)
    if problem is not None:
        return item.Rejection(replace(spec, challenge=challenge), "not_won", problem)
    params = {**spec.params, **family.facts(game)}
    return item.Item(_row(spec, columns, params), files.story, files.game)


def _row(spec: ImportSpec, columns: dict[str, Any], params: dict[str, Any]) -> dict[str, Any]:
    """Return the row of the manifest, with the place of the file among the files."""
    place = {"split": spec.split, "index": spec.index, "params": canonical_json(params)}
    row = {**columns, **place}
    row.update(imported_columns(row))
    pa.Table.from_pylist([row], schema=MANIFEST)  # raises what it cannot hold
    return row
