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
        "pznzikl2zth353ntbo52bwlyw5",
        "arzyyessjaau5fakokwrpv4iie",
        "e3bdvpxptiyqfadldpghs5c2h2",
    ),
    "something to take": (
        "fg223vdem3bvhl7z424bcqmy2w",
        "bb4e32n7ndvbpu2fwz7ihzsa6c",
        "e3bdvpxptiyqfadldpghs5c2h2",
    ),
    "a locked door": (
        "jyqnk67dx7sgrklcrmz2cwgsgw",
        "6m7sepm3jkn6b5rjdkuludcb53",
        "e3bdvpxptiyqfadldpghs5c2h2",
    ),
    "food that is alike": (
        "byzs6nlt3mn23mezrspxjwwd4c",
        "itz7pnph67deb53fi5lrrfahob",
        "e3bdvpxptiyqfadldpghs5c2h2",
    ),
    "a meal": (
        "ymfiq4v7srtxe4a2e3ufyigdjx",
        "jvkr3zmfwzdoulpfybervwy7fe",
        "e3bdvpxptiyqfadldpghs5c2h2",
    ),
    "one room": (
        "goznny6zprh564gbqawdunjtv6",
        "edoira26tbdbqyhvpu6orhml6y",
        "afugpscczctvxkhtfiq4a4q2qx",
    ),
    "a way round": (
        "b3a2bxhqy7bjxuuuiqiphg5pga",
        "cchzhgtw4ys67rghmfh5kxxmdt",
        "meddk26c437slbxg3fha6jef44",
    ),
    "nobody in four rooms": (
        "fuud2rl3pe7uniwgkzpyh3yk2x",
        "fuud2rl3pe7uniwgkzpyh3yk2x",
        "meddk26c437slbxg3fha6jef44",
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_hashes_are_those_that_were_published(name):
    one = GAMES[name]
    found = structure_hash(one), puzzle_hash(one), map_hash(one.world.facts)
    assert found == KNOWN[name]
