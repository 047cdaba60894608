import dataclasses
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import fake_story
import pyarrow.parquet as pq
import pytest
from fake_dataset import AGENTS, write_dataset
from file_trees import contents

from twbench.core import EnvInfos
from twbench.errors import AgentError, ConfigError, RunError
from twbench.evaluation import run as run_module
from twbench.evaluation.records.run_folder import RunFolder
from twbench.evaluation.records.tables import EPISODES, PLAN, STEPS
from twbench.evaluation.run import Run, evaluate
from twbench.evaluation.settings.agents import AgentSpec
from twbench.evaluation.settings.evaluation import Evaluation
from twbench.evaluation.settings.games import GameSet, read_games
from twbench.evaluation.settings.protocol import TRACKS, Limits, Memory, Protocol
from twbench.sandbox import sandbox_kind
from twbench.story import runtime_version

GAMES = {
    "test": [("short", 1), ("short", 2), ("short", 3), ("long", 6), ("long", 7)],
    "train": [("short", 1)],
}
ORACLE = dataclasses.replace(TRACKS["oracle"], max_turns=20)


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_dataset(tmp_path_factory.mktemp("datasets") / "corridors", GAMES)


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_module, "CHUNK", 2)


def settings(dataset: Path, out: Path, name: str = "walkthrough", **more: object) -> Evaluation:
    values = {
        "protocol": ORACLE,
        "episodes": 1,
        "out": out,
        "agent": AgentSpec(name),
        "wall": False,  # most of these tests are about what is stored
        **more,
    }
    return Evaluation(dataset, **values)  # type: ignore[arg-type]


def play(config: Evaluation) -> Run:
    return evaluate(config, start=fake_story.start)


def tables(folder: Path) -> dict[str, bytes]:
    return {name: data for name, data in contents(folder).items() if name.endswith(".parquet")}


def test_a_run_holds_plan_episodes_steps_and_record(dataset: Path, tmp_path: Path) -> None:
    run = play(settings(dataset, tmp_path, transcripts=True, episodes=2))
    assert sorted(contents(tmp_path)) == [
        f"{run.folder.name}/{file}.{'json' if file == 'run' else 'parquet'}"
        for file in ("commands", "episodes", "plan", "run", "steps")
    ]
    episodes = pq.read_table(run.folder / "episodes.parquet")
    assert episodes.schema.equals(EPISODES)
    assert episodes["game_id"].to_pylist() == [f"tw-test-{i}" for i in range(5) for _ in "ab"]
    assert episodes["score"].to_pylist() == [1] * 10
    assert episodes["moves"].to_pylist() == [2, 2, 3, 3, 4, 4, 7, 7, 8, 8]
    steps = pq.read_table(run.folder / "steps.parquet")
    assert steps.schema.equals(STEPS)
    assert steps.num_rows == sum([2, 2, 3, 3, 4, 4, 7, 7, 8, 8]) + 10
    plan = pq.read_table(run.folder / "plan.parquet")
    assert plan.schema.equals(PLAN)
    assert plan.equals(episodes.select(PLAN.names))
    assert run.played == 10
    assert run.scores.overall.mean.value == 1.0
    assert list(run.scores.challenges) == ["long", "short"]


def test_the_record_says_what_was_played(dataset: Path, tmp_path: Path) -> None:
    agent = AgentSpec("scripted", {"script": "go east,take coin"}, AGENTS)
    record = play(settings(dataset, tmp_path, agent=agent, seed=4, wall=True)).record
    assert record["dataset"] == {"name": "corridors", "fingerprint": "f" * 64}
    assert record["agent"]["arguments"] == {"script": "go east,take coin"}
    assert record["agent"]["defaults"] == {"script": "look"}
    assert record["agent"]["module"]["file"] == "fake_agents.py"
    assert record["plan"]["splits"] == ["test"]
    assert (record["plan"]["games"], record["plan"]["seed"]) == (5, 4)
    assert record["protocol"] == {
        "track": "oracle",
        "infos": sorted(set(EnvInfos.NAMES) - {"typed_entities"}),
        "extras": ["walkthrough"],
        "max_turns": 20,
        "commands_per_step": 1,
        "lookahead": 0,
        "memory": "episode",
        "agent_seconds": 60.0,
        "network_agent_seconds": None,
        "story_seconds": 10.0,
        "guidance": ["none"],
        "runtime": runtime_version(),
    }
    assert record["wall"] == {
        "on": True,
        "sandbox": sandbox_kind(),
        "folders": [],
        "environment": [],
    }
    assert record["attempts"] == {"begun": 5}
    assert record["versions"]["python"] == ".".join(map(str, sys.version_info[:3]))
    assert str(tmp_path) not in json.dumps(record)


