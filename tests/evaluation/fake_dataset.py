"""A dataset of corridors on disk, made without building anything."""

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from twbench.dataset.files.index import DatasetIndex, SplitCounts, file_sha256
from twbench.dataset.files.schema import MANIFEST
from twbench.hashing import sha256_hex

AGENTS = str(Path(__file__).with_name("fake_agents.py"))
SHARD_SIZE = 3
GUIDANCE = {"guided": "full"}
"""By challenge; others tell nothing."""


def write_dataset(
    folder: Path, lengths: dict[str, list[tuple[str, int]]], fingerprint: str = "f" * 64
) -> Path:
    """Write ``{split: [(challenge, length of the corridor), ...]}`` as a finished dataset."""
    counts = {name: SplitCounts(len(games), len(games), 0) for name, games in lengths.items()}
    config = {
        "dataset": {
            "description": "Corridors.",
            "license": "",
            "citation": "",
            "hygiene": "structure",
        },
        "output": {
            "row_group_size": 2,
            "shard_size": SHARD_SIZE,
            "storage": "files",
            "story_format": "z8",
        },
    }
    index = DatasetIndex("corridors", "0", fingerprint, config, counts, {})
    (folder / "data").mkdir(parents=True)
    for split, games in lengths.items():
        rows = [
            _write_game(folder, split, number, challenge, length)
            for number, (challenge, length) in enumerate(games)
        ]
        for shard, name in enumerate(index.shards(split)):
            part = rows[shard * SHARD_SIZE : (shard + 1) * SHARD_SIZE]
            pq.write_table(pa.Table.from_pylist(part, MANIFEST), folder / name, row_group_size=2)
            index.files[name] = file_sha256(folder / name)
    (folder / "dataset.json").write_text(index.dump())
    return folder


def _write_game(
    folder: Path, split: str, number: int, challenge: str, length: int
) -> dict[str, Any]:
    game_id = f"tw-{split}-{number}"
    path = f"games/{split}/{challenge}/{game_id}.z8"
    story = json.dumps({"length": length, "max_score": 1})
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_text(story)
    (folder / path).with_suffix(".json").write_text("{}")
    known = {
        "game_id": game_id,
        "split": split,
        "index": number,
        "family": "textworld",
        "challenge": challenge,
        "params": json.dumps({"level": length}),
        "puzzle_hash": f"puzzle-{challenge}-{length}",
        "guidance": GUIDANCE.get(challenge, "none"),
        "max_score": 1,
        "story": path,
        "game": f"games/{split}/{challenge}/{game_id}.json",
        "story_sha256": sha256_hex(story),
        "optimal_length": length + 1,
    }
    return {field.name: known.get(field.name, _empty(field.type)) for field in MANIFEST}


def _empty(kind: pa.DataType) -> Any:
    if pa.types.is_list(kind):
        return []
    if pa.types.is_boolean(kind):
        return True
    return "" if pa.types.is_string(kind) else 0
