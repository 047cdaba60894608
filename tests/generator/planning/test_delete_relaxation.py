"""Relaxed problems: what is in them, and that they are never harder than the game."""

import pytest
from challenge_games import challenge_game
from quest_games import DOOR, FREE, TWO_ROOMS, game_of, quest

from twbench.generator import Event, Game, KnowledgeBase, Quest, World
from twbench.generator.games.solution import shortest_solution
from twbench.generator.planning import delete_relaxation
from twbench.generator.planning.delete_relaxation import relaxed
from twbench.generator.planning.solver import takes
from twbench.logic import GameLogic, Proposition, State, Variable


def test_relaxed_problems_are_about_what_the_quest_needs():
    facts = TWO_ROOMS + FREE + "at(k_0,r_1) at(c_0,r_0) locked(c_0) match(k_0,c_0) in(f_0,c_0) "
    clutter = "at(c_1,r_0) open(c_1) at(o_0,r_0) at(s_0,r_1) on(o_1,s_0) in(o_2,c_1) at(f_1,r_1)"
    goal = quest("in(f_0,I)")
    alone, among_others = game_of(facts, goal), game_of(facts + clutter, goal)
    problems = [relaxed(game.world.state, game.kb, game.quests) for game in (alone, among_others)]
    assert len(problems[0].actions) == len(problems[1].actions)
    names = sorted(action.action.format_command() for action in problems[1].actions)
    assert names == [
        "go east",
        "go west",
        "open c_0",
        "take f_0 from c_0",
        "take k_0",
        "unlock c_0 with k_0",
    ]


def useful_rules(game):
    """Return the names of the rules in the relaxed problem."""
    problem = relaxed(game.world.state, game.kb, game.quests)
    return {action.action.name for action in problem.actions}


def test_relaxed_problems_do_without_rules_that_only_undo_others():
    facts = TWO_ROOMS + DOOR + FREE + "open(d_0) at(c_0,r_0) open(c_0) at(k_0,r_0) match(k_0,c_0)"
    useful = {"go/east", "go/west", "take"}
    assert useful_rules(game_of(facts, quest("in(k_0,I)"))) <= {*useful, "close/d", "open/d"}
    assert "drop" in useful_rules(game_of(facts, quest("at(k_0,r_1)")))
    locking = useful_rules(game_of(facts, quest("locked(c_0)")))
    assert {"close/c", "lock/c"} <= locking
    assert "insert" not in locking


def test_actions_of_a_useless_rule_serve_nothing_but_goals():
    facts = TWO_ROOMS + FREE + "at(k_0,r_0) at(o_0,r_0)"
    game = game_of(facts, quest("at(k_0,r_1)"))
    problem = relaxed(game.world.state, game.kb, game.quests)
    drops = [action for action in problem.actions if action.action.name == "drop"]
    assert [set(drop.action.variables) for drop in drops] == [
        {Variable(*name) for name in (("P",), ("r_1", "r"), ("k_0", "k"), ("I",))}
    ]


@pytest.mark.parametrize(
    ("facts", "goal", "length"),
    [
        # Behind a door, and the door closed again.
        (TWO_ROOMS + DOOR + "closed(d_0)", "at(P,r_1) closed(d_0)", 3),
        # The key is in the container that it is to lock.
        ("at(P,r_0) at(c_0,r_0) closed(c_0) in(k_0,c_0) match(k_0,c_0)", "locked(c_0)", 4),
    ],
)
def test_relaxed_problems_know_what_becomes_false_on_the_way_to_a_goal(facts, goal, length):
    game = game_of(facts, quest(goal))
    assert shortest_solution(game).length == length
    assert takes(length, game.world.state, game.kb, game.quests, max_nodes=0)


GIVING_BACK = """
type t {
    predicates { kept(t); spent(t); used(t); }
    rules {
        prepare :: $kept(t) -> used(t);
        spend :: kept(t) -> spent(t);
        regain :: used(t) -> kept(t);
    }
}
"""


def test_a_rule_is_of_use_if_it_helps_to_give_back_what_others_take():
    kept, spent = (Proposition.parse(f"{name}(x: t)") for name in ("kept", "spent"))
    kb = KnowledgeBase(GameLogic.parse(GIVING_BACK))
    world = World.from_facts([kept], kb)
    game = Game(world, quests=[Quest([Event(conditions=[kept, spent])])])
    assert takes(3, world.state, kb, game.quests)
    assert not takes(4, world.state, kb, game.quests)


