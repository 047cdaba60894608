"""Every environment can be saved, restored and copied, with all of its wrappers."""

import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from sample_games import STORIES, cottage, write

from twbench.core import EnvInfos, Environment, GameState
from twbench.envs import Filter, JerichoEnv, JerichoUnsupportedGameWarning, Limit, Recorder
from twbench.errors import GameNotRunningError
from twbench.families import start

OURS = ("open old chest", "take red key from old chest", "go north", "inventory", "look")
ZORK = ("open mailbox", "read leaflet", "go north", "inventory", "look")
needs_stories = pytest.mark.skipif(
    not STORIES.is_dir(), reason="the stories of other makers are not here"
)
KINDS = ["ours", "isolated", "wrapped", pytest.param("jericho", marks=needs_stories)]


@pytest.fixture
def make(tmp_path: Path) -> Callable[[str], tuple[Environment, tuple[str, ...]]]:
    def make(kind: str) -> tuple[Environment, tuple[str, ...]]:
        infos = EnvInfos(description=True, inventory=True, feedback=True)
        if kind == "jericho":
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", JerichoUnsupportedGameWarning)
                env = JerichoEnv(infos)
                env.load(STORIES / "zork1.z3")
                return env, ZORK
        infos.policy_commands = infos.last_action = infos.facts = True
        env = start(write(cottage(), tmp_path), infos, isolated=kind == "isolated")
        return Limit(Recorder(env), 100) if kind == "wrapped" else env, OURS

    return make


@pytest.mark.parametrize("kind", KINDS)
def test_snapshots_bring_states_back(kind: str, make: Callable[..., object]) -> None:
    env, commands = make(kind)
    env.reset()
    snapshots, later = [], []
    for command in commands:
        snapshots.append(env.save())
        later.append(env.step(command))
    states = [step[0] for step in later]
    assert len({state.feedback for state in states}) == len(states)
    for turn in (3, 0, 4, 1, 2, 0):
        assert env.restore(snapshots[turn]) == env.state
        if turn:
            assert env.state == states[turn - 1]
        assert env.step(commands[turn]) == later[turn]
    env.reset()
    assert env.restore(snapshots[2]) == states[1]
    env.close()


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_changed_in_a_copy_of_a_state_stays_in_it(
    kind: str, make: Callable[..., object]
) -> None:
    env, _ = make(kind)
    state = env.reset()
    state["found"] = {"keys": []}
    kept = state.copy()
    assert (kept, type(kept)) == (state, GameState)
    kept.found["keys"].append("brass")
    kept["feedback"] = ""
    assert (state.found, state.feedback != "") == ({"keys": []}, True)
    env.close()


@pytest.mark.parametrize("kind", KINDS)
def test_copies_go_their_own_ways(kind: str, make: Callable[..., object]) -> None:
    env, commands = make(kind)
    env.reset()
    env.step(commands[0])
    other = env.copy()
    snapshot = env.save()
    assert other.state == env.state
    expected = [env.step(command) for command in commands[1:]]
    assert [other.step(command) for command in commands[1:]] == expected
    assert other.restore(snapshot) == snapshot_state(env, snapshot)
    env.close()
    assert other.step(commands[1]) == expected[0]
    third = other.copy()
    other.close()
    assert third.step(commands[2]) == expected[1]
    third.close()
    with pytest.raises(GameNotRunningError):
        third.save()


def snapshot_state(env: Environment, snapshot: object) -> object:
    return env.restore(snapshot)


def test_wrappers_remember_what_belongs_to_a_snapshot(tmp_path: Path) -> None:
    story = start(write(cottage(), tmp_path))
    env = Limit(Recorder(story), 4)
    recorder = env._wrapped_env
    env.reset()
    env.step("look")
    snapshot = env.save()
    for command in ("open old chest", "z", "look"):
        env.step(command)
    assert env.truncated
    assert recorder.commands == ["look", "open old chest", "z", "look"]
    env.restore(snapshot)
    assert not env.truncated
    assert (recorder.commands, len(recorder.states), recorder.scores) == (["look"], 2, [0])
    other = env.copy()
    assert [other.step("z")[2] for _ in range(3)] == [False, False, True]
    assert recorder.commands == ["look"]
    assert [env.step("look")[2] for _ in range(3)] == [False, False, True]
    assert other._wrapped_env.commands == ["look", "z", "z", "z"]
    env.close()
    other.close()


def test_filters_restore_as_they_reset(tmp_path: Path) -> None:
    env = Filter(start(write(cottage(), tmp_path), EnvInfos(inventory=True)))
    first = env.reset()
    snapshot = env.save()
    env.step("drop umbrella")
    assert env.restore(snapshot) == first
    other = env.copy()
    assert other.step("inventory")[3] == first[1]
    env.close()
    other.close()
    with pytest.raises(GameNotRunningError, match="no environment yet"):
        Filter().save()


def test_snapshots_of_a_process_that_has_ended(tmp_path: Path) -> None:
    path = write(cottage(), tmp_path)
    env, stranger = (start(path, isolated=True) for _ in range(2))
    env.reset()
    stranger.reset()
    snapshot = env.save()
    with pytest.raises(GameNotRunningError, match="not one of the story"):
        stranger.restore(snapshot)
    env.load(path)
    env.reset()
    with pytest.raises(GameNotRunningError, match="not one of the story"):
        env.restore(snapshot)
    env.close()
    stranger.close()
