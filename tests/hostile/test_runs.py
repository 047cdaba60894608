"""Runs by somebody who means harm: a leaderboard refuses them in one line, or is sound."""

import contextlib
import json
import os
import random
import shutil
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from mutations import mutated_bytes, mutated_json
from selection import first_quick

from twbench.cli.main import main
from twbench.errors import RunError
from twbench.evaluation.leaderboard import make_leaderboard
from twbench.evaluation.report import leaderboard_csv, leaderboard_html, leaderboard_text
from twbench.evaluation.run import Run

QUICK, ALL = 40, 500


@pytest.fixture(scope="module")
def sound_run(sound_datasets, tmp_path_factory):
    out = tmp_path_factory.mktemp("runs")
    line = [f"dataset={sound_datasets['files']}", "agent=walkthrough", f"out={out}"]
    assert main(["evaluate", *line, "compute.n_jobs=1"]) == 0
    (folder,) = out.iterdir()
    return folder


@pytest.fixture
def run(sound_run, tmp_path):
    return shutil.copytree(sound_run, tmp_path / "runs" / sound_run.name)


def compared_here(run: Path) -> None:
    """Do what the leaderboard does, without the time that its command line takes."""
    board = make_leaderboard([Run.read(run)])
    for text in (leaderboard_text, leaderboard_html, leaderboard_csv):
        assert text(board)


def compared(run: Path, capsys) -> tuple[int, str]:
    capsys.readouterr()
    page = run.parent.parent / "board.html"
    code = main(["leaderboard", str(run), "--html", str(page), "--csv", f"{page}.csv"])
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    assert err.count("\n") == (code != 0)
    return code, err


def damage(run: Path, rng: random.Random) -> None:
    if rng.random() < 0.3:
        path = rng.choice([run / "run.json", run / "episodes.parquet"])
        path.write_bytes(mutated_bytes(path.read_bytes(), rng))
    else:
        changed = mutated_json(json.loads((run / "run.json").read_text()), rng)
        (run / "run.json").write_text(json.dumps(changed), "utf-8", "surrogatepass")


@pytest.mark.parametrize("seed", first_quick(range(ALL), QUICK))
def test_damaged_runs(run, seed):
    damage(run, random.Random(seed))
    with contextlib.suppress(RunError):
        compared_here(run)


def change(run: Path, path: str, value: object) -> None:
    record = json.loads((run / "run.json").read_text())
    *parents, last = path.split(".")
    place = record
    for key in parents:
        place = place[key]
    place[last] = value
    (run / "run.json").write_text(json.dumps(record))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("run_id", None),
        ("plan", []),
        ("plan.splits", "test"),
        ("agent.arguments", 3),
        ("limits.max_steps", "20"),
        ("scores.overall.mean", {"value": "1", "low": None, "high": None}),
        ("scores.overall.games", 1.5),
        ("scores.challenges.coin_collector", {}),
        ("scores.overall.better", 1),
    ],
)
def test_values_of_other_types(run, path, value):
    change(run, path, value)
    with pytest.raises(RunError) as caught:
        compared_here(run)
    assert str(caught.value).startswith(f"{run / 'run.json'} is damaged: ")
    assert path.split(".")[0] in str(caught.value)


def test_one_plan_has_the_challenges_of_all_its_runs(run, capsys):
    other = shutil.copytree(run, run.with_name("other"))
    change(other, "run_id", "other")
    score = json.loads((run / "run.json").read_text())["scores"]["overall"]
    change(other, "scores.challenges", {"simple": score})
    code, err = compared(run.parent, capsys)
    assert code == 1
    assert "has other challenges than" in err


def test_tables_and_links_of_a_run(run, capsys, tmp_path):
    episodes = run / "episodes.parquet"
    episodes.rename(tmp_path / "elsewhere")
    assert "it has no episodes.parquet" in compared(run, capsys)[1]
    os.mkfifo(episodes)
    assert "it has no episodes.parquet" in compared(run, capsys)[1]
    episodes.unlink()
    episodes.symlink_to(tmp_path / "elsewhere")
    assert "symbolic link" in compared(run, capsys)[1]
    episodes.unlink()
    pq.write_table(pq.read_table(tmp_path / "elsewhere").slice(1), episodes)
    assert "is not what was recorded" in compared(run, capsys)[1]