def test_in_relaxed_problems_nothing_fails_and_facts_stay_true():
    facts = TWO_ROOMS + FREE + "at(k_0,r_0) at(s_0,r_1)"
    game = game_of(facts, quest("on(k_0,s_0)", fails="at(P,r_1) in(k_0,I)"))
    problem = relaxed(game.world.state, game.kb, game.quests)
    assert [(one.fails, len(one.wins)) for one in problem.quests] == [((), 1)]
    taking = [one for one in problem.actions if one.action.name == "take"]
    assert [one.removed for one in taking] == [0]
    going = [one for one in problem.actions if one.action.name.startswith("go/")]
    assert {one.removed for one in going} <= {
        1 << number for number in range(problem.facts) if 1 << number & problem.player_facts
    }
    assert all(one.removed for one in going)


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("custom", {"world_size": 12, "nb_objects": 20, "quest_length": 8}),
        ("custom", {"world_size": 8, "nb_objects": 12, "quest_length": 5, "quest_breadth": 2}),
        ("coin_collector", {"level": 7}),
        ("treasure_hunter", {"level": 25}),
    ],
)
def test_moves_that_are_taken_all_at_once_make_the_same_problem(monkeypatch, name, settings):
    at_once = delete_relaxation._Relaxation._all_are_of_use
    took = []

    def noted(self, moves, source):
        took.append(at_once(self, moves, source))
        return took[-1]

    for seed in range(8):
        game = challenge_game(name, seed, **settings)
        # Quests about doors, which are parts of maps, among them.
        wanted = [quest for quest in game.quests if quest.win_events]
        doors = [fact for fact in game.world.facts if fact.name in ("closed", "open", "free")]
        quests = [*wanted, *[Quest([Event(conditions=[fact])]) for fact in doors[:3]]]
        for asked in (wanted, quests):
            monkeypatch.setattr(delete_relaxation._Relaxation, "_all_are_of_use", noted)
            delete_relaxation._PROBLEMS.clear()
            found = relaxed(game.world.state, game.kb, asked)
            monkeypatch.setattr(delete_relaxation._Relaxation, "_all_are_of_use", lambda *_: False)
            delete_relaxation._PROBLEMS.clear()
            assert relaxed(game.world.state, game.kb, asked) == found
    assert True in took


def made_anew(game, state):
    """Return the relaxed problem of a game in a state of which nothing is remembered."""
    delete_relaxation._PROBLEMS.clear()
    return relaxed(state, game.kb, game.quests)


@pytest.mark.parametrize("goal", ["on(k_0,s_0)", "at(P,r_1) in(k_0,I)", "at(k_0,r_1)", "at(P,r_9)"])
def test_problems_of_states_that_differ_in_the_place_of_the_player_differ_in_their_start(goal):
    facts = TWO_ROOMS + DOOR + FREE + "closed(d_0) at(k_0,r_0) at(s_0,r_1)"
    game = game_of(facts, quest(goal))
    here = game.world.state
    there = here.copy()
    there.remove_fact(Proposition.parse("at(P, r_0: r)"))
    there.add_fact(Proposition.parse("at(P, r_1: r)"))
    nowhere = here.copy()
    nowhere.remove_fact(Proposition.parse("at(P, r_0: r)"))
    expected = [made_anew(game, state) for state in (here, there, nowhere)]
    made_anew(game, here)
    assert [relaxed(state, game.kb, game.quests) for state in (here, there, nowhere)] == expected
    assert len({problem.initial for problem in expected}) == 3
    assert len({id(relaxed(state, game.kb, game.quests).actions) for state in (here, there)}) == 1


def test_problems_differ_with_what_else_is_true_or_asked_for():
    facts = TWO_ROOMS + FREE + "at(k_0,r_0) at(c_0,r_1) "
    games = [
        game_of(facts + "open(c_0)", quest("in(k_0,c_0)")),
        game_of(facts + "closed(c_0)", quest("in(k_0,c_0)")),
        game_of(facts + "open(c_0)", quest("in(k_0,I)")),
        game_of(facts + "open(c_0)", quest("in(k_0,c_0)", fails="in(k_0,I)")),
    ]
    expected = [made_anew(game, game.world.state) for game in games]
    assert [relaxed(game.world.state, game.kb, game.quests) for game in games] == expected
    assert len({(problem.initial, problem.actions) for problem in expected}) == len(games)


STANDING = """
type P {}
type t {
    predicates { at(P, t); seen(t); known(t); }
    rules {
        look :: $at(P, t) -> seen(t);
        think :: $at(P, t) & $seen(t) -> known(t);
    }
}
"""


def test_problems_are_made_anew_where_actions_depend_on_where_the_player_stays():
    kb = KnowledgeBase(GameLogic.parse(STANDING))
    goal = Proposition.parse("known(x: t)")
    quests = [Quest([Event(conditions=[goal])])]
    both = State(kb.logic, map(Proposition.parse, ("seen(x: t)", "seen(y: t)")))
    states = [both.copy(), both.copy()]
    for state, place in zip(states, "xy", strict=True):
        state.add_fact(Proposition.parse(f"at(P, {place}: t)"))
    assert [takes(2, state, kb, quests) for state in states] == [False, True]
    assert [len(relaxed(state, kb, quests).actions) for state in states] == [1, 0]
