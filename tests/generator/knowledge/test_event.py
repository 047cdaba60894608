"""Events: sets of facts which, once all true together, make a quest won or lost."""

import json

import pytest
from hand_made_games import PANTRY, WAY_TO_APPLE, actions, facts, pantry
from hypothesis import given
from hypothesis import strategies as st

from twbench.errors import InputError
from twbench.generator import Event
from twbench.generator.knowledge.event import UnderspecifiedEventError
from twbench.shape import ShapeError

TAKEN, THERE = facts("in(f_0: f, I)", "at(P, r_1: r)")


def event_of_actions():
    return Event(actions(pantry(), WAY_TO_APPLE), commands=WAY_TO_APPLE)


def test_an_event_needs_something_to_happen():
    with pytest.raises(UnderspecifiedEventError, match="at least one condition, or the actions"):
        Event()
    with pytest.raises(UnderspecifiedEventError):
        Event(conditions=[TAKEN]).set_conditions([])
    assert issubclass(UnderspecifiedEventError, InputError)
    assert issubclass(UnderspecifiedEventError, NameError)  # as TextWorld's is


def test_without_conditions_the_last_action_is_the_condition():
    event = event_of_actions()
    assert set(event.conditions) == set(
        facts("at(P, r_1: r)", "at(c_0: c, r_1: r)", "open(c_0: c)", "in(f_0: f, I)")
    )
    event.set_conditions([THERE])
    assert event.conditions == (THERE,)
    event.set_conditions([])
    assert event == event_of_actions()


def test_the_condition_is_an_action_over_sorted_variables():
    event = Event(conditions=[TAKEN, THERE])
    assert event.condition.name == "trigger"
    assert [str(fact) for fact in event.condition.added] == ["event(I, P, f_0: f, r_1: r)"]
    assert event.condition.removed == ()
    assert event.set_conditions([THERE]) is event.condition


def test_an_event_happens_where_its_actions_have_led():
    world = pantry()
    event, state = event_of_actions(), world.state.copy()
    happening = []
    for action in event.actions:
        happening.append(event.is_triggering(state))
        state.apply(action)
    assert not any(happening)
    assert event.is_triggering(state)


@given(st.sets(st.sampled_from(facts(*PANTRY)), min_size=1, max_size=4), st.data())
def test_an_event_happens_if_and_only_if_each_condition_is_true(conditions, data):
    state = pantry().state.copy()
    lost = data.draw(st.sets(st.sampled_from(sorted(conditions, key=str))))
    state.remove_facts(lost)
    assert Event(conditions=conditions).is_triggering(state) == (not lost)


def test_commands_follow_the_names_where_the_actions_are_known():
    event, names = event_of_actions(), {"k_0": "old key"}
    renamed = event.renamed(pantry().kb, names)
    assert renamed.commands == (
        "take old key",
        "go east",
        "unlock c_0 with old key",
        *WAY_TO_APPLE[3:],
    )
    assert event.commands == WAY_TO_APPLE
    told = Event(conditions=[TAKEN], commands=["take all"])
    assert told.renamed(pantry().kb, names) == told


def test_commands_are_written_from_the_actions_as_often_as_they_are_asked_for():
    event = Event(actions(pantry(), WAY_TO_APPLE[:1])).renamed(pantry().kb, {"k_0": "old key"})
    assert event.commands == ("take old key",)
    event.actions = tuple(actions(pantry(), WAY_TO_APPLE[:2]))
    assert event.commands == ("take old key", "go east")
    assert event.copy().commands == event.commands
    told = Event(event.actions, event.conditions, commands=event.commands)
    assert (told, hash(told)) == (event, hash(event))  # equal, however the commands are known


def test_commands_that_came_with_actions_stay_until_things_are_named():
    event = Event(event_of_actions().actions, commands=["take all"])
    assert Event.deserialize(event.serialize()).commands == ("take all",)
    assert event.renamed(pantry().kb, {}).commands == WAY_TO_APPLE
    assert Event(event.actions).commands == ()
    event.commands = ["get all"]
    assert event.commands == ("get all",)


def test_copies_are_equal_and_changed_on_their_own():
    event = event_of_actions()
    copy = event.copy()
    assert (copy, hash(copy)) == (event, hash(event))
    copy.set_conditions([THERE])
    assert copy != event
    assert event == event_of_actions()
    assert Event(conditions=[TAKEN]) != Event(conditions=[TAKEN], commands=["take all"])
    assert event != event.conditions


@pytest.mark.parametrize(
    "event",
    [event_of_actions(), Event(conditions=[TAKEN, THERE], commands=["take all"])],
    ids=["actions", "conditions"],
)
def test_events_are_read_as_they_were_written(event):
    data = json.loads(json.dumps(event.serialize()))
    assert list(data) == ["commands", "actions", "condition"]
    assert Event.deserialize(data) == event


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"commands": "look"}, "commands must be a list, not the text 'look'"),
        ({"actions": [{"name": "take"}]}, r"actions\[0\].preconditions is missing"),
        ({"condition": None}, "condition must be an object, not null"),
    ],
    ids=str,
)
def test_what_is_wrong_in_a_file_is_named_by_its_place(change, message):
    with pytest.raises(ShapeError, match=message):
        Event.deserialize({**event_of_actions().serialize(), **change})


def test_an_event_of_a_file_needs_something_to_happen_too():
    data = Event(conditions=[TAKEN]).serialize()
    data["condition"]["preconditions"] = []
    with pytest.raises(UnderspecifiedEventError):
        Event.deserialize(data)


def test_actions_that_are_set_become_a_tuple_as_those_given_at_first():
    event, expected = event_of_actions(), event_of_actions()
    event.actions = list(expected.actions)
    assert event == expected
    assert hash(event) == hash(expected)
