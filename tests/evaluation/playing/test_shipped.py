"""Agents that come with twbench play in the process of the recorder, as they would elsewhere."""

import dataclasses
from pathlib import Path

import fake_story
import pytest
from fake_dataset import write_dataset

from twbench.agents import SHIPPED, names, register
from twbench.agents.simple import NaiveAgent
from twbench.errors import AgentError
from twbench.evaluation.board.leaderboard import unranked_reason
from twbench.evaluation.records.run_folder import RunFolder
from twbench.evaluation.records.stored_run import Run
from twbench.evaluation.run import evaluate
from twbench.evaluation.settings.agents import AgentSpec
from twbench.evaluation.settings.evaluation import Evaluation
from twbench.evaluation.settings.protocol import TRACKS, Memory
from twbench.evaluation.statistics.scores import Outcome, aggregate
from twbench.system.processes import Child

TRACK = {
    "random": "text",
    "simple": "text",
    "random_command": "admissible",
    "walkthrough": "oracle",
    "canonical": "text",
    "explorer": "text",
    "greedy": "admissible",
}
NOTHING_ELSE = "# It registers nothing: all that it is there for is not to be twbench's own.\n"


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    games = [("short", 2), ("long", 7)]
    return write_dataset(tmp_path_factory.mktemp("d") / "corridors", {"test": games})


@pytest.fixture
def module(tmp_path: Path) -> str:
    file = tmp_path / "nothing_else.py"
    file.write_text(NOTHING_ELSE)
    return str(file)


def played(dataset: Path, out: Path, agent: AgentSpec, memory: Memory = Memory.EPISODE) -> Run:
    protocol = dataclasses.replace(TRACKS[TRACK[agent.name]], memory=memory, max_turns=12)
    settings = Evaluation(dataset, agent, protocol=protocol, transcripts=True, out=out)
    return evaluate(settings, start=fake_story.start)  # type: ignore[arg-type]


def test_all_of_them_are_tried_here() -> None:
    assert set(TRACK) | {"human"} == SHIPPED
    assert set(names()) >= SHIPPED


@pytest.mark.parametrize(
    "name",
    [name if name == "simple" else pytest.param(name, marks=pytest.mark.slow) for name in TRACK],
)
@pytest.mark.parametrize(
    "memory", [Memory.EPISODE, pytest.param(Memory.RUN, marks=pytest.mark.slow)]
)
def test_they_do_the_same_behind_the_wall(
    dataset: Path, tmp_path: Path, module: str, name: str, memory: Memory
) -> None:
    ours = played(dataset, tmp_path / "ours", AgentSpec(name), memory)
    walled = played(dataset, tmp_path / "walled", AgentSpec(name, module=module), memory)
    assert ours.record["wall"]["sandbox"] == "shipped"
    assert walled.record["wall"]["sandbox"] != "shipped"
    for read in (RunFolder.read_episodes, RunFolder.read_commands, RunFolder.read_steps):
        found = [list(read(RunFolder(run.folder))) for run in (ours, walled)]
        assert found[0] == found[1] != []


def test_no_other_process_is_needed(
    dataset: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[str] = []

    class Counted(Child):
        def __init__(self, module: str, **more: object):
            started.append(module)
            super().__init__(module, **more)  # type: ignore[arg-type]

    monkeypatch.setattr("twbench.evaluation.playing.player.Child", Counted)
    monkeypatch.setattr("twbench.evaluation.wall.seat.Child", Counted)
    played(dataset, tmp_path, AgentSpec("random"))
    assert started == ["twbench.evaluation.playing.child"]


def test_who_only_says_so_has_no_rank(dataset: Path, tmp_path: Path) -> None:
    run = played(dataset, tmp_path, AgentSpec("random"))
    scores = aggregate(map(Outcome.of, RunFolder(run.folder).read_episodes()))
    assert unranked_reason(run.record, scores) is None
    module = {"file": "random.py", "sha256": "0" * 64}
    for agent in ({"name": "genius"}, {"module": module}):
        record = {**run.record, "agent": {**run.record["agent"], **agent}}
        reason = unranked_reason(record, scores)
        assert reason == "played without a wall, and does not come with twbench"


def test_nobody_takes_their_names() -> None:
    for name in SHIPPED:
        with pytest.raises(AgentError, match="choose another name"):
            register(name, NaiveAgent, "")
