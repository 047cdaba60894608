"""Runs that say what their commands do not: a replay finds it, whatever was computed anew."""

import contextlib
import errno
import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from forged_runs import TABLES, Record, Rows, forged, resealed
from selection import first_quick

from twbench.cli.main import main
from twbench.dataset.files.index import read_index
from twbench.errors import DatasetError, RunError, TwbenchError
from twbench.evaluation.board.leaderboard import unranked_reason
from twbench.evaluation.checking import validate_run
from twbench.evaluation.checking.validate import validate
from twbench.evaluation.playing import order
from twbench.evaluation.records import marks
from twbench.evaluation.records.stored_run import Run

QUICK, ALL = 12, 500


@pytest.fixture(autouse=True)
def settings_of_nobody(tmp_path, monkeypatch):
    """Marks are signed with a secret of the user, which no test shall make."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


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


def test_honest_runs_pass(honest, dataset, capsys):
    assert main(["validate-run", *map(str, honest), "--dataset", str(dataset)]) == 0
    out = capsys.readouterr().out
    assert out.count("as recorded") == 2
    assert "not as recorded" not in out


def test_what_was_found_is_told_of_a_run_whose_mark_cannot_be_kept(
    honest, dataset, tmp_path, capsys, monkeypatch
):
    run = shutil.copytree(honest[0], tmp_path / "run")
    (run / "validation.json").unlink(missing_ok=True)
    before = sorted(path.name for path in run.iterdir())
    monkeypatch.setattr(marks, "write_atomically", read_only)
    assert main(["validate-run", str(run), "--dataset", str(dataset)]) == 0
    told, why = capsys.readouterr().out.splitlines()
    assert told.endswith(": as recorded; replayed")
    assert why.startswith("  The mark cannot be ")
    assert why.endswith(" Read-only file system.")
    assert sorted(path.name for path in run.iterdir()) == before
    assert Run.read(run).mark == marks.SELF_REPORTED


def read_only(*_: Any, **__: Any) -> None:
    raise OSError(errno.EROFS, os.strerror(errno.EROFS))


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


@pytest.mark.parametrize("edited", ["episodes.parquet", "run.json"])
def test_a_run_that_is_exchanged_while_it_is_replayed_gets_no_mark(
    honest, dataset, tmp_path, capsys, monkeypatch, edited
):
    run = shutil.copytree(honest[0], tmp_path / "run")
    (run / "validation.json").unlink(missing_ok=True)

    def then_exchanged(*given: Any) -> Any:
        found = validate(*given)
        if edited == "run.json":
            resealed(run, lambda record: record["agent"].update(name="better"))
        else:
            shutil.copy(run / "plan.parquet", run / edited)
        return found

    monkeypatch.setattr(validate_run, "validate", then_exchanged)
    assert main(["validate-run", str(run), "--dataset", str(dataset)]) == 1
    told = "changed while it was checked" if edited == "run.json" else "not what was recorded"
    assert told in "".join(capsys.readouterr())
    assert not (run / "validation.json").exists()


def first_row(**values: object) -> Callable[[Rows], Rows]:
    return lambda rows: [{**rows[0], **values}, *rows[1:]]


@pytest.mark.parametrize(
    ("name", "edit", "message"),
    [
        ("commands", first_row(command="go\x1b[2J"), "that nobody can type into a story"),
        ("commands", first_row(branch=1), "lookahead is 0, but 1 commands were tried out"),
        ("steps", first_row(observation="You have won."), "its steps are not those of the replay"),
        ("steps", lambda rows: rows[1:], "its steps are not those of the replay"),
        ("steps", lambda rows: [rows[0], {**rows[1], "command": "jump"}, *rows[2:]], "its steps"),
        ("commands", lambda rows: rows[::-1], "not the plan's episodes, in its order"),
        (
            "steps",
            lambda rows: sorted(rows, key=lambda row: row["step"]),
            "not the plan's episodes",
        ),
        ("episodes", first_row(turns=1), "turns is"),
        ("episodes", first_row(lookahead=1), "lookahead is 1, but 0 commands were tried out"),
        ("episodes", first_row(error="no"), "is done, and has an error"),
        ("episodes", first_row(status="truncated", truncated=True, won=False), "is truncated, but"),
    ],
)
def test_what_the_commands_tell_is_found(honest, dataset, tmp_path, name, edit, message):
    run = shutil.copytree(honest[1], tmp_path / "run")  # of the walkthrough
    forged(run, name, edit)
    assert any(message in found for found in validate(run, dataset).differences)


def test_another_runtime_may_be_why_a_run_is_not_as_recorded(honest, dataset, tmp_path):
    run = shutil.copytree(honest[1], tmp_path / "run")
    resealed(run, lambda record: record["protocol"].update(runtime="words 1"))
    assert validate(run, dataset).differences == ()
    forged(run, "episodes", first_row(turns=1))
    first, second = validate(run, dataset).differences
    assert first.startswith("It was played with the runtime 'words 1', and now with ")
    assert "turns is" in second


def test_commands_of_an_episode_are_more_than_memory_can_hold(
    honest, dataset, tmp_path, monkeypatch
):
    run = shutil.copytree(honest[1], tmp_path / "run")
    monkeypatch.setattr("twbench.evaluation.records.tables.MAX_MEMORY", 1 << 27)
    forged(run, "commands", lambda rows: [rows[0]] * 1_000_000)
    with pytest.raises(
        RunError, match=r"commands\.parquet (has more rows|cannot be read: it takes)"
    ):
        validate(run, dataset)


@pytest.mark.parametrize("blamed", ["agent", "story", "machine", "service"])
def test_episodes_cannot_be_lost_for_nothing(honest, dataset, tmp_path, blamed):
    """What is lost by the agent has a first state; what others have lost makes it incomplete."""
    run = shutil.copytree(honest[0], tmp_path / "run")
    lost = dict.fromkeys(("score", "normalized_score", "highscore", "moves", "turns", "steps"))
    lost |= dict.fromkeys(("won", "lost", "invalid_actions", "lookahead"))
    lost |= {"status": "crashed", "failed_by": blamed, "error": "gone", "truncated": False}
    key = pq.read_table(run / "episodes.parquet").to_pylist()[0]
    for name in ("commands", "steps"):
        forged(run, name, lambda rows: [row for row in rows if not same_episode(row, key)])
    forged(run, "episodes", first_row(**lost))
    found = validate(run, dataset).differences
    if blamed == "agent":
        assert "though the game was there" in found[0]
    else:
        assert not found
        assert "incomplete" in (unranked_reason(Run.read(run).record, Run.read(run).scores) or "")


def same_episode(row: Record, other: Record) -> bool:
    return all(row[name] == other[name] for name in ("game_id", "episode_seed"))


def changed(value: Any, rng: random.Random) -> Any:
    """Return another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice([-1, 1, 7])
    if isinstance(value, float):
        return value + 0.25
    return f"{value}x" if value else "x"


