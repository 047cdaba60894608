"""From commands to actions: what the player types, understood by the rules of a state."""

import pytest
from hand_made_games import WAY_TO_APPLE, actions, facts, pantry
from hypothesis import given, settings
from hypothesis import strategies as st

from twbench.generator import World
from twbench.generator.knowledge.command import gen_commands_from_actions
from twbench.generator.knowledge.command_actions import CommandError, actions_for_commands

NAMES = {"k_0": "old key", "c_0": "oak chest", "f_0": "Apple"}
TYPED = (
    "take old key",
    "go east",
    "unlock oak chest with old key",
    "open oak chest",
    "take Apple from oak chest",
)


def understood(*commands, names=NAMES, world=None):
    world = world or pantry()
    return actions_for_commands(commands, world.state, world.kb, names)


def refused(*commands, names=NAMES, world=None):
    with pytest.raises(CommandError) as caught:
        understood(*commands, names=names, world=world)
    return str(caught.value)


def test_commands_are_understood_one_after_the_other_and_change_nothing():
    world = pantry()
    assert understood(*TYPED, world=world) == actions(world, WAY_TO_APPLE)
    assert world.state == pantry().state
    assert understood() == []


def test_things_without_a_name_go_by_their_ids():
    assert understood(*WAY_TO_APPLE, names={}) == understood(*TYPED)


@given(st.data())
@settings(max_examples=40)
def test_whatever_can_be_done_can_be_typed(data):
    """Commands for the actions of a walk at random are understood as these very actions."""
    world = pantry()
    state, walk = world.state.copy(), []
    for _ in range(data.draw(st.integers(1, 6))):
        possible = state.all_applicable_actions(world.kb.rules.values(), world.kb.constants)
        walk.append(data.draw(st.sampled_from(sorted(possible, key=str))))
        state.apply(walk[-1])
    commands = gen_commands_from_actions(walk, world.kb, NAMES)
    found = actions_for_commands(commands, world.state, world.kb, NAMES)
    again = world.state.copy()
    assert all(again.apply(action) for action in found)
    assert again == state
    assert gen_commands_from_actions(found, world.kb, NAMES) == commands


@pytest.mark.parametrize(
    "typed",
    ["TAKE OLD KEY", "take the old key", "  take   an old\tkey ", "The a take some old key"],
)
def test_articles_capitals_and_spare_blanks_do_not_matter(typed):
    assert understood(typed) == understood("take old key")


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("open oak chest", "Command 1, 'open oak chest', is not possible there."),
        ("take moon", "Command 1, 'take moon', is not possible there."),
        ("unlock x with y", "Command 1, 'unlock x with y', is not possible there."),
        ("go east with y", "Command 1, 'go east with y', is not known."),
        ("unlock oak chest with", "Command 1, 'unlock oak chest with', is not known."),
        ("unlock  with old key", "Command 1, 'unlock  with old key', is not known."),
        ("take", "Command 1, 'take', is not known."),
        ("dance", "Command 1, 'dance', is not known."),
        ("", "Command 1, '', is not known."),
    ],
)
def test_what_has_the_form_of_a_command_is_not_possible_and_all_else_is_not_known(typed, message):
    assert refused(typed).startswith(message)


def test_the_command_that_is_wrong_is_named_and_the_nearest_possible_one():
    message = refused("take old key", "go esat", "look")
    assert message == "Command 2, 'go esat', is not known. Did you mean 'go east'?"


def two_coins(place):
    """Return a world with two things that are called a coin, and the names."""
    texts = [place.format(thing) for thing in ("o_0: o", "o_1: o")]
    return World.from_facts(facts("at(P, r_0: r)", *texts)), {"o_0": "coin", "o_1": "coin"}


def test_a_command_that_means_two_things_is_refused():
    world, names = two_coins("at({}, r_0: r)")
    assert refused("take coin", world=world, names=names) == (
        "Command 1, 'take coin', may mean 2 things; give entities distinct names."
    )


def test_a_command_that_does_the_same_to_either_of_two_things_is_understood():
    world, names = two_coins("in({}, I)")
    (examined,) = understood("examine coin", world=world, names=names)
    assert (examined.name, examined.added, examined.removed) == ("examine/I", (), ())
