"""Builds and evaluations that are ended from outside: by any signal, at any moment.

Cases are drawn from a seed. Whatever happened, no process is left soon after, nothing holds the
output open, the next process that needs a temporary folder clears the old ones away, and the same
command again ends with the bytes of one that nobody disturbed.
"""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from file_trees import contents

from twbench.system.scratch import new_scratch_folder

ROOT = Path(__file__).resolve().parents[3]
RUN = "import sys; from twbench.cli import main; sys.exit(main())"
MARK = "TWBENCH_TEST_MARK"
SECONDS_TO_END = 10
CASES = 12
SIGNALS = (signal.SIGTERM, signal.SIGKILL, signal.SIGINT, signal.SIGHUP)
TARGETS = ("parent", "group", "worker")

BUILD = (
    *("build", "dataset.name=small", "dataset.splits={train: 24, test: 12}"),
    *("challenge.level={stratified: [3, 5, 104, 203]}", "dataset.hygiene=none"),
    *("compute.n_jobs=2", "compute.chunk_size=2", "out=small"),
)
EVALUATE = (
    *("evaluate", "dataset=../built/small", "episodes=12"),
    *("agent=anybodys", f"agent_module={ROOT / 'tests/hostile/anybodys.py'}"),
    *("protocol.max_turns=60", "transcripts=true", "compute.n_jobs=2", "out=runs"),
)


@dataclass(frozen=True)
class Case:
    """A signal, whom it meets, and when: after which part of the time the command takes."""

    signal: signal.Signals
    target: str
    moment: float

    def __str__(self) -> str:
        return f"{self.signal.name}-{self.target}-{self.moment:.2f}"


def drawn(seed: int) -> list[Case]:
    """Return cases in which every signal meets every target at least once."""
    rng = random.Random(seed)
    pairs = [(number, target) for number in SIGNALS for target in TARGETS]
    pairs += [(rng.choice(SIGNALS), rng.choice(TARGETS)) for _ in range(CASES - len(pairs))]
    return [Case(number, target, rng.random()) for number, target in pairs]


def _heed_signals() -> None:
    """Do not ignore what the tests ignore, if they were started by nohup, say."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


class Command:
    """A command in a folder, in a session of its own, all of whose processes can be found."""

    def __init__(self, folder: Path, *arguments: str):
        self.mark = uuid.uuid4().hex
        self.temporary = folder / "temporary"
        self.temporary.mkdir(exist_ok=True)
        path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
        self.process = subprocess.Popen(
            [sys.executable, "-c", RUN, *arguments],
            cwd=folder,
            env={
                **os.environ,
                "PYTHONPATH": path,
                "TMPDIR": str(self.temporary),
                MARK: self.mark,
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=_heed_signals,
        )

    def others(self) -> list[int]:
        """Return the processes that this command has started, and what these have."""
        return [pid for pid in marked(self.mark) if pid != self.process.pid]

    def strike(self, case: Case, rng: random.Random) -> None:
        if case.target == "parent":
            self.process.send_signal(case.signal)
        elif case.target == "group":
            os.killpg(self.process.pid, case.signal)
        elif (workers := self.others()) and self.process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(rng.choice(workers), case.signal)

    def finish(self) -> tuple[int, str]:
        """Let the command come to its end; return its exit code and what it says of errors."""
        _, errors = self.process.communicate(timeout=120)
        return self.process.returncode, errors


def marked(mark: str) -> Iterator[int]:
    """Yield the living processes that were started with ``mark`` in their environment."""
    wanted = f"{MARK}={mark}".encode()
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if wanted in path.read_bytes().split(b"\0"):
                yield int(path.parent.name)
        except OSError:  # it has just ended, or is none of ours
            continue


def content(path: Path) -> bytes:
    """Return what is in a file, but for how often the episodes of a run were begun."""
    if path.name != "run.json":
        return path.read_bytes()
    record = json.loads(path.read_bytes())
    assert record.pop("attempts")["begun"] >= record["scores"]["overall"]["episodes"]
    del record["record_sha256"]
    return json.dumps(record).encode()


@dataclass(frozen=True)
class Undisturbed:
    arguments: tuple[str, ...]
    result: str
    files: dict[str, bytes]
    seconds: float


def undisturbed(folder: Path, arguments: tuple[str, ...], result: str) -> Undisturbed:
    folder.mkdir()
    started = time.monotonic()
    code, errors = Command(folder, *arguments).finish()
    assert code == 0, errors
    return Undisturbed(
        arguments, result, contents(folder / result, content), time.monotonic() - started
    )


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("signals")


@pytest.fixture(scope="module")
def build(place) -> Undisturbed:
    return undisturbed(place / "built", BUILD, "small")


@pytest.fixture(scope="module")
def evaluation(place, build) -> Undisturbed:
    return undisturbed(place / "evaluated", EVALUATE, "runs")


def wait_for_the_end(command: Command) -> None:
    """Wait until all processes of the command have ended."""
    deadline = time.monotonic() + SECONDS_TO_END
    while left := list(marked(command.mark)):
        assert time.monotonic() < deadline, f"still there: {left}"
        time.sleep(0.02)


@contextlib.contextmanager
def as_temporary_folder(folder: Path) -> Iterator[None]:
    """Let this process, too, make its temporary folders in ``folder``."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tempfile.tempdir", str(folder))
        yield