def edited(rng: random.Random) -> tuple[str, Callable[[Rows], Rows]]:
    """Return a table, and a single edit of it."""
    name = rng.choice(TABLES)

    def edit(rows: Rows) -> Rows:
        number = rng.randrange(len(rows))
        row = dict(rows[number])
        way = rng.choice(["drop", "repeat", "swap", "change", "change", "change"])
        if way == "drop":
            return rows[:number] + rows[number + 1 :]
        if way == "repeat":
            return [*rows[:number], row, *rows[number:]]
        if way == "swap" and len(rows) > 1:
            other = (number + 1 + rng.randrange(len(rows) - 1)) % len(rows)
            rows[number], rows[other] = rows[other], rows[number]
            return rows
        column = rng.choice(sorted(row))
        row[column] = changed(row[column], rng)
        return [*rows[:number], row, *rows[number + 1 :]]

    return name, edit


def is_same(run: Path, other: Path, tables: Iterable[str]) -> bool:
    return all(
        pq.read_table(run / f"{name}.parquet").equals(pq.read_table(other / f"{name}.parquet"))
        for name in tables
    )


def is_refused(run: Path, dataset: Path) -> bool:
    try:
        return bool(validate(run, dataset).differences)
    except TwbenchError:
        return True


@pytest.mark.parametrize("seed", first_quick(range(ALL), QUICK))
def test_a_single_edit_is_found_though_all_hashes_are_computed_anew(
    honest, dataset, tmp_path, seed
):
    rng = random.Random(seed)
    original = rng.choice(honest)
    run = shutil.copytree(original, tmp_path / "run")
    with contextlib.suppress(pa.ArrowException):  # a table cannot hold it
        forged(run, *edited(rng))
    if not is_same(original, run, TABLES):
        assert is_refused(run, dataset) or is_declared(original, run)


