"""Random objects: what they are, what state they are in, where they lie."""

import pytest

from twbench.errors import GenerationError
from twbench.generator import make_world
from twbench.logic import Proposition, Variable
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
