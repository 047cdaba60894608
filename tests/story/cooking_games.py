"""Cooking games for the tests of stories."""

from functools import cache, partial

from challenge_games import challenge_game

from twbench.generator.games.game import Game

_cooking = partial(challenge_game, "cooking")


@cache
def supper() -> Game:
    """Two ingredients in a kitchen, one of them at hand, and little to carry them with."""
    return _cooking(11, recipe=2, take=1, open=True, cook=True, cut=True, drop=True)


@cache
def feast() -> Game:
    """Five ingredients about a house with a garden, and all that makes cooking difficult."""
    return _cooking(4, recipe=5, take=4, go=12, open=True, cook=True, cut=True, drop=True)


@cache
def leftovers() -> Game:
    """Three ingredients that have been cooked before, and hands that hold everything."""
    return _cooking(2, recipe=3, take=2, go=6, cut=True)


COOKING = (supper, feast, leftovers)
