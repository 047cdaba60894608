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
        "z32srnpqlqpsqgwpa5hlovwjvd",
        "wfcy7j7vxnlkpiewj5jddpc2mc",
        "e4bvynyzaditnbzixymqor7sa3",
    ),
    "something to take": (
        "lxseluvv5vx7whkyqx2td4lidl",
        "ntqrxiwuafx3y5gjzri7uktqpo",
        "e4bvynyzaditnbzixymqor7sa3",
    ),
    "a locked door": (
        "dvher2vbra5uoqjifc6s2rqgjk",
        "3f72uzpyjf6dutxehxeeghrhq6",
        "e4bvynyzaditnbzixymqor7sa3",
    ),
    "food that is alike": (
        "thruiwav4p3qifohuij2ggpgmr",
        "bppmdtkevrtuuo7hcpxpd5czt5",
        "e4bvynyzaditnbzixymqor7sa3",
    ),
    "a meal": (
        "veoolayuwsc5hbxnza452jqi2t",
        "kcioyagb457qohc2ofpb5igjwr",
        "e4bvynyzaditnbzixymqor7sa3",
    ),
    "one room": (
        "ub4ei66qics7xx6glegskcmiec",
        "aukzfxe7bdb5io3jtqyszhxenn",
        "as32ih654b3ne5q6jiy37t3cih",
    ),
    "a way round": (
        "4xo7guxhxxoqqm7oqeyk65mgl6",
        "p4tt5z35dknd4fazfzcm6i7cay",
        "prfsceki3grpv5udy3iidh2nk7",
    ),
    "nobody in four rooms": (
        "msovygc5kytyvqx7yctgamq3mo",
        "plfluvxkwavckl6wdxntbg7rvy",
        "prfsceki3grpv5udy3iidh2nk7",
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_hashes_are_those_that_were_published(name):
    one = GAMES[name]
    found = structure_hash(one), puzzle_hash(one), map_hash(one.world.facts)
    assert found == KNOWN[name]
