"""Ways to make an event happen that is given by its conditions alone, found by the solver."""

__all__ = ["Way", "find_way"]

from collections.abc import Sequence
from dataclasses import dataclass

from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.event import Event
from twbench.generator.knowledge.quest import Quest
from twbench.generator.planning.bystanders import without_bystanders
from twbench.generator.planning.solver import find_plan
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
    plan = find_plan(World.from_facts(facts, kb).state.facts, kb, [quest], max_nodes)
    return Way(plan.actions, is_impossible=plan.actions is None and not plan.gave_up)
