"""One script, played by twbench and by TextWorld: all orders, scores and ends are the same."""

import json
import os
import subprocess
import sys

import pytest

TEXTWORLD = os.environ.get("TWBENCH_TEXTWORLD_PYTHON")
SCRIPT = """
import itertools, json, sys, textworld, textworld.gym
textworld.gym.envs
textworld.gym.utils
LINES = [
    ["go east", "take coin", "look", "look"],
    ["look", "go east", "take coin", "look"],
    ["go north", "x", "", "wait"],
]
told = []

def told_of(turn):
    observations, *rest, infos = turn
    for name in sorted(infos):
        is_list = name == "admissible_commands" and isinstance(infos[name][0], list)
        value = infos[name]
        rest.append([sorted(each) for each in value] if is_list else value)
        if name == "admissible_commands" and not is_list:
            rest[-1] = sorted(value)
    return rest

def play(lines, **settings):
    request_infos = textworld.EnvInfos(
        admissible_commands=True, score=True, won=True, max_score=True, last_command=True
    )
    env_id = textworld.gym.register_games(sys.argv[1:], request_infos, name="both", **settings)
    env = textworld.gym.make(env_id)
    env.seed(3)
    told.append(told_of(env.reset()))
    told.extend(told_of(env.step(line)) for line in lines)
    env.skip(1)
    told.append(told_of(env.reset()))
    env.close()

if __name__ == "__main__":
    for lines, most in itertools.product(LINES, (50, 2)):
        play(lines, max_episode_steps=most)
    for auto, several, most in itertools.product((False, True), (False, True), (50, 2)):
        play(
            list(zip(*LINES)) * 2,
            batch_size=3, auto_reset=auto, asynchronous=several, max_episode_steps=most,
        )
    print(json.dumps(told))
"""


def played(python, script, files, name):
    script.write_text(SCRIPT.replace("textworld", name))
    command = [python, str(script), *files]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


@pytest.mark.slow
@pytest.mark.skipif(not TEXTWORLD, reason="TWBENCH_TEXTWORLD_PYTHON names no Python with TextWorld")
def test_a_script_plays_as_in_textworld(pool, tmp_path):
    ours = played(sys.executable, tmp_path / "ours.py", pool, "twbench")
    theirs = played(TEXTWORLD, tmp_path / "theirs.py", pool, "textworld")
    assert len(ours) == 6 * 6 + 8 * 10
    assert ours == theirs
