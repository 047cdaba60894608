"""The tables of a run: their columns, how episodes become rows, and how rows are read again."""

__all__ = [
    "COMMANDS",
    "EPISODES",
    "FORMAT",
    "PLAN",
    "STEPS",
    "Key",
    "episode_of_item",
    "episode_of_row",
    "held",
    "join_tables",
    "key_of",
    "read_episodes",
    "read_rows",
    "rows_of",
    "tables_of_chunk",
    "write_rows",
]

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa

from twbench.dataset.files.schema import count_rows, read_table, write_parquet
from twbench.dataset.files.schema import read_rows as rows_in
from twbench.errors import RunError
from twbench.evaluation.episodes.episode import Episode
from twbench.evaluation.settings.plan import PlanItem
from twbench.untrusted import at_most

FORMAT = 2
"""Of run.json and the tables."""

MAX_MEMORY = 1 << 30
"""Bytes that rows may take which are held at once: those of half a million episodes."""
_LEAST = 4
"""Bytes that a row with the seeds of an episode takes at least, which no file can have shorter."""
_ROW_GROUP = 10_000  # rows

_KEY = (
    pa.field("game_id", pa.string(), nullable=False),
    pa.field("challenge", pa.string(), nullable=False),
    pa.field("level", pa.int32()),
    pa.field("puzzle_hash", pa.string()),
    pa.field("optimal_length", pa.int32()),
    pa.field("split", pa.string(), nullable=False),
    pa.field("episode_seed", pa.int64(), nullable=False),
    pa.field("agent_seed", pa.int64(), nullable=False),
)
Key = tuple[str, int]
"""What an episode of a run is known by: its game and its seed."""

PLAN = pa.schema(_KEY)
EPISODES = pa.schema(
    [
        *_KEY,
        pa.field("score", pa.int32()),
        pa.field("max_score", pa.int32()),
        pa.field("normalized_score", pa.float64()),
        pa.field("highscore", pa.int32()),
        pa.field("moves", pa.int32()),
        pa.field("turns", pa.int32()),
        pa.field("steps", pa.int32()),
        pa.field("won", pa.bool_()),
        pa.field("lost", pa.bool_()),
        pa.field("truncated", pa.bool_(), nullable=False),
        pa.field("invalid_actions", pa.int32()),
        pa.field("lookahead", pa.int32()),
        pa.field("status", pa.string(), nullable=False),
        pa.field("failed_by", pa.string()),
        pa.field("error", pa.string()),
    ]
)
COMMANDS = pa.schema(
    [
        pa.field("game_id", pa.string(), nullable=False),
        pa.field("episode_seed", pa.int64(), nullable=False),
        pa.field("step", pa.int32(), nullable=False),
        pa.field("branch", pa.int32(), nullable=False),
        pa.field("command", pa.string(), nullable=False),
    ]
)
"""``branch`` is 0 for the game itself, else the number of the copy that was tried out."""
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


def episode_of_item(item: PlanItem) -> Key:
    """Return what the episode of a plan's item is known by."""
    return item.game.game_id, item.episode_seed


def episode_of_row(row: Mapping[str, Any]) -> Key:
    """Return what the episode of a table's row is known by."""
    return row["game_id"], row["episode_seed"]


def key_of(item: PlanItem, agent_seed: int) -> dict[str, Any]:
    """Return the columns that plan and episodes have in common."""
    game = item.game
    return {
        "game_id": game.game_id,
        "challenge": game.challenge,
        "level": game.level,
        "puzzle_hash": game.puzzle_hash,
        "optimal_length": game.optimal_length,
        "split": game.split,
        "episode_seed": item.episode_seed,
        "agent_seed": agent_seed,
    }


def _episode_rows(episode: Episode) -> Iterable[dict[str, Any]]:
    yield {
        **key_of(episode.item, episode.agent_seed),
        "score": episode.score,
        "max_score": episode.item.game.max_score,
        "normalized_score": episode.normalized_score,
        "highscore": episode.highscore,
        "moves": episode.moves,
        "turns": episode.turns,
        "steps": episode.steps,
        "won": episode.won,
        "lost": episode.lost,
        "truncated": episode.truncated,
        "invalid_actions": episode.invalid_actions,
        "lookahead": episode.lookahead,
        "status": episode.status.value,
        "failed_by": episode.failed_by and episode.failed_by.value,
        "error": episode.error,
    }


def _command_rows(episode: Episode) -> Iterable[dict[str, Any]]:
    for number, command in enumerate(episode.commands, 1):
        yield {
            "game_id": episode.item.game.game_id,
            "episode_seed": episode.item.episode_seed,
            "step": number,
            "branch": command.branch,
            "command": command.text,
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


def tables_of_chunk(transcripts: bool) -> dict[str, tuple[pa.Schema, Rows]]:
    """Return the schema of each table of a chunk, and how an episode is written into it.

    That of the episodes is the last one: with it the chunk is done.
    """
    steps = {"steps": (STEPS, _step_rows)} if transcripts else {}
    return {
        "commands": (COMMANDS, _command_rows),
        **steps,
        "episodes": (EPISODES, _episode_rows),
    }


def rows_of(name: str, episode: Episode) -> Iterable[dict[str, Any]]:
    """Return the rows that an episode has in the table ``name``."""
    return tables_of_chunk(transcripts=True)[name][1](episode)


def write_rows(file: Path, schema: pa.Schema, rows: list[dict[str, Any]]) -> None:
    """Write a table."""
    write_parquet(file, schema, [pa.Table.from_pylist(rows, schema)], _ROW_GROUP)


def read_episodes(file: Path, schema: pa.Schema) -> list[dict[str, Any]]:
    """Return the rows of a table with a row for each episode: of `PLAN` or `EPISODES`.

    Raises RunError for a file that is no such table.
    """
    if count_rows(file, schema, RunError) > file.stat().st_size // _LEAST:
        raise RunError(f"{file} is damaged: it has more rows than a file of its size can hold.")
    return held(read_rows(file, schema), file)


def read_rows(file: Path, schema: pa.Schema) -> Iterator[dict[str, Any]]:
    """Yield the rows of a table, of which few are held at once; raises as `read_episodes` does."""
    return rows_in(file, schema, error=RunError, memory=MAX_MEMORY)


def held(rows: Iterable[dict[str, Any]], file: Path) -> list[dict[str, Any]]:
    """Return ``rows`` of ``file``: millions of them fit in some kilobytes.

    Raises RunError if they take more than `MAX_MEMORY`.
    """
    try:
        with at_most(MAX_MEMORY):
            return list(rows)
    except MemoryError:
        size = f"{MAX_MEMORY >> 30} GiB"
        raise RunError(
            f"{file} has more rows than {size} of memory, or what there is, can hold."
        ) from None


def join_tables(file: Path, schema: pa.Schema, parts: Iterable[Path]) -> None:
    """Write the table that others are ``parts`` of, in their order."""
    tables = (read_table(part, schema.names, schema=schema, error=RunError) for part in parts)
    write_parquet(file, schema, tables, _ROW_GROUP)
