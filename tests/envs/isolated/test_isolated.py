"""Stories in a process of their own: the same game, and no harm from stories that hang or crash."""

import contextlib
import gc
import math
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from bare_stories import story_of
from sample_games import STORIES, coin_collector, cottage, shed, write

from twbench.core import EnvInfos, GameState, Wrapper
from twbench.envs import IsolatedEnv, JerichoUnsupportedGameWarning
from twbench.envs.announcing import told_of_searches
from twbench.envs.isolated import process as story_process
from twbench.envs.isolated.frames import (
    SEARCHING,
    answer_frame,
    feedback_frame,
    news_frame,
    parse_answer,
    parse_news,
)
from twbench.envs.isolated.process import Asked, StoryProcess
from twbench.errors import (
    ConfigError,
    EnvInfoMissingError,
    GameNotRunningError,
    InternalError,
    StoryFileError,
)
from twbench.families import start

FOR_EVER = bytes([0x8C, 0xFF, 0xFF])  # jump to itself
# Write into a table how long a line is at most; then read lines into it without an end.
READ_LINES = bytes.fromhex("E1 17 0340 00 28  E4 1F 0340 00 10  8C FFF9")
PRINT_OUTSIDE = bytes([0x87, 0xFF, 0xFF])  # print the text at an address beyond the story
COPY_OUTSIDE = bytes([0xFD, 0x03, 0x04, 0x00, 0xFF, 0xFF, 0x7F, 0xFF])  # copy a table to there


