"""Worlds without irrelevant objects, which cannot matter to a quest.

An object is irrelevant if it is in no event, and if every action it may take part in adds only
facts that mention it. Facts about such an object are of use for nothing but other facts about it,
so no shortest solution needs them: each action with the object in it could be left out. This holds
for all irrelevant objects at once. In the logic that ships with twbench, food and other portable
things that no quest asks for are irrelevant; keys, containers and supporters are not.

Proofs that a quest has no shortcut take a fraction of the time without them.
"""

__all__ = ["without_irrelevant_objects"]

from collections.abc import Sequence
from functools import lru_cache

from twbench.generator.knowledge.patterns import Same
from twbench.generator.knowledge.quest import Quest
from twbench.logic import GameLogic, Proposition, Rule, State


def without_irrelevant_objects(state: State, quests: Sequence[Quest]) -> list[Proposition]:
    """Return the facts of ``state`` but those about irrelevant objects.

    Shortest solutions are the same.
    """
    asked = {
        variable
        for quest in quests
        for event in quest.events
        for fact in event.conditions
        for variable in fact.arguments
    }
    key = Same(state.logic)
    irrelevant = {
        variable
        for variable in state.variables
        if variable not in asked and _is_inert(variable.type, key)
    }
    if not irrelevant:
        return list(state.facts)
    return [fact for fact in state.facts if irrelevant.isdisjoint(fact.arguments)]


@lru_cache(maxsize=1024)
def _is_inert(kind: str, key: Same) -> bool:
    (logic,) = key.items
    return all(_adds_only_about(kind, rule, logic) for rule in logic.rules.values())


def _adds_only_about(kind: str, rule: Rule, logic: GameLogic) -> bool:
    """Return whether an action of ``rule`` adds only facts that mention its variable of a type."""
    return all(
        placeholder in predicate.parameters
        for placeholder in rule.placeholders
        if logic.types.is_subtype(kind, placeholder.type)
        for predicate in rule.added
    )