def is_declared(original: Path, run: Path) -> bool:
    """Whether only such things are other as nobody but the submitter knows.

    Other commands that lead to the same figures are the agent's choice: nobody gains by them. The
    same goes for what an agent says when it leaves, and for whether it left or failed.
    """
    if not is_same(original, run, ("plan", "steps")):
        return False
    rows = [pq.read_table(r / "episodes.parquet").to_pylist() for r in (original, run)]
    return all(
        {name for name in row if row[name] != other[name]} <= {"error"}
        for row, other in zip(*rows, strict=True)
    )


@pytest.mark.parametrize("seed", first_quick(range(ALL), QUICK))
def test_any_single_edit_is_found_where_nothing_is_computed_anew(honest, tmp_path, seed):
    rng = random.Random(seed)
    original = rng.choice(honest)
    run = shutil.copytree(original, tmp_path / "run")
    if rng.random() < 0.5:
        record = json.loads((run / "run.json").read_text())
        path, place = rng.choice(list(leaves(record)))
        place[path[-1]] = changed(place[path[-1]], rng)
        (run / "run.json").write_text(json.dumps(record))
    else:
        name, edit = edited(rng)
        table = pq.read_table(run / f"{name}.parquet")
        with contextlib.suppress(pa.ArrowException):
            rows = edit(table.to_pylist())
            pq.write_table(pa.Table.from_pylist(rows, table.schema), run / f"{name}.parquet")
        if is_same(original, run, TABLES):
            return
    with pytest.raises(TwbenchError, match=r"damaged|is not the record"):
        Run.read(run)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Give the path and the holder of every value in a record that is no list or object."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(inner, dict | list):
            yield from leaves(inner, (*path, key))
        else:
            yield (*path, key), value


DECLARED = {
    *("agent.arguments.top", "agent.defaults.top", "agent.deterministic", "agent.module"),
    *("agent.name", "agent.network", "attempts.begun", "run_id", "transcripts"),
    *("protocol.agent_seconds", "protocol.lookahead", "protocol.memory", "protocol.max_turns"),
    *("protocol.network_agent_seconds", "protocol.runtime", "protocol.story_seconds"),
    *("protocol.infos", "protocol.extras", "steps_sha256"),
    *("versions.jericho", "versions.python", "versions.twbench"),
    *("wall.on", "wall.sandbox", "wall.folders", "wall.environment"),
}
"""What a submitter can write into run.json as he likes: no command tells it."""