def test_workers_do_not_change_a_byte(dataset: Path, tmp_path: Path, small_chunks: None) -> None:
    for jobs in (1, 3):
        config = settings(
            dataset,
            tmp_path / str(jobs),
            "random_command",
            wall=True,
            transcripts=True,
            n_jobs=jobs,
            episodes=2,
        )
        play(config)
    assert contents(tmp_path / "1") == contents(tmp_path / "3")
    assert len(contents(tmp_path / "1")) == 5


@pytest.mark.slow
def test_hash_seeds_do_not_change_a_byte(dataset: Path, tmp_path: Path) -> None:
    for seed in ("1", "2"):
        _evaluate_elsewhere(dataset, tmp_path / seed, "random", PYTHONHASHSEED=seed).wait()
    assert contents(tmp_path / "1") == contents(tmp_path / "2")
    assert len(contents(tmp_path / "1")) == 5


def test_the_same_run_is_not_played_again(dataset: Path, tmp_path: Path) -> None:
    first = play(settings(dataset, tmp_path))
    before = contents(tmp_path)
    second = play(settings(dataset, tmp_path, n_jobs=2))
    assert (first.played, second.played) == (5, 0)
    assert second.folder == first.folder
    assert second.record == first.record
    assert contents(tmp_path) == before


@pytest.mark.slow
def test_what_changes_the_run_changes_its_name(dataset: Path, tmp_path: Path) -> None:
    base = settings(dataset, tmp_path / "runs")
    one, other = (tmp_path / name / "model" for name in ("one", "other"))
    for folder in (one, other):
        folder.mkdir(parents=True)
    different = [
        base,
        dataclasses.replace(base, episodes=2),
        dataclasses.replace(base, seed=1),
        dataclasses.replace(base, splits=("train",)),
        dataclasses.replace(base, protocol=dataclasses.replace(ORACLE, max_turns=21)),
        dataclasses.replace(base, protocol=dataclasses.replace(ORACLE, limits=Limits(0.5))),
        dataclasses.replace(base, wall=True),
        dataclasses.replace(base, agent=AgentSpec("walkthrough", {"commands": ["look"]})),
        dataclasses.replace(base, agent=AgentSpec("walkthrough", {}, AGENTS)),
        dataclasses.replace(base, agent=AgentSpec("simple")),
        dataclasses.replace(base, agent_folders=(str(one),)),
        dataclasses.replace(base, agent_folders=(str(other),)),
        dataclasses.replace(base, agent_folders=(str(one), str(other))),
    ]
    for config in different:
        with pytest.raises(KeyboardInterrupt):
            evaluate(config, start=fake_story.start, progress=_interrupt)
    assert len(list((tmp_path / "runs").iterdir())) == len(different)
    same = dataclasses.replace(base, agent_folders=(str(other), str(one)))
    with pytest.raises(KeyboardInterrupt):
        evaluate(same, start=fake_story.start, progress=_interrupt)
    assert len(list((tmp_path / "runs").iterdir())) == len(different)


@pytest.mark.slow
def test_the_seed_of_the_agent_leaves_the_plan_as_it_is(dataset: Path, tmp_path: Path) -> None:
    runs = [
        play(settings(dataset, tmp_path, agent=AgentSpec("random", {"seed": seed})))
        for seed in (1, 2)
    ]
    assert runs[0].record["plan"] == runs[1].record["plan"]
    assert runs[0].record["run_id"] != runs[1].record["run_id"]
    seeds = [
        pq.read_table(run.folder / "episodes.parquet")["agent_seed"].to_pylist() for run in runs
    ]
    assert len({seed for several in seeds for seed in several}) == 10


@pytest.mark.slow
def test_a_chunk_that_is_there_is_not_played_again(
    dataset: Path, tmp_path: Path, small_chunks: None
) -> None:
    whole = play(settings(dataset, tmp_path / "whole", transcripts=True))
    broken = settings(dataset, tmp_path / "broken", transcripts=True)

    def stop(there: int, total: int) -> None:
        if there >= 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        evaluate(broken, start=fake_story.start, progress=stop)
    folder = RunFolder(tmp_path / "broken" / whole.folder.name)
    assert not folder.is_complete
    with pytest.raises(RunError, match="not complete: evaluate again to resume"):
        Run.read(folder.path)
    there = len(list(folder.parts.glob("*.episodes.parquet")))
    resumed = play(broken)
    assert there >= 1
    assert resumed.played == 5 - min(2 * there, 5)
    assert resumed.record["attempts"]["begun"] >= 5
    assert tables(tmp_path / "whole") == tables(tmp_path / "broken")


