"""Mazes and rooms are won by the ways that were planned, and play the same in every process."""

import hashlib
from pathlib import Path

import pytest
from hash_seeds import printed

from twbench.errors import GenerationError
from twbench.minihack.levels.distributions import maze, room
from twbench.minihack.levels.specification import LevelSpecification
from twbench.minihack.text.env import NetHackEnv
from twbench.minihack.text.game import LevelGame
from twbench.minihack.winning.proof import planned, prove

nle = pytest.mark.nle
LEVELS = 200


def drawn(number: int) -> LevelSpecification:
    """A maze of 21 x 11, or a room of 15 x 15 with lava, lit or dark."""
    if number % 2:
        return maze(21, 11, number)
    return room(15, 15, number, lava=0.2, lit=number % 4 == 0)


def digest(count: int) -> str:
    """Prove levels, play each once more, and return a hash of all that was told."""
    told = hashlib.sha256()
    for number in range(count):
        game = prove(LevelGame(drawn(number), seed=number))
        with NetHackEnv() as env:
            env.open(game)
            told.update(env.reset().feedback.encode())
            for command in game.walkthrough:
                state, _, _ = env.step(command)
                told.update(state.feedback.encode())
            assert state.won, number
    return told.hexdigest()


@nle
def test_levels_are_proven() -> None:
    assert digest(6) == digest(6)


@nle
@pytest.mark.slow
def test_200_levels_are_proven_and_play_the_same_in_three_processes() -> None:
    script = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
    script += f"from test_proof import digest; print(digest({LEVELS}))"
    assert len(printed(script)) == 1


@nle
def test_what_is_not_won_is_not_proven() -> None:
    game = LevelGame(LevelSpecification.from_data(level((2, 0))))
    assert prove(game).walkthrough == ("east", "east")
    with pytest.raises(GenerationError, match=r"The last command, 'east', did not win"):
        prove(LevelGame(game.level, walkthrough=("east",)))
    with pytest.raises(GenerationError, match=r"ended before command 3"):
        prove(LevelGame(game.level, walkthrough=("east", "east", "east")))


def level(goal: tuple[int, int]) -> dict[str, object]:
    return {
        "map": "... .",
        "calls": [{"set_start_pos": [[0, 0]]}, {"add_stair_down": {"place": list(goal)}}],
    }


def test_a_way_is_planned_where_there_is_one() -> None:
    assert planned(LevelSpecification.from_data(level((2, 0)))) == ["east", "east"]
    with pytest.raises(GenerationError, match="no way from"):
        planned(LevelSpecification.from_data(level((4, 0))))
    with pytest.raises(GenerationError, match="with a place"):
        planned(LevelSpecification.from_data({"w": 3, "h": 3}))
