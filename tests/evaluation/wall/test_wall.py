"""The wall between an agent and its game: desk, seat and host."""

import dataclasses
import json
import os
import re
import sysconfig
import time
from pathlib import Path
from typing import Any

import fake_story
import pytest
from fake_dataset import AGENTS

import twbench
from twbench.core import EnvInfos
from twbench.errors import AgentError, SandboxError
from twbench.evaluation.episodes.episode import Episode, FailedBy, Status
from twbench.evaluation.episodes.recording import Recording
from twbench.evaluation.playing.rollout import run_episode
from twbench.evaluation.settings.agents import AgentCard, AgentSpec
from twbench.evaluation.settings.plan import PlanItem, PlannedGame
from twbench.evaluation.settings.protocol import TRACKS, Limits, Memory, Protocol
from twbench.evaluation.wall import seat as seat_module
from twbench.evaluation.wall.desk import Desk, NotGranted
from twbench.evaluation.wall.frames import FrameError
from twbench.evaluation.wall.guard import Guard, make_guard
from twbench.evaluation.wall.seat import AgentHost, BehindTheWall, Here, describe
from twbench.sandbox import sandbox_kind

TEXT = dataclasses.replace(TRACKS["text"], max_turns=5)


@pytest.fixture
def item(tmp_path: Path) -> PlanItem:
    story = tmp_path / "tw-corridor.z8"
    story.write_text(json.dumps({"length": 2, "max_score": 1}))
    return PlanItem(PlannedGame("tw-corridor", "corridor", "test", 1, str(story)), 11, 22)


# Desk


class Raw:
    """A seat of which the agent is a list of requests."""

    def __init__(self, *requests: dict[str, Any]):
        self.requests = requests
        self.answers: list[dict[str, Any]] = []

    def play(self, desk: Desk) -> Any:
        for request in self.requests:
            self.answers.append(desk.answer(request))
        return desk.ending or seat_module.Ending()

    def close(self) -> None:
        pass


RESET = {"request": "reset", "infos": ["feedback"], "extras": []}
STEP = {"request": "step", "command": "go east"}
FINISH = {"request": "finish"}


def played(item: PlanItem, seat: Any, protocol: Protocol = TEXT) -> Episode:
    return run_episode(Recording(item, protocol), seat, fake_story.start)


def test_a_state_is_what_was_granted(item: PlanItem) -> None:
    seat = Raw(RESET, STEP, {**STEP, "score": 9, "state": {"score": 9}}, FINISH)
    episode = played(item, seat)
    assert (episode.score, episode.steps, episode.status) == (0, 2, Status.TRUNCATED)
    assert seat.answers[1] == {
        "state": {"feedback": "You go east."},
        "score": None,
        "done": False,
        "turns_left": 4,
    }


@pytest.mark.parametrize(
    "requests",
    [
        [STEP],
        [RESET, RESET],
        [RESET, {"request": "step"}],
        [RESET, {"request": "step", "command": 3}],
        [RESET, {**STEP, "branch": 0}],
        [RESET, {**STEP, "branch": True}],
        [RESET, {**STEP, "branch": "1"}],
        [RESET, {"request": "drop", "branch": 1.5}],
        [{**RESET, "infos": "feedback"}],
        [{**RESET, "extras": [1]}],
        [{}],
        [{"request": None}],
        [{"request": ["step"]}],
        [{"request": "save"}],
        [RESET, {"request": "finish", "reason": 1}],
        [RESET, {"request": "fail", "by": "agent"}],
        [RESET, *[STEP] * 5, STEP],
    ],
)
def test_what_is_no_request_is_refused(item: PlanItem, requests: list[dict[str, Any]]) -> None:
    with pytest.raises(FrameError):
        played(item, Raw(*requests))


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({**RESET, "infos": ["policy_commands"]}, "asks for policy_commands, which the protocol"),
        ({**RESET, "infos": ["score"]}, "asks for score"),
        ({**RESET, "extras": ["walkthrough"]}, "asks for walkthrough"),
        ({**RESET, "infos": ["extras"]}, "asks for 'extras', which nobody knows"),
        ({**RESET, "infos": ["\x1b[2J"]}, r"asks for '\\x1b\[2J', which nobody knows"),
        ({"request": "fork"}, r"protocol\.lookahead is 0"),
    ],
)
def test_what_is_not_granted(item: PlanItem, request_: dict[str, Any], message: str) -> None:
    with pytest.raises(NotGranted, match=message):
        played(item, Raw(request_))