def test_a_killed_run_resumes_with_the_same_bytes(
    dataset: Path, tmp_path: Path, small_chunks: None
) -> None:
    killed = _evaluate_elsewhere(dataset, tmp_path / "killed", "random", CHUNK="2", SLOW="0.05")
    parts = "*/parts/*.episodes.parquet"
    deadline = time.monotonic() + 30
    while not list((tmp_path / "killed").glob(parts)) and time.monotonic() < deadline:
        time.sleep(0.01)
    os.kill(killed.pid, signal.SIGKILL)
    killed.wait()
    assert list((tmp_path / "killed").glob(parts))
    assert not list((tmp_path / "killed").glob("*/run.json"))
    config = settings(dataset, tmp_path / "killed", "random", transcripts=True, wall=True)
    resumed = play(config)
    assert 0 < resumed.played < 5
    play(dataclasses.replace(config, out=tmp_path / "whole"))
    assert tables(tmp_path / "whole") == tables(tmp_path / "killed")
    assert resumed.record["attempts"]["begun"] >= 5


def test_a_part_of_another_run_is_refused(
    dataset: Path, tmp_path: Path, small_chunks: None
) -> None:
    run = play(settings(dataset, tmp_path))
    other = settings(dataset, tmp_path, seed=9)
    with pytest.raises(KeyboardInterrupt):
        evaluate(other, start=fake_story.start, progress=_interrupt)
    unfinished = next(path.parent for path in tmp_path.glob("*/parts"))
    for name in ("commands", "episodes"):
        (unfinished / "parts" / f"00000.{name}.parquet").write_bytes(
            (run.folder / f"{name}.parquet").read_bytes()
        )
    with pytest.raises(RunError, match="is not of this run"):
        play(other)


@pytest.mark.parametrize("name", ["", "lock", "begun.txt"])
def test_nothing_of_a_run_that_somebody_has_begun_is_written_behind_links(
    dataset: Path, tmp_path: Path, small_chunks: None, name: str
) -> None:
    config = settings(dataset, tmp_path / "runs")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with pytest.raises(KeyboardInterrupt):
        evaluate(config, start=fake_story.start, progress=_interrupt)
    [parts] = tmp_path.glob("runs/*/parts")
    place = parts / name if name else parts
    if place.exists():
        place.rename(tmp_path / "kept")
    place.symlink_to(elsewhere / name)
    with pytest.raises(RunError, match="is a symbolic link, or lies behind one"):
        play(config)
    assert not any(elsewhere.iterdir())


@pytest.mark.parametrize("noted", ["0", "0 two\n", "0 -9\n", "\n", f"0 {'9' * 5000}\n"])
def test_damaged_notes_of_what_was_begun_are_told(
    dataset: Path, tmp_path: Path, small_chunks: None, noted: str
) -> None:
    config = settings(dataset, tmp_path)
    with pytest.raises(KeyboardInterrupt):
        evaluate(config, start=fake_story.start, progress=_interrupt)
    [parts] = tmp_path.glob("*/parts")
    (parts / "begun.txt").write_text(noted)
    with pytest.raises(RunError, match=r"begun\.txt is damaged: delete"):
        play(config)


def _interrupt(there: int, total: int) -> None:
    raise KeyboardInterrupt


@pytest.mark.slow
def test_a_crash_of_the_agent_counts_and_the_run_is_complete(dataset: Path, tmp_path: Path) -> None:
    agent = AgentSpec("trouble", {"kind": "die"}, AGENTS)
    run = play(settings(dataset, tmp_path, agent=agent, splits=("train",), wall=True))
    [row] = pq.read_table(run.folder / "episodes.parquet").to_pylist()
    assert (row["status"], row["failed_by"], row["score"], row["steps"]) == (
        "crashed",
        "agent",
        0,
        1,
    )
    assert row["error"] == "agent: its process ended with exit code 5"
    assert run.record["complete"]
    assert run.scores.overall.mean.value == 0