def disturb(expected: Undisturbed, folder: Path, case: Case) -> None:
    """Start a command, send the signal, and look at what is left; then let it be done."""
    folder.mkdir()
    command = Command(folder, *expected.arguments)
    time.sleep(case.moment * expected.seconds)
    command.strike(case, random.Random(case.moment))
    if case.target == "worker":
        command.finish()  # it goes on, or says why not
    else:
        command.process.wait(timeout=SECONDS_TO_END)
    wait_for_the_end(command)
    if case.target != "worker":
        command.process.communicate(timeout=SECONDS_TO_END)  # nobody holds the output open
    again = Command(folder, *expected.arguments)
    code, errors = again.finish()
    assert code == 0, errors
    assert contents(folder / expected.result, content) == expected.files
    # Where all was done already, as after a signal in the last moment, it needed no such folder.
    with as_temporary_folder(again.temporary):
        mine = new_scratch_folder().parent
    assert list(again.temporary.glob("twbench-*")) == [mine]


def wait_for_a_chunk(command: Command, folder: Path) -> None:
    chunks = folder / "small/.build/chunks"
    while not (chunks.is_dir() and any(path.name[0] != "." for path in chunks.iterdir())):
        assert command.process.poll() is None
        time.sleep(0.005)


@pytest.mark.slow
def test_a_build_that_is_killed_leaves_nothing_behind(tmp_path):
    command = Command(tmp_path, *BUILD)
    wait_for_a_chunk(command, tmp_path)
    assert command.others()
    command.process.kill()
    command.process.communicate(timeout=SECONDS_TO_END)  # nobody holds the output open
    wait_for_the_end(command)
    assert list(command.temporary.iterdir())
    with as_temporary_folder(command.temporary):
        mine = new_scratch_folder().parent
    assert list(command.temporary.iterdir()) == [mine]


@pytest.mark.slow
@pytest.mark.parametrize("case", drawn(12), ids=str)
def test_a_disturbed_build_ends_as_one_that_nobody_disturbed(build, place, case):
    disturb(build, place / f"build-{case}", case)


@pytest.mark.slow
@pytest.mark.parametrize("case", drawn(12), ids=str)
def test_a_disturbed_evaluation_ends_as_one_that_nobody_disturbed(evaluation, place, case):
    disturb(evaluation, place / f"evaluation-{case}", case)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_it_is_answered_like_control_c(build, place, number):
    folder = place / f"answered-{number.name}"
    folder.mkdir()
    command = Command(folder, *build.arguments)
    wait_for_a_chunk(command, folder)
    command.process.send_signal(number)
    code, errors = command.finish()
    assert code == 128 + number
    assert errors.splitlines()[-1] == "twbench: Interrupted. What was finished is kept."
    assert "Traceback" not in errors
    assert list(command.temporary.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize("gap", [0, 0.003, 0.05])
@pytest.mark.parametrize("verb", ["build", "evaluate", "verify"])
def test_control_c_twice_leaves_no_traceback_and_nothing_half_written(
    build, evaluation, place, verb, gap
):
    check = Undisturbed(("verify", "../built/small"), ".", {}, 2)
    expected = {"build": build, "evaluate": evaluation, "verify": check}[verb]
    folder = place / f"twice-{verb}-{gap}"
    folder.mkdir()
    command = Command(folder, *expected.arguments)
    time.sleep(expected.seconds / 2)
    for _ in range(2):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(command.process.pid, signal.SIGINT)
        time.sleep(gap)
    code, errors = command.finish()
    assert code in (0, 128 + signal.SIGINT, -signal.SIGINT)
    assert "Traceback" not in errors
    wait_for_the_end(command)
    assert Command(folder, *expected.arguments).finish()[0] == 0
    if expected.files:
        assert contents(folder / expected.result, content) == expected.files
