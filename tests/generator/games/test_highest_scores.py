"""What the quests of a game give at best, counted as TextWorld 1.7 does."""

import math

import pytest
from quest_games import FREE, TWO_ROOMS, game_of, quest

from twbench.generator.games.scores import score_of_all

FIRST = {"wins": "at(P,r_1)", "reward": 3}


def second(**settings):
    return {"wins": "at(o_0,r_1)", **settings}


@pytest.mark.parametrize(
    ("quests", "once", "most"),
    [
        ([FIRST], 3, 3),
        ([FIRST, second(reward=-1)], 2, 2),
        ([FIRST, second(reward=-1, optional=True)], 3, 3),
        ([FIRST, second(reward=2, optional=True)], 5, 5),
        ([FIRST, second(reward=2, optional=True, repeatable=True)], 5, math.inf),
        ([FIRST, second(reward=-2, optional=True, repeatable=True)], 3, 3),
        ([FIRST, second(reward=2, repeatable=True)], 5, math.inf),
        ([{**FIRST, "repeatable": True}], 3, 3),
        ([FIRST, {"fails": "at(o_0,r_1)", "reward": 7}], 3, 3),
        ([second(optional=True, repeatable=True)], 1, math.inf),
        ([], 0, 0),
    ],
    ids=[
        "one",
        "costs points and must be done",
        "costs points",
        "optional",
        "repeatable",
        "costs points again and again",
        "repeatable and must be done",
        "repeatable, but ends the game",
        "can only fail",
        "in a game without an end",
        "none",
    ],
)
def test_the_highest_score(quests, once, most):
    game = game_of(TWO_ROOMS + FREE + "at(o_0,r_1)", *(quest(**given) for given in quests))
    assert (score_of_all(game.quests), game.max_score) == (once, most)