@pytest.mark.slow
def test_what_is_declared_by_the_submitter(honest, dataset, tmp_path):
    """A single edit of any value of run.json, with all hashes anew, is found or in the list."""
    rng = random.Random(0)
    run = shutil.copytree(honest[0], tmp_path / "run")
    sound = (run / "run.json").read_text()
    passed = set()
    for path, _ in leaves(json.loads(sound)):
        if path[0] == "scores":  # every figure of which is computed anew
            continue
        (run / "run.json").write_text(sound)
        before = json.loads(sound)

        def edit(record: Record, path: tuple[Any, ...] = path) -> None:
            place: Any = record
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = OTHERS.get(path[-1]) or changed(place[path[-1]], rng)

        resealed(run, edit)
        if json.loads((run / "run.json").read_text()) != before and not is_refused(run, dataset):
            passed.add(".".join(key for key in path if isinstance(key, str)))
    assert passed <= DECLARED
    assert {"agent.name", "attempts.begun", "wall.on", "protocol.agent_seconds"} <= passed


OTHERS = {"memory": "run", "network_agent_seconds": 5.0}
"""Values that are one of a few, or null."""


@pytest.mark.parametrize("edit", ["drop", "repeat", "swap"])
@pytest.mark.parametrize("everywhere", [False, True])
def test_an_episode_that_is_dropped_repeated_or_swapped(
    honest, dataset, tmp_path, edit, everywhere
):
    run = shutil.copytree(honest[0], tmp_path / "run")
    edits: dict[str, Callable[[Rows], Rows]] = {
        "drop": lambda rows: rows[1:],
        "repeat": lambda rows: [rows[0], *rows],
        "swap": lambda rows: [rows[-1], *rows[1:-1], rows[0]],
    }
    for name in ("plan", "episodes") if everywhere else ("episodes",):
        table = pq.read_table(run / f"{name}.parquet")
        rows = edits[edit](table.to_pylist())
        pq.write_table(pa.Table.from_pylist(rows, table.schema), run / f"{name}.parquet")
    resealed(run)
    assert is_refused(run, dataset)


def test_games_that_stand_in_for_those_of_a_dataset(honest, dataset, tmp_path):
    """Whoever hands in a dataset with a run could keep the fingerprint of one that is known."""
    theirs = shutil.copytree(dataset, tmp_path / "theirs")
    validate(honest[1], theirs)
    table = theirs / read_index(theirs).shards("test")[0]
    rows = pq.read_table(table)
    first, last, *_ = sorted(rows.to_pylist(), key=lambda row: len(row["walkthrough"]))
    for kind in ("game", "story"):
        shutil.copy(theirs / first[kind], theirs / last[kind])
    easier = {name: first[name] for name in ("game_sha256", "story_sha256", "walkthrough")}
    edited = [row | easier if row == last else row for row in rows.to_pylist()]
    pq.write_table(pa.Table.from_pylist(edited, rows.schema), table)
    line = [f"dataset={theirs}", "agent=walkthrough", "protocol=oracle", f"out={tmp_path / 'o'}"]
    assert main(["evaluate", *line, "episodes=2", "compute.n_jobs=1"]) == 0
    (run,) = (tmp_path / "o").iterdir()
    assert Run.read(run).record["dataset"] == Run.read(honest[1]).record["dataset"]
    with pytest.raises(DatasetError, match="does not hold what its fingerprint says"):
        validate(run, theirs)


def test_another_dataset_or_plan(honest, dataset, tmp_path):
    run = shutil.copytree(honest[0], tmp_path / "run")
    resealed(run, lambda record: record["dataset"].update(fingerprint="0" * 64))
    with pytest.raises(TwbenchError, match="was played on another dataset"):
        validate(run, dataset)
    sound = json.loads((honest[0] / "run.json").read_text())["dataset"]
    resealed(run, lambda record: (record["dataset"].update(sound), record["plan"].update(seed=5)))
    with pytest.raises(TwbenchError, match="another plan than seed 5 gives"):
        validate(run, dataset)


AGENTS = {
    "random": ["agent=random"],
    "anybodys": ["agent=anybodys", f"agent_module={Path(__file__).parents[1] / 'anybodys.py'}"],
}
each_agent = pytest.mark.parametrize(
    "agent", ["random", pytest.param("anybodys", marks=pytest.mark.slow)]
)


