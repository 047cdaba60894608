"""Hashes of games are published in the rows of datasets: those of some games by hand are pinned."""

import pytest
from hand_made_games import apple_game
from small_puzzles import FREE, MAP, START, game

from twbench.generator import structure_hash
from twbench.generator.hashes.maps import map_hash
from twbench.generator.hashes.puzzle import puzzle_hash

DOOR = ("link(r_0: r, d_0: d, r_1: r)", "link(r_1: r, d_0: d, r_0: r)", "locked(d_0: d)")
KEY = ("match(k_0: k, d_0: d)", "in(k_0: k, c_0: c)", "at(c_0: c, r_0: r)", "closed(c_0: c)")
TABLE = ("at(s_0: s, r_1: r)", "on(f_0: f, s_0: s)", "on(f_1: f, s_0: s)", "edible(f_1: f)")
ROUND = (
    *("north_of(r_2: r, r_0: r)", "south_of(r_0: r, r_2: r)"),
    *("east_of(r_3: r, r_2: r)", "west_of(r_2: r, r_3: r)"),
    *("south_of(r_1: r, r_3: r)", "north_of(r_3: r, r_1: r)"),
    *("west_of(r_0: r, r_1: r)", "east_of(r_1: r, r_0: r)"),
)
EATEN = ["eaten(f_0: f)", "eaten(f_1: f)"]

GAMES = {
    "an apple in a locked chest": apple_game(),
    "something to take": game(*MAP, *FREE, START, "at(o_0: o, r_1: r)"),
    "a locked door": game(*MAP, START, *DOOR, *KEY, "at(o_0: o, r_1: r)"),
    "food that is alike": game(*MAP, *FREE, START, *TABLE[:3], wins=EATEN[:1], fails=EATEN[1:]),
    "a meal": game(*MAP, *FREE, START, *TABLE, wins=EATEN, fails=["at(f_0: f, r_0: r)"]),
    "one room": game(START, "at(o_0: o, r_0: r)", "at(o_1: o, r_0: r)"),
    "a way round": game(*ROUND, START, "at(o_0: o, r_3: r)", "at(o_1: o, r_3: r)"),
    "nobody in four rooms": game(*ROUND),
}

# The structure, the puzzle and the map.
KNOWN = {
    "an apple in a locked chest": (
        "gmpsmicowi2424ea7uldnvzefq",
        "v6a3bygoqfps6ogcd5hs6jo6ip",
        "fvnwqfq6hir7btngpvyfisppiv",
    ),
    "something to take": (
        "5ysvds7xkqx4eajkmogmx67f7c",
        "uy7i6ipnbypiw3z5hsj2dkl6th",
        "fvnwqfq6hir7btngpvyfisppiv",
    ),
    "a locked door": (
        "vpu3v3nu2kz6m2ai57qmu5xjiz",
        "2nlygli6axluxrwiun3yh5yzdc",
        "fvnwqfq6hir7btngpvyfisppiv",
    ),
    "food that is alike": (
        "bparbj4vxvxamwihxcaqacgxot",
        "d5cx5esbdkbkip2npxvbfzicd2",
        "fvnwqfq6hir7btngpvyfisppiv",
    ),
    "a meal": (
        "5eihxbjwjzlle6sku4tiklcrke",
        "c3f3kc7r44n73ucqfbft5sg5qt",
        "fvnwqfq6hir7btngpvyfisppiv",
    ),
    "one room": (
        "3ua4wt7o7453xzkogxvbl2jcpm",
        "isbmkmznrznk2mqxwgj5hpvr3j",
        "qu7q2nxl7f34dqrm4v7jinl72m",
    ),
    "a way round": (
        "ltcguma6dvyqxbiztmvi5mutmm",
        "uwibvxx5yl7rwphpwndv3az6qz",
        "to3zdplegy7svgtuvvvsqlexyd",
    ),
    "nobody in four rooms": (
        "ic427abfdueym6usw7uppcrqsf",
        "ic427abfdueym6usw7uppcrqsf",
        "to3zdplegy7svgtuvvvsqlexyd",
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_hashes_are_those_that_were_published(name):
    one = GAMES[name]
    found = structure_hash(one), puzzle_hash(one), map_hash(one.world.facts)
    assert found == KNOWN[name]
