"""Plans for events that are given by their conditions alone."""

from hand_made_games import WAY_TO_APPLE, actions, facts, pantry

from twbench.generator import Event, Game, Quest, World
from twbench.generator.games.solution import shortest_solution
from twbench.generator.planning.event_plans import find_event_plan

IN_HAND, EATEN, NEVER = (
    Event(conditions=facts(fact))
    for fact in ("in(f_0: f, I)", "eaten(f_0: f)", "in(k_0: k, f_0: f)")
)


def test_a_shortest_plan():
    world = pantry()
    plan = find_event_plan(IN_HAND, (), world.state, world.kb)
    assert plan.actions == tuple(actions(world, WAY_TO_APPLE))
    assert not plan.is_impossible


def test_avoided_events_must_not_happen_before():
    world = pantry()
    assert find_event_plan(IN_HAND, [EATEN], world.state, world.kb).actions is not None
    assert find_event_plan(EATEN, [], world.state, world.kb).actions is not None
    after_it = find_event_plan(EATEN, [IN_HAND], world.state, world.kb)
    assert after_it.actions is None
    assert after_it.is_impossible


def test_what_cannot_happen_is_impossible_and_what_is_too_far_unknown():
    world = pantry()
    assert find_event_plan(NEVER, (), world.state, world.kb).is_impossible
    far = find_event_plan(IN_HAND, (), world.state, world.kb, max_nodes=3)
    assert (far.actions, far.gave_up, far.is_impossible) == (None, True, False)


def test_what_is_sought_in_all_states_there_are_cannot_happen():
    world = pantry()
    here_and_there = Event(conditions=facts("in(f_0: f, I)", "in(f_0: f, c_0: c)"))
    quest = Quest([here_and_there])
    states = shortest_solution(Game(world, quests=[quest])).nodes
    assert states > 1
    for max_nodes, is_impossible in ((states, True), (states - 1, False)):
        plan = find_event_plan(here_and_there, (), world.state, world.kb, max_nodes)
        assert plan.actions is None
        assert plan.is_impossible == is_impossible


def test_very_large_worlds_are_given_up_at_once():
    world = pantry()
    crowd = facts(*(f"at(k_{number}: k, r_0: r)" for number in range(10, 1100)))
    large = World.from_facts([*world.facts, *crowd])
    plan = find_event_plan(IN_HAND, (), large.state, large.kb)
    assert (plan.actions, plan.nodes, plan.gave_up) == (None, 0, True)
