"""A run on disk: its tables, its record, and the parts it is made of while it is played.

```
<run_id>/
  run.json           what was played and how it scored; there once all episodes were played
  plan.parquet       the episodes in their order, fixed before the first was played
  episodes.parquet   one row per episode
  commands.parquet   every command of every episode, as it was typed into the story
  steps.parquet      one row per step, when transcripts are on
  parts/             chunks of episodes of a run that is not complete yet
```

A chunk counts as done when its episodes file has its final name, which it gets after everything
of the chunk was written. So a run that is stopped at any moment resumes where it was. Episodes that
failed and not by the agent are played again in the next sitting; until then the run has a record
and its parts, and is not complete.
"""

__all__ = ["RunFolder"]

import contextlib
import json
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from twbench.dataset.files.index import file_sha256
from twbench.dataset.files.schema import count_rows
from twbench.errors import ConfigError, RunError
from twbench.evaluation.episodes.episode import FAILED, Episode, counts
from twbench.evaluation.records.extension import Extension
from twbench.evaluation.records.record import FORM, check_names, check_record, sealed
from twbench.evaluation.records.tables import (
    COMMANDS,
    EPISODES,
    FORMAT,
    PLAN,
    STEPS,
    Key,
    episode_of_item,
    episode_of_row,
    held,
    join_tables,
    key_of,
    read_episodes,
    read_rows,
    tables_of_chunk,
    write_rows,
)
from twbench.evaluation.settings.plan import Plan, PlanItem
from twbench.hashing import sha256_hex
from twbench.system.files import remove_unfinished, saying_where, write_atomically
from twbench.system.locks import locked
from twbench.untrusted import (
    check_name,
    inside,
    is_mostly_holes,
    parse_json,
    read_bytes,
    read_json,
    read_text,
    regular_file,
)

_TABLES = ("commands", "episodes", "plan", "steps")
_BEGUN = "begun.txt"  # a line for each time that a chunk, or a part of it, is begun
_EXTENDS = "extends.json"  # which earlier run has been taken over, if one has
_COUNT = re.compile("[0-9]{1,9}")