@pytest.mark.slow
@each_agent
def test_honest_runs_are_the_same_with_any_number_of_workers(dataset, tmp_path, monkeypatch, agent):
    """One, two and four; every command of theirs is typed again, and nothing differs."""
    monkeypatch.setattr(order, "CHUNK", 3)
    line = [*AGENTS[agent], "protocol.max_turns=12", "episodes=4"]
    runs = []
    for jobs in (1, 2, 4):
        out = tmp_path / str(jobs)
        given = [f"dataset={dataset}", f"out={out}", f"compute.n_jobs={jobs}", *line]
        assert main(["evaluate", *given]) == 0
        runs += out.iterdir()
    assert main(["validate-run", *map(str, runs), "--dataset", str(dataset)]) == 0
    contents = [[(run / name).read_bytes() for name in FILES] for run in runs]
    assert contents[0] == contents[1] == contents[2]


KILLED = """
import sys, time
from twbench.evaluation.playing import order
from twbench.evaluation.records.run_folder import RunFolder
from twbench.cli.main import main
order.CHUNK = 3
write = RunFolder.write_part

def slow(*arguments):
    write(*arguments)
    time.sleep(60)

RunFolder.write_part = slow
main(sys.argv[1:])
"""


@pytest.mark.slow
@each_agent
def test_a_run_that_was_killed_is_resumed_and_replayed(dataset, tmp_path, monkeypatch, agent):
    monkeypatch.setattr(order, "CHUNK", 3)
    line = [f"dataset={dataset}", *AGENTS[agent], "protocol.max_turns=12", "episodes=4"]
    line += ["compute.n_jobs=1"]
    search = os.pathsep.join(entry or str(Path.cwd()) for entry in sys.path)
    killed = subprocess.Popen(
        [sys.executable, "-c", KILLED, "evaluate", *line, f"out={tmp_path / 'killed'}"],
        env={**os.environ, "PYTHONPATH": search},
    )
    deadline = time.monotonic() + 60
    while not list(tmp_path.glob("killed/*/parts/*.episodes.parquet")):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    killed.kill()
    killed.wait()
    for name in ("killed", "whole"):
        assert main(["evaluate", *line, f"out={tmp_path / name}"]) == 0
    runs = [next((tmp_path / name).iterdir()) for name in ("killed", "whole")]
    assert main(["validate-run", *map(str, runs), "--dataset", str(dataset)]) == 0
    for name in FILES[:-1]:
        assert (runs[0] / name).read_bytes() == (runs[1] / name).read_bytes()
    records = [json.loads((run / "run.json").read_text()) for run in runs]
    assert [record["attempts"]["begun"] for record in records] == [12, 12]
    assert records[0]["scores"] == records[1]["scores"]


@pytest.mark.slow
def test_a_transcript_of_what_cannot_be_typed_is_replayed(dataset, tmp_path):
    module = tmp_path / "said.py"
    module.write_text(
        "from twbench.agents import register\n"
        "from twbench.core import Agent\n"
        "class Said(Agent):\n"
        "    def act(self, state, reward, done):\n"
        "        return '\\ud800 \\x1b[2J \\u00e9 look\\nlook \\U0001f4a5' + 'x' * 300\n"
        "register('said', Said, '')\n"
    )
    line = [f"dataset={dataset}", f"agent_module={module}", "agent=said", f"out={tmp_path / 'o'}"]
    line += ["transcripts=true", "episodes=1", "protocol.max_turns=2", "compute.n_jobs=1"]
    assert main(["evaluate", *line]) == 0
    (run,) = (tmp_path / "o").iterdir()
    assert validate(run, dataset).differences == ()


FILES = ("commands.parquet", "episodes.parquet", "plan.parquet", "run.json")
