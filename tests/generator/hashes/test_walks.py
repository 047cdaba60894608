"""Maps whose rooms are numbered by walks, whatever they are called and however they are turned."""

from collections import Counter
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_puzzles import rooms

from twbench.generator.hashes import walks as walks_module
from twbench.generator.hashes.compass import IDENTITY, SYMMETRIES, turned
from twbench.generator.hashes.walks import BLOCKED, Survey, Walk, WorldMap
from twbench.generator.knowledge.roles import OPPOSITES
from twbench.logic import Proposition, Variable

STEPS = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0)}


def passages(*edges):
    """Return the facts of exits that lead back, too: ``("a", "north", "b")`` has ``a`` north."""
    return [
        fact
        for one, way, other in edges
        for fact in rooms((one, f"{way}_of", other), (other, f"{OPPOSITES[way]}_of", one))
    ]


LINE = passages(("a", "north", "b"), ("b", "north", "c"))
SQUARE = passages(("a", "north", "b"), ("a", "west", "c"), ("c", "north", "d"), ("b", "west", "d"))


def all_walks(facts, starts):
    return WorldMap(facts).walks(starts, SYMMETRIES)


def names_in(facts):
    return sorted({variable.name for fact in facts for variable in fact.arguments})


@st.composite
def maps(draw):
    """Maps on a grid, of which no room is out of reach: a walk at random, and some of its exits."""
    here, cells, edges = (0, 0), [(0, 0)], set()
    for way in draw(st.lists(st.sampled_from(sorted(STEPS)), min_size=1, max_size=8)):
        there = (here[0] + STEPS[way][0], here[1] + STEPS[way][1])
        if (here, OPPOSITES[way], there) not in edges:
            edges.add((there, way, here))
        here = there
        cells.append(there)
    return passages(*((f"{one}", way, f"{other}") for one, way, other in sorted(edges)))


def changed(facts, symmetry, names):
    """Return a map turned, with rooms called otherwise."""
    return [
        Proposition(
            turned(fact.name, symmetry),
            [Variable(names[variable.name], "r") for variable in fact.arguments],
        )
        for fact in facts
    ]


@given(maps(), st.sampled_from(SYMMETRIES), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_a_map_has_one_code_however_it_is_turned_and_called(facts, symmetry, random):
    starts = names_in(facts)
    others = [f"x{number}" for number in range(len(starts))]
    random.shuffle(others)
    there = changed(facts, symmetry, dict(zip(starts, others, strict=True)))
    random.shuffle(there)
    walks, code = all_walks(facts, starts)
    other_walks, other_code = all_walks(there, others)
    assert code == other_code
    assert len(walks) == len(other_walks)


@given(maps())
@settings(max_examples=40)
def test_walks_that_are_left_differ_by_a_symmetry_of_the_map_only(facts):
    """Renaming rooms by their numbers, with directions turned, gives one and the same map."""
    walks, code = all_walks(facts, names_in(facts))
    seen = {
        frozenset(
            (walk.rename(fact.name), *(walk.number(variable) for variable in fact.arguments))
            for fact in facts
        )
        for walk in walks
    }
    assert len(seen) == 1
    assert len(code) == len(names_in(facts))
    assert all(sorted(walk.numbers, key=walk.numbers.get) == walk.rooms for walk in walks)


CORNER = passages(("a", "north", "b"), ("b", "west", "c"))
HOOK = [*LINE, *passages(("c", "west", "d"))]


@pytest.mark.parametrize(
    ("facts", "symmetries"),
    [(SQUARE, 8), (LINE, 4), (CORNER, 2), (HOOK, 1)],
    ids=["a square", "a line", "a corner", "a hook"],
)
def test_as_many_walks_are_left_as_the_map_has_symmetries(facts, symmetries):
    walks, _ = all_walks(facts, names_in(facts))
    assert len(walks) == symmetries


def torus(wide: int, high: int, without: int = 0, twist: int = 0) -> list[Proposition]:
    """Return a map that goes round, with some exits closed and going round to another row."""
    edges = []
    for x, y in product(range(wide), range(high)):
        edges.append((f"{x},{y}", "north", f"{x},{(y + 1) % high}"))
        row = y if x + 1 < wide else (y + twist) % high
        edges.append((f"{x},{y}", "east", f"{(x + 1) % wide},{row}"))
    for number in range(without):
        del edges[number * 37 % len(edges)]
    return passages(*edges)


def called_otherwise(facts: list[Proposition]) -> list[Proposition]:
    return changed(facts, IDENTITY, {name: f"other {name}" for name in names_in(facts)})


MANY = {
    "a square torus": torus(6, 6),
    "a long torus": torus(4, 9),
    "a thin torus": torus(3, 12),
    "a twisted torus": torus(4, 6, twist=2),
    "another twisted torus": torus(5, 7, twist=3),
    "two": [*torus(4, 5), *called_otherwise(torus(4, 5))],
    "two that differ": [*torus(5, 5), *called_otherwise(torus(4, 5))],
    "and a hook": [*torus(4, 4), *HOOK],
    "with a way closed": torus(6, 6, without=1),
    "with ways closed": torus(6, 6, without=5),
    "one way only": [fact for fact in torus(5, 6) if fact.name in ("north_of", "east_of")],
}


@pytest.mark.parametrize("alike", [1, 3, 8])
@pytest.mark.parametrize("kind", MANY)
def test_a_few_walks_stand_for_many_with_the_same_code(kind, alike, monkeypatch):
    facts = MANY[kind]
    monkeypatch.setattr(walks_module, "_ALIKE", 10_000)
    plain, expected = all_walks(facts, names_in(facts))
    monkeypatch.setattr(walks_module, "_ALIKE", alike)
    found, code = all_walks(facts, names_in(facts))
    assert code == expected
    assert {walk.start for walk in found} <= {walk.start for walk in plain}
    assert len(found[0].rooms) == len(code)


@pytest.mark.parametrize("kind", MANY)
def test_starts_go_together_exactly_if_their_walks_have_the_same_code(kind):
    there = WorldMap(MANY[kind])

    def begin():
        return [one for way in SYMMETRIES for one in Walk.begin(names_in(MANY[kind]), way)]

    expected: dict[object, set[object]] = {}
    for walk in begin():
        expected.setdefault(there._whole_code(walk), set()).add(walk.start)
    assert len(expected) > 1 or kind == "a square torus"
    found = there._families(begin())
    assert {code: starts for code, (_, starts) in found.items()} == expected
    _, code = there._rarest_of_many(begin())
    assert code == _rarest(expected)


def _rarest(families: dict[Any, set[Any]]) -> list[Any]:
    """Do it the plain way: with a code for each start."""
    codes = [code for code, starts in families.items() for _ in starts]
    position = 0
    while len(set(codes)) > 1:
        counts = Counter(code[position] for code in codes)
        _, rarest = min((count, one) for one, count in counts.items())
        codes = [code for code in codes if code[position] == rarest]
        position += 1
    return list(codes[0])


def test_a_map_that_looks_alike_from_everywhere_takes_no_time():
    seen = 0
    look = WorldMap._see

    def counted(self, walk, position):
        nonlocal seen
        seen += 1
        return look(self, walk, position)

    facts = torus(17, 17)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WorldMap, "_see", counted)
        found, code = all_walks(facts, names_in(facts))
    assert (len(found), len(code)) == (1, 17 * 17)
    assert seen < 30_000  # and not 8 * 289 * 289