def test_a_long_name_makes_no_long_message(item: PlanItem) -> None:
    with pytest.raises(NotGranted) as caught:
        played(item, Raw({**RESET, "extras": ["\x1b" * 100_000]}))
    assert len(str(caught.value)) < 2000
    assert "\x1b" not in str(caught.value)


WIN = [STEP, STEP, {"request": "step", "command": "take coin"}]
LOSE = [STEP, STEP, {"request": "step", "command": "eat poison"}]
FORK = {"request": "fork", "branch": 0}
LOOKAHEAD = dataclasses.replace(TEXT, lookahead=2)


def test_copies_are_counted_and_leave_the_game_alone(item: PlanItem) -> None:
    on_copy = {**STEP, "branch": 1}
    seat = Raw(RESET, FORK, on_copy, on_copy, on_copy, {"request": "drop", "branch": 1}, FINISH)
    episode = played(item, seat, LOOKAHEAD)
    assert (episode.steps, episode.lookahead, episode.score) == (0, 2, 0)
    assert seat.answers[1] == {"branch": 1}
    assert seat.answers[3]["lookahead_left"] == 0
    assert seat.answers[4] == {"error": "The 2 commands of lookahead are used up."}
    assert [(c.text, c.branch) for c in episode.commands] == [("go east", 1)] * 2


def test_a_copy_tells_what_was_asked_of_it_and_the_game_what_was_asked_of_that(
    item: PlanItem,
) -> None:
    granted = dataclasses.replace(LOOKAHEAD, infos=("admissible_commands", "feedback", "score"))
    asks = {**RESET, "infos": ["admissible_commands", "feedback"]}
    on_copy, on_copy_of_copy = {**STEP, "branch": 1}, {**STEP, "branch": 2}
    plain = {**on_copy, "infos": ["feedback"], "extras": []}
    drops = [{"request": "drop", "branch": branch} for branch in (1, 2)]
    fork = {**FORK, "branch": 1}
    seat = Raw(asks, FORK, plain, fork, on_copy_of_copy, *drops, STEP, FINISH)
    played(item, seat, granted)
    told = [set(answer["state"]) for answer in seat.answers if "state" in answer]
    all_of_it, text = {"admissible_commands", "feedback"}, {"feedback"}
    assert told == [all_of_it, text, text, all_of_it]
    with pytest.raises(NotGranted, match="asks for facts"):
        played(item, Raw(asks, FORK, {**plain, "infos": ["facts"]}), granted)


def test_a_lost_game_cannot_be_blamed_on_the_story(item: PlanItem) -> None:
    """A copy of a game that is over would be a story that fails, and an episode played again."""
    seat = Raw(RESET, FORK, *LOSE, FORK, {**STEP, "branch": 1}, FINISH)
    episode = played(item, seat, LOOKAHEAD)
    assert (episode.status, episode.failed_by, episode.lost) == (Status.DONE, None, True)
    assert seat.answers[5] == seat.answers[6] == {"error": "The episode is over."}


@pytest.mark.parametrize(
    ("last", "failed_by", "error"),
    [
        ({"request": "fail", "by": "agent", "error": "x"}, FailedBy.AGENT, "agent: x"),
        ({"request": "fail", "by": "machine", "error": "x"}, FailedBy.AGENT, "agent: x"),
        ({"request": "finish", "reason": "bored"}, None, "agent: bored"),
        (FINISH, None, None),
    ],
)
def test_who_leaves_before_it_begins_has_what_everybody_begins_with(
    item: PlanItem, last: dict[str, Any], failed_by: FailedBy | None, error: str | None
) -> None:
    episode = played(item, Raw(last))
    assert (episode.failed_by, episode.error) == (failed_by, error)
    assert (episode.score, episode.steps, episode.won) == (0, 0, False)


def test_a_service_that_fails_before_the_beginning_leaves_nothing(item: PlanItem) -> None:
    episode = played(item, Raw({"request": "fail", "by": "service", "error": "x"}))
    assert (episode.failed_by, episode.score, episode.steps) == (FailedBy.SERVICE, None, None)


def test_a_win_stays_one_however_the_agent_leaves(item: PlanItem) -> None:
    episode = played(item, Raw(RESET, *WIN, {"request": "fail", "by": "agent", "error": "x"}))
    assert (episode.status, episode.won, episode.error) == (Status.DONE, True, None)


# Seat and host


