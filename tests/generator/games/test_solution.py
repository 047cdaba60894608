"""Shortest solutions: the fewest commands that win a game, if they were found."""

import pytest
from hand_made_games import WAY_TO_APPLE, actions, apple_game, facts, pantry
from made_games import perform
from quest_games import FREE, TWO_ROOMS, game_of, quest

from twbench import challenges
from twbench.generator import Game, GameOptions, make_grammar
from twbench.generator.games import solution as solutions
from twbench.generator.games.solution import Solution, shortest_length, shortest_solution
from twbench.generator.planning import solver
from twbench.logic import Action


def test_a_shortest_solution_wins() -> None:
    game = apple_game()
    solution = shortest_solution(game)
    assert (solution.length, solution.gave_up) == (len(WAY_TO_APPLE), False)
    assert solution.commands is not None
    assert len(solution.commands) == solution.length
    assert perform(game, solution.commands).completed
    assert not perform(game, solution.commands[:-1]).completed


def test_commands_call_entities_by_their_names() -> None:
    game = Game(pantry(), make_grammar(rng=2), apple_game().quests)
    solution = shortest_solution(game)
    assert solution.commands is not None
    assert solution.commands[0] == f"take {game.infos['k_0'].name}"
    assert perform(game, solution.commands).completed


def test_a_search_that_gave_up_proves_nothing() -> None:
    solution = shortest_solution(apple_game(), max_nodes=2)
    assert solution.gave_up
    assert (solution.length, solution.commands) == (None, None)


@pytest.mark.parametrize("wins", ["in(o_0,I)", "in(o_0,I)|at(P,r_1)"])
def test_what_nobody_can_win_has_no_solution(wins: str) -> None:
    """Without a way between the rooms, neither the thing nor the other room is reached."""
    solution = shortest_solution(game_of(TWO_ROOMS + "at(o_0,r_1)", quest(wins)))
    assert solution == Solution(None, None, solution.nodes)


def test_what_is_won_at_once_takes_no_command() -> None:
    solution = shortest_solution(game_of(TWO_ROOMS + FREE, quest("at(P,r_0)")))
    assert (solution.length, solution.commands) == (0, ())


def won_by(*commands):
    """The game of the apple with a walkthrough."""
    game = apple_game()
    game.win_by(actions(game.world, commands))
    return game


def test_a_walkthrough_that_is_a_shortest_solution_is_proven_to_be_one_without_a_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(solutions, "find_plan")
    assert shortest_length(won_by(*WAY_TO_APPLE)) == len(WAY_TO_APPLE)


@pytest.mark.parametrize(
    "walkthrough",
    [
        pytest.param(["go east", "go west", *WAY_TO_APPLE], id="with a detour"),
        pytest.param(WAY_TO_APPLE[:-1], id="that does not win"),
        pytest.param([], id="that is not known"),
        pytest.param([*WAY_TO_APPLE, "eat f_0"], id="that loses at last"),
    ],
)
def test_any_other_walkthrough_does_not_matter(walkthrough: list[str]) -> None:
    assert shortest_length(won_by(*walkthrough)) == len(WAY_TO_APPLE)


def test_actions_of_no_rule_prove_nothing() -> None:
    """A file may have any: here one that conjures the apple up, or takes what does not exist."""
    for needed, gained in (("at(P, r_0: r)", "in(f_0: f, I)"), ("at(f_7: o, r_0: r)",) * 2):
        conjuring = Action("take", facts(needed), facts(gained), "take f_0")
        game = apple_game()
        game.win_by([conjuring])
        assert shortest_length(game) == len(WAY_TO_APPLE)


def test_a_proof_that_takes_too_many_states_is_none() -> None:
    assert shortest_length(won_by(*WAY_TO_APPLE), max_nodes=2) is None


def test_what_only_a_search_of_the_game_proves_is_not_searched_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A relaxed problem that is given up at once proves nothing."""
    monkeypatch.setattr(solver, "_PROOF_NODES", 1)
    options = GameOptions()
    options.seeds = 4
    custom = challenges.get("custom")
    game = custom.make(
        custom.settings(world_size=12, nb_objects=24, quest_length=10, quest_breadth=4), options
    )
    with monkeypatch.context() as patched:
        patched.delattr(solver, "ground")
        assert shortest_length(game) == 10
        solver._PROVEN.clear()
        with pytest.raises(NameError):
            shortest_length(game)
    assert shortest_length(game) == shortest_solution(game).length == 10
    assert shortest_length(game, max_nodes=20) is None
