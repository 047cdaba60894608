"""How the game stands is in every state, asked for or not, and agents are told what is granted."""

from pathlib import Path

import pytest
from sample_games import shed, write

from twbench.core import EnvInfos
from twbench.envs import Filter
from twbench.families import start
from twbench.story import read_memory_map

ASKED = EnvInfos(**dict.fromkeys(EnvInfos.STANDING, True))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return write(shed(), tmp_path)


@pytest.mark.parametrize("isolated", [False, True])
@pytest.mark.parametrize("with_game", [False, True])
def test_states_tell_it_unasked(isolated: bool, with_game: bool, path: Path) -> None:
    if not with_game:
        path.with_suffix(".json").unlink()
    with start(path, isolated=isolated) as env, start(path, ASKED, isolated=False) as asked:
        moves = [(env.reset(), asked.reset())]
        for command in ("look", *shed().walkthrough):
            moves.append((env.step(command)[0], asked.step(command)[0]))
    for state, expected in moves:
        assert state == expected
        assert all(expected[name] is not None for name in EnvInfos.STANDING)
    last = moves[-1][0]
    assert (last.score, last.won, last.lost) == (last.max_score, True, False)
    assert last.max_score == shed().max_score


def test_the_fast_reading_is_that_of_the_single_values(path: Path) -> None:
    memory = path.read_bytes()
    story = read_memory_map(memory)
    single = story.score(memory), story.variable(memory, "moves"), story.ending(memory)
    assert story.standing(memory) == single


def test_a_filter_gives_what_was_asked_for_alone(path: Path) -> None:
    with Filter(start(path, EnvInfos(score=True))) as env:
        assert env.reset()[1] == {"score": 0}
