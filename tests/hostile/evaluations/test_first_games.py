"""Runs of the first games of a split that say otherwise: a reader or a replay finds them out."""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from forged_runs import TABLES, forged, resealed

from twbench.cli.main import main
from twbench.dataset.files.index import read_index
from twbench.errors import RunError
from twbench.evaluation.board.leaderboard import make_leaderboard
from twbench.evaluation.checking.validate import validate
from twbench.evaluation.records.stored_run import Run

FIRST, GAMES = 2, 3


@pytest.fixture(scope="module")
def dataset(sound_datasets):
    return sound_datasets["files"]


@pytest.fixture(scope="module")
def honest(dataset, tmp_path_factory):
    """Two runs: of the first games of the test split, and of all."""
    out = tmp_path_factory.mktemp("runs")
    for games in (FIRST, GAMES):
        line = [f"dataset={dataset}", "agent=random", f"out={out / str(games)}", f"games={games}"]
        line += ["episodes=2", "protocol.max_turns=5", "transcripts=true", "compute.n_jobs=1"]
        assert main(["evaluate", *line]) == 0
    return {games: next((out / str(games)).iterdir()) for games in (FIRST, GAMES)}


@pytest.fixture
def part(honest, tmp_path):
    return shutil.copytree(honest[FIRST], tmp_path / "part")


@pytest.fixture
def whole(honest, tmp_path):
    return shutil.copytree(honest[GAMES], tmp_path / "whole")


def told(run: Path, part: Any) -> None:
    """Have the record tell of another part of the games."""
    resealed(run, lambda record: record["plan"].update(part=part))


def without(run: Path, place: int) -> None:
    """Take all episodes of a game out of a run."""
    rows = pq.read_table(run / "plan.parquet").to_pylist()
    names = list(dict.fromkeys(row["game_id"] for row in rows))
    for table in TABLES:
        forged(run, table, lambda rows: [row for row in rows if row["game_id"] != names[place]])


def test_honest_parts_and_wholes_pass(honest, dataset):
    for run in honest.values():
        assert validate(run, dataset).differences == ()
    first, every = (Run.read(honest[games]).record["plan"] for games in (FIRST, GAMES))
    assert first["part"] == {"first": FIRST, "of": GAMES}
    assert "part" not in every


@pytest.mark.parametrize(
    ("part_of", "message"),
    [
        ({"first": 1, "of": GAMES}, "has not the first 1 games of a split"),
        ({"first": 3, "of": 9}, "has not the first 3 games of a split"),
        ({"first": -2, "of": GAMES}, "has not the first -2 games of a split"),
        ({"first": FIRST, "of": FIRST}, "of a part of 2 games, and has 2"),
        ({"first": FIRST}, r"plan\.part\.of must be a whole number"),
        ({"first": "2", "of": GAMES}, r"plan\.part\.first must be a whole number"),
        ({"first": True, "of": GAMES}, r"plan\.part\.first must be a whole number"),
        ([FIRST, GAMES], r"plan\.part must be a mapping"),
        ({}, r"plan\.part\.first must be a whole number"),
    ],
)
def test_a_part_that_the_plan_does_not_have(part, part_of, message):
    told(part, part_of)
    with pytest.raises(RunError, match=message):
        Run.read(part)


def test_a_game_less_than_is_said(part):
    without(part, 0)
    with pytest.raises(RunError, match="has not the first 2 games of a split"):
        Run.read(part)


def test_a_part_that_passes_for_the_whole(part, dataset, honest):
    told(part, None)
    with pytest.raises(RunError, match="another plan than seed 0 gives"):
        validate(part, dataset)
    with pytest.raises(RunError, match=r"has 2 games in test, .* has 3"):
        make_leaderboard(map(Run.read, (honest[GAMES], part)))


@pytest.mark.parametrize("place", [0, 1])
def test_other_games_than_the_first(whole, dataset, place):
    without(whole, place)
    told(whole, {"first": FIRST, "of": GAMES})
    Run.read(whole)
    with pytest.raises(RunError, match="another plan than seed 0 gives"):
        validate(whole, dataset)


@pytest.mark.parametrize("of", [4, 500])
def test_a_split_that_is_said_to_be_larger(part, whole, dataset, of):
    told(part, {"first": FIRST, "of": of})
    told(whole, {"first": GAMES, "of": of})
    for run in (part, whole):
        with pytest.raises(RunError, match="is not of the part of the games"):
            validate(run, dataset)


def test_a_dataset_that_was_cut_and_keeps_its_fingerprint(honest, dataset, tmp_path):
    cut = shutil.copytree(dataset, tmp_path / "cut")
    index = read_index(cut)
    counts = {**index.splits, "test": replace(index.splits["test"], games=FIRST)}
    (cut / "dataset.json").write_text(replace(index, splits=counts).dump())
    table = cut / index.shards("test")[0]
    pq.write_table(pq.read_table(table).slice(0, FIRST), table)
    line = [f"dataset={cut}", "agent=random", f"out={tmp_path / 'out'}", "protocol.max_turns=5"]
    assert main(["evaluate", *line, "compute.n_jobs=1"]) == 0
    (run,) = (tmp_path / "out").iterdir()
    with pytest.raises(RunError, match="another plan than seed 0 gives"):
        validate(run, dataset)
    with pytest.raises(RunError, match=r"has (2|3) games in test, .* has (2|3)"):
        make_leaderboard(map(Run.read, (honest[GAMES], run)))
