"""Plans that were found are tried before a search, and change no answer."""

from twbench import challenges
from twbench.generator.games.game import GameOptions
from twbench.generator.planning.shortcuts import _MOST, Shortcuts


def make(seed, rooms=8, objects=16, length=6):
    options = GameOptions()
    options.seeds = seed
    settings = challenges.get("custom").settings(
        world_size=rooms, nb_objects=objects, quest_length=length
    )
    return challenges.get("custom").make(settings, options)


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
    assert tuple(plan) in asked
    assert all(state.is_sequence_applicable(actions) for actions in asked)
    asked.clear()
    assert not shortcuts.is_there(len(plan), state, refuse)
    assert all(len(actions) < len(plan) for actions in asked)
    assert shortcuts.is_there(len(plan) + 1, state, lambda actions: True)


def test_ends_that_cannot_be_done_are_not_asked_about():
    game = make(1)
    plan = game.walkthrough_actions
    state = game.world.state.copy()
    shortcuts = Shortcuts()
    shortcuts.keep(plan)
    for done, action in enumerate(plan):
        before = set(state.facts)
        asked = []
        assert not shortcuts.is_there(len(plan) + 1, state, asked.append)
        ends = [tuple(plan[start:]) for start in range(len(plan))]
        assert sorted(map(len, asked)) == sorted(
            len(end) for end in ends if state.is_sequence_applicable(end)
        )
        assert tuple(plan[done:]) in asked
        assert set(state.facts) == before
        state.apply(action)


def test_plans_that_were_of_use_long_ago_are_forgotten():
    plans = [make(seed).walkthrough_actions for seed in range(3)]
    state = make(0).world.state
    shortcuts = Shortcuts()
    shortcuts.keep(plans[0])
    for _ in range(_MOST - 1):
        shortcuts.keep(plans[1])
    assert shortcuts.is_there(len(plans[0]) + 1, state, lambda found: found == tuple(plans[0]))
    for _ in range(_MOST - 1):
        shortcuts.keep(plans[2])
    assert shortcuts.is_there(len(plans[0]) + 1, state, lambda found: found == tuple(plans[0]))
    for _ in range(_MOST):
        shortcuts.keep(plans[2])
    assert not shortcuts.is_there(len(plans[0]) + 1, state, lambda found: found == tuple(plans[0]))
