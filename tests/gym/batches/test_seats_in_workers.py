"""Worker processes of a batch: they end with what uses them, and are spread over processors."""

import gc
import os
import signal
import subprocess
import sys
import threading

import pytest
from processes_seen import gone

from twbench.core import Wrapper
from twbench.errors import ConfigError, GameNotRunningError
from twbench.gym.envs import TextworldBatchGymEnv
from twbench.gym.workers import pool as workers

SCRIPT = """
import sys
from twbench.core import Wrapper
from twbench.gym.envs import TextworldBatchGymEnv

class Shouting(Wrapper):
    def step(self, command):
        state, score, done = super().step(command)
        state["feedback"] = state["feedback"].upper()
        return state, score, done

if __name__ == "__main__":
    batch = TextworldBatchGymEnv([sys.argv[1]], batch_size=2, wrappers=[Shouting])
    batch.reset()
    print("ATTIC" in batch.step(["look", "look"])[0][0])
    print(*[child.number for child in batch._seats._workers._children], flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def batch(pool):
    batch = TextworldBatchGymEnv(pool, batch_size=3)
    batch.reset()
    yield batch
    batch.close()


def numbers(batch):
    """The numbers of the worker processes."""
    return [child.number for child in batch._seats._workers._children]


@pytest.mark.slow
def test_there_are_no_more_workers_than_processors(pool, monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda number: {0, 1})
    batch = TextworldBatchGymEnv(pool, batch_size=5)
    batch.reset()
    assert len(set(numbers(batch))) == 2
    observations, *_ = batch.step(["look", "x", "inventory", "look", "go east"])
    assert "-= Shed =-" in observations[4]
    assert observations[2] == "You are carrying nothing.\n"
    batch.close()


def test_games_are_not_played_in_this_process(batch):
    assert os.getpid() not in numbers(batch)


def test_workers_end_when_the_batch_is_closed(batch):
    seen = numbers(batch)
    batch.close()
    assert all(gone(number) for number in seen)


@pytest.mark.slow
def test_workers_end_with_a_batch_that_nobody_holds(pool):
    batch = TextworldBatchGymEnv(pool, batch_size=2)
    batch.reset()
    seen = numbers(batch)
    del batch
    gc.collect()
    assert all(gone(number) for number in seen)


@pytest.mark.slow
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_workers_end_when_their_parent_is_killed(pool, tmp_path, end):
    """Wrappers of the script itself are known to them."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    command = [sys.executable, str(script), pool[0]]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout.readline() == "True\n"
        seen = [int(number) for number in parent.stdout.readline().split()]
        parent.send_signal(end)
        parent.wait(timeout=30)
    assert len(seen) >= 1
    assert all(gone(number) for number in seen)


def test_a_worker_that_is_killed_is_told_of_and_replaced(batch):
    victim, *_ = numbers(batch)
    os.kill(victim, signal.SIGKILL)
    with pytest.raises(
        GameNotRunningError,
        match=r"Worker 1 of \d, which played the environments 0 to \d, was ended by SIGKILL",
    ):
        batch.step(["look"] * 3)
    with pytest.raises(GameNotRunningError, match=r"call reset\(\) first"):
        batch.step(["look"] * 3)
    batch.reset()
    assert batch.step(["look"] * 3)[2] == [False] * 3
    assert victim not in numbers(batch)


def test_an_interrupted_step_is_not_answered_later(batch, monkeypatch):
    def interrupted(self, seconds=None):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(workers.Child, "receive", interrupted)
        with pytest.raises(KeyboardInterrupt):
            batch.step(["inventory"] * 3)
    batch.reset()
    assert "carrying" not in batch.step(["look"] * 3)[0][0]


@pytest.mark.slow
def test_a_fork_leaves_the_workers_alone(batch):
    child = os.fork()
    if not child:
        batch.close()
        os._exit(0)
    os.waitpid(child, 0)
    assert batch.step(["look"] * 3)[2] == [False] * 3


class Failing(Wrapper):
    def step(self, command):
        raise ValueError(f"cannot {command}")


def test_an_error_of_a_wrapper_is_raised_here(pool):
    with TextworldBatchGymEnv(pool, batch_size=2, wrappers=[Failing]) as batch:
        batch.reset()
        with pytest.raises(ValueError, match="cannot look") as caught:
            batch.step(["look", "look"])
        assert "test_seats_in_workers" in "".join(caught.value.__notes__)
        batch.reset()


@pytest.mark.slow
def test_wrappers_that_cannot_travel_are_refused(pool):
    with TextworldBatchGymEnv(pool, batch_size=2, wrappers=[lambda env: Failing(env)]) as batch:
        batch.reset()
    lock = threading.Lock()
    batch = TextworldBatchGymEnv(pool, batch_size=2, wrappers=[lambda env: lock and env])
    with pytest.raises(ConfigError, match=r"cannot be handed to another process \(.*lock"):
        batch.reset()
    batch.close()
