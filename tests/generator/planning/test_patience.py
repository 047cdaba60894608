"""Searches that somebody waits for."""

import pytest
from hand_made_games import WAY_TO_APPLE, facts, pantry

from twbench.generator import Event
from twbench.generator.planning.event_plans import find_event_plan, prepare_event_plans
from twbench.generator.planning.patience import ImpatientError, Patience
from twbench.generator.planning.useful_rules import useful_rules

IN_HAND = Event(conditions=facts("in(f_0: f, I)"))


def test_patience_comes_to_an_end() -> None:
    patience = Patience(2)
    patience.make_action()
    patience.make_action()
    with pytest.raises(ImpatientError):
        patience.make_action()
    assert patience.nodes == 0


def test_states_that_were_looked_at_take_patience_too() -> None:
    patience = Patience(10)
    before = patience.nodes
    patience.look_at(before - 1)
    assert patience.nodes < before


def test_a_search_that_takes_more_patience_than_there_is_is_given_up() -> None:
    world = pantry()
    found = find_event_plan(IN_HAND, (), world.state, world.kb, patience=Patience(100))
    assert len(found.actions or ()) == len(WAY_TO_APPLE)
    given_up = find_event_plan(IN_HAND, (), world.state, world.kb, patience=Patience(3))
    assert (given_up.actions, given_up.gave_up) == (None, True)


def test_what_others_have_left_nothing_of_is_given_up_at_once() -> None:
    world = pantry()
    patience = Patience(1)
    patience.make_action()
    nothing = Event(conditions=facts("in(k_0: k, f_0: f)"))
    assert find_event_plan(nothing, (), world.state, world.kb).is_impossible
    assert find_event_plan(nothing, (), world.state, world.kb, patience=patience).gave_up


def test_a_prepared_search_has_nothing_left_to_learn_of_the_logic() -> None:
    world = pantry()
    prepare_event_plans([IN_HAND], world.state, world.kb)
    known = useful_rules.cache_info().misses
    assert find_event_plan(IN_HAND, (), world.state, world.kb).actions
    assert useful_rules.cache_info().misses == known
