import dataclasses
import json
import sys
from pathlib import Path

import fake_story
import pyarrow.parquet as pq
import pytest
from fake_dataset import AGENTS
from file_trees import contents
from run_of_corridors import ORACLE, evaluate_elsewhere, interrupt, play, settings

from twbench.core import EnvInfos
from twbench.errors import AgentError, ConfigError, RunError
from twbench.evaluation.records.run_folder import RunFolder
from twbench.evaluation.records.stored_run import Run
from twbench.evaluation.records.tables import EPISODES, PLAN, STEPS
from twbench.evaluation.run import evaluate
from twbench.evaluation.settings.agents import AgentSpec
from twbench.evaluation.settings.protocol import Limits, Memory, Protocol
from twbench.sandbox import sandbox_kind
from twbench.story import runtime_version


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
        evaluate_elsewhere(dataset, tmp_path / seed, "random", PYTHONHASHSEED=seed).wait()
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
            evaluate(config, start=fake_story.start, progress=interrupt)
    assert len(list((tmp_path / "runs").iterdir())) == len(different)
    same = dataclasses.replace(base, agent_folders=(str(other), str(one)))
    with pytest.raises(KeyboardInterrupt):
        evaluate(same, start=fake_story.start, progress=interrupt)
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
    with pytest.raises(RunError, match=r"damaged|in format 2"):
        Run.read(folder)


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="no run folder"):
        Run.read(tmp_path / "nowhere")
    with pytest.raises(RunError, match="not a run folder"):
        Run.read(tmp_path)
