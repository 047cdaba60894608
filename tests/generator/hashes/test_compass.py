"""The eight symmetries of the compass, and which logics have them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twbench.generator import KnowledgeBase
from twbench.generator.hashes.compass import IDENTITY, SYMMETRIES, symmetries, turned
from twbench.generator.knowledge.roles import DIRECTIONS, OPPOSITES
from twbench.logic import GameLogic

some_symmetry = st.sampled_from(SYMMETRIES)
MIRRORED = {"north": "north", "south": "south", "east": "west", "west": "east"}


def logic_of(*rules):
    return GameLogic.parse(
        "type P { } type r {"
        " predicates { at(P, r); lit(r); north_of(r, r); east_of(r, r); south_of(r, r);"
        "              west_of(r, r); }"
        f" rules {{ {' '.join(rules)} }} }}"
    )


def going(way):
    return f"go/{way} :: at(P, r) & $lit(r) & $lit(r') & ${way}_of(r', r) -> at(P, r');"


def test_there_are_four_rotations_and_four_reflections():
    assert len({tuple(one[way] for way in DIRECTIONS) for one in SYMMETRIES}) == 8
    assert SYMMETRIES[0] == IDENTITY == dict(zip(DIRECTIONS, DIRECTIONS, strict=True))
    assert MIRRORED in SYMMETRIES


@given(some_symmetry, some_symmetry)
def test_what_is_opposite_stays_so_and_turning_twice_is_turning(one, other):
    for way in DIRECTIONS:
        assert one[OPPOSITES[way]] == OPPOSITES[one[way]]
    assert {way: other[one[way]] for way in DIRECTIONS} in SYMMETRIES


@given(some_symmetry, st.sampled_from(["north_of", "west_of/d", "south_of/anything", "at", "link"]))
def test_names_are_turned_back_by_the_inverse(symmetry, name):
    inverse = {image: way for way, image in symmetry.items()}
    assert turned(turned(name, symmetry), inverse) == name


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("east_of", "west_of"),
        ("east_of/d", "west_of/d"),
        ("north_of", "north_of"),
        ("at", "at"),
        ("part_of", "part_of"),
        ("east", "east"),
    ],
)
def test_only_the_direction_in_a_name_is_changed(name, expected):
    assert turned(name, MIRRORED) == expected


def test_the_rules_that_ship_know_no_direction_from_another():
    assert symmetries(KnowledgeBase.default().logic) == SYMMETRIES


@pytest.mark.parametrize(
    ("ways", "count"),
    [
        (DIRECTIONS, 8),
        (["north"], 2),
        (["north", "south"], 4),
        (["north", "east"], 2),
        (["north", "south", "east"], 2),
        ([], 1),
    ],
    ids=["all four", "north alone", "a line", "a corner", "all but one", "none at all"],
)
def test_a_symmetry_counts_if_it_turns_rules_into_rules(ways, count):
    """It has to leave the set of known directions as it is; without any, nobody knows."""
    expected = [one for one in SYMMETRIES if {one[way] for way in ways} == set(ways)]
    found = symmetries(logic_of(*map(going, ways)))
    assert list(found) == (expected if ways else [IDENTITY])
    assert len(found) == count


def test_a_river_that_flows_to_the_east_breaks_the_symmetry_in_two():
    river = "drift :: at(P, r) & $east_of(r', r) -> at(P, r') & lit(r');"
    found = symmetries(logic_of(*map(going, DIRECTIONS), river))
    assert found == tuple(one for one in SYMMETRIES if one["east"] == "east")
    assert len(found) == 2


def test_names_of_rules_do_not_count():
    rules = [going(way).replace(f"go/{way}", f"rule{n}") for n, way in enumerate(DIRECTIONS)]
    assert symmetries(logic_of(*rules)) == SYMMETRIES
