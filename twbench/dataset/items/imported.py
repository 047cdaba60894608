"""Importing one file: from a game or a story that exists to an item of a dataset."""

__all__ = [
    "STORIES",
    "ImportSpec",
    "Source",
    "import_file",
    "imported_columns",
    "lose_file",
    "patience",
]

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import shorten
from typing import Any

import pyarrow as pa

from twbench import __version__, story
from twbench.dataset.config.budget import OverBudget, within
from twbench.dataset.files.schema import MANIFEST
from twbench.dataset.items import item, third_party
from twbench.dataset.items.failure import describe_error
from twbench.dataset.items.replay import replay
from twbench.dataset.workers.pool import Loss
from twbench.envs.frotz.story_file import StoryFile
from twbench.errors import StoryLimitError, TwbenchError
from twbench.generator.games.game import Game
from twbench.hashing import canonical_json, content_id, sha256_hex
from twbench.system.timers import in_main_thread

STORIES = (".z3", ".z4", ".z5", ".z8")
OTHER_CHALLENGE = "custom"
TIME_LIMIT = 120.0
"""Seconds of processor time in which a game must be read, compiled and proven."""
STORY_TIME_LIMIT = 60.0
"""Seconds that looking at a story may take, its walkthrough included."""
LONGEST_DETAIL = 300


@dataclass(frozen=True, slots=True)
class Source:
    """A file to import; ``name`` tells it from others without saying where it was."""

    path: Path
    name: str
    sha256: str

    @property
    def params(self) -> dict[str, str]:
        """The manifest's column ``params``: where the game is from."""
        return {"source": self.name, "source_sha256": self.sha256}


@dataclass(frozen=True, slots=True)
class ImportSpec:
    """A file as a candidate; its ``index`` is its position among the files."""

    source: Source
    split: str
    index: int
    attempt: int = 0
    seed: int | None = None
    challenge: str = OTHER_CHALLENGE

    @property
    def params(self) -> dict[str, Any]:
        """Where the game is from."""
        return self.source.params

    @property
    def key(self) -> str:
        """A short text that is equal for candidates that are made in the same way; see `Spec`."""
        place = [self.split, self.index, self.attempt]
        return content_id([__version__, self.source.name, self.source.sha256, place])


def import_file(spec: ImportSpec) -> item.Item | item.Rejection:
    """Import the file of ``spec``.

    What cannot be read, compiled, won or done in time is a Rejection, with one sentence that says
    why: a file made by nobody knows whom may break any part of the code. Raises OSError if the disk
    is full or the file is gone. The time limit of a game holds in the main thread of a process; to
    look at a story needs a process that may hang or die.
    """
    name = spec.source.name

    def refuse(reason: str, detail: str) -> item.Rejection:
        found = detail.replace(str(spec.source.path), name)  # which tells where the file was
        return item.Rejection(spec, reason, shorten(found, LONGEST_DETAIL, placeholder=" ..."))

    try:
        if spec.source.path.suffix != ".json":
            return _import_story(spec)
        with within(TIME_LIMIT if in_main_thread() else None):
            return _import_game(spec)
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
    return STORY_TIME_LIMIT if spec.source.path.suffix != ".json" else 4 * TIME_LIMIT


def imported_columns(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of a manifest row that follow from its place, challenge and id."""
    stem = f"games/{row['split']}/{row['challenge']}/{row['game_id']}"
    return {
        "story": f"{stem}.{row['story_format']}",
        "game": None if row["family"] == third_party.FAMILY else f"{stem}.json",
        "attempt": 0,
        "grammar": "{}",
    }


def _import_game(spec: ImportSpec) -> item.Item | item.Rejection:
    """Compile a game anew and prove it."""
    game = Game.load(spec.source.path)
    challenge = _challenge(game)
    game_id, data = item.seal(game, challenge)
    compiled = story.compile_story(game)
    described = item.describe_game(game, compiled.vocabulary)
    proof = StoryFile(game_id, compiled.data)
    problem = replay(proof, described["walkthrough"], described["max_score"])
    if problem is not None:
        return item.Rejection(replace(spec, challenge=challenge), "not_won", problem)
    columns = {
        **described,
        "game_id": game_id,
        "family": item.FAMILY,
        "challenge": challenge,
        "seed": None,
        "story_format": "z8",
        "story_sha256": sha256_hex(compiled.data),
        "game_sha256": sha256_hex(data),
        "verified": True,
    }
    return item.Item(_row(spec, columns), compiled.data, data)


def _import_story(spec: ImportSpec) -> item.Item:
    """Take a story as it is."""
    path = spec.source.path
    columns = {
        **third_party.describe_story(path),
        "game_id": third_party.story_id(path),
        "family": third_party.FAMILY,
        "structure_hash": content_id(spec.source.sha256, 26),
        "puzzle_hash": None,
        "map_hash": None,
        "story_format": path.suffix[1:],
        "story_sha256": spec.source.sha256,
        "game_sha256": None,
    }
    return item.Item(_row(spec, columns), path.read_bytes(), None)


def _row(spec: ImportSpec, columns: dict[str, Any]) -> dict[str, Any]:
    """Return the row of the manifest, with the place of the file among the files."""
    place = {"split": spec.split, "index": spec.index, "params": canonical_json(spec.params)}
    row = {**columns, **place}
    row.update(imported_columns(row))
    pa.Table.from_pylist([row], schema=MANIFEST)  # raises what it cannot hold
    return row


def _challenge(game: Game) -> str:
    """Return the challenge that the game's id names, as TextWorld writes it: ``tw-NAME-...``."""
    match = re.match(r"tw-([a-z]+(?:_[a-z]+)*)-", str(game.metadata.get("uuid", "")))
    return match[1] if match else OTHER_CHALLENGE
