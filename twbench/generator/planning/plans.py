"""Ways to make an event happen that is given by its conditions alone, found by the solver."""

__all__ = ["Way", "find_way"]

from collections.abc import Sequence
from dataclasses import dataclass

from twbench.generator.data import KnowledgeBase
from twbench.generator.games.game import Game
from twbench.generator.knowledge.command_actions import actions_for_commands
from twbench.generator.knowledge.event import Event
from twbench.generator.knowledge.quest import Quest
from twbench.generator.planning.bystanders import without_bystanders
from twbench.generator.planning.solver import shortest_solution
from twbench.generator.worlds.world import World
from twbench.logic import Action, State

MAX_NODES = 2000
_MAX_FACTS = 1000  # beyond, there may be too many actions to write them all down


@dataclass(frozen=True, slots=True)
class Way:
    """What the search found: ``actions``, or that it ``is_impossible``; neither if it gave up."""

    actions: tuple[Action, ...] | None
    is_impossible: bool


def find_way(
    event: Event,
    avoided: Sequence[Event],
    state: State,
    kb: KnowledgeBase,
    max_nodes: int = MAX_NODES,
) -> Way:
    """Return the shortest way to make ``event`` happen, before any event that is ``avoided``.

    The search gives up after ``max_nodes`` states, and in very large worlds at once.
    """
    quest = Quest([Event(conditions=event.conditions)], avoided)
    facts = without_bystanders(state, [quest])
    if len(facts) > _MAX_FACTS:
        return Way(None, is_impossible=False)
    solution = shortest_solution(Game(World.from_facts(facts, kb), quests=[quest]), max_nodes)
    if solution.commands is None:
        return Way(None, is_impossible=not solution.gave_up)
    return Way(tuple(actions_for_commands(solution.commands, state, kb, {})), is_impossible=False)
