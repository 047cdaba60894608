"""Runs that say what their commands do not: a replay finds it, whatever was computed anew."""

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from selection import first_quick

from twbench.cli.main import main
from twbench.dataset.index import file_sha256
from twbench.errors import TwbenchError
from twbench.evaluation.scores import Outcome, aggregate
from twbench.evaluation.validate import validate

Rows = list[dict]
QUICK, ALL = 12, 500
TABLES = ("commands", "episodes", "plan")


@pytest.fixture(scope="module")
def dataset(sound_datasets):
    return sound_datasets["files"]


@pytest.fixture(scope="module")
def honest(dataset, tmp_path_factory):
    """Runs by agents who win and who do not."""
    out = tmp_path_factory.mktemp("runs")
    for agent in ("walkthrough", "random_command"):
        line = [f"dataset={dataset}", f"agent={agent}", f"out={out}", "protocol=oracle"]
        line += ["episodes=2", "protocol.max_turns=30", "transcripts=true"]
        assert main(["evaluate", *line, "compute.n_jobs=1"]) == 0
    return sorted(out.iterdir())


def forged(run: Path, name: str, edit: Callable[[Rows], Rows]) -> None:
    """Edit the rows of a table, and all that is computed from them."""
    table = pq.read_table(run / f"{name}.parquet")
    rows = edit(table.to_pylist())
    pq.write_table(pa.Table.from_pylist(rows, table.schema), run / f"{name}.parquet")
    record = json.loads((run / "run.json").read_text())
    outcomes = map(Outcome.of, pq.read_table(run / "episodes.parquet").to_pylist())
    record["scores"] = aggregate(outcomes).to_json()
    for kept in ("commands", "episodes"):
        record[f"{kept}_sha256"] = file_sha256(run / f"{kept}.parquet")
    (run / "run.json").write_text(json.dumps(record))


def test_honest_runs_pass(honest, dataset, capsys):
    assert main(["validate-run", *map(str, honest), "--dataset", str(dataset)]) == 0
    out = capsys.readouterr().out
    assert out.count("as recorded") == 2
    assert "not as recorded" not in out


def test_a_better_score_is_found(honest, dataset, tmp_path, capsys):
    run = shutil.copytree(honest[0], tmp_path / "run")

    def won(rows: Rows) -> Rows:
        return [
            {**r, "score": r["max_score"], "highscore": r["max_score"], "normalized_score": 1.0}
            | {"won": True, "lost": False, "status": "done", "truncated": False}
            for r in rows
        ]

    forged(run, "episodes", won)
    assert main(["validate-run", str(run), "--dataset", str(dataset)]) == 1
    out = capsys.readouterr().out
    assert "not as recorded" in out
    assert "it is done, but the game has not ended" in out


def edited(rng: random.Random) -> tuple[str, Callable[[Rows], Rows]]:
    """Return a table, and a single edit of it."""
    name = rng.choice(TABLES)
    figures = ["score", "highscore", "moves", "steps", "won", "invalid_actions", "max_score"]

    def edit(rows: Rows) -> Rows:
        number = rng.randrange(len(rows))
        row = dict(rows[number])
        way = rng.choice(["drop", "repeat", "swap", "change"])
        if way == "drop":
            return rows[:number] + rows[number + 1 :]
        if way == "repeat":
            return [*rows[:number], row, *rows[number:]]
        if way == "swap" and len(rows) > 1:
            other = (number + 1 + rng.randrange(len(rows) - 1)) % len(rows)
            rows[number], rows[other] = rows[other], rows[number]
            return rows
        if name == "commands":
            row["command"] = "dance"
        elif name == "plan":
            row["episode_seed"] += 1
        else:
            figure = rng.choice(figures)
            row[figure] = not row[figure] if figure == "won" else row[figure] + 1
        return [*rows[:number], row, *rows[number + 1 :]]

    return name, edit


def is_same(run: Path, other: Path) -> bool:
    return all(
        pq.read_table(run / f"{name}.parquet").equals(pq.read_table(other / f"{name}.parquet"))
        for name in TABLES
    )


@pytest.mark.parametrize("seed", first_quick(range(ALL), QUICK))
def test_a_single_edit_is_found_though_all_hashes_are_computed_anew(
    honest, dataset, tmp_path, seed
):
    rng = random.Random(seed)
    original = rng.choice(honest)
    run = shutil.copytree(original, tmp_path / "run")
    forged(run, *edited(rng))
    if is_same(original, run):
        return
    try:
        found = validate(run, dataset)
    except TwbenchError:
        return
    assert found.differences or is_harmless(original, run)


def is_harmless(original: Path, run: Path) -> bool:
    """Whether other commands were typed that lead to the same figures: nobody gains by them."""
    names = ("episodes", "plan")
    return all(
        pq.read_table(run / f"{name}.parquet").equals(pq.read_table(original / f"{name}.parquet"))
        for name in names
    )


def test_another_dataset_or_plan(honest, dataset, tmp_path, sound_datasets):
    run = shutil.copytree(honest[0], tmp_path / "run")
    record = json.loads((run / "run.json").read_text())
    (run / "run.json").write_text(
        json.dumps(record | {"dataset": {**record["dataset"], "fingerprint": "0" * 64}})
    )
    with pytest.raises(TwbenchError, match="was played on another dataset"):
        validate(run, dataset)
    (run / "run.json").write_text(json.dumps(record | {"plan": {**record["plan"], "seed": 5}}))
    with pytest.raises(TwbenchError, match="another plan than seed 5 gives"):
        validate(run, dataset)
