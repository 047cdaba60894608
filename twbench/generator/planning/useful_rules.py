"""The rules that can be of use to a shortest solution of a relaxed problem.

That is the problem of `delete_relaxation`.

A rule *a* is useless if whatever an action could gain from a fact that *a* adds has been there
before: for each rule *b* with a precondition that such a fact may match, all that *b* adds is among
the preconditions of *a*, and neither rule moves the player. Dropping a thing is useless, since to
take it back is all it is good for. Cut *a* out of a solution, and each *b* that needed what *a*
added: the preconditions of *a* stay true, so no later action misses anything. If one of them may
become false after all and *b* adds it, then *a* has to be what removed it: nothing else can have
done so in between, and so it stays true without the two.

An action that adds what a winning event asks for is of use, however. Rules are judged again as long
as others turn out to be useless, one after the other: closing is useless as soon as locking is.
"""

__all__ = ["may_be", "useful_rules"]

from collections.abc import Iterable
from functools import lru_cache

from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.roles import may_move_player
from twbench.logic import GameLogic, Placeholder, Predicate, Rule, Signature


@lru_cache(maxsize=1024)
def useful_rules(kb: KnowledgeBase, asked: frozenset[Signature]) -> tuple[tuple[str, bool], ...]:
    """Return the rules that are not useless; True for those of use for winning events alone."""
    logic = kb.logic
    may_become_false = _needed_for(asked, kb)
    uses = {
        name: {
            other
            for other, given_back in others.items()
            if given_back is None or _any_may_be(given_back, may_become_false, logic)
        }
        for name, others in _uses(kb).items()
    }
    useful = {name: rule for name, rule in kb.rules.items() if rule.added}
    goals_alone: set[str] = set()
    while True:
        useless = next(
            (name for name in useful if name not in goals_alone and uses[name].isdisjoint(useful)),
            None,
        )
        if useless is None:
            return tuple([(name, name in goals_alone) for name in useful])
        if _any_may_be(useful[useless].added, asked, logic):
            # It stays among the useful rules, and so do the rules that add the facts it needs.
            goals_alone.add(useless)
        else:
            del useful[useless]


def _needed_for(asked: frozenset[Signature], kb: KnowledgeBase) -> frozenset[Signature]:
    """Return the signatures asked for, and those of what the rules need that may add such facts."""
    return asked.union(
        signature
        for rule in kb.rules.values()
        if _any_may_be(rule.added, asked, kb.logic)
        for condition in rule.preconditions
        for signature in kb.logic.matching_signatures(condition.signature)
    )


@lru_cache(maxsize=64)
def _uses(kb: KnowledgeBase) -> dict[str, dict[str, tuple[Predicate, ...] | None]]:
    """Return for each rule the rules that may use what it adds, by their names.

    The value is None if the other rule may gain something by it, so that this one is not useless.
    Otherwise it is what the other rule only gives back.
    """
    rules = [rule for rule in kb.rules.values() if rule.added or rule.removed]
    uses: dict[str, dict[str, tuple[Predicate, ...] | None]] = {}
    for rule in rules:
        # A rule that moves the player is a use of itself, so it is never found to be useless.
        uses[rule.name] = {rule.name: None} if may_move_player(rule, kb.logic) else {}
        for other in rules:
            given_back = _given_back(other, rule, kb.logic)
            if given_back is None or given_back:
                uses[rule.name].setdefault(other.name, given_back)
    return uses


def _any_may_be(
    predicates: Iterable[Predicate], signatures: Iterable[Signature], logic: GameLogic
) -> bool:
    return any(
        may_be(predicate, signature, logic) for predicate in predicates for signature in signatures
    )


def may_be(predicate: Predicate, signature: Signature, logic: GameLogic) -> bool:
    """Return whether some fact has both types like the predicate and like the signature."""
    return (
        predicate.name == signature.name
        and len(predicate.parameters) == len(signature.types)
        and all(
            not logic.types.subtype_names(one).isdisjoint(logic.types.subtype_names(other))
            for one, other in zip(predicate.signature.types, signature.types, strict=True)
        )
    )


def _given_back(other: Rule, rule: Rule, logic: GameLogic) -> tuple[Predicate, ...] | None:
    """Return what ``other`` adds, with a fact that ``rule`` adds, and ``rule`` needs and keeps.

    None if ``other`` may add, with such a fact, what ``rule`` does not need.
    """
    given_back: list[Predicate] = []
    for fact in rule.added:
        for condition in other.preconditions:
            if may_be(condition, fact.signature, logic):
                some = _given_back_with(other, condition, rule, fact, logic)
                if some is None:
                    return None
                given_back += some
    return tuple(given_back)


def _given_back_with(
    other: Rule, condition: Predicate, rule: Rule, fact: Predicate, logic: GameLogic
) -> list[Predicate] | None:
    """Return the same, with a fact for one of the conditions of ``other``."""
    mapping: dict[Placeholder, Placeholder] = {}
    for ours, theirs in zip(condition.parameters, fact.parameters, strict=True):
        if mapping.setdefault(ours, theirs) != theirs:
            return []  # different placeholders stand for different variables
    if may_move_player(other, logic):
        return None
    unbound = set(other.placeholders) - set(other.constants) - mapping.keys()
    needed = {(predicate.name, predicate.parameters): predicate for predicate in rule.preconditions}
    given_back = []
    for added in other.added:
        known = (added.name, tuple([mapping.get(p, p) for p in added.parameters]))
        # One that is unbound is another variable, even if ``rule`` has a placeholder of its name.
        if known not in needed or not unbound.isdisjoint(added.parameters):
            return None
        if needed[known] not in rule.removed:
            given_back.append(added)
    return given_back
