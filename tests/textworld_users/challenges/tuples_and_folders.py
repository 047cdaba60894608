"""Challenges as entries of a table, with the options of their settings, and in their folders."""

import argparse

import textworld
import textworld.challenges.tw_cooking.cooking
import textworld.challenges.tw_treasure_hunter
from textworld.challenges import CHALLENGES
from textworld.challenges.tw_coin_collector.coin_collector import make as make_coin_collector
from textworld.challenges.tw_simple import simple


def options():
    options = textworld.GameOptions()
    options.seeds = 12
    return options


description, make_game, add_arguments = CHALLENGES["tw-cooking"]
assert description
parser = argparse.ArgumentParser()
add_arguments(parser)
settings = vars(parser.parse_args(["--recipe", "2", "--take", "1", "--cut"]))
assert (settings["recipe"], settings["take"], settings["go"]) == (2, 1, 1)
assert settings["cut"]
assert not settings["open"]
game = make_game(settings, options())
same = textworld.challenges.tw_cooking.cooking.make(settings, options())
assert (
    game.walkthrough
    == same.walkthrough
    == CHALLENGES["tw-cooking"][1](settings, options()).walkthrough
)

for name in CHALLENGES:
    assert len(list(CHALLENGES[name])) == 3

hunt = textworld.challenges.tw_treasure_hunter.treasure_hunter.make({"level": 2}, options())
assert hunt.max_score == 1
assert len(make_coin_collector({"level": 3}, options()).world.rooms) == 3
house = simple.make({"rewards": "sparse", "goal": "none", "test": False}, options())
assert len(house.world.rooms) == 6
