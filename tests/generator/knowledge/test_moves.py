"""Moves: actions that change nothing but where the player is, and the maps they make."""

import pytest
from hand_made_games import facts, pantry
from hypothesis import given
from hypothesis import strategies as st

from twbench.generator import KnowledgeBase, World
from twbench.generator.knowledge.moves import Graph, Moves
from twbench.generator.knowledge.roles import DIRECTIONS, OPPOSITES
from twbench.logic import Action, GameLogic, Proposition, State

KB = KnowledgeBase.default()
MOVES = Moves.of(KB)


def at(number):
    return Proposition.parse(f"at(P, r_{number}: r)")


def state_of(*texts):
    return World.from_facts(facts(*texts)).state


def way(here, direction, there, *more):
    """Return the facts of a way from one room to another, and back."""
    one, other = f"r_{here}: r", f"r_{there}: r"
    return [
        f"{direction}_of({other}, {one})",
        f"{OPPOSITES[direction]}_of({one}, {other})",
        *(more or [f"free({one}, {other})", f"free({other}, {one})"]),
    ]


def test_walking_is_moving_and_nothing_else_is():
    included = {name for name, rule in KB.rules.items() if MOVES.include(rule)}
    assert included == {f"go/{direction}" for direction in DIRECTIONS}
    (walk,) = [
        action
        for action in pantry().state.all_applicable_actions(KB.rules.values(), KB.constants)
        if MOVES.include(action)
    ]
    assert walk.format_command() == "go east"


@pytest.mark.parametrize(
    ("rule", "is_move"),
    [
        ("hop :: at(P, r) & $lit(r) & $lit(r') -> at(P, r')", True),
        ("shut :: at(P, r) & $lit(r) & lit(r') -> at(P, r')", False),
        ("paint :: at(P, r) & $lit(r) & $lit(r') -> at(P, r') & red(r')", False),
        ("leap :: at(P, r) & $lit(r') -> at(P, r')", False),
        ("look :: at(P, r) & lit(r) -> at(P, r) & lit(r)", False),
        ("turn :: at(P, r) & $lit(r) -> red(r)", False),
    ],
    ids=["hop", "takes more", "adds more", "from anywhere", "changes nothing", "another name"],
)
def test_a_move_exchanges_one_fact_for_another_of_its_name_and_keeps_the_rest(rule, is_move):
    logic = GameLogic.parse(
        f"type r {{ predicates {{ at(P, r); lit(r); red(r); }} rules {{ {rule}; }} }} type P {{ }}"
    )
    (known,) = logic.rules.values()
    assert Moves.of(KnowledgeBase(logic)).include(known) == is_move


def test_the_moves_of_a_logic_are_found_once():
    assert Moves.of(KB) is MOVES
    assert [str(signature) for signature in MOVES.signatures] == ["at(P, r)"]
    needed = {str(signature) for signature in MOVES.needed}
    # South and east are other words for the same facts.
    assert needed == {"free(r, r)", "north_of(r, r)", "west_of(r, r)"}


def test_the_player_is_at_one_place_or_nobody_knows_where():
    state = pantry().state.copy()
    assert MOVES.location(state) == at(0)
    state.add_fact(at(1))
    assert MOVES.location(state) is None
    state.remove_facts([at(0), at(1)])
    assert MOVES.location(state) is None


def test_the_graph_is_the_same_wherever_the_player_is():
    texts = [*way(0, "east", 1), *way(1, "north", 2)]
    for room in range(3):
        graph = MOVES.graph(state_of(f"at(P, r_{room}: r)", *texts))
        assert graph.distances_from(at(0)) == {at(0): 0, at(1): 1, at(2): 2}
        assert {move.name for move in graph.moves_to(at(1))} == {"go/east", "go/south"}


def test_closed_doors_and_ways_that_are_free_on_one_side_are_no_moves():
    door = ["link(r_0: r, d_0: d, r_1: r)", "link(r_1: r, d_0: d, r_0: r)", "closed(d_0: d)"]
    one_side = ["free(r_0: r, r_2: r)"]
    state = state_of("at(P, r_0: r)", *way(0, "east", 1, *door), *way(0, "north", 2, *one_side))
    assert MOVES.graph(state).distances_from(at(0)) == {at(0): 0}
    state.add_facts(facts("free(r_2: r, r_0: r)"))
    graph = MOVES.graph(state)
    assert graph.distances_from(at(0)) == {at(0): 0, at(2): 1}
    assert graph.distances_to(at(0)) == {at(0): 0, at(2): 1}
    assert graph.moves_to(at(1)) == ()


numbers = st.integers(0, 4)


@given(st.lists(st.tuples(numbers, numbers), max_size=12))
def test_distances_are_those_of_trying_all_moves(pairs):
    """The plain twin: sets of places, one move at a time."""
    moves = [Action("go", [at(one)], [at(other)]) for one, other in pairs if one != other]
    graph = Graph(moves)
    for start in range(5):
        expected, reached, steps = {}, {at(start)}, 0
        while reached - expected.keys():
            expected |= dict.fromkeys(reached - expected.keys(), steps)
            reached = {move.added[0] for move in moves if move.removed[0] in reached}
            steps += 1
        assert graph.distances_from(at(start)) == expected
        for end, distance in expected.items():
            assert graph.distances_to(end)[at(start)] == distance


def test_walks_in_a_state_are_as_long_as_its_graph_says():
    state: State = pantry().state.copy()
    graph = MOVES.graph(state)
    (move,) = graph.moves_to(at(1))
    assert state.apply(move)
    assert MOVES.location(state) == at(1)
    assert graph.distances_from(at(0))[at(1)] == 1
