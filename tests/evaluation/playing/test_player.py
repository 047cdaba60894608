import dataclasses
import json
import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import fake_story
import pytest
from fake_dataset import AGENTS

from twbench.errors import RunError
from twbench.evaluation.episodes.episode import FailedBy, Status
from twbench.evaluation.playing import player as player_module
from twbench.evaluation.playing.player import Job, Player
from twbench.evaluation.settings.agents import AgentSpec
from twbench.evaluation.settings.plan import PlanItem, PlannedGame
from twbench.evaluation.settings.protocol import TRACKS, Limits
from twbench.evaluation.wall.guard import make_guard
from twbench.evaluation.wall.seat import describe

GUARD = make_guard([Path(AGENTS)], [])


def job(name: str, limits: Limits | None = None, grace: float = 5.0, **arguments: object) -> Job:
    protocol = dataclasses.replace(TRACKS["oracle"], max_turns=5, limits=limits or Limits())
    agent = AgentSpec(name, arguments, AGENTS)
    return Job(agent, protocol, False, fake_story.start, GUARD, grace)


def item(folder: Path, trouble: str = "none") -> PlanItem:
    story = folder / f"tw-{trouble}.z8"
    story.write_text(json.dumps({"length": 2, "max_score": 1, "trouble": trouble}))
    return PlanItem(PlannedGame(f"tw-{trouble}", "corridor", "test", 1, str(story)), 1, 2)


def test_the_child_plays_as_the_parent_would(tmp_path: Path) -> None:
    player = Player(job("walkthrough"))
    try:
        episodes = [player.play(item(tmp_path)) for _ in range(3)]
    finally:
        player.close()
    assert [(e.status, e.score, e.steps) for e in episodes] == [(Status.DONE, 1, 3)] * 3


@pytest.mark.slow
def test_a_lost_process_is_a_crash_and_the_next_episode_is_played(tmp_path: Path) -> None:
    player = Player(job("scripted", script="go east,press button,go east,take coin"))
    try:
        outcomes = [player.play(item(tmp_path, kind)) for kind in ("exit", "segfault", "none")]
    finally:
        player.close()
    lost = (Status.CRASHED, FailedBy.MACHINE, None)
    assert [(e.status, e.failed_by, e.score, e.error) for e in outcomes] == [
        (*lost, "machine: the playing process ended with exit code 3"),
        (*lost, "machine: the playing process was ended by SIGSEGV"),
        (Status.DONE, None, 1, None),
    ]
    assert outcomes[0].steps is None
    assert outcomes[0].won is None


@pytest.mark.slow
def test_a_process_that_is_ended_from_outside_changes_nothing(tmp_path: Path) -> None:
    player = Player(job("scripted", script="go east,press button,go east,take coin"))
    try:
        episode = player.play(item(tmp_path, "exit_once"))
    finally:
        player.close()
    assert (episode.status, episode.score, episode.steps) == (Status.DONE, 1, 4)


def test_a_story_that_cannot_be_interrupted_is_killed(tmp_path: Path) -> None:
    limits = Limits(story_seconds=0.2)
    player = Player(job("scripted", limits, 0.3, script="press button"))
    started = time.monotonic()
    try:
        episode = player.play(item(tmp_path, "hang_hard"))
    finally:
        player.close()
    assert (episode.status, episode.failed_by) == (Status.TIMEOUT, FailedBy.STORY)
    assert episode.score is None
    assert episode.error == "story: no answer in time; the playing process was ended"
    assert time.monotonic() - started < 15


@pytest.mark.parametrize("kind", ["hang", "swallow"])
def test_an_agent_that_hangs_is_ended_and_keeps_its_score(tmp_path: Path, kind: str) -> None:
    player = Player(job("trouble", Limits(agent_seconds=0.3), kind=kind))
    try:
        episodes = [player.play(item(tmp_path)) for _ in range(2)]
    finally:
        player.close()
    for episode in episodes:
        assert (episode.status, episode.failed_by) == (Status.TIMEOUT, FailedBy.AGENT)
        assert (episode.score, episode.steps) == (0, 1)
        assert episode.error == "agent: no command within 0.3 s"


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        ("die", "agent: its process ended with exit code 5"),
        ("exit", "agent: SystemExit: enough"),
        ("raise", "agent: KeyError: 'no idea'"),
    ],
)
def test_an_agent_that_leaves_keeps_its_score(tmp_path: Path, kind: str, error: str) -> None:
    player = Player(job("trouble", kind=kind))
    try:
        episodes = [player.play(item(tmp_path)) for _ in range(2)]
    finally:
        player.close()
    for episode in episodes:
        assert (episode.status, episode.failed_by) == (Status.CRASHED, FailedBy.AGENT)
        assert (episode.score, episode.steps) == (0, 1)
        assert re.sub(r" \(fake_agents\.py, line \d+\)$", "", str(episode.error)) == error