@pytest.fixture(params=["memory", pytest.param("pipes", marks=pytest.mark.slow)])
def line(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kind of line between the two processes."""
    if request.param == "pipes":
        monkeypatch.setattr(story_process, "new_memory", lambda: None)


@pytest.mark.usefixtures("line")
def test_isolated_stories_play_like_others(tmp_path: Path) -> None:
    path = write(cottage(), tmp_path)
    infos = EnvInfos(**dict.fromkeys(EnvInfos.NAMES, True), extras=["walkthrough"])
    with start(path, infos) as plain, start(path, infos, isolated=True) as isolated:
        assert isinstance(isolated, IsolatedEnv)
        first = plain.reset()
        assert {**isolated.reset(), "game": None} == {**first, "game": None}
        for command in (*cottage().walkthrough[:4], "sing", "é\\\0\n", "take all"):
            expected, found = plain.step(command), isolated.step(command)
            assert {**found[0], "game": None} == {**expected[0], "game": None}
            assert found[1:] == expected[1:]
        assert found[0].game == plain.state.game
        assert isolated.reset() == first


PLAYED_APART = """
import sys
from pathlib import Path
from twbench.families import start

with start(sys.argv[1], isolated=True) as env:
    Path(sys.argv[2]).write_text(env.reset().feedback)
"""


def test_a_process_without_standard_streams_plays_like_others(tmp_path: Path) -> None:
    path, told = write(shed(), tmp_path), tmp_path / "told"
    line = [sys.executable, "-c", PLAYED_APART, str(path), str(told)]
    done = subprocess.run(["sh", "-c", '"$@" <&- >&- 2>&-', "sh", *line], check=False)
    assert done.returncode == 0
    with start(path) as env:
        assert told.read_text() == env.reset().feedback


class Counting(Wrapper):
    """Puts an extra into states that no game has: how many commands were typed."""

    def reset(self) -> GameState:
        state = super().reset()
        state["extra.typed"] = self._typed = 0
        return state

    def step(self, command: str) -> tuple[GameState, float, bool]:
        state, score, done = super().step(command)
        self._typed += 1
        state["extra.typed"] = self._typed
        return state, score, done


@pytest.mark.filterwarnings("ignore::twbench.envs.JerichoUnsupportedGameWarning")
@pytest.mark.parametrize("ours", [True, False])
def test_wrappers_may_add_extras_to_what_the_process_tells(ours: bool, tmp_path: Path) -> None:
    path = write(cottage(), tmp_path) if ours else tmp_path / "other.z5"
    if not ours:
        path.write_bytes(story_of(READ_LINES))
    infos = EnvInfos(extras=["typed", "walkthrough"])
    with start(path, infos, [Counting], isolated=True) as env:
        assert isinstance(env.unwrapped, IsolatedEnv)
        state = env.reset()
        assert state["extra.typed"] == 0
        assert state["extra.walkthrough"] == (cottage().walkthrough if ours else None)
        assert env.step("look")[0]["extra.typed"] == 1
    with start(path, infos, isolated=True) as env, pytest.raises(EnvInfoMissingError):
        env.reset()


@pytest.mark.filterwarnings("ignore::twbench.envs.JerichoUnsupportedGameWarning")
def test_wrappers_add_extras_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.z5"
    path.write_bytes(story_of(READ_LINES))
    infos = EnvInfos(extras=["typed"], facts=True)
    with start(path, infos, [Counting]) as env, pytest.raises(EnvInfoMissingError, match="facts"):
        env.reset()


@pytest.mark.usefixtures("line")
def test_what_is_asked_for_may_change_at_any_time(tmp_path: Path) -> None:
    path = write(cottage(), tmp_path)
    with start(path) as plain, start(path, isolated=True) as isolated:
        envs = plain, isolated
        commands = cottage().walkthrough
        for number, names in enumerate(
            ("", "score facts", "score facts", "facts", "", "won score")
        ):
            for env in envs:
                for name in EnvInfos.NAMES:
                    setattr(env.infos, name, name in names.split())
                if number == 3:
                    env.restore(env.save())
            if number % 4 == 0:
                assert isolated.reset() == plain.reset()
            expected, found = (env.step(commands[number % 4]) for env in envs)
            assert found == expected
            with plain.copy() as first, isolated.copy() as second:
                assert second.step("look") == first.step("look")


def test_order_of_calls(tmp_path: Path) -> None:
    env = IsolatedEnv()
    with pytest.raises(GameNotRunningError, match="load"):
        env.reset()
    env.load(write(coin_collector(1), tmp_path))
    with pytest.raises(GameNotRunningError, match="reset"):
        env.step("look")
    env.reset()
    assert env.step("take coin")[1:] == (1, True)
    with pytest.raises(GameNotRunningError):
        env.step("look")
    env.load(write(shed(), tmp_path, "tw-other"))
    assert "toys" in env.reset().feedback
    env.close()
    env.close()
    with pytest.raises(GameNotRunningError):
        env.reset()


def test_errors_come_through(tmp_path: Path) -> None:
    path = write(coin_collector(1), tmp_path)
    path.with_suffix(".json").unlink()
    with start(path, EnvInfos(objective=True), isolated=True) as env:
        with pytest.raises(EnvInfoMissingError, match="objective"):
            env.reset()
        env.infos.objective = False
        assert env.reset().feedback
    (tmp_path / "tw-broken.z8").write_bytes(b"\x08" * 100)
    with pytest.raises(StoryFileError, match=r"tw-broken\.z8 is no sound story"):
        start(tmp_path / "tw-broken.z8", isolated=True)
    with pytest.raises(ConfigError, match="more than 0 seconds, not -1"):
        start(path, isolated=True, timeout=-1)


@pytest.mark.usefixtures("line")
def test_a_story_that_hangs_is_stopped(tmp_path: Path) -> None:
    path = tmp_path / "hangs.z5"
    path.write_bytes(story_of(FOR_EVER))
    env = IsolatedEnv(timeout=0.3)
    begun = time.monotonic()
    with pytest.raises(StoryFileError, match=r"hangs\.z5 did not start within 0\.3 seconds"):
        env.load(path)
    assert time.monotonic() - begun < 30
    with pytest.raises(GameNotRunningError):
        env.step("look")
    env._timeout = 10.0
    env.load(write(coin_collector(1), tmp_path))
    assert env.reset().feedback
    env.close()


@pytest.mark.filterwarnings("ignore::twbench.envs.JerichoUnsupportedGameWarning")
@pytest.mark.parametrize("code", [PRINT_OUTSIDE, COPY_OUTSIDE])
def test_a_story_that_writes_anywhere_does_no_harm(code: bytes, tmp_path: Path) -> None:
    path = tmp_path / "crashes.z5"
    path.write_bytes(story_of(code))
    message = ""
    env = IsolatedEnv(timeout=5)
    try:  # whether it crashes or hangs depends on what lies beyond the story in memory
        env.load(path)
        env.reset()
    except StoryFileError as error:
        message = str(error)
    assert message in (
        "",
        "The story crashes.z5 crashed its interpreter.",
        "The story crashes.z5 did not start within 5 seconds and was stopped.",
    )
    env.load(write(coin_collector(1), tmp_path))
    env.reset()
    assert env.step("take coin")[1:] == (1, True)
    env.close()


@pytest.mark.usefixtures("line")
def test_a_command_that_is_not_answered(tmp_path: Path) -> None:
    env = IsolatedEnv()
    env.load(write(coin_collector(5), tmp_path))
    env.reset()
    os.kill(env._process._child.pid, signal.SIGSTOP)
    env._process._timeout = 0.3
    with pytest.raises(StoryFileError, match=r"did not answer within 0\.3 seconds"):
        env.step("look")
    assert env.reset().feedback
    env.close()


@pytest.mark.usefixtures("line")
def test_what_is_broken_off_by_the_keyboard_is_over(tmp_path: Path) -> None:
    infos = EnvInfos(score=True, moves=True)
    env = IsolatedEnv(infos)
    env.load(write(coin_collector(1), tmp_path))
    first = env.reset()
    os.kill(env._process._child.pid, signal.SIGSTOP)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(KeyboardInterrupt):
            env.step("take coin")
    finally:
        signal.signal(signal.SIGALRM, before)
    with pytest.raises(StoryFileError, match="its process has ended"):
        env.step("look")
    assert env.reset() == first
    assert env.step("take coin")[1:] == (1, True)
    env.close()


def test_the_process_of_an_environment_that_nobody_has_any_more_ends(tmp_path: Path) -> None:
    env = start(write(coin_collector(1), tmp_path), isolated=True)
    child, folder = env._process._child, env._process._folder
    assert folder.is_dir()
    del env
    gc.collect()
    assert child.returncode == -signal.SIGKILL
    assert not folder.exists()


@pytest.mark.usefixtures("line")
def test_a_process_that_dies_is_replaced(tmp_path: Path) -> None:
    env = IsolatedEnv()
    env.load(write(coin_collector(5), tmp_path))
    env.reset()
    child = env._process._child
    child.send_signal(signal.SIGSEGV)
    child.wait()
    with pytest.raises(StoryFileError, match="crashed its interpreter"):
        env.step("look")
    with pytest.raises(GameNotRunningError):
        env.step("look")
    assert env.reset().feedback
    env.close()


def test_any_text_comes_through() -> None:
    news = {"feedback": "a\0b", "raw": ":\0:\ud800", "moves": 3, "facts": [], "odd": "é"}
    assert parse_news(news_frame(news, 2, True)) == (news, 2, True)
    alone = {"feedback": "a\0b"}
    assert parse_news(feedback_frame(alone, -1, False)) == (alone, -1, False)
    standing = {**alone, "score": -1, "moves": 7, "won": False, "lost": True}
    assert parse_news(feedback_frame(standing, -1, True)) == (standing, -1, True)


NONSENSE = [
    b"",
    b"F",
    b"F1",
    b"F1\x000",
    b"Fx\x000\0",
    b"\xff\xff",
    b"N1",
    b"N1\x000\0a",
    b"Nx\x000",
]


@pytest.mark.parametrize("frame", NONSENSE)
def test_answers_to_steps_that_make_no_sense(frame: bytes) -> None:
    with pytest.raises(ValueError, match="makes no sense"):
        parse_news(frame)


@pytest.mark.parametrize("frame", [b"", b"A[1,2", b"A1", b"\xff\xff", b"A" + b"[" * 200_000])
def test_answers_that_make_no_sense(frame: bytes) -> None:
    with pytest.raises(ValueError, match="makes no sense"):
        parse_answer(frame)


def process_to_be_asked() -> StoryProcess:
    process = object.__new__(StoryProcess)
    process._ended, process._name, process._timeout = False, "odd.z5", 1
    process._last, process.forgotten, process.search_seconds = None, [], 0.0
    process._finish = lambda: None
    return process


def process_that_answers(frame: bytes, monkeypatch: pytest.MonkeyPatch) -> StoryProcess:
    process = process_to_be_asked()
    monkeypatch.setattr(process, "_exchange", lambda *_: frame, raising=False)
    return process


class Searching:
    """A line on which it is said so often that a search begins, before there is an answer."""

    def __init__(self, times: float):
        self.left = times

    def send(self, frame: bytes, seconds: float) -> None:
        """Take anything."""

    def receive(self, seconds: float) -> bytes:
        """Say so once more, or answer."""
        self.left -= 1
        return SEARCHING if self.left >= 0 else answer_frame({})


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"error": "print", "arguments": []},
        {"error": "EnvInfoMissingError", "arguments": [1, 2, 3, 4]},
        {"state": []},
    ],
)
def test_answers_that_make_no_sense_are_refused(
    answer: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    process = process_that_answers(answer_frame(answer), monkeypatch)
    with pytest.raises(StoryFileError, match=r"odd\.z5 gave an answer that makes no sense"):
        process.ask("reset", 0, EnvInfos())


@pytest.mark.parametrize("frame", [*NONSENSE, answer_frame({"state": {}}), b"A{"])
def test_steps_answered_by_nonsense_are_refused(
    frame: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = process_that_answers(frame, monkeypatch)
    with pytest.raises(StoryFileError, match=r"odd\.z5 gave an answer that makes no sense"):
        process.step(Asked(0, EnvInfos()), "look")


def test_nobody_waits_for_search_after_search_for_ever() -> None:
    process = process_to_be_asked()
    process._line, process._timeout, process.search_seconds = Searching(math.inf), 0.1, 0.05
    with pytest.raises(StoryFileError, match=r"odd\.z5 did not start within 0\.3 seconds"):
        process.ask("restore", 0, EnvInfos())


def test_whoever_plays_several_commands_for_one_searches_as_often() -> None:
    process = process_to_be_asked()
    process._line = Searching(9)
    assert process.ask("restore", 0, EnvInfos()) == {}


def processes_of_session(number: int) -> set[int]:
    """Return the processes that have a session and still run."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, _, session = stat.read_text().rpartition(")")[2].split()[:4]
            if state != "Z" and int(session) == number:
                found.add(int(stat.parent.name))
    return found