def seat_of(name: str, memory: Memory = Memory.EPISODE, network: bool = False, **arguments: object):  # type: ignore[no-untyped-def]
    guard = make_guard([Path(AGENTS)], [])
    card = AgentCard(name, "", network=network)
    return BehindTheWall(AgentSpec(name, arguments, AGENTS), memory, guard, card)


def test_a_host_that_has_ended_is_replaced(item: PlanItem) -> None:
    seat = seat_of("scripted", script="go east")
    try:
        first = played(item, seat)
        assert seat._host is not None
        seat._host._child.kill()
        seat._host._child._process.wait()
        again = played(item, seat)
    finally:
        seat.close()
    assert first == again
    assert again.steps == 5


@pytest.mark.parametrize("problem", [SandboxError("faster"), OSError("gone"), AgentError("?")])
def test_what_cannot_be_ended_is_not_the_fault_of_the_machine(
    item: PlanItem, monkeypatch: pytest.MonkeyPatch, problem: Exception
) -> None:
    def fail(*arguments: object, **more: object) -> None:
        raise problem

    seat = seat_of("trouble", kind="die")
    with monkeypatch.context() as patch:
        patch.setattr(AgentHost, "end", fail)
        episode = played(item, seat)
    assert (episode.status, episode.failed_by) == (Status.CRASHED, FailedBy.AGENT)
    assert seat._host is None


def test_a_service_is_blamed_by_those_alone_who_have_declared_it() -> None:
    ending = seat_module.Ending(Status.CRASHED, FailedBy.SERVICE, "service: down")
    assert seat_of("scripted", network=True)._judged(ending) == ending
    judged = seat_of("scripted")._judged(ending)
    assert judged.failed_by is FailedBy.AGENT
    assert "not registered with network=True: service: down" in str(judged.error)


def agent_file(folder: Path, *lines: str) -> AgentSpec:
    file = folder / "mine.py"
    head = ["import os, time", "from twbench.agents import register, registry"]
    head.append("from twbench.core import Agent")
    file.write_text("\n".join([*head, *lines]) + "\n")
    return AgentSpec("mine", {}, str(file))


def guard_of(spec: AgentSpec) -> Guard:
    return make_guard([Path(str(spec.module))], [])


def described(spec: AgentSpec) -> AgentCard:
    return describe(spec, guard_of(spec))


def out_of_time(item: PlanItem, seat: Any, seconds: float, protocol: Protocol = TEXT) -> Episode:
    """Let an agent play that has half a second, and does not get more than ``seconds``."""
    started = time.monotonic()
    try:
        limits = Limits(agent_seconds=0.5)
        episode = played(item, seat, dataclasses.replace(protocol, limits=limits))
    finally:
        seat.close()
    assert (episode.status, episode.failed_by) == (Status.TIMEOUT, FailedBy.AGENT)
    assert time.monotonic() - started < seconds
    return episode


def test_an_agent_says_what_it_is(tmp_path: Path) -> None:
    spec = agent_file(
        tmp_path, "def make(size: float = float('nan')): ...", "register('mine', make, 'is mine')"
    )
    assert described(spec) == AgentCard("mine", "is mine", defaults={"size": "nan"})


def test_another_python_finds_no_library_of_this_one(tmp_path: Path) -> None:
    """But what the user has put on the path is there."""
    spec = agent_file(tmp_path, "register('mine', Agent, os.environ['PYTHONPATH'])")
    searched = [Path(path) for path in described(spec).description.split(os.pathsep)]
    assert Path(twbench.__file__).parents[1] in searched
    libraries = [path for path in sysconfig.get_paths().values() if "lib" in path]
    assert not {Path(path).resolve() for path in libraries} & set(searched)


@pytest.mark.skipif("landlock" not in sandbox_kind(), reason="this machine has no Landlock")
def test_a_file_that_may_not_be_read_is_told_by_the_path_to_name(tmp_path: Path) -> None:
    program, link = tmp_path / "program", tmp_path / "link"
    program.write_text("")
    link.symlink_to(program)
    spec = agent_file(tmp_path, f"open({str(link)!r})")
    with pytest.raises(AgentError, match=f"agent_folders names .*: {re.escape(str(program))}$"):
        described(spec)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["os._exit(0)"], "ended while it was imported"),
        (["raise ValueError('\\x1b[2J')"], r"cannot be imported: ValueError: \\x1b\[2J"),
        (["x = 1"], "no agent 'mine'"),
        (
            ["registry.AGENTS._entries['mine'] = registry.AgentEntry('../theirs', Agent, '')"],
            r"'mine' says that it is '\.\./theirs'",
        ),
        (["register('mine', Agent, 5)"], "does not say what agent it has"),
        (["register('mine', Agent, 'x' * (2 << 20))"], "ended while it was imported"),
        (["open('model.json')"], r"'model\.json' \(mine\.py, line 4\)\. .*: give whole paths"),
    ],
)
def test_an_agent_that_cannot_be_described(tmp_path: Path, lines: list[str], message: str) -> None:
    with pytest.raises(AgentError, match=message):
        described(agent_file(tmp_path, *lines))


