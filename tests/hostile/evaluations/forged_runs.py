"""Forging a run as its author could: after each change all hashes are made to fit again."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from twbench.dataset.files.index import file_sha256
from twbench.evaluation.records.record import sealed
from twbench.evaluation.settings.plan import plan_hash
from twbench.evaluation.statistics.scores import Outcome, aggregate
from twbench.hashing import canonical_json, sha256_hex

Record = dict[str, Any]
Rows = list[Record]
TABLES = ("commands", "episodes", "plan", "steps")


def forged(run: Path, name: str, edit: Callable[[Rows], Rows]) -> None:
    """Edit the rows of a table, and all that is computed from them."""
    table = pq.read_table(run / f"{name}.parquet")
    rows = edit(table.to_pylist())
    pq.write_table(pa.Table.from_pylist(rows, table.schema), run / f"{name}.parquet")
    resealed(run)


def resealed(run: Path, edit: Callable[[Record], object] = dict) -> None:
    """Edit the record, and compute anew all that follows from the tables and from itself."""
    record = json.loads((run / "run.json").read_text())
    outcomes = [Outcome.of(row) for row in pq.read_table(run / "episodes.parquet").to_pylist()]
    scores = aggregate(outcomes)
    record |= {"scores": scores.to_json(), "complete": not scores.incomplete}
    for kept in TABLES:
        record[f"{kept}_sha256"] = file_sha256(run / f"{kept}.parquet")
    plan = pq.read_table(run / "plan.parquet").to_pylist()
    keys = [(row["game_id"], row["episode_seed"], row["agent_seed"]) for row in plan]
    record["plan"] |= {"hash": plan_hash(keys), "games": len({key[0] for key in keys})}
    edit(record)
    record["protocol_hash"] = sha256_hex(canonical_json(record["protocol"]))
    (run / "run.json").write_text(json.dumps(sealed(record)))
