"""Hashes of games are published in the rows of datasets: those of some games by hand are pinned."""

import pytest
from hand_made_games import apple_game
from small_puzzles import FREE, MAP, START, game

from twbench.generator import structure_hash
from twbench.generator.hashes.maps import map_hash
from twbench.generator.hashes.puzzle import puzzle_hash
from twbench.generator.hashes.walks import Survey

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
        "3gwsjr5rfum5v2kosurweubqph",
        "oypt25secsdnecxm467nvwnp2r",
        "72fupafwjvwroniysjsn2n2n4b",
    ),
    "something to take": (
        "cfxp4g3bukz5zdmi4b5cs7w24z",
        "glwk4tf73picc2wh3xy5ux3qhe",
        "72fupafwjvwroniysjsn2n2n4b",
    ),
    "a locked door": (
        "qmj2piljkgg7kfqqyxhgd2ukyw",
        "5erlvxjbrifyaqxpxoqc5xxgiv",
        "72fupafwjvwroniysjsn2n2n4b",
    ),
    "food that is alike": (
        "qznfumyo6y4jlmy2mkaaoe3yga",
        "ii7ba57thtn2oufx7ustyhgc45",
        "72fupafwjvwroniysjsn2n2n4b",
    ),
    "a meal": (
        "4vh2rmexfjsdzqa2upbtnnf5ml",
        "kqhdlxiddknudmtwjjeifuqpr4",
        "72fupafwjvwroniysjsn2n2n4b",
    ),
    "one room": (
        "lnyccqayxgc4ctd572rmchi7kr",
        "hdbiprvweln5pifyxnpf4frsl3",
        "ulagbbiajb7qstgnmkjjbjz5mk",
    ),
    "a way round": (
        "s3zd375i64wodl37qrmh3uxrmq",
        "3hqe4t3e4ubm4wme6i6izliyv3",
        "t5plaawljtw57cfu3jimv6lp6p",
    ),
    "nobody in four rooms": (
        "7pqljhlvrtma5fi6wjdyb5la4s",
        "7pqljhlvrtma5fi6wjdyb5la4s",
        "t5plaawljtw57cfu3jimv6lp6p",
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_hashes_are_those_that_were_published(name):
    one = GAMES[name]
    found = structure_hash(one), puzzle_hash(one), map_hash(one.world.facts)
    assert found == KNOWN[name]
    facts = one.world.facts
    survey = Survey(facts)
    shared = structure_hash(one, survey), puzzle_hash(one, survey), map_hash(facts, survey)
    assert shared == KNOWN[name]
