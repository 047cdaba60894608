"""Shortest solutions: the fewest commands that win a game."""

__all__ = ["Solution", "shortest_length", "shortest_solution"]


from typing import NamedTuple

from twbench.generator.games.game import Game
from twbench.generator.knowledge.command import gen_commands_from_actions
from twbench.generator.planning.solver import MAX_NODES, find_plan
from twbench.generator.planning.solver import shortest_length as length_of_shortest


class Solution(NamedTuple):
    """What the search found.

    ``length`` is the proven length of a shortest solution and ``commands`` is one. Both are None
    if there is no solution, or, where it ``gave_up``, if none was found among the first ``nodes``
    states.
    """

    length: int | None
    commands: tuple[str, ...] | None
    nodes: int
    gave_up: bool = False


def shortest_solution(game: Game, max_nodes: int = MAX_NODES) -> Solution:
    """Return a shortest sequence of commands that wins ``game`` from its start.

    The search gives up after ``max_nodes`` states.
    """
    plan = find_plan(game.world.state.facts, game.kb, game.quests, max_nodes)
    if plan.actions is None:
        return Solution(None, None, plan.nodes, plan.gave_up)
    commands = gen_commands_from_actions(plan.actions, game.kb, game.names)
    return Solution(len(plan.actions), tuple(commands), plan.nodes)


def shortest_length(game: Game, max_nodes: int = MAX_NODES) -> int | None:
    """Return the length of a shortest solution of ``game``, or None: see `Solution`.

    Most walkthroughs are shortest ones, which is proven much faster than another one is found.
    """
    known = game.walkthrough_actions
    if not known:
        return shortest_solution(game, max_nodes).length
    return length_of_shortest(known, game.world.state, game.kb, game.quests, max_nodes)
