"""Agents that ask a service: how many at once, and what becomes of a run when it is gone."""

import dataclasses
from pathlib import Path

import fake_story
import pyarrow.parquet as pq
import pytest
from fake_dataset import AGENTS
from run_of_corridors import ORACLE, play, settings

from twbench.errors import ServiceError
from twbench.evaluation.episodes.episode import Episode, FailedBy, Status
from twbench.evaluation.playing import order
from twbench.evaluation.playing.outage import Outage
from twbench.evaluation.records.run_folder import RunFolder
from twbench.evaluation.run import evaluate
from twbench.evaluation.settings.agents import AgentSpec
from twbench.evaluation.settings.evaluation import Evaluation
from twbench.evaluation.settings.plan import PlanItem, PlannedGame
from twbench.evaluation.settings.protocol import Memory

ITEM = PlanItem(PlannedGame("tw-test", "short", "test", 1, "story.z8"), 1, 2)
PLAYED = Episode(ITEM, 2, Status.DONE)
CRASHED = Episode(ITEM, 2, Status.CRASHED, FailedBy.AGENT, "agent: no idea")
UNSERVED = Episode(ITEM, 2, Status.CRASHED, FailedBy.SERVICE, "service: gone\x1b[2J")


@pytest.mark.parametrize(("players", "most"), [(1, 5), (4, 5), (9, 9)])
def test_so_many_failures_in_a_row_are_an_outage(players: int, most: int) -> None:
    outage = Outage(players)
    nearly = [UNSERVED] * (most - 1)
    for episode in (*nearly, PLAYED, *nearly, CRASHED, *nearly):
        outage.note(episode)
    outage.check()
    outage.note(UNSERVED)
    message = rf"failed {most} episodes in a row, the last with 'service: gone\\\\x1b\[2J'\."
    with pytest.raises(ServiceError, match=message):
        outage.check()


def served(dataset: Path, tmp_path: Path, guests: int, **more: object) -> Evaluation:
    arguments = {"folder": str(tmp_path / "service"), "guests": guests}
    agent = AgentSpec("served", arguments, AGENTS)
    protocol = dataclasses.replace(ORACLE, max_turns=1)
    return settings(dataset, tmp_path / "runs", agent=agent, protocol=protocol, **more)


def commands(folder: Path) -> list[str]:
    return list(pq.read_table(folder / "commands.parquet")["command"].to_pylist())


def test_as_many_episodes_as_jobs_ask_a_service_at_once(dataset: Path, tmp_path: Path) -> None:
    (tmp_path / "service").mkdir()
    run = play(served(dataset, tmp_path, guests=5, n_jobs=5))
    assert commands(run.folder) == ["look"] * 5


@pytest.mark.parametrize(
    ("agent", "episodes", "most", "sizes"),
    [
        ("served", 1, 1000, [1] * 5),
        ("served", 1, 2, [3, 2]),
        ("alike", 2, 1000, [2] * 5),
        ("local", 2, 1000, [2] * 5),
    ],
)
def test_what_is_stored_at_once_is_as_little_as_can_be(
    dataset: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    agent: str,
    episodes: int,
    most: int,
    sizes: list[int],
) -> None:
    """An episode of a service, else those of a game; but in few parts."""
    (tmp_path / "service").mkdir()
    monkeypatch.setattr(order, "MOST_PARTS", most)
    stored = []
    note = RunFolder.note_begun

    def noted(folder: RunFolder, number: int, count: int) -> None:
        stored.append(count)
        note(folder, number, count)

    monkeypatch.setattr(RunFolder, "note_begun", noted)
    config = served(dataset, tmp_path, guests=1, episodes=episodes)
    play(dataclasses.replace(config, agent=dataclasses.replace(config.agent, name=agent)))
    assert stored == sizes


def test_a_run_stops_with_the_service_and_goes_on_with_it(dataset: Path, tmp_path: Path) -> None:
    service = tmp_path / "service"
    config = served(dataset, tmp_path, guests=1, episodes=2)

    def end_after_two(there: int, total: int) -> None:
        if there == 2:
            service.rename(tmp_path / "gone")

    service.mkdir()
    with pytest.raises(ServiceError, match="5 episodes in a row, the last with 'service: nobody"):
        evaluate(config, start=fake_story.start, progress=end_after_two)
    [folder] = (tmp_path / "runs").iterdir()
    assert RunFolder(folder).is_unfinished
    service.mkdir()
    run = play(config)
    assert (run.played, len(list(service.iterdir()))) == (8, 8)
    assert run.record["attempts"] == {"begun": 15}
    assert run.record["complete"]
    assert commands(run.folder) == ["look"] * 10


def test_a_run_of_an_agent_that_remembers_stops_as_well(dataset: Path, tmp_path: Path) -> None:
    config = served(dataset, tmp_path, guests=1, episodes=2)
    protocol = dataclasses.replace(config.protocol, memory=Memory.RUN)
    with pytest.raises(ServiceError, match="5 episodes in a row"):
        play(dataclasses.replace(config, protocol=protocol))
    [folder] = (tmp_path / "runs").iterdir()
    assert RunFolder(folder).is_unfinished
    assert not list(folder.rglob("episodes*"))
