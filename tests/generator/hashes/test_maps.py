from itertools import product

from small_puzzles import rooms

from twbench.dataset.config.plan import ItemSpec
from twbench.dataset.items import item
from twbench.generator.hashes.maps import map_hash
from twbench.logic import Proposition, Variable


def test_names_and_order_do_not_count():
    one = rooms(("a", "north_of", "b"), ("b", "west_of", "c"), ("c", "west_of", "d"))
    two = rooms(("z", "west_of", "x"), ("y", "west_of", "z"), ("w", "north_of", "y"))
    assert map_hash(one) == map_hash(two)


def test_directions_and_sizes_count():
    maps = [
        rooms(("a", "north_of", "b")),
        rooms(("a", "north_of", "b"), ("b", "north_of", "c")),
        rooms(("a", "north_of", "b"), ("b", "west_of", "c")),
        rooms(("a", "north_of", "b"), ("c", "north_of", "d")),
        rooms(("a", "north_of", "b"), ("b", "west_of", "c"), ("d", "west_of", "a")),
    ]
    assert len({map_hash(facts) for facts in maps}) == len(maps)


def test_a_turned_or_mirrored_map_is_the_same_map():
    ways = ["north_of", "east_of", "south_of", "west_of"]
    opposite = dict(zip(ways, ways[2:] + ways[:2], strict=True))
    corners, straights = set(), set()
    for one, two in product(ways, ways):
        found = map_hash(rooms(("a", one, "b"), ("b", one, "c"), ("c", two, "d")))
        if two != opposite[one]:
            (straights if one == two else corners).add(found)
    assert len(corners) == len(straights) == 1
    assert corners != straights


def test_what_lies_in_the_rooms_and_open_ways_do_not_count():
    bare = rooms(("a", "north_of", "b"))
    at = Proposition("at", (Variable("o", "o"), Variable("a", "r")))
    free = rooms(("a", "free", "b"))
    assert map_hash([*bare, at, *free]) == map_hash(bare)


def test_a_single_room():
    at = Proposition("at", (Variable("P", "P"), Variable("a", "r")))
    assert map_hash([at]) != map_hash([])


def test_games_of_one_seed_and_two_themes_have_the_same_map():
    def facts(theme):
        spec = ItemSpec("train", 0, 0, 11, "coin_collector", {"level": 215}, {"theme": theme})
        return item.make_game(spec).world.facts

    assert map_hash(facts("house")) == map_hash(facts("basic"))