@pytest.mark.slow
def test_a_failure_that_is_not_the_agents_is_played_again(
    tmp_path: Path, small_chunks: None
) -> None:
    dataset = write_dataset(tmp_path / "corridors", GAMES)
    agent = AgentSpec("scripted", {"script": "go east,press button,take coin"}, AGENTS)
    config = settings(dataset, tmp_path / "out", agent=agent, transcripts=True)
    whole = tables(play(dataclasses.replace(config, out=tmp_path / "whole")).folder)
    run = _played_with_a_broken_story(config, dataset)
    assert not run.record["complete"]
    assert run.record["attempts"]["begun"] == 5
    rows = pq.read_table(run.folder / "episodes.parquet").to_pylist()
    assert [row["failed_by"] for row in rows] == [None, None, "story", None, None]
    assert not RunFolder(run.folder).is_complete
    again = play(config)
    assert (again.played, again.record["attempts"]) == (1, {"begun": 6})
    assert again.record["complete"]
    assert tables(again.folder) == whole


def test_two_evaluations_do_not_write_to_one_run(dataset: Path, tmp_path: Path) -> None:
    config = settings(dataset, tmp_path / "out")
    twice: list[str] = []

    def evaluate_again(there: int, total: int) -> None:
        with pytest.raises(RunError) as caught:
            play(config)
        twice.append(str(caught.value))

    run = evaluate(config, start=fake_story.start, progress=evaluate_again)
    assert set(twice) == {f"Another evaluation is writing to {run.folder}."}
    assert run.record["attempts"]["begun"] == 5


def test_transcripts_of_an_earlier_sitting_go_where_the_next_one_keeps_none(
    tmp_path: Path, small_chunks: None
) -> None:
    dataset = write_dataset(tmp_path / "corridors", GAMES)
    agent = AgentSpec("scripted", {"script": "go east,press button,take coin"}, AGENTS)
    config = settings(dataset, tmp_path / "out", agent=agent, transcripts=True)
    first = _played_with_a_broken_story(config, dataset)
    assert not first.record["complete"]
    assert RunFolder(first.folder).has_transcripts
    again = play(dataclasses.replace(config, transcripts=False))
    assert again.record["complete"]
    assert again.record["steps_sha256"] is None
    assert not RunFolder(again.folder).has_transcripts


def _played_with_a_broken_story(config: Evaluation, dataset: Path) -> Run:
    """Play while a story that was checked is exchanged behind the back of the run."""
    [broken] = [p for p in dataset.rglob("*.z8") if p.stem == "tw-test-2"]
    sound = broken.read_text()

    def read(folder: Path, splits: tuple[str, ...]) -> GameSet:
        games = read_games(folder, splits)
        broken.write_text(json.dumps({**json.loads(sound), "trouble": "raise"}))
        return games

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run_module, "read_games", read)
        run = play(config)
    broken.write_text(sound)
    return run


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, pytest.param(3, marks=pytest.mark.slow)])
def test_an_agent_that_may_remember_plays_all_in_one_go(
    dataset: Path, tmp_path: Path, small_chunks: None, jobs: int
) -> None:
    agent = AgentSpec("remembers", {}, AGENTS)
    for memory, words in [(Memory.EPISODE, ["1"] * 5), (Memory.RUN, ["1", "2", "3", "4", "5"])]:
        protocol = dataclasses.replace(ORACLE, max_turns=1, memory=memory)
        config = settings(dataset, tmp_path, agent=agent, protocol=protocol, n_jobs=jobs, wall=True)
        commands = pq.read_table(play(config).folder / "commands.parquet")
        assert commands["command"].to_pylist() == words


def test_a_deterministic_agent_plays_once_for_all_episodes(dataset: Path, tmp_path: Path) -> None:
    run = play(settings(dataset, tmp_path, "walkthrough", episodes=3))
    assert run.played == 15
    rows = pq.read_table(run.folder / "episodes.parquet").to_pylist()
    assert len({row["agent_seed"] for row in rows}) == 15
    assert all(row["won"] for row in rows)
    assert run.record["agent"]["deterministic"]


def test_an_agent_that_asks_for_too_much_leaves_nothing(dataset: Path, tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="asks for walkthrough, which the protocol does not grant"):
        play(settings(dataset, tmp_path, protocol=Protocol(), wall=True))
    assert contents(tmp_path) == {}
    assert list(tmp_path.iterdir()) == []


def test_a_run_that_is_given_up_leaves_those_beside_it(tmp_path: Path) -> None:
    given_up, other = (RunFolder(tmp_path / "runs" / name) for name in ("a", "b"))
    with given_up.written_to(), other.written_to():
        given_up.give_up()
        assert other.parts.is_dir()
    assert not given_up.path.exists()


