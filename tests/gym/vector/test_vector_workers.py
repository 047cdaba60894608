"""The processes of a vector: where they run, whom they wait for, and that none is left behind."""

import gc
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium_games import cave, coins, registered
from interrupts import interrupts
from odd_env import Odd
from processes_seen import alive, gone

from twbench.errors import GameNotRunningError
from twbench.gym.text_env import TextEnv
from twbench.gym.vector import TextVectorEnv, make_vec
from twbench.gym.workers import pool
from twbench.gym.workers.pool import _PATIENCE


@pytest.mark.skipif(
    not hasattr(os, "sched_getaffinity") or len(os.sched_getaffinity(0)) < 2,
    reason="there is one processor, or nobody tells which there are",
)
def test_workers_share_no_processor_while_there_are_enough():
    envs = TextVectorEnv([partial(TextEnv, [coins()[0]]) for _ in range(2)], num_workers=2)
    mine = os.sched_getaffinity(0)
    one, other = (os.sched_getaffinity(number) for number in numbers(envs))
    envs.close()
    assert not one & other
    assert one | other == mine


class Slow(Odd):
    """The second environment thinks."""

    def step(self, action):
        time.sleep(0.3 * (self.number == 1))
        return super().step(action)


@pytest.mark.slow
def test_who_has_answered_last_is_asked_first_and_told_in_its_place():
    envs = TextVectorEnv([partial(Slow, number) for number in range(3)], num_workers=3)
    envs.reset()
    for _ in range(2):
        observed = envs.step(envs.action_space.sample())[0]
        assert observed["far"].tolist() == [0, 1, 2]
        assert envs._workers._latest_first[0] == 1
    envs.close()


@pytest.mark.slow
def test_waiting_for_the_last_answer_takes_no_time_of_the_processor():
    envs = TextVectorEnv([partial(Slow, number) for number in range(2)], num_workers=2)
    envs.reset()
    begun = time.process_time()
    envs.step(envs.action_space.sample())
    assert time.process_time() - begun < 0.1
    envs.close()


def test_an_answer_to_a_call_that_was_interrupted_is_not_taken_for_another():
    envs = make_vec(registered("interrupted"), 2, num_workers=1)
    first = envs.reset(seed=1)
    [child] = envs._workers._children
    child.send((0, "step", (["look", "look"],)))
    assert data_equivalence(envs.reset(seed=1), first)
    envs.close()


def numbers(envs):
    return [child.number for child in envs._workers._children]


def test_a_worker_that_is_killed_is_told_and_all_end():
    envs = make_vec(registered("killed"), 4, num_workers=2)
    envs.reset(seed=1)
    first, second = numbers(envs)
    os.kill(second, signal.SIGKILL)
    with pytest.raises(
        GameNotRunningError, match=r"Worker 2 of 2, .* 2 to 3, was ended by SIGKILL"
    ):
        envs.step(["look"] * 4)
    assert gone(first)
    with pytest.raises(GameNotRunningError):
        envs.reset()
    envs.close()


@pytest.mark.slow
def test_workers_end_with_what_owns_them():
    closed = make_vec(registered("closed"), 2, num_workers=2)
    forgotten = make_vec(registered("forgotten"), 2, num_workers=2)
    forgotten.reset(seed=1)
    seen = [*numbers(closed), *numbers(forgotten)]
    closed.close()
    del forgotten
    gc.collect()
    assert all(map(gone, seen))


@pytest.mark.slow
def test_workers_that_do_not_end_are_waited_for_together():
    """They may be in the midst of long searches: a command that was interrupted does not end."""
    envs = TextVectorEnv([partial(Odd, number) for number in range(4)], num_workers=4)
    seen = numbers(envs)
    for number in seen:
        os.kill(number, signal.SIGSTOP)
    begun = time.monotonic()
    envs.close()
    assert time.monotonic() - begun < 2 * _PATIENCE
    assert all(map(gone, seen))


@pytest.mark.slow
def test_workers_end_when_their_parent_is_killed():
    program = f"""
import os, signal
from twbench.gym.gymnasium_ids import register
from twbench.gym.vector import make_vec
register("twbench-tests/parent-v0", [{cave()!r}])
envs = make_vec("twbench-tests/parent-v0", 4, num_workers=2)
envs.reset(seed=1)
print(*[child.number for child in envs._workers._children], flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    seen = list(map(int, run.stdout.split()))
    assert len(seen) == 2, run.stderr
    assert all(map(gone, seen))


def test_a_story_of_somebody_else_is_isolated_in_its_worker(tmp_path):
    """It plays in a process of its own, which ends with the worker."""
    story = Path(__file__).parents[3].parent / "shared" / "data" / "stories" / "zork1.z3"
    if not story.is_file():
        pytest.skip("there is no story of another maker beside the checkout")
    envs = TextVectorEnv([partial(TextEnv, [story])] * 2, num_workers=1)
    texts, _ = envs.reset(seed=1)
    assert "West of House" in texts[0]
    assert envs.step(["open mailbox", "north"])[0][0] != texts[0]
    envs.close()


def test_workers_whose_end_was_interrupted_are_ended_the_next_time():
    def close():  # other ones each time
        envs.close()

    envs = TextVectorEnv([partial(Odd, number) for number in range(2)], num_workers=2)
    for _ in interrupts(close, Path(pool.__file__), every=3):
        workers = numbers(envs)
        envs.close()
        assert not any(map(alive, workers))
        envs = TextVectorEnv([partial(Odd, number) for number in range(2)], num_workers=2)
    assert envs.closed
