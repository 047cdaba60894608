import json
import threading
import time
from pathlib import Path

import fake_story
import pytest
from fake_dataset import AGENTS

from twbench.errors import RunError
from twbench.evaluation.episode import Limits, Status
from twbench.evaluation.plan import Game, PlanItem
from twbench.evaluation.player import Job, Player
from twbench.evaluation.rollout import AgentSpec


def job(name: str, time_limit: float = 20.0, **arguments: object) -> Job:
    return Job(AgentSpec(name, arguments, AGENTS), Limits(5, time_limit), False, fake_story.start)


def item(folder: Path, trouble: str = "none") -> PlanItem:
    story = folder / f"tw-{trouble}.z8"
    story.write_text(json.dumps({"length": 2, "max_score": 1, "trouble": trouble}))
    return PlanItem(Game(f"tw-{trouble}", "corridor", "test", 1, str(story)), 1, 2)


def test_the_child_plays_as_the_parent_would(tmp_path: Path) -> None:
    player = Player(job("walkthrough"))
    try:
        episodes = [player.play(item(tmp_path)) for _ in range(3)]
    finally:
        player.close()
    assert [(e.status, e.score, e.steps) for e in episodes] == [(Status.DONE, 1, 3)] * 3


def test_a_lost_process_is_a_crash_and_the_next_episode_is_played(tmp_path: Path) -> None:
    player = Player(job("scripted", script="go east,press button,go east,take coin"))
    try:
        outcomes = [player.play(item(tmp_path, kind)) for kind in ("exit", "segfault", "none")]
    finally:
        player.close()
    assert [(e.status, e.score, e.error) for e in outcomes] == [
        (Status.CRASHED, None, "the playing process ended with exit code 3"),
        (Status.CRASHED, None, "the playing process was ended by SIGSEGV"),
        (Status.DONE, 1, None),
    ]
    assert outcomes[0].steps is None
    assert outcomes[0].won is None


def test_a_process_that_is_ended_from_outside_changes_nothing(tmp_path: Path) -> None:
    player = Player(job("scripted", script="go east,press button,go east,take coin"))
    try:
        episode = player.play(item(tmp_path, "exit_once"))
    finally:
        player.close()
    assert (episode.status, episode.score, episode.steps) == (Status.DONE, 1, 4)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("trouble", {"kind": "swallow"}), ("scripted", {"script": "press button"})],
)
def test_what_cannot_be_interrupted_is_killed(
    tmp_path: Path, name: str, arguments: dict[str, str]
) -> None:
    player = Player(job(name, 0.2, **arguments), grace=0.3)
    started = time.monotonic()
    try:
        episode = player.play(item(tmp_path, "hang_hard"))
    finally:
        player.close()
    assert (episode.status, episode.score) == (Status.TIMEOUT, None)
    assert episode.error == "no answer in time; the playing process was ended"
    assert time.monotonic() - started < 10


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


def test_a_child_that_cannot_start_is_one_clear_error(tmp_path: Path) -> None:
    player = Player(job("no_such_agent"))
    with pytest.raises(RunError, match="No process to play in could be started"):
        player.play(item(tmp_path))
    player.close()
