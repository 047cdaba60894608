"""Random objects: what they are, what state they are in, where they lie."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from twbench.errors import GenerationError
from twbench.generator import KnowledgeBase, make_world
from twbench.generator.knowledge.roles import OPENABLE_STATES
from twbench.generator.worlds.placement import draw_objects, place_objects
from twbench.logic import Proposition, State, Variable
from twbench.seeding import Rng


def names(things):
    return [thing.name for thing in things]


def test_populating_one_room_leaves_the_others_empty():
    world = make_world(5, 0, {"map": Rng(0), "objects": Rng(0)})
    placed = world.populate_room(8, Variable("r_2", "r"), rng=Rng(1))
    assert {fact.names[1] for fact in placed if fact.name == "at"} == {"r_2"}
    assert set(placed) <= set(world.facts)


def test_populating_with_given_objects_and_types():
    world = make_world(3, 0, {"map": Rng(0), "objects": Rng(0)})
    chest, apple = Variable("c_7", "c"), Variable("f_7", "f")
    placed = world.populate_with([apple, chest], rng=Rng(2))
    assert Proposition("edible", (apple,)) in placed
    assert [fact.name for fact in placed if fact.names == ("c_7",)] in (["open"], ["closed"])
    world.populate_room_with([Variable("o_7", "o")], Variable("r_0", "r"))
    world.populate(4, rng=Rng(3), object_types_probs={"o": 1})
    assert names(world.get_entities_per_type("o")) == ["o_0", "o_1", "o_2", "o_3", "o_7"]
    with pytest.raises(GenerationError, match="no objects of type 'zzz'"):
        world.populate(1, object_types_probs={"zzz": 1})


KB = KnowledgeBase.default()


ROOMS = [Variable("r_0", "r"), Variable("r_1", "r")]


def empty() -> State:
    return State(KB.logic)


@given(st.integers(0, 10_000), st.integers(0, 30))
@settings(max_examples=60)
def test_containers_have_one_state_and_at_most_one_key(seed: int, count: int) -> None:
    rooms, facts = draw_objects(count, ROOMS, empty(), KB, Rng(seed))
    assert len(rooms) == count
    assert set(rooms.values()) <= set(ROOMS)
    stated = Counter(fact.names[0] for fact in facts if fact.name in OPENABLE_STATES)
    assert stated == Counter(thing.name for thing in rooms if thing.type == "c")
    matches = [fact for fact in facts if fact.name == "match"]
    assert sorted(fact.names[0] for fact in matches) == sorted(
        thing.name for thing in rooms if thing.type == "k"
    )
    assert len({fact.names[1] for fact in matches}) == len(matches)


@given(st.integers(0, 10_000))
@settings(max_examples=60)
def test_nothing_is_put_where_nobody_can_get_at_it(seed: int) -> None:
    rng = Rng(seed)
    rooms, drawn = draw_objects(12, ROOMS, empty(), KB, rng)
    facts = place_objects(rooms, drawn, empty(), KB, rng)
    placed = [fact for fact in facts if fact.name in ("at", "in", "on")]
    assert Counter(fact.names[0] for fact in placed) == Counter(thing.name for thing in rooms)
    locked = {fact.names[0] for fact in facts if fact.name == "locked"}
    with_key = {fact.names[1] for fact in facts if fact.name == "match"}
    inside = {fact.arguments[0]: fact.names[1] for fact in placed if fact.name == "in"}
    assert {holder for holder in inside.values() if holder in locked} <= with_key
    assert not {holder for thing, holder in inside.items() if thing.type == "k"} & locked
    edible = {fact.names[0] for fact in facts if fact.name == "edible"}
    assert edible == {thing.name for thing in rooms if thing.type == "f"}


def test_the_key_of_what_is_shut_comes_next() -> None:
    locked = [Proposition.parse("at(c_0: c, r_0: r)"), Proposition.parse("locked(c_0: c)")]
    _, facts = draw_objects(1, ROOMS[:1], State(KB.logic, locked), KB, Rng(0), {"o": 1, "k": 1})
    assert facts == [Proposition.parse("match(k_0: k, c_0: c)")]


def test_types_come_as_often_as_their_weights_say() -> None:
    rooms, facts = draw_objects(400, ROOMS, empty(), KB, Rng(1), {"o": 3, "f": 1, "s": 0})
    counts = Counter(thing.type for thing in rooms)
    assert counts.keys() == {"o", "f"}
    assert 2 < counts["o"] / counts["f"] < 4
    assert facts == []


@pytest.mark.parametrize(
    ("rooms", "weights", "message"),
    [
        (ROOMS, {"zzz": 1.0}, "no objects of type 'zzz' in this logic"),
        (ROOMS, {"o": 0.0}, "no type of objects to draw"),
        ([], {"o": 1.0}, "no room to put objects in"),
    ],
)
def test_what_cannot_be_drawn_is_said(
    rooms: list[Variable], weights: dict[str, float], message: str
) -> None:
    with pytest.raises(GenerationError, match=message):
        draw_objects(1, rooms, empty(), KB, Rng(0), weights)


def test_ids_that_are_taken_are_left_out() -> None:
    taken = State(KB.logic, [Proposition.parse("at(o_1: o, r_0: r)")])
    rooms, _ = draw_objects(3, ROOMS, taken, KB, Rng(0), {"o": 1})
    assert [thing.name for thing in rooms] == ["o_0", "o_2", "o_3"]


@pytest.mark.parametrize("seed", range(20))
def test_given_objects_are_in_the_room_that_is_asked_for(seed):
    world = make_world(2, 0, {"map": Rng(0), "objects": Rng(0)})
    pen = Variable("o_7", "o")
    world.populate_room_with([pen], Variable("r_1", "r"), rng=Rng(seed))
    assert pen in world.get_all_objects_in(Variable("r_1", "r"))