def test_a_process_that_holds_the_line_is_not_waited_for(item: PlanItem, tmp_path: Path) -> None:
    spec = agent_file(
        tmp_path,
        "class Mine(Agent):",
        "    def act(self, state, reward, done):",
        "        if not os.fork():",
        "            time.sleep(600)",
        "        os._exit(0)",
        "register('mine', Mine, '')",
    )
    out_of_time(item, BehindTheWall(spec, Memory.EPISODE, guard_of(spec)), 30)


def test_what_an_agent_can_ask_for_ever_gives_it_no_time(item: PlanItem, tmp_path: Path) -> None:
    spec = agent_file(
        tmp_path,
        "class Mine(Agent):",
        "    def reset(self, env):",
        "        self.env = env",
        "    def act(self, state, reward, done):",
        "        for _ in range(400):",
        "            time.sleep(0.05)",
        "            self.env._exchange({'request': 'drop', 'branch': 9})",
        "            self.env._exchange({'request': 'step', 'branch': 9, 'command': 'look'})",
        "        return 'look'",
        "register('mine', Mine, '')",
    )
    protocol = dataclasses.replace(TEXT, lookahead=2)
    for seat in (BehindTheWall(spec, Memory.EPISODE, guard_of(spec)), Here(spec, limit=0.5)):
        episode = out_of_time(item, seat, 15, protocol)
        assert (episode.score, episode.steps, episode.lookahead) == (0, 0, 0)


def test_the_host_runs_nothing_of_the_agent(item: PlanItem, tmp_path: Path) -> None:
    """What an import shares with all later forks is none of them's: it is imported in each."""
    spec = agent_file(
        tmp_path,
        "import mmap",
        "SHARED = mmap.mmap(-1, 8)",
        "class Mine(Agent):",
        "    def act(self, state, reward, done):",
        "        SHARED[0] += 1",
        "        return f'{SHARED[0]} {os.getppid() == PARENT}'",
        "PARENT = os.getppid()",
        "register('mine', Mine, '')",
    )
    protocol = dataclasses.replace(TEXT, max_turns=1)
    typed = {}
    for memory in Memory:
        seat = BehindTheWall(spec, memory, guard_of(spec))
        try:
            episodes = [played(item, seat, protocol) for _ in range(3)]
        finally:
            seat.close()
        typed[memory] = [episode.commands[0].text for episode in episodes]
    assert typed[Memory.EPISODE] == ["1 True"] * 3
    assert typed[Memory.RUN] == ["1 True", "2 True", "3 True"]


def test_a_module_beside_the_games_is_refused(tmp_path: Path) -> None:
    inside = tmp_path / "dataset" / "agent.py"
    inside.parent.mkdir()
    inside.write_text("")
    link = tmp_path / "agent.py"
    link.symlink_to(inside)
    for module in (inside, link):
        with pytest.raises(SandboxError, match="must stay hidden"):
            make_guard([module], [inside.parent])


def test_a_folder_that_holds_the_games_shows_the_rest_of_it(tmp_path: Path) -> None:
    for name in ("dataset", "model"):
        (tmp_path / name).mkdir()
    (tmp_path / "model" / "games").symlink_to(tmp_path / "dataset")
    guard = make_guard([tmp_path], [tmp_path / "dataset"])
    if guard.confinement is None:
        pytest.skip("this machine has no sandbox")
    seen = guard.confinement.readable
    assert str(tmp_path / "model") in seen
    assert not [path for path in seen if path in (str(tmp_path), str(tmp_path / "dataset"))]


def test_a_recording_counts_whatever_was_typed(item: PlanItem) -> None:
    recording = Recording(item, TEXT)
    with recording.opened(fake_story.start) as game:  # type: ignore[arg-type]
        assert not recording.begun
        recording.begin(game, EnvInfos())
        assert recording.begun
        for _ in range(5):
            recording.step("dance")
    assert (recording.turns, recording.over, recording.ended) == (5, True, False)
