"""Seeds of stories: 0 is one like all others, and None is none."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from bare_stories import story_of
from sample_games import coin_collector, write

from twbench.core import Agent, Environment, GameState
from twbench.envs import Limit, Recorder
from twbench.envs.frotz import interpreter
from twbench.errors import ConfigError
from twbench.families import play, start

# random 1000 -> sp; print_num sp; new_line; read 0x360 0 -> sp; and all over again
DICE = bytes.fromhex("E73F03E800 E6BF00 BB E40F0360000000 8CFFEF")
KINDS = ["plain", "isolated", "wrapped"]


def dice(folder: Path) -> Path:
    """A story of version 5 that throws a die of a thousand sides before each command."""
    story = bytearray(story_of(DICE))
    story[0x360] = 80  # letters of a command
    path = folder / "dice.z5"
    path.write_bytes(story)
    return path


def open_dice(folder: Path, kind: str) -> Environment:
    env = start(dice(folder), isolated=kind == "isolated")
    return Limit(Recorder(env), 100) if kind == "wrapped" else env


def thrown(texts: Sequence[str]) -> list[int]:
    return [int(text.split()[0]) for text in texts]


def throws(env: Environment) -> list[int]:
    """What is thrown in an episode."""
    texts = [env.reset().raw]
    return thrown(texts + [env.step("throw")[0].raw for _ in range(8)])


@pytest.mark.filterwarnings("ignore::twbench.envs.JerichoUnsupportedGameWarning")
@pytest.mark.parametrize("kind", KINDS)
def test_zero_is_a_seed_like_others(kind: str, tmp_path: Path) -> None:
    env, other = (open_dice(tmp_path, kind) for _ in range(2))
    by_seed = {}
    for seed in (0, 1, 1234, -1):
        assert env.seed(seed) == other.seed(seed) == [seed]
        by_seed[seed] = throws(env)
        assert throws(other) == throws(env) == by_seed[seed]
    assert len(set(map(tuple, by_seed.values()))) == len(by_seed)
    assert env.seed(None) == env.seed() == []
    assert throws(env) not in by_seed.values()
    env.seed(0)
    assert throws(env) == by_seed[0]
    env.close()
    other.close()


class Gambler(Agent):
    """Gives the story a seed before each episode, and keeps what it says."""

    def __init__(self, seed: int | None):
        self.seed = seed
        self.texts: list[str] = []

    def reset(self, env: Environment) -> None:
        env.seed(self.seed)

    def act(self, game_state: GameState, reward: float, done: bool) -> str:
        self.texts.append(game_state.raw)
        return "throw"


@pytest.mark.filterwarnings("ignore::twbench.envs.JerichoUnsupportedGameWarning")
@pytest.mark.parametrize("isolated", [False, True])
def test_agents_give_seeds_when_stories_are_played(isolated: bool, tmp_path: Path) -> None:
    def played(seed: int | None) -> list[int]:
        agent = Gambler(seed)
        play(dice(tmp_path), agent, max_nb_steps=9, silent=True, isolated=isolated)
        return thrown(agent.texts)

    env = open_dice(tmp_path, "plain")
    env.seed(0)
    assert played(0) == throws(env)
    assert played(0) != played(None)
    env.close()


@pytest.mark.parametrize("kind", KINDS)
def test_our_stories_are_told_the_seed_and_do_not_mind(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int | None] = []
    monkeypatch.setattr(interpreter.Interpreter, "seed", lambda _, seed: told.append(seed))
    env = start(write(coin_collector(5), tmp_path), isolated=kind == "isolated")
    env = Limit(Recorder(env), 100) if kind == "wrapped" else env
    first = env.reset()
    told.clear()
    seeds = [0, 7, None]
    for seed in seeds:
        assert env.seed(seed) == ([] if seed is None else [seed])
        assert env.reset() == first
    # A process of its own is told too, but not here.
    assert told == ([] if kind == "isolated" else seeds)
    env.close()


@pytest.mark.filterwarnings("ignore::twbench.envs.JerichoUnsupportedGameWarning")
@pytest.mark.parametrize("kind", KINDS)
def test_a_seed_is_a_whole_number(kind: str, tmp_path: Path) -> None:
    env = open_dice(tmp_path, kind)
    env.seed(7)
    first = throws(env)
    for wrong in ("7", 7.0, True, np.True_, [7]):
        with pytest.raises(ConfigError, match="seed must be a whole number, or None, not "):
            env.seed(wrong)  # type: ignore[arg-type]
    assert throws(env) == first
    assert env.seed(np.int64(7)) == [7]  # type: ignore[arg-type]
    assert throws(env) == first
    env.close()
