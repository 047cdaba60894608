"""Valid actions typed at random: each does what is said of it, and nothing is left behind.

``benchmarks/bench_valid_actions.py --random 20000`` does the same over all stories at hand.
"""

import contextlib
import random
from pathlib import Path

import pytest

from twbench.core import EnvInfos
from twbench.envs import own_folder
from twbench.families import start

STORIES = Path(__file__).resolve().parents[4] / "shared" / "data" / "stories"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not STORIES.is_dir(), reason="the stories are not beside this checkout"),
]
COUNT = 60
_SEARCHED = {"valid_actions": True, "world_state_hash": True}


def _open_files():
    return len(list(Path("/proc/self/fd").iterdir()))


def _children():
    """The processes that this one has begun, those that have ended and were not asked for too."""
    found = set()
    for task in Path("/proc/self/task").iterdir():
        with contextlib.suppress(FileNotFoundError):  # a thread that has just ended
            found.update((task / "children").read_text().split())
    return found


@pytest.mark.parametrize("name", ["library.z5", "temple.z5", "moonlit.z5"])
def test_each_changes_the_world_or_is_said_to_change_variables_alone(name, search_with):
    search_with(work=3_000_000)
    draw, typed, children = random.Random(1), 0, _children()
    with own_folder(), start(STORIES / name, EnvInfos(**_SEARCHED), isolated=False) as env:
        state = env.reset()
        files = _open_files()
        while typed < COUNT:
            here, found = env.save(), state.valid_actions
            known = state.world_state_hash, state.score
            env.infos.valid_actions = False
            commands = draw.sample(found["commands"], min(len(found["commands"]), 12))
            done = True
            for command in commands:
                env.restore(here)
                after, score, done = env.step(command)
                changed = done or (after.world_state_hash, score) != known
                assert changed or command in found["in_variables"], command
                typed += 1
            env.infos.valid_actions = True
            if done:
                state = env.reset()
            else:
                state, _, done = env.step("wait")
                state = env.reset() if done else state
        assert _open_files() <= files
    assert _children() <= children