def test_what_no_walk_sees_keeps_all_walks():
    there = Proposition("near", [Variable("0,0", "r"), Variable("2,2", "r")])
    facts = [*torus(5, 5), there]
    walks, _ = all_walks(facts, names_in([*torus(5, 5)]))
    assert len(walks) == 8 * 25


def test_a_code_says_what_is_seen_room_by_room():
    walks, code = WorldMap(LINE).walks(["a"], [IDENTITY])
    (walk,) = walks
    assert walk.order == ("east_of", "north_of", "south_of", "west_of")
    assert walk.rooms == ["a", "b", "c"]  # c lies to the south of b, and b to the south of a
    assert code == [((2, 1),), ((1, 0), (2, 2)), ((1, 1),)]


def test_nowhere_is_where_a_walk_may_begin():
    walks, code = WorldMap(LINE).walks([None], SYMMETRIES)
    assert code == []
    assert [walk.rooms for walk in walks] == [[]] * 8


def test_numbers_are_those_of_rooms_that_were_reached():
    (walk,) = Walk.begin(["a"], IDENTITY)
    assert walk.number(Variable("a", "r")) == "0"
    assert walk.number(Variable("b", "r")) == ""
    assert walk.number(Variable("a", "o")) == ""  # a thing of that name


@given(maps(), st.sampled_from(SYMMETRIES))
@settings(max_examples=40)
def test_shapes_are_the_same_however_the_compass_is_turned(facts, symmetry):
    same = {name: name for name in names_in(facts)}
    assert WorldMap(facts).shapes() == WorldMap(changed(facts, symmetry, same)).shapes()


def test_a_shape_is_how_many_exits_there_are_beyond_the_exits():
    assert WorldMap(LINE).shapes() == {"a": (2,), "b": (1, 1), "c": (2,)}


def test_what_no_walk_sees_is_left_over():
    (walk,), _ = WorldMap(LINE).walks(["a"], [IDENTITY])
    near = rooms(("a", "looks_like", "c"))
    assert WorldMap([*LINE, *near]).left_over(walk) == near
    assert WorldMap([*LINE, *rooms(("a", "free", "b"))]).left_over(walk) == []


def test_two_rooms_in_one_direction_are_left_over():
    several = rooms(("a", "north_of", "b"), ("c", "north_of", "b"))
    world = WorldMap([*several, *rooms(("b", "south_of", "a"))])
    (walk,), _ = world.walks(["a"], [IDENTITY])
    assert walk.rooms == ["a", "b"]
    assert world.left_over(walk) == several


def test_ways_out_of_reach_are_left_over():
    island = passages(("x", "north", "y"))
    world = WorldMap([*LINE, *island])
    (walk,), code = world.walks(["a"], [IDENTITY])
    assert len(code) == 3
    assert world.left_over(walk) == island


def test_passages_are_told_where_they_are_not_as_usual():
    free = rooms(*[(one, "free", other) for one, other in ("ab", "ba", "bc", "cb")])
    assert WorldMap([*LINE, *free]).passages() == []
    (gone,) = WorldMap([*LINE, *free[1:]]).passages()
    assert (gone.name, gone.names) == (BLOCKED, ("a", "b"))
    more = rooms(("a", "free", "c"))
    assert WorldMap([*LINE, *free, *more]).passages() == more


def test_facts_between_rooms_are_about_two_of_them_and_nothing_else():
    texts = {
        "north_of(a: r, b: r)": True,
        "at(o_0: o, b: r)": False,
        "link(a: r, d_0: d, b: r)": False,
        "lit(a: r)": False,
    }
    others = Survey(map(Proposition.parse, texts)).others
    assert others == [Proposition.parse(text) for text, is_way in texts.items() if not is_way]
