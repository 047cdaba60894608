"""A run on disk: its tables, its record, and the parts it is made of while it is played.

```
<run_id>/
  run.json           what was played and how it scored; there only once the run is complete
  plan.parquet       the episodes in their order, fixed before the first was played
  episodes.parquet   one row per episode
  commands.parquet   every command of every episode, as it was typed into the story
  steps.parquet      one row per step, when transcripts are on
  parts/             chunks of episodes of a run that is not complete yet
```

A chunk counts as done when its episodes file has its final name, which it gets after everything
of the chunk was written. So a run that is stopped at any moment resumes where it was.
"""

__all__ = ["COMMANDS", "EPISODES", "PLAN", "STEPS", "RunFolder"]

import json
import shutil
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from twbench.dataset.schema import read_table, write_parquet
from twbench.errors import ConfigError, RunError
from twbench.evaluation.episode import Episode, Status
from twbench.evaluation.plan import Plan, PlanItem
from twbench.evaluation.record import check_record
from twbench.files import remove_unfinished, write_atomically
from twbench.untrusted import inside, read_json, regular_file

FORMAT = 1  # of run.json and the tables; raised when a reader of the old ones would misread them

ROW_GROUP = 10_000  # rows

_KEY = (
    pa.field("game_id", pa.string(), nullable=False),
    pa.field("challenge", pa.string(), nullable=False),
    pa.field("split", pa.string(), nullable=False),
    pa.field("episode_seed", pa.int64(), nullable=False),
    pa.field("agent_seed", pa.int64(), nullable=False),
)
PLAN = pa.schema(_KEY)
EPISODES = pa.schema(
    [
        *_KEY,
        pa.field("score", pa.int32()),
        pa.field("max_score", pa.int32()),
        pa.field("normalized_score", pa.float64()),
        pa.field("highscore", pa.int32()),
        pa.field("moves", pa.int32()),
        pa.field("steps", pa.int32()),
        pa.field("won", pa.bool_()),
        pa.field("lost", pa.bool_()),
        pa.field("truncated", pa.bool_(), nullable=False),
        pa.field("invalid_actions", pa.int32()),
        pa.field("status", pa.string(), nullable=False),
        pa.field("error", pa.string()),
    ]
)
COMMANDS = pa.schema(
    [
        pa.field("game_id", pa.string(), nullable=False),
        pa.field("episode_seed", pa.int64(), nullable=False),
        pa.field("step", pa.int32(), nullable=False),
        pa.field("command", pa.string(), nullable=False),
    ]
)
STEPS = pa.schema(
    [
        pa.field("game_id", pa.string(), nullable=False),
        pa.field("episode_seed", pa.int64(), nullable=False),
        pa.field("step", pa.int32(), nullable=False),
        pa.field("observation", pa.string(), nullable=False),
        pa.field("command", pa.string()),
        pa.field("reward", pa.int32()),
        pa.field("score", pa.int32()),
        pa.field("done", pa.bool_(), nullable=False),
    ]
)


