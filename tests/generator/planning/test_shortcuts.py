"""Plans that were found are tried before a search, and change no answer."""

import pytest

from twbench import challenges
from twbench.generator.games.game import GameOptions
from twbench.generator.making import quest_generation
from twbench.generator.making.quest_generation import proves_length
from twbench.generator.planning.shortcuts import Shortcuts, _can_be_done


def make(seed, rooms=8, objects=16, length=6):
    options = GameOptions()
    options.seeds = seed
    settings = challenges.get("custom").settings(
        world_size=rooms, nb_objects=objects, quest_length=length
    )
    return challenges.get("custom").make(settings, options)


# Few seeds are such that the search has to look at every chain as it grows.
@pytest.mark.parametrize("seed", [770031, 770041])
def test_what_is_remembered_changes_no_answer(monkeypatch, seed):
    answers = []

    def compared(state, kb, nodes, shortcuts=None):
        expected = proves_length(state, kb, nodes)
        if shortcuts is not None:
            found = proves_length(state, kb, nodes, shortcuts)
            assert found == expected
            answers.append(found)
        return expected

    monkeypatch.setattr(quest_generation, "proves_length", compared)
    game = make(seed, 40, 80, 15)
    assert {True, False} <= set(answers)
    monkeypatch.undo()
    assert make(seed, 40, 80, 15).serialize() == game.serialize()


def test_only_the_end_of_a_plan_that_is_short_enough_is_asked_about():
    game = make(1)
    plan = game.walkthrough_actions
    state = game.world.state
    shortcuts = Shortcuts()
    shortcuts.keep(plan)
    asked = []

    def refuse(actions):
        asked.append(tuple(actions))
        return False

    assert not shortcuts.is_there(len(plan) + 1, state, refuse)
    assert asked[0] == tuple(plan)
    assert all(_can_be_done(actions, 0, state) for actions in asked)
    asked.clear()
    assert not shortcuts.is_there(len(plan), state, refuse)
    assert all(len(actions) < len(plan) for actions in asked)
    assert shortcuts.is_there(len(plan) + 1, state, lambda actions: True)


def test_a_plan_that_cannot_be_done_is_not_asked_about():
    game = make(1)
    state = game.world.state.copy()
    state.apply(game.walkthrough_actions[0])
    before = set(state.facts)
    assert _can_be_done(game.walkthrough_actions, 1, state)
    assert not _can_be_done(game.walkthrough_actions, 0, state)
    assert set(state.facts) == before