@pytest.mark.skipif(not STORIES.is_dir(), reason="the stories of other makers are not here")
@pytest.mark.usefixtures("line")
def test_a_search_comes_between_question_and_answer() -> None:
    infos = EnvInfos(["exhaustive_valid_actions"], valid_actions=True)
    with start(STORIES / "library.z5", infos) as env:
        for state in (env.reset(), env.step("give card to attendant")[0], env.step("look")[0]):
            assert state.valid_actions["commands"]
            assert state["extra.exhaustive_valid_actions"]["commands"]


def test_whoever_waits_for_who_waits_is_told_of_a_search() -> None:
    process = process_to_be_asked()
    process._line, process.search_seconds = Searching(2), 12.5
    told: list[float] = []
    with told_of_searches(told.append):
        process.ask("restore", 0, EnvInfos())
    assert told == [12.5, 12.5]


@pytest.mark.skipif(not STORIES.is_dir(), reason="the stories of other makers are not here")
def test_a_long_search_ends_at_once_with_who_asked_for_it() -> None:
    env = start(STORIES / "anchor.z8", EnvInfos(["exhaustive_valid_actions"]))
    number = env._process._child.pid

    def press_control_c() -> None:
        while len(processes_of_session(number)) < 2:  # the story's, and that of the search
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may ignore it
    threading.Thread(target=press_control_c).start()
    with pytest.raises(KeyboardInterrupt):
        env.reset()
    signal.signal(signal.SIGINT, before)
    ended = time.monotonic() + 10
    while processes_of_session(number):
        assert time.monotonic() < ended
        time.sleep(0.05)


@pytest.mark.skipif(not STORIES.is_dir(), reason="the stories of other makers are not here")
def test_stories_of_other_makers() -> None:
    with pytest.warns(JerichoUnsupportedGameWarning, match=r"zork1\.z3"):
        env = start(STORIES / "zork1.z3", EnvInfos(description=True), isolated=True)
    assert "West of House" in env.reset().description
    assert "leaflet" in env.step("open mailbox")[0].feedback
    env.close()


def test_a_fault_of_ours_is_not_told_as_the_storys(tmp_path: Path) -> None:
    env = IsolatedEnv(opener="builtins:divmod")  # which opens nothing
    with pytest.raises(InternalError, match=r"failed: TypeError: .* not of the story"):
        env.load(write(coin_collector(1), tmp_path))
    env._opener = "twbench.envs.playing:open_story"
    env.load(tmp_path / next(tmp_path.glob("*.z8")).name)
    assert env.reset().feedback
    env.close()