class RunFolder:
    """The folder of one run, complete or not."""

    def __init__(self, path: Path):
        self.path = path
        self.parts = path / "parts"

    @property
    def is_complete(self) -> bool:
        """Whether every episode was played and the record written."""
        return (self.path / "run.json").is_file()

    @property
    def is_unfinished(self) -> bool:
        """Whether the run was begun and is not complete."""
        return self.parts.is_dir() and not self.is_complete

    @property
    def has_transcripts(self) -> bool:
        """Whether the steps were kept."""
        return (self.path / "steps.parquet").is_file()

    def begin(self, plan: Plan) -> None:
        """Make the folder and store the plan."""
        self.parts.mkdir(parents=True, exist_ok=True)
        rows = [_key(item, item.agent_seed) for item in plan.items]
        _write_rows(self.path / "plan.parquet", PLAN, rows)

    def has_part(self, number: int, items: Sequence[PlanItem], transcripts: bool) -> bool:
        """Whether the chunk is done; raises RunError if what is there is not that chunk."""
        episodes = self._part(number, "episodes")
        if not episodes.is_file():
            return False
        wanted = [(item.game.game_id, item.episode_seed) for item in items]
        table = _read_table(episodes, EPISODES, ["game_id", "episode_seed"])
        if wanted != list(zip(*(column.to_pylist() for column in table.columns), strict=True)):
            raise RunError(f"{episodes} is not of this run: delete {self.path} and start again.")
        return all(self._part(number, name).is_file() for name in _tables(transcripts))

    def write_part(self, number: int, episodes: Iterable[Episode], transcripts: bool) -> None:
        """Store a chunk of episodes; it is done once this returns."""
        played = list(episodes)
        for name, (schema, rows_of) in _tables(transcripts).items():
            rows = [row for episode in played for row in rows_of(episode)]
            _write_rows(self._part(number, name), schema, rows)

    def join_parts(self, count: int, transcripts: bool) -> None:
        """Write the run's tables from its ``count`` parts, in their order."""
        for name, (schema, _) in _tables(transcripts).items():
            files = [self._part(number, name) for number in range(count)]
            contents = (_read_table(file, schema, schema.names) for file in files)
            write_parquet(self.path / f"{name}.parquet", schema, contents, ROW_GROUP)

    def complete(self, record: dict[str, Any]) -> None:
        """Write the record, which makes the run complete, and delete the parts."""
        text = json.dumps(record, indent=2, sort_keys=True, allow_nan=False) + "\n"
        write_atomically(self.path / "run.json", text, lasting=True)
        remove_unfinished(self.path)
        shutil.rmtree(self.parts)

    def read_plan(self) -> list[dict[str, Any]]:
        """Return the rows of the plan."""
        return self._rows("plan.parquet", PLAN)

    def read_commands(self) -> list[dict[str, Any]]:
        """Return the commands of all episodes, in the order of the plan."""
        return self._rows("commands.parquet", COMMANDS)

    def read_episodes(self) -> list[dict[str, Any]]:
        """Return the rows of all episodes, in the order of the plan."""
        return self._rows("episodes.parquet", EPISODES)

    def read_failures(self) -> list[str]:
        """Return what was recorded of each episode that crashed or ran out of time."""
        table = _read_table(self.path / "episodes.parquet", EPISODES, ["status", "error"])
        failed = (Status.CRASHED.value, Status.TIMEOUT.value)
        return [str(row["error"]) for row in table.to_pylist() if row["status"] in failed]

    def read_record(self) -> dict[str, Any]:
        """Return the contents of run.json; raises RunError where that is not a run's record."""
        file = self.path / "run.json"
        if not self.path.is_dir():
            raise RunError(f"There is no run folder at {self.path}.")
        if not file.is_file():
            if self.is_unfinished:
                raise RunError(f"The run in {self.path} is not complete: evaluate again to resume.")
            raise RunError(f"{self.path} is not a run folder: it has no run.json.")
        record = read_json(inside(self.path, "run.json", RunError), RunError)
        if not isinstance(record, dict) or record.get("format") != FORMAT:
            raise RunError(f"{file} is not the record of a run in format {FORMAT}.")
        try:
            check_record(record)
        except ConfigError as error:
            raise RunError(f"{file} is damaged: {error}") from error
        return record

    def _rows(self, name: str, schema: pa.Schema) -> list[dict[str, Any]]:
        file = inside(self.path, name, RunError)
        if not regular_file(file):
            raise RunError(f"{self.path} is damaged: it has no {name}.")
        rows: list[dict[str, Any]] = _read_table(file, schema, schema.names).to_pylist()
        return rows

    def _part(self, number: int, name: str) -> Path:
        return self.parts / f"{number:05d}.{name}.parquet"


def _key(item: PlanItem, agent_seed: int) -> dict[str, Any]:
    return {
        "game_id": item.game.game_id,
        "challenge": item.game.challenge,
        "split": item.game.split,
        "episode_seed": item.episode_seed,
        "agent_seed": agent_seed,
    }


def _episode_rows(episode: Episode) -> Iterable[dict[str, Any]]:
    yield {
        **_key(episode.item, episode.agent_seed),
        "score": episode.score,
        "max_score": episode.item.game.max_score,
        "normalized_score": episode.normalized_score,
        "highscore": episode.highscore,
        "moves": episode.moves,
        "steps": episode.steps,
        "won": episode.won,
        "lost": episode.lost,
        "truncated": episode.truncated,
        "invalid_actions": episode.invalid_actions,
        "status": episode.status.value,
        "error": episode.error,
    }


def _command_rows(episode: Episode) -> Iterable[dict[str, Any]]:
    for number, command in enumerate(episode.commands, 1):
        yield {
            "game_id": episode.item.game.game_id,
            "episode_seed": episode.item.episode_seed,
            "step": number,
            "command": command,
        }


def _step_rows(episode: Episode) -> Iterable[dict[str, Any]]:
    for step in episode.transcript:
        yield {
            "game_id": episode.item.game.game_id,
            "episode_seed": episode.item.episode_seed,
            "step": step.step,
            "observation": step.observation,
            "command": step.command,
            "reward": step.reward,
            "score": step.score,
            "done": step.done,
        }


Rows = Callable[[Episode], Iterable[dict[str, Any]]]


def _tables(transcripts: bool) -> dict[str, tuple[pa.Schema, Rows]]:
    """Return the schema of each table of a chunk, and how an episode is written into it.

    That of the episodes is the last one: with it the chunk is done.
    """
    steps = {"steps": (STEPS, _step_rows)} if transcripts else {}
    return {
        "commands": (COMMANDS, _command_rows),
        **steps,
        "episodes": (EPISODES, _episode_rows),
    }


def _write_rows(file: Path, schema: pa.Schema, rows: list[dict[str, Any]]) -> None:
    write_parquet(file, schema, [pa.Table.from_pylist(rows, schema)], ROW_GROUP)


def _read_table(file: Path, schema: pa.Schema, columns: list[str]) -> pa.Table:
    return read_table(file, columns, schema=schema, error=RunError)