@pytest.mark.slow
def test_transcripts_hold_any_text(dataset: Path, tmp_path: Path) -> None:
    for kind, command in [("surrogate", "\\ud800"), ("nul", "\0"), ("emoji", "\U0001f4a5")]:
        agent = AgentSpec("trouble", {"kind": kind}, AGENTS)
        config = settings(
            dataset, tmp_path, agent=agent, splits=("train",), transcripts=True, wall=True
        )
        steps = pq.read_table(play(config).folder / "steps.parquet")
        assert steps["command"].to_pylist()[:3] == [None, "go east", command]


@pytest.mark.slow
def test_transcripts_of_a_run_without_them_are_not_invented(dataset: Path, tmp_path: Path) -> None:
    play(settings(dataset, tmp_path))
    with pytest.raises(RunError, match="without transcripts: delete it"):
        play(settings(dataset, tmp_path, transcripts=True))


@pytest.mark.slow
def test_an_agent_that_is_changed_while_it_plays(dataset: Path, tmp_path: Path) -> None:
    module = tmp_path / "agents.py"
    module.write_text(Path(AGENTS).read_text())

    def change(there: int, total: int) -> None:
        module.write_text(module.read_text() + "# changed\n")

    config = settings(dataset, tmp_path / "out", agent=AgentSpec("seeded", {}, str(module)))
    with pytest.raises(AgentError, match=r"agents\.py was changed while it was played"):
        evaluate(config, start=fake_story.start, progress=change)
    assert not (tmp_path / "out").exists()
    assert play(config).played == 5


def test_a_person_is_not_evaluated(dataset: Path, tmp_path: Path) -> None:
    with pytest.raises(AgentError, match=r"'human' .* cannot be evaluated"):
        play(settings(dataset, tmp_path, "human"))
    with pytest.raises(AgentError, match=r"no agent 'walktrough'; .*Did you mean 'walkthrough'\?"):
        play(settings(dataset, tmp_path, "walktrough"))
    assert contents(tmp_path) == {}


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"splits": ()}, "split must name"),
        ({"episodes": 0}, "episodes must be a whole number of at least 1, not 0"),
        ({"n_jobs": 0}, "n_jobs must be"),
    ],
)
def test_settings_are_checked(values: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        settings(Path("ds"), Path("runs"), **values)


@pytest.mark.parametrize("damage", ["cut", "gone", "no_json", "other_json", "no_scores"])
def test_a_damaged_run_is_refused(dataset: Path, tmp_path: Path, damage: str) -> None:
    folder = play(settings(dataset, tmp_path)).folder
    episodes, record = folder / "episodes.parquet", folder / "run.json"
    if damage == "cut":
        episodes.write_bytes(episodes.read_bytes()[:-9])
    elif damage == "gone":
        episodes.unlink()
    elif damage == "no_json":
        record.write_text("{")
    elif damage == "other_json":
        record.write_text('{"format": 99}')
    else:
        values = json.loads(record.read_text())
        del values["scores"]["overall"]
        record.write_text(json.dumps(values))
    with pytest.raises(RunError, match=r"damaged|format 1 or 2"):
        Run.read(folder)


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="no run folder"):
        Run.read(tmp_path / "nowhere")
    with pytest.raises(RunError, match="not a run folder"):
        Run.read(tmp_path)


SCRIPT = """
import os, sys, time
from dataclasses import replace
from pathlib import Path
sys.path.insert(0, sys.argv[4])
import fake_story
from twbench.evaluation import run
from twbench.evaluation.settings.agents import AgentSpec
from twbench.evaluation.settings.evaluation import Evaluation
from twbench.evaluation.settings.protocol import TRACKS
run.CHUNK = int(os.environ.get("CHUNK", run.CHUNK))
slow = float(os.environ.get("SLOW", 0))
settings = run.Evaluation(
    Path(sys.argv[1]), AgentSpec(sys.argv[3]), transcripts=True, episodes=1,
    protocol=replace(TRACKS["oracle"], max_turns=20), out=Path(sys.argv[2]),
)
run.evaluate(
    settings, start=fake_story.start, progress=lambda there, total: time.sleep(60 * slow * there)
)
"""


def _evaluate_elsewhere(
    dataset: Path, out: Path, agent: str, **environment: str
) -> subprocess.Popen[bytes]:
    """Start the same evaluation in a fresh Python process."""
    folder = str(Path(__file__).parents[1])
    search = os.pathsep.join(entry or str(Path.cwd()) for entry in sys.path)
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(dataset), str(out), agent, folder],
        env={**os.environ, "PYTHONPATH": search, **environment},
    )