class RunFolder:
    """The folder of one run, complete or not."""

    def __init__(self, path: Path):
        self.path = path
        self.parts = path / "parts"
        self._made: list[Path] = []

    @property
    def is_recorded(self) -> bool:
        """Whether every episode was played and the record written; some may have failed."""
        return (self.path / "run.json").is_file()

    @property
    def is_complete(self) -> bool:
        """Whether there is a record, and nothing to be played again."""
        return self.is_recorded and not self.parts.is_dir()

    @property
    def is_unfinished(self) -> bool:
        """Whether the run was begun, and has no record yet."""
        return self.parts.is_dir() and not self.is_recorded

    @property
    def has_transcripts(self) -> bool:
        """Whether the steps were kept."""
        return (self.path / "steps.parquet").is_file()

    @property
    def has_commands(self) -> bool:
        """Whether any episode has a command."""
        return count_rows(self.path / "commands.parquet", COMMANDS, RunError) > 0

    @contextlib.contextmanager
    def written_to(self) -> Iterator[None]:
        """Make the folder, to which nobody else may write meanwhile; raises RunError if one does.

        Two that play the same run would mix the commands of one with the episodes of the other.
        Somebody else may have begun this one: nothing of it is written behind a link.
        """
        for name in ("lock", _BEGUN, _EXTENDS):
            inside(self.path, f"parts/{name}", RunError)
        folders = (self.path.parent, self.path)
        for folder in folders:
            if folder.exists() and not folder.is_dir():
                raise RunError(f"{folder} is a file; out must be a folder of runs, or a new one.")
        self._made = [folder for folder in folders if not folder.exists()]
        refusal = RunError(f"Another evaluation is writing to {self.path}.")
        with locked(self.parts / "lock", refusal):
            yield

    def begin(self, plan: Plan) -> None:
        """Store the plan. Raises RunError if what an earlier sitting has noted is damaged."""
        if self._has_begun:
            self.begun()
        rows = [key_of(item, item.agent_seed) for item in plan.items]
        write_rows(self.path / "plan.parquet", PLAN, rows)

    def extension(self) -> Extension | None:
        """Return what an unfinished run has to say of the run that it extends, if it does that.

        Raises RunError if that is damaged.
        """
        file = self.parts / _EXTENDS
        if not file.exists():
            return None
        try:
            extends = inside(self.path, f"parts/{_EXTENDS}", RunError)
            told = read_json(extends, RunError, unique=True)
            check_record(told, FORM["extends"], "extends")
        except ConfigError as error:
            raise RunError(f"{file} is damaged: {error}") from error
        return Extension.recorded({"extends": told})

    def extend(
        self,
        extension: Extension,
        earlier: Path,
        chunks: Sequence[Sequence[PlanItem]],
        transcripts: bool,
    ) -> None:
        """Take over the episodes of the run in ``earlier``, which ``extension`` tells of.

        That is done once, before anything is played. Raises RunError where this run was begun
        without it, or with another one.
        """
        if self._has_begun:
            self.check_extends(extension, self.extension())
            return
        for part in self.parts.glob("*.parquet"):  # of another run, which was not all taken over
            part.unlink()
        text = json.dumps(extension.to_json(), indent=2, sort_keys=True) + "\n"
        write_atomically(self.parts / _EXTENDS, text)
        self._take(RunFolder(earlier), chunks, transcripts)
        write_atomically(self.parts / _BEGUN, f"extends {extension.begun}\n")

    def check_taken(self) -> None:
        """Raise RunError if the run was stopped before it had all of the run that it extends."""
        known = self.extension()
        if known is not None and not self._has_begun:
            raise RunError(
                f"{self.path} was stopped while it took over {known.run_id}: name that run with"
                f" extend again, or delete {self.path}."
            )

    def check_transcripts(self, transcripts: bool) -> None:
        """Raise RunError if a run that extends another one is to have transcripts from now on.

        What was stored without them would be played again, and would not be that of the other run.
        """
        stored = {file.name.partition(".")[0] for file in self.parts.glob("*.episodes.parquet")}
        told = {file.name.partition(".")[0] for file in self.parts.glob("*.steps.parquet")}
        if transcripts and stored - told and self.extension() is not None:
            raise RunError(
                f"{self.path} extends another run, and was begun without transcripts: go on with"
                f" transcripts=false, or delete {self.path}."
            )

    def check_extends(self, asked: Extension, known: Extension | None) -> None:
        """Raise RunError unless the run, which was begun, extends the one that is asked for."""
        if asked != known:
            other = "no other run" if known is None else f"another run, {known.run_id}"
            raise RunError(
                f"{self.path} was begun before, and extends {other}: leave out extend, or delete"
                f" {self.path}."
            )

    def give_up(self) -> None:
        """Delete what `written_to` has made, if no chunk was stored."""
        if self._made and not list(self.parts.glob("*.parquet")):
            shutil.rmtree(self.path)
            if self.path.parent in self._made:
                with contextlib.suppress(OSError):  # another run has been begun beside it
                    self.path.parent.rmdir()

    def missing(self, number: int, items: Sequence[PlanItem], transcripts: bool) -> list[PlanItem]:
        """Return the items of a chunk that are to be played: not there, or failed for no reason.

        Some are not there if a run is extended that had a part of the chunk. Raises RunError if
        what is there is not of that chunk.
        """
        episodes = self._part(number, "episodes")
        if not all(self._part(number, name).is_file() for name in tables_of_chunk(transcripts)):
            return list(items)
        rows = read_episodes(episodes, EPISODES)
        there = {episode_of_row(row): counts(row["failed_by"]) for row in rows}
        keys = [episode_of_item(item) for item in items]
        if list(map(episode_of_row, rows)) != [key for key in keys if key in there]:
            raise RunError(f"{episodes} is not of this run: delete {self.path} and start again.")
        return [item for item, key in zip(items, keys, strict=True) if not there.get(key)]

    def note_begun(self, number: int, count: int) -> None:
        """Note that ``count`` episodes of a chunk are being played, whatever becomes of it."""
        file = self.parts / _BEGUN
        with saying_where(file), file.open("a") as notes:
            notes.write(f"{number} {count}\n")

    def begun(self) -> int:
        """Return how many episodes were begun, in this sitting and those before it."""
        file = self.parts / _BEGUN
        lines = [line.split() for line in read_text(file, RunError).splitlines()]
        if not all(len(line) == 2 and _COUNT.fullmatch(line[1]) for line in lines):
            raise RunError(f"{file} is damaged: delete {self.path} and start again.")
        return sum(int(count) for _, count in lines)

    def write_part(
        self,
        number: int,
        items: Sequence[PlanItem],
        episodes: Iterable[Episode],
        transcripts: bool,
    ) -> None:
        """Store the chunk of ``items``; it is done once this returns.

        Items that are not among ``episodes`` stay as an earlier sitting has left them.
        """
        played = {episode_of_item(episode.item): episode for episode in episodes}
        if not transcripts:  # those of an earlier sitting lack what was played now
            self._part(number, "steps").unlink(missing_ok=True)
        for name, (schema, rows_in) in tables_of_chunk(transcripts).items():
            file = self._part(number, name)
            kept: dict[Key, list[dict[str, Any]]] = {}
            if len(played) < len(items):
                for row in read_rows(file, schema):
                    kept.setdefault(episode_of_row(row), []).append(row)
            rows: list[dict[str, Any]] = []
            for key in map(episode_of_item, items):
                rows += rows_in(played[key]) if key in played else kept.get(key, [])
            write_rows(file, schema, rows)

    def join_parts(self, count: int, transcripts: bool) -> None:
        """Write the run's tables from its ``count`` parts, in their order."""
        if not transcripts:
            (self.path / "steps.parquet").unlink(missing_ok=True)
        for name, (schema, _) in tables_of_chunk(transcripts).items():
            files = [self._part(number, name) for number in range(count)]
            join_tables(self.path / f"{name}.parquet", schema, files)

    def record(self, record: dict[str, Any]) -> None:
        """Write the record; unless episodes are to be played again, delete the parts."""
        text = json.dumps(record, indent=2, sort_keys=True, allow_nan=False) + "\n"
        # The parts are deleted only when the record is there to stay: until then a run can resume.
        write_atomically(self.path / "run.json", text, lasting=True)
        remove_unfinished(self.path)
        if record["complete"]:
            shutil.rmtree(self.parts)

    def table_hashes(self) -> dict[str, str | None]:
        """Return what a record says of the files: the SHA-256 of each table, None if not there."""
        files = {name: self.path / f"{name}.parquet" for name in _TABLES}
        return {
            f"{name}_sha256": file_sha256(file) if file.is_file() else None
            for name, file in files.items()
        }

    def check_tables(self, record: Mapping[str, Any]) -> None:
        """Raise RunError unless the tables are those of the record."""
        for name in _TABLES:
            digest = record.get(f"{name}_sha256")
            if digest is None:
                # A mark vouches for what the record names: whatever is put beside it has none.
                if os.path.lexists(self.path / f"{name}.parquet"):
                    raise RunError(f"{self.path} is damaged: {name}.parquet was not recorded.")
                continue
            file = inside(self.path, f"{name}.parquet", RunError)
            if not regular_file(file):
                raise RunError(f"{self.path} is damaged: it has no {name}.parquet.")
            if is_mostly_holes(file) or file_sha256(file) != digest:
                raise RunError(f"{self.path} is damaged: {name}.parquet is not what was recorded.")

    def read_plan(self) -> list[dict[str, Any]]:
        """Return the rows of the plan."""
        return read_episodes(self._table("plan"), PLAN)

    def read_commands(self) -> Iterator[dict[str, Any]]:
        """Yield the commands of all episodes, in the order of the plan."""
        return read_rows(self._table("commands"), COMMANDS)

    def read_episodes(self) -> list[dict[str, Any]]:
        """Return the rows of all episodes, in the order of the plan."""
        return read_episodes(self._table("episodes"), EPISODES)

    def read_steps(self) -> Iterator[dict[str, Any]]:
        """Yield the steps of all episodes, in the order of the plan."""
        return read_rows(self._table("steps"), STEPS)

    def read_failures(self) -> list[str]:
        """Return what was recorded of each episode that crashed or ran out of time."""
        return [str(row["error"]) for row in self.read_episodes() if row["status"] in FAILED]

    def read_record(self) -> dict[str, Any]:
        """Return the contents of run.json; raises RunError where that is not a run's record."""
        return self.read_record_and_hash()[0]

    def read_record_and_hash(self) -> tuple[dict[str, Any], str]:
        """Return the contents of run.json, and the SHA-256 of the file that these were read from.

        Raises as `read_record` does.
        """
        file = self.path / "run.json"
        if not self.path.is_dir():
            raise RunError(f"There is no run folder at {self.path}.")
        if not file.is_file():
            if self.is_unfinished:
                raise RunError(f"The run in {self.path} is not complete: evaluate again to resume.")
            raise RunError(f"{self.path} is not a run folder: it has no run.json.")
        data = read_bytes(inside(self.path, "run.json", RunError), RunError)
        record = parse_json(data, file, RunError, unique=True)
        if not isinstance(record, dict) or record.get("format") != FORMAT:
            raise RunError(f"{file} is not the record of a run in format {FORMAT}.")
        try:
            check_record(record)
            check_names(record)
        except ConfigError as error:
            raise RunError(f"{file} is damaged: {error}") from error
        if sealed(record) != record:
            raise RunError(f"{file} is damaged: it is not what was recorded.")
        check_name(self.path, record["run_id"], RunError)
        return record, sha256_hex(data)

    @property
    def _has_begun(self) -> bool:
        return (self.parts / _BEGUN).exists()

    def _take(
        self, source: "RunFolder", chunks: Sequence[Sequence[PlanItem]], transcripts: bool
    ) -> None:
        """Write what ``source`` has of each chunk; its episodes are in the order of the chunks."""
        numbers = {
            episode_of_item(item): number for number, chunk in enumerate(chunks) for item in chunk
        }
        begun = {numbers[episode_of_row(row)] for row in source.read_plan()}
        for name, (schema, _) in tables_of_chunk(transcripts).items():
            file, left = source._table(name), set(begun)
            found = groupby(read_rows(file, schema), lambda row: numbers.get(episode_of_row(row)))
            for number, rows in found:
                if number is None or number not in left:
                    raise RunError(f"{file} is damaged: it has not its plan's episodes, in order.")
                left.remove(number)
                write_rows(self._part(number, name), schema, held(rows, file))
            for number in left:  # episodes without a command, for example
                write_rows(self._part(number, name), schema, [])

    def _table(self, name: str) -> Path:
        file = inside(self.path, f"{name}.parquet", RunError)
        if not regular_file(file):
            raise RunError(f"{self.path} is damaged: it has no {name}.parquet.")
        return file

    def _part(self, number: int, name: str) -> Path:
        return self.parts / f"{number:05d}.{name}.parquet"
