"""Entities, rooms, exits and paths in the making."""

import pytest
from houses_in_the_making import facts, house

from twbench.errors import GenerationError, LogicError
from twbench.generator.making.maker import (
    ExitAlreadyUsedError,
)
from twbench.logic import Proposition


def test_the_way_is_free_through_open_doors_only():
    made = house()
    (path,) = made.paths
    free = facts("free(r_0: r, r_1: r)", "free(r_1: r, r_0: r)")
    assert free.isdisjoint(path.facts)
    path.door.remove_property("closed")
    path.door.add_property("open")
    assert free <= set(path.facts)


def test_properties():
    chest = house().find_by_name("old chest")
    assert chest.has_property("locked")
    assert chest.properties == [Proposition.parse("locked(c_0: c)")]
    chest.remove_property("locked")
    assert not chest.has_property("locked")
    chest.add_property("open")
    chest.remove_property("open")
    assert chest.properties == []


def test_facts_that_mean_nothing_are_told():
    made = house()
    chest = made.find_by_name("old chest")
    with pytest.raises(LogicError, match=r"no predicate opne\(c\) .* Did you mean 'open'\?"):
        chest.add_property("opne")
    with pytest.raises(LogicError, match=r"no predicate on\(c, c\) .* There is on\(o, s\)\."):
        chest.add_fact("on", chest)
    with pytest.raises(LogicError, match=r"no predicate at\(P\) .* at\(P, r\), at\(t, r\)"):
        made.new_fact("at", made.player)
    with pytest.raises(LogicError, match="no predicate opne"):
        made.add_fact("opne", chest)
    assert chest.properties == [Proposition.parse("locked(c_0: c)")]


def test_places_are_those_of_the_logic():
    made = house()
    table = made.new(type="s", name="table")
    with pytest.raises(GenerationError, match="'table' cannot be put in, on or at 'old chest'"):
        made.find_by_name("old chest").add(table)
    with pytest.raises(LogicError, match="There is no type 'x'"):
        made.new(type="x")
    with pytest.raises(GenerationError, match="not a door"):
        made.paths[0].door = table


def test_exits_are_used_once():
    made = house()
    cellar = made.new_room("cellar")
    with pytest.raises(ExitAlreadyUsedError, match="The exit east of 'kitchen' leads to 'pantry'"):
        made.connect(made.rooms[0].east, cellar.west)
    assert cellar.west.dest is None
