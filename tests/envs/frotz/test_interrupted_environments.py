"""Ctrl-C in the midst of what an environment does: it says so, or goes on as if nothing was.

A notebook's cell is stopped anywhere, and the next cell uses the same environment.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from interrupts import interrupts
from sample_games import coin_collector, shed, write
from smithy import SMITHY
from stories_at_hand import story

from twbench.core import EnvInfos, Environment, GameState
from twbench.envs import JerichoEnv, StoryEnv, TextWorldEnv
from twbench.envs.craft_env import CraftEnv
from twbench.errors import GameNotRunningError
from twbench.story.crafts.linker import compile_tables

pytestmark = pytest.mark.filterwarnings("ignore::twbench.envs.JerichoUnsupportedGameWarning")
COMMANDS = ("look", "inventory", "wait")
OURS = EnvInfos(
    admissible_commands=True,
    description=True,
    facts=True,
    inventory=True,
    last_action=True,
    policy_commands=True,
    intermediate_reward=True,
)
THEIRS = EnvInfos(description=True, inventory=True, location=True, score=True, world_diff=True)
BY_RULES = EnvInfos(admissible_commands=True, facts=True, policy_commands=True)


class Kind:
    """A kind of environment with two games, the commands of one, and how thorough to be."""

    def __init__(self, make: Callable[[], Environment], one: Path, other: Path, every: int):
        self.make, self.one, self.other, self.every = make, one, other, every

    def loaded(self) -> Environment:
        env = self.make()
        env.load(self.one)
        return env

    def interrupts(self, act: Callable[[], object]) -> Iterator[int]:
        return interrupts(act, every=self.every)


@pytest.fixture(params=["story", "crafts", "rules", "jericho"])
def kind(request: pytest.FixtureRequest, tmp_path: Path) -> Kind:
    one, other = write(shed(), tmp_path, "tw-one"), write(coin_collector(2), tmp_path, "tw-other")
    if request.param == "story":
        return Kind(lambda: StoryEnv(OURS.copy()), one, other, 23)
    if request.param == "rules":
        games = one.with_suffix(".json"), other.with_suffix(".json")
        return Kind(lambda: TextWorldEnv(BY_RULES.copy()), *games, 501)
    if request.param == "crafts":
        paths = []
        for number in (1, 2):
            paths.append(tmp_path / f"smithy{number}.z8")
            tables = replace(SMITHY, objective=f"Your goal: number {number}.")
            paths[-1].write_bytes(compile_tables(tables).data)
        return Kind(lambda: CraftEnv(EnvInfos(inventory=True)), *paths, 7)
    return Kind(lambda: JerichoEnv(THEIRS.copy()), story("zork1.z3"), story("library.z5"), 31)


def played(env: Environment) -> list[GameState]:
    return [env.reset(), *(env.step(command)[0] for command in COMMANDS)]


def goes_on(env: Environment, command: str) -> GameState | None:
    """Return what is answered to a command, or None if it is said that nothing is played."""
    try:
        return env.step(command)[0]
    except GameNotRunningError:
        return None


def begins(env: Environment) -> list[GameState] | None:
    """Return what a whole game says, or None if it is said that none is loaded."""
    if getattr(env, "game_running", True):
        return played(env)
    with pytest.raises(GameNotRunningError, match=r"load\(\) first"):
        env.reset()
    return None


def test_a_step_that_was_interrupted_is_not_done_or_ends_the_episode(kind: Kind) -> None:
    env = kind.loaded()
    expected = played(env)
    env.reset()
    begun = env.save()
    ended = 0
    for _ in kind.interrupts(lambda: env.step(COMMANDS[0])):
        state = goes_on(env, COMMANDS[0])
        ended += state is None
        assert state in (None, expected[1])
        env.restore(begun)
    assert ended
    assert played(env) == expected
    env.close()


def test_a_game_that_was_interrupted_when_it_began_is_to_be_begun(kind: Kind) -> None:
    env = kind.loaded()
    expected = played(env)
    env.reset()
    for _ in kind.interrupts(env.reset):
        # Before anything was done, the game that was played goes on.
        assert goes_on(env, COMMANDS[0]) in (None, expected[1])
        env.reset()
    assert played(env) == expected
    env.close()


def test_a_game_that_was_interrupted_when_it_went_back_is_there_or_over(kind: Kind) -> None:
    env = kind.loaded()
    expected = played(env)
    env.reset()
    begun = env.save()
    here = [env.step(command) and env.save() for command in COMMANDS][-1]
    answer = env.step(COMMANDS[0])[0]
    env.restore(here)
    for _ in interrupts(lambda: env.restore(begun)):
        assert goes_on(env, COMMANDS[0]) in (None, expected[1], answer)
        env.restore(here)
    assert played(env) == expected
    env.close()


def test_a_story_whose_loading_was_interrupted_is_loaded_again(kind: Kind) -> None:
    env = kind.loaded()
    one = played(env)
    env.load(kind.other)
    other = played(env)
    following = env.save(), goes_on(env, COMMANDS[0])
    env.restore(following[0])
    for _ in kind.interrupts(lambda: env.load(kind.one)):
        assert goes_on(env, COMMANDS[0]) in (None, following[1])
        assert begins(env) in (None, one, other)
        env.load(kind.other)
        assert played(env) == other
    env.close()


def test_a_copy_that_was_interrupted_leaves_the_game_as_it_is(kind: Kind) -> None:
    env = kind.loaded()
    expected = played(env)
    env.reset()
    begun = env.save()
    for _ in interrupts(env.copy):
        assert goes_on(env, COMMANDS[0]) == expected[1]
        env.restore(begun)
    twin = env.copy()
    for _ in kind.interrupts(lambda: twin.step(COMMANDS[0])):
        assert goes_on(env, COMMANDS[0]) == expected[1]
        env.restore(begun)
        twin.restore(begun)
    assert played(twin) == expected
    twin.close()
    env.close()


def test_a_game_that_was_interrupted_when_it_closed_is_closed(kind: Kind) -> None:
    def close() -> None:  # another one each time
        env.close()

    neighbour = kind.make()
    neighbour.load(kind.other)
    expected = played(neighbour)
    env = kind.loaded()
    env.reset()
    for _ in interrupts(close):
        third = kind.make()
        third.load(kind.other)  # where the first one was, perhaps
        third.reset()
        goes_on(env, COMMANDS[0])
        env.close()
        assert [third.step(command)[0] for command in COMMANDS] == expected[1:]
        third.close()
        env = kind.loaded()
        env.reset()
    assert played(neighbour) == expected
    neighbour.close()


def test_what_is_only_tried_is_taken_back_or_the_episode_is_over(tmp_path: Path) -> None:
    env = StoryEnv()
    env.load(write(shed(), tmp_path))
    expected = played(env)
    env.reset()
    begun = env.save()
    command = shed().walkthrough[0]
    for _ in interrupts(lambda: env.understands(command)):
        assert goes_on(env, COMMANDS[0]) in (None, expected[1])
        env.restore(begun)
    env.close()
