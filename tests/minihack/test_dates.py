"""The date changes nothing: not the moon, nor Friday the 13th, nor the hour of ghosts.

NetHack asks the system for the time. A small library, compiled for the test and loaded before all
others, answers with another date.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

COMPILER = shutil.which("cc")
pytestmark = [
    pytest.mark.nle,
    pytest.mark.slow,
    pytest.mark.skipif(COMPILER is None, reason="there is no C compiler for the clock"),
]

CLOCK = """
#include <stdlib.h>
#include <time.h>

time_t time(time_t *told)
{
    time_t now = atoll(getenv("TWBENCH_TEST_TIME"));
    if (told) *told = now;
    return now;
}
"""
SCRIPT = """
import hashlib, time
from twbench.minihack import LevelGenerator, MiniHackSkill
from twbench.minihack.engine import nethack
from twbench.minihack.text.env import NetHackEnv
from twbench.minihack.text.game import LevelGame

level = LevelGenerator(w=9, h=9)
level.add_stair_down()
level.add_object()
for _ in range(3):
    level.add_monster()
    level.add_trap()
told = hashlib.sha256()
with NetHackEnv() as env:
    env.open(LevelGame(level.get_des(), seed=3))
    told.update(env.reset().feedback.encode())
    for number in range(200):
        state, _, done = env.step(("north", "east", "search", "south", "west")[number * 7 % 5])
        told.update(state.feedback.encode())
        if done:
            told.update(env.reset().feedback.encode())
skill = MiniHackSkill(des_file=level)
observation, _ = skill.reset(seed=3)
for number in range(200):
    told.update(b"".join(observation[key].tobytes() for key in ("glyphs", "blstats", "message")))
    observation, _, ended, cut, _ = skill.step(number * 7 % 16)
    if ended or cut:
        observation, _ = skill.reset(seed=number)
skill.close()

keys = ("message", "program_state", "internal")
free = nethack().Nethack(observation_keys=keys, playername="Agent-cav-hum-neu-mal", ttyrec=None)
free.set_initial_seeds(1, 1, False, None)
said = [bytes(free.reset()[0])]
said += [bytes(free.step(ord(" "))[0][0]) for _ in range(3)]
print(time.strftime("%Y-%m-%d", time.gmtime()))
print(told.hexdigest())
print(hashlib.sha256(b"".join(said)).hexdigest())
"""
DATES = {"2026-11-09": 1794182460, "2026-11-13": 1794528060, "2026-11-24": 1795561200}
"""A new moon, a Friday the 13th at one minute past midnight, and a full moon."""


def test_three_dates_play_the_same(tmp_path: Path) -> None:
    (tmp_path / "clock.c").write_text(CLOCK)
    clock = tmp_path / "clock.so"
    subprocess.run(
        [str(COMPILER), "-shared", "-fPIC", "-o", clock, tmp_path / "clock.c"], check=True
    )
    told, free = set(), set()
    for date, seconds in DATES.items():
        known = {**os.environ, "LD_PRELOAD": str(clock), "TWBENCH_TEST_TIME": str(seconds)}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**known, "TZ": "UTC"},
            capture_output=True,
            text=True,
            check=True,
        )
        seen, ours, theirs = done.stdout.split()
        assert seen == date
        told.add(ours)
        free.add(theirs)
    assert len(told) == 1
    assert len(free) == len(DATES)  # NetHack itself greets its players by the date
