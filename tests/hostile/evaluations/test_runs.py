"""Runs by somebody who means harm: a leaderboard refuses them in one line, or is sound."""

import contextlib
import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from mutations import mutated_bytes, mutated_json
from selection import first_quick

from twbench.cli.main import main
from twbench.dataset.files.index import file_sha256
from twbench.errors import RunError
from twbench.evaluation.board.leaderboard import make_leaderboard
from twbench.evaluation.board.report import leaderboard_csv, leaderboard_html, leaderboard_text
from twbench.evaluation.records.record import sealed
from twbench.evaluation.records.stored_run import Run
from twbench.evaluation.statistics.scores import Outcome, aggregate
from twbench.hashing import canonical_json, sha256_hex

QUICK, ALL = 40, 500


@pytest.fixture(scope="module")
def sound_run(sound_datasets, tmp_path_factory):
    out = tmp_path_factory.mktemp("runs")
    line = [f"dataset={sound_datasets['files']}", "agent=walkthrough", f"out={out}"]
    assert main(["evaluate", *line, "protocol=oracle", "episodes=1", "compute.n_jobs=1"]) == 0
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
        with contextlib.suppress(TypeError, ValueError, AttributeError):  # no record any more
            changed = sealed(changed)
        (run / "run.json").write_text(json.dumps(changed), "utf-8", "surrogatepass")


@pytest.mark.parametrize("seed", first_quick(range(ALL), QUICK))
def test_damaged_runs_are_compared_or_refused(run, seed):
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
    (run / "run.json").write_text(json.dumps(sealed(record)))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("run_id", None),
        ("plan", []),
        ("plan.splits", "test"),
        ("agent.arguments", 3),
        ("protocol", "text"),
        ("protocol", None),
        ("agent.arguments", None),
        ("protocol.max_turns", "20"),
        ("protocol_hash", None),
        ("complete", 1),
        ("wall", True),
        ("wall.on", "yes"),
        ("commands_sha256", None),
        ("steps_sha256", 0),
        ("scores.overall.mean", {"value": "1", "low": None, "high": None}),
        ("scores.overall.games", 1.5),
        ("scores.challenges", {"coin_collector": []}),
        ("scores.overall", {"mean": 1}),
    ],
)
def test_values_of_other_types(run, path, value):
    change(run, path, value)
    with pytest.raises(RunError) as caught:
        compared_here(run)
    assert str(caught.value).startswith((f"{run / 'run.json'} is damaged: ", f"{run} is damaged: "))
    assert path.split(".")[0] in str(caught.value)


def edit(run: Path, name: str, edited: Callable[[list[dict]], list[dict]]) -> None:
    """Edit the rows of a table, and all that is computed from the episodes."""
    table = pq.read_table(run / name)
    rows = edited(table.to_pylist())
    pq.write_table(pa.Table.from_pylist(rows, table.schema), run / name)
    episodes = run / "episodes.parquet"
    for kept in ("episodes", "plan"):
        change(run, f"{kept}_sha256", file_sha256(run / f"{kept}.parquet"))
    outcomes = map(Outcome.of, pq.read_table(episodes).to_pylist())
    change(run, "scores", aggregate(outcomes).to_json())


def each(**values: object) -> Callable[[list[dict]], list[dict]]:
    return lambda rows: [{**row, **values} for row in rows]


def first(**values: object) -> Callable[[list[dict]], list[dict]]:
    return lambda rows: [{**rows[0], **values}, *rows[1:]]


@pytest.mark.parametrize(
    ("edited", "message"),
    [
        (lambda rows: rows[1:], "not the episodes of plan.parquet"),
        (lambda rows: [rows[0], *rows[:-1]], "not the episodes of plan.parquet"),
        (lambda rows: rows[::-1], "not the episodes of plan.parquet"),
        (first(normalized_score=2.0), "not its score by the maximum"),
        (first(score=9, normalized_score=9.0), "not its score by the maximum"),
        (first(status="perfect"), "unknown status, 'perfect'"),
        (first(truncated=True), "truncated in one column"),
        (first(won=True, lost=True), "was won and lost"),
        (first(steps=-1), "has -1 steps"),
        (first(turns=-5), "has -5 turns"),
        (first(invalid_actions=-2), "has -2 invalid actions"),
        (first(failed_by="agent"), "is done, but failed by agent"),
        (first(failed_by="nobody"), "was failed by 'nobody'"),
        (first(status="crashed", failed_by="agent"), "was won, but is not done"),
        (first(status="timeout", failed_by="machine"), "was won, but is not done"),
    ],
)
def test_episodes_that_do_not_hang_together(run, edited, message):
    edit(run, "episodes.parquet", edited)
    with pytest.raises(RunError, match=message):
        compared_here(run)


def test_no_solution_is_shorter_than_none(run):
    for name in ("plan.parquet", "episodes.parquet"):
        edit(run, name, each(optimal_length=-3))
    with pytest.raises(RunError, match="has -3 optimal length"):
        compared_here(run)


@pytest.mark.parametrize(
    "edited", [lambda rows: rows[1:], lambda rows: rows[::-1], first(agent_seed=1)]
)
def test_another_plan_than_was_recorded(run, edited):
    edit(run, "plan.parquet", edited)
    with pytest.raises(RunError, match=r"plan\.parquet is not the plan that was recorded"):
        compared_here(run)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("scores.overall.mean.value", 0.5),
        ("scores.overall.won.value", 0.0),
        ("scores.overall.moves_of_won", 1.0),
        ("scores.challenges.coin_collector.mean.low", 0.99),
        ("plan.games", 99),
        ("plan.episodes_per_game", 2),
        ("plan.splits", ["train"]),
        ("plan.splits", ["test", "train"]),
        ("plan.splits", ["test", "test"]),
        ("plan.hash", "0" * 64),
        ("complete", False),
        ("protocol_hash", "0" * 64),
        ("protocol.track", "text"),
        ("protocol.max_turns", 100),
        ("protocol.infos", ["feedback"]),
    ],
)
def test_figures_that_somebody_wrote_into_the_record(run, path, value):
    change(run, path, value)
    with pytest.raises(RunError, match="is damaged: "):
        compared_here(run)


