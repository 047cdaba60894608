"""Snapshots and copies of environments: independent, complete, and cheap."""

import random
from pathlib import Path

import pytest
from sample_games import coin_collector, cottage, open_story, shed, write

from twbench.core import EnvInfos
from twbench.envs import StoryEnv
from twbench.errors import GameNotRunningError

INFOS = dict.fromkeys(
    (
        "admissible_commands",
        "description",
        "facts",
        "intermediate_reward",
        "inventory",
        "last_action",
        "moves",
        "policy_commands",
        "score",
        "won",
    ),
    True,
)
COMMANDS = (
    "take blue key from table",
    "look",
    "open old chest",
    "take red key from old chest",
    "go north",
    "unlock oak door with red key",
    "open oak door",
    "go north",
)


def test_restoring_brings_everything_back(tmp_path: Path) -> None:
    env = open_story(cottage(), tmp_path, **INFOS)
    env.reset()
    snapshots, later = [env.save()], []
    for command in COMMANDS:
        later.append(env.step(command)[0])
        snapshots.append(env.save())
    for turn in random.Random(3).choices(range(len(COMMANDS)), k=20):
        restored = env.restore(snapshots[turn])
        assert restored == snapshots[turn].state == env.state
        assert env.step(COMMANDS[turn])[0] == later[turn]
    env.close()


def test_restoring_after_the_end_goes_on(tmp_path: Path) -> None:
    env = open_story(coin_collector(1), tmp_path, **INFOS)
    env.reset()
    start = env.save()
    assert env.step("take coin")[1:] == (1, True)
    end = env.save()
    state = env.restore(start)
    assert state.policy_commands == ["take coin"]
    assert env.step("look")[1:] == (0, False)
    assert env.step("take coin")[1:] == (1, True)
    env.restore(start)
    env.restore(end)
    with pytest.raises(GameNotRunningError):
        env.step("look")
    assert env.reset().won is False
    env.close()


def test_copies_are_independent(tmp_path: Path) -> None:
    env = open_story(cottage(), tmp_path, **INFOS)
    env.reset()
    env.step("open old chest")
    other = env.copy()
    assert other.state == env.state
    assert other.infos == env.infos
    other.infos.moves = False
    assert env.infos.moves
    other.infos.moves = True
    lonely = StoryEnv(EnvInfos(**INFOS))
    lonely.load(tmp_path / "tw-sample.z8")
    lonely.reset()
    lonely.step("open old chest")
    for command in ("take red key from old chest", "go east", "take pear", "inventory"):
        env.step("look")
        assert other.step(command) == lonely.step(command)
    assert "take red key from old chest" in env.step("z")[0].admissible_commands
    assert env.state.inventory == "You are carrying an umbrella.\n"
    env.close()
    assert other.step("drop pear")[0].last_action.name == "drop"
    other.close()
    with pytest.raises(GameNotRunningError):
        other.step("look")


def test_many_copies_play_at_random_as_many_environments_would(tmp_path: Path) -> None:
    rng = random.Random(11)
    env = open_story(cottage(), tmp_path, admissible_commands=True, score=True)
    env.reset()
    envs: list[tuple[StoryEnv, list[str]]] = [(env, [])]
    for _ in range(150):
        played, commands = rng.choice(envs)
        if rng.random() < 0.1:
            envs.append((played.copy(), list(commands)))
            continue
        command = rng.choice(played.state.admissible_commands)
        commands.append(command)
        if played.step(command)[2]:
            played.reset()
            commands.clear()
    assert len(envs) > 10
    replay = StoryEnv(env.infos)
    replay.load(tmp_path / "tw-sample.z8")
    for played, commands in envs:
        state = replay.reset()
        for command in commands:
            state, _, _ = replay.step(command)
        assert played.step("look")[0] == replay.step("look")[0]
        assert state.admissible_commands == played.state.admissible_commands
        played.close()
    replay.close()


def test_loading_leaves_copies_their_story(tmp_path: Path) -> None:
    env = open_story(cottage(), tmp_path)
    env.reset()
    other = env.copy()
    snapshot = env.save()
    env.load(write(shed(), tmp_path, "tw-other"))
    with pytest.raises(GameNotRunningError, match="not one of the story"):
        env.restore(snapshot)
    assert "shed" in env.reset().feedback.lower()
    assert other.step("open old chest")[0].feedback.startswith("You open the old chest")
    other.restore(snapshot)
    env.close()
    other.close()


def test_closed_environments_have_no_state(tmp_path: Path) -> None:
    env = open_story(cottage(), tmp_path)
    env.reset()
    snapshot = env.save()
    env.close()
    for call in (env.save, env.copy, lambda: env.restore(snapshot)):
        with pytest.raises(GameNotRunningError, match="No story is loaded"):
            call()
