"""A smaller problem whose solutions are never longer: what takes long in it, takes long indeed.

In the relaxed problem facts stay true once they are, but for the place of the player, and no event
fails a quest. Each solution of the game solves it as well. Besides, many rules are useless in it,
which their conditions tell; nothing has to be grounded to see it.

A rule *a* is useless if whatever an action could gain from a fact that *a* adds has been there
before: for each rule *b* with a precondition that such a fact may match, all that *b* adds is among
the preconditions of *a*, and neither rule moves the player. Dropping a thing is useless, since to
take it back is all it is good for. Cut *a* out of a solution, and each *b* that needed what *a*
added: the preconditions of *a* stay true, so no later action misses anything. An action that adds
what a winning event asks for is of use, however. Rules are judged again as long as others turn out
to be useless, one after the other: closing is useless as soon as locking is.
"""

__all__ = ["relaxed"]

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from twbench.generator.chain_steps import Same
from twbench.generator.data import KnowledgeBase
from twbench.generator.grounding import Problem, ground_facts
from twbench.generator.lifted import LiftedRule, prepared
from twbench.generator.quest import Quest
from twbench.logic import GameLogic, Placeholder, Predicate, Proposition, Rule, Signature

_PLAYER = "P"


def relaxed(facts: Iterable[Proposition], kb: KnowledgeBase, quests: Sequence[Quest]) -> Problem:
    """Return the relaxed problem of a game that starts with ``facts``."""
    asked = frozenset(
        fact.signature
        for quest in quests
        if not quest.optional
        for event in quest.win_events
        for fact in event.conditions
    )
    problem = ground_facts(facts, kb, quests, _useful_rules(Same(kb), asked))
    kept = ~problem.player_facts
    return replace(
        problem,
        actions=tuple(
            replace(action, removed=action.removed & ~kept) for action in problem.actions
        ),
        quests=tuple(replace(quest, fails=()) for quest in problem.quests),
    )


@lru_cache(maxsize=1024)
def _useful_rules(key: Same, asked: frozenset[Signature]) -> dict[LiftedRule, bool]:
    """Return the rules that are not useless; True for those of use for winning events alone."""
    (kb,) = key.items
    uses = _uses(key)
    useful = {rule.rule.name: rule for rule in prepared(kb).rules if rule.rule.added}
    goals_alone: set[str] = set()
    while True:
        useless = next(
            (name for name in useful if name not in goals_alone and uses[name].isdisjoint(useful)),
            None,
        )
        if useless is None:
            return {rule: name in goals_alone for name, rule in useful.items()}
        if any(
            _may_be(fact, signature, kb.logic)
            for fact in useful[useless].rule.added
            for signature in asked
        ):
            goals_alone.add(useless)
        else:
            del useful[useless]


@lru_cache(maxsize=64)
def _uses(key: Same) -> dict[str, frozenset[str]]:
    """Return for each rule the names of those that keep it from being useless."""
    (kb,) = key.items
    rules = [rule.rule for rule in prepared(kb).rules]
    return {
        rule.name: frozenset(
            [
                other.name
                for other in rules
                if (other is rule and _moves(rule, kb.logic)) or _gains(other, rule, kb.logic)
            ]
        )
        for rule in rules
    }


def _may_be(predicate: Predicate, signature: Signature, logic: GameLogic) -> bool:
    """Return whether some fact has both types like the predicate and like the signature."""
    return (
        predicate.name == signature.name
        and len(predicate.parameters) == len(signature.types)
        and all(
            not logic.types.subtype_names(one).isdisjoint(logic.types.subtype_names(other))
            for one, other in zip(predicate.signature.types, signature.types, strict=True)
        )
    )


def _gains(other: Rule, rule: Rule, logic: GameLogic) -> bool:
    """Return whether ``other`` may gain something from what ``rule`` adds."""
    return not all(
        _gains_nothing(other, condition, rule, fact, logic)
        for fact in rule.added
        for condition in other.preconditions
        if _may_be(condition, fact.signature, logic)
    )


def _gains_nothing(
    other: Rule, condition: Predicate, rule: Rule, fact: Predicate, logic: GameLogic
) -> bool:
    """Return whether all that ``other`` adds, with a fact as condition, ``rule`` needed before."""
    mapping: dict[Placeholder, Placeholder] = {}
    for ours, theirs in zip(condition.parameters, fact.parameters, strict=True):
        if mapping.setdefault(ours, theirs) != theirs:
            return True  # different placeholders stand for different variables
    unbound = set(other.placeholders) - set(other.constants) - mapping.keys()
    needed = {(predicate.name, predicate.parameters) for predicate in rule.preconditions}
    return not _moves(other, logic) and all(
        unbound.isdisjoint(added.parameters)
        and (added.name, tuple([mapping.get(p, p) for p in added.parameters])) in needed
        for added in other.added
    )


def _moves(rule: Rule, logic: GameLogic) -> bool:
    """Return whether a rule may change the place of the player."""
    return any(
        effect.name == "at" and _PLAYER in logic.types.subtype_names(effect.types[0])
        for effect in (*rule.added, *rule.removed)
        if effect.parameters
    )