def test_a_record_that_readers_may_read_in_two_ways(run):
    file = run / "run.json"
    file.write_text(file.read_text().replace("{", '{"run_id": "x", ', 1))
    with pytest.raises(
        RunError, match=r"no sound JSON: an object in it has the key 'run_id' twice"
    ):
        compared_here(run)


def test_one_plan_has_the_challenges_of_all_its_runs(run, capsys):
    other = shutil.copytree(run, run.with_name("other"))
    change(other, "run_id", "other")
    for name in ("plan.parquet", "episodes.parquet"):
        edit(other, name, each(challenge="simple"))
    code, err = compared(run.parent, capsys)
    assert code == 1
    assert "has other challenges than" in err


def test_two_datasets_that_would_look_like_one(run, capsys):
    dataset = json.loads((run / "run.json").read_text())["dataset"]
    beginning, rest = dataset["fingerprint"][:12], dataset["fingerprint"][12:]
    other = shutil.copytree(run, run.with_name("other"))
    for said in (
        {"name": dataset["name"] + "-2"},
        {"fingerprint": beginning + rest[::-1]},
    ):
        change(other, "dataset", dataset | said)
        code, err = compared(run.parent, capsys)
        assert code == 1
        assert "name two datasets that would look the same" in err


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("dataset.fingerprint", "\u0430" * 64, "dataset.fingerprint must be a text of the form"),
        (
            "dataset.fingerprint",
            f"\u200b{'a' * 64}",
            "dataset.fingerprint must be a text of the form",
        ),
        ("dataset.fingerprint", "A" * 64, "dataset.fingerprint must be a text of the form"),
        ("dataset.name", "d\u0435mo", "dataset.name must be a name of letters"),
        ("dataset.name", "demo ", "dataset.name must be a name of letters"),
        ("plan.splits", ["t\u0435st"], "is no name for a split"),
        ("run_id", "", "is no name of a file"),
        ("run_id", "random\u200b", "is no name of a file"),
        ("run_id", "x" * 1000, "is no name of a file"),
    ],
)
def test_names_that_look_like_others(run, capsys, path, value, told):
    change(run, path, value)
    code, err = compared(run, capsys)
    assert code == 1
    assert told in err


@pytest.mark.parametrize("added", [" ", "\u200b", "\u00ad"])
def test_two_protocols_that_would_look_like_one(run, capsys, added):
    protocol = json.loads((run / "run.json").read_text())["protocol"]
    protocol["runtime"] += added
    other = shutil.copytree(run, run.with_name("other"))
    change(other, "protocol", protocol)
    change(other, "protocol_hash", sha256_hex(canonical_json(protocol)))
    code, err = compared(run.parent, capsys)
    assert code == 1
    assert "name two protocols that would look the same" in err


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


def test_a_table_that_was_not_recorded(run, capsys):
    shutil.copy(run / "episodes.parquet", run / "steps.parquet")
    code, err = compared(run, capsys)
    assert code == 1
    assert err == f"twbench: {run} is damaged: steps.parquet was not recorded.\n"


def test_more_rows_than_a_file_can_hold(run, capsys):
    table = pq.read_table(run / "plan.parquet")
    many = table.slice(0, 1).take(pa.array([0] * 500_000))
    pq.write_table(many, run / "plan.parquet")
    change(run, "plan_sha256", file_sha256(run / "plan.parquet"))
    assert (run / "plan.parquet").stat().st_size < 100_000
    assert "it has more rows than a file of its size can hold" in compared(run, capsys)[1]


def test_longer_texts_than_memory_can_hold(run, capsys, monkeypatch):
    monkeypatch.setattr("twbench.evaluation.records.tables.MAX_MEMORY", 1 << 28)
    table = pq.read_table(run / "episodes.parquet")
    rows = [{**table.to_pylist()[0], "error": "x" * 100_000}] * 1000
    with pq.ParquetWriter(run / "episodes.parquet", table.schema) as writer:
        for _ in range(5):
            writer.write_table(pa.Table.from_pylist(rows, table.schema))
    change(run, "episodes_sha256", file_sha256(run / "episodes.parquet"))
    assert (run / "episodes.parquet").stat().st_size < 200_000
    code, err = compared(run, capsys)
    assert code == 1
    assert (
        "episodes.parquet has more rows than" in err or "cannot be read: it takes more than" in err
    )


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize(
    ("values", "what"),
    [
        ({"optimal_length": 500}, "optimal length"),
        ({"puzzle_hash": "0" * 64}, "puzzle"),
        ({"level": 9}, "level"),
    ],
)
def test_what_is_known_of_a_game_is_not_for_a_run_to_say(run, capsys, values, what, alone):
    """Nor is it for one that is alone in its table, since it claims another protocol."""
    other = shutil.copytree(run, run.with_name("other"))
    change(other, "run_id", "other")
    if alone:
        protocol = json.loads((other / "run.json").read_text())["protocol"] | {"max_turns": 201}
        change(other, "protocol", protocol)
        change(other, "protocol_hash", sha256_hex(canonical_json(protocol)))
    for name in ("plan.parquet", "episodes.parquet"):
        edit(other, name, first(**values))
    code, err = compared(run.parent, capsys)
    assert code == 1
    assert f"has another {what} of tw-" in err