def test_what_an_agent_prints_does_not_reach_the_results(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    player = Player(job("trouble", kind="print"))
    try:
        episode = player.play(item(tmp_path))
    finally:
        player.close()
    printed = capfd.readouterr()
    assert (episode.status, episode.steps) == (Status.TRUNCATED, 5)
    assert (printed.out, printed.err.count("chatter")) == ("", 4)


def test_what_an_interpreter_prints_beside_a_storys_text_goes_nowhere(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    player = Player(job("scripted", script="press button,go east"))
    try:
        player.play(item(tmp_path, "bell"))
    finally:
        player.close()
    assert capfd.readouterr() == ("", "of the environment\n")


def test_a_stopped_run_records_nothing_of_the_episode_in_progress(tmp_path: Path) -> None:
    player = Player(job("trouble", kind="hang"))
    errors: list[Exception] = []

    def play() -> None:
        try:
            player.play(item(tmp_path))
        except RunError as error:
            errors.append(error)

    thread = threading.Thread(target=play)
    thread.start()
    while player._child is None:
        time.sleep(0.01)
    time.sleep(0.5)
    player.close()
    thread.join(timeout=10)
    assert [type(error) for error in errors] == [RunError]


def test_an_agent_that_is_not_there_any_more_has_failed(tmp_path: Path) -> None:
    player = Player(job("no_such_agent"))
    try:
        episode = player.play(item(tmp_path))
    finally:
        player.close()
    assert (episode.failed_by, episode.score) == (FailedBy.AGENT, 0)
    assert str(episode.error).startswith("agent: AgentError: There is no agent 'no_such_agent'")


def test_a_child_that_cannot_start_is_one_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_module, "_CHILD", "twbench.no_such_module")
    player = Player(job("walkthrough"))
    with pytest.raises(RunError, match="No process to play in could be started"):
        player.play(item(tmp_path))
    player.close()


LIBRARIAN = """
import sys
there = "numpy" in sys.modules
import numpy
from twbench.agents import register
from twbench.core import Agent
runs = sys.modules.setdefault("runs", [])
runs.append(1)

class Librarian(Agent):
    def act(self, game_state, reward, done):
        return f"{there} {len(runs)}"

register("librarian", Librarian, "says what is there")
"""


@pytest.mark.slow
def test_libraries_are_imported_once_and_the_agents_file_every_time(tmp_path: Path) -> None:
    file = tmp_path / "librarian.py"
    file.write_text(LIBRARIAN)
    guard = make_guard([file], [])
    spec = AgentSpec("librarian", {}, str(file))
    card = describe(spec, guard)
    assert "numpy" in card.libraries
    protocol = dataclasses.replace(TRACKS["text"], max_turns=1)
    player = Player(Job(spec, protocol, False, fake_story.start, guard, card=card))
    try:
        episodes = [player.play(item(tmp_path)) for _ in range(2)]
    finally:
        player.close()
    assert [[command.text for command in e.commands] for e in episodes] == [["True 1"]] * 2


def test_players_share_out_the_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_module.os, "sched_getaffinity", lambda process: {0, 1, 4, 5})
    assert player_module._shares(1) == [()]
    assert player_module._shares(2) == [(0, 4), (1, 5)]
    assert player_module._shares(3) == [(0, 5), (1,), (4,)]
    assert player_module._shares(5) == [(0,), (1,), (4,), (5,), (0,)]


@pytest.mark.parametrize("module", ["playing.child", "wall.host"])
def test_a_process_that_plays_costs_no_heavy_imports(module: str) -> None:
    program = f"import sys, twbench.evaluation.{module}; print(*sys.modules)"
    search = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=search
    )
    assert not {"joblib", "pandas", "pyarrow"} & {*done.stdout.split()}
