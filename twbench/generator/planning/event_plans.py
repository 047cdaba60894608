"""Plans that make an event happen which is given by its conditions alone, found by the solver."""

__all__ = ["find_event_plan", "prepare_event_plans"]

from collections.abc import Iterable, Sequence

from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.event import Event
from twbench.generator.knowledge.quest import Quest
from twbench.generator.planning.delete_relaxation import prepare_relaxed
from twbench.generator.planning.irrelevant_objects import without_irrelevant_objects
from twbench.generator.planning.lifted_rules import prepared
from twbench.generator.planning.lost_things import is_lost
from twbench.generator.planning.patience import ImpatientError, Patience
from twbench.generator.planning.solver import Plan, find_plan, find_plan_quickly
from twbench.generator.worlds.world import World
from twbench.logic import State

MAX_NODES = 2000
_MAX_FACTS = 1000  # beyond, there may be too many actions to write them all down


def find_event_plan(
    event: Event,
    avoided: Sequence[Event],
    state: State,
    kb: KnowledgeBase,
    max_nodes: int = MAX_NODES,
    patience: Patience | None = None,
) -> Plan:
    """Return the shortest plan that makes ``event`` happen, before any event that is ``avoided``.

    The search gives up after ``max_nodes`` states, in very large worlds at once, and where it takes
    more ``patience`` than there is: at once, if others that share it have left nothing.
    """
    if patience is not None and patience.is_at_its_end:
        return Plan(None, nodes=0, gave_up=True)
    quest = Quest([Event(conditions=event.conditions)], avoided)
    facts = without_irrelevant_objects(state, [quest])
    if len(facts) > _MAX_FACTS:
        return Plan(None, nodes=0, gave_up=True)
    # A world has its facts in an order of its own, whatever order they came about in: among plans
    # of the same length, the one found depends on the facts alone.
    world = World.from_facts(facts, kb)
    try:
        plan = find_plan_quickly(world.state, kb, [quest], max_nodes, patience)
        if plan.gave_up:
            plan = find_plan(world.state.facts, kb, [quest], max_nodes, patience)
    except ImpatientError:
        return Plan(None, nodes=0, gave_up=True)
    return plan


def prepare_event_plans(events: Iterable[Event], state: State, kb: KnowledgeBase) -> None:
    """Prepare the logic for plans for ``events``, so that the first search is as quick as others.

    It is done once for each logic and kind of event, and takes some hundredths of a second.
    """
    prepared(kb)
    kinds = {tuple([fact.signature for fact in event.conditions]): event for event in events}
    for event in kinds.values():
        is_lost(event.conditions, state, kb)
        prepare_relaxed(event.conditions, kb)
