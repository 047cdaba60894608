"""Grounding: the actions that can ever be applied, and what of the facts they are told with."""

from quest_games import DOOR, FREE, TWO_ROOMS, game_of, quest

from twbench.generator.planning.grounding import deadly_events, ground

CLUTTERED = TWO_ROOMS + DOOR + "closed(d_0) at(c_0,r_1) closed(c_0) in(k_0,c_0) at(f_0,r_0)"


def ground_game(game):
    return ground(game.world.state.facts, game.kb, game.quests)


def reachable(game, most=400):
    """Return the actions that are applicable in any state that can be reached, by trying all."""
    rules = [rule for rule in game.kb.rules.values() if rule.added or rule.removed]
    found = {}
    pending, seen = [game.world.state.copy()], set()
    while pending and len(seen) < most:
        state = pending.pop()
        for action in list(state.all_applicable_actions(rules, game.kb.constants)):
            found[str(action)] = action
            following = state.apply_on_copy(action)
            key = frozenset(following.facts)
            if key not in seen:
                seen.add(key)
                pending.append(following)
    assert len(seen) < most
    return set(found)


def test_no_action_that_can_be_applied_is_missing_and_none_is_there_twice():
    game = game_of(CLUTTERED, quest("in(k_0,I)"))
    problem = ground_game(game)
    actions = [str(one.action) for one in problem.actions]
    assert len(set(actions)) == len(actions)
    assert reachable(game) <= set(actions)


def test_sets_of_facts_are_what_actions_do():
    problem = ground_game(game_of(CLUTTERED, quest("in(k_0,I)")))
    for one in problem.actions:
        assert one.removed & ~one.before == 0
        assert one.removed.bit_count() == len(one.action.removed)
        assert one.added.bit_count() == len(one.action.added)
        assert one.before.bit_count() <= len(one.action.preconditions)


def test_facts_that_never_change_have_no_bits():
    problem = ground_game(game_of(TWO_ROOMS + FREE, quest("at(P,r_1)")))
    assert problem.facts == 2
    assert problem.player_facts == 0b11
    assert len(problem.actions) == 2
    assert [one.wins for one in problem.quests] == [(problem.player_facts & ~problem.initial,)]


def test_what_no_action_can_bring_about_is_no_event():
    facts = TWO_ROOMS + FREE + "at(o_0,r_1)"
    problem = ground_game(game_of(facts, quest("eaten(o_0)|in(o_0,I)"), quest(fails="open(c_0)")))
    assert [len(one.wins) for one in problem.quests] == [1, 0]
    assert [(one.fails, one.only_fails) for one in problem.quests] == [((), False), ((), True)]


def test_actions_that_lose_the_game_are_left_out():
    facts = TWO_ROOMS + FREE + "at(f_0,r_0)"
    eating = quest("in(f_0,I)", fails="eaten(f_0)")
    game = game_of(facts, eating)
    assert deadly_events(game.quests) == list(eating.fail_events)
    names = {one.action.name for one in ground_game(game).actions}
    assert "eat" not in names
    assert "take" in names


def test_optional_quests_do_not_count():
    problem = ground_game(game_of("at(P,r_0) at(o_0,r_0)", quest("in(o_0,I)", optional=True)))
    assert problem.quests == ()
    assert (problem.goals, problem.dangers) == (0, 0)
