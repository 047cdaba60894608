"""Leaving out actions that no shortest solution needs.

Two reasons are found by looking at the actions, not at states. Leaving out what they apply to does
not change the length of a shortest solution. It may make other actions needless, or impossible, so
it is repeated until nothing changes.

**Irrelevant.** A fact is wanted if a winning event or a relevant action asks for it. An action is
relevant if it adds a wanted fact, or removes a fact that a failing event asks for. Cut the
irrelevant actions out of any solution: what is left is never short of a wanted fact, since no
action that was cut added one, and meets no failing event more often, since no action that was cut
removed a fact of one. So it is a solution, and not a longer one.

**Pointless.** Dropping a key leaves less than holding it: all one can do with a dropped key is take
it back. In general, let an action *a* remove the facts K and add others, and let C be what it
leads to: the facts it adds, and whatever the actions that need a fact of C add beyond K. *a* is
pointless if

1. no event asks for a fact of C,
2. a fact of K and a fact of C are never true at the same time, and
3. neither *a* nor an action that needs a fact of C removes a fact of a failing event.

Cut the pointless actions out of a solution, and also each later action that the cut makes
inapplicable. Run the solution and what is left of it side by side, and compare their facts: each
fact that only the solution has is in the C of some pointless action whose K holds in the other
run. That is true when a pointless action is cut, by the choice of C. It stays true when a later
action is cut: that action needed a fact of C, so all it adds is in K or in C. And it stays true
when both runs perform an action: that could only hurt by removing a fact of K, which would have to
be true in the solution, beside a fact of C, against (2). So the shorter run is never short of a
fact that an event asks for (1), and it has no fact of a failing event that the solution does not
have (3). All pointless actions can be cut at once, since the argument takes no other to be there.

Condition (2) is shown by an invariant, a set of facts of which at most one is true: that is so at
the start, and no action adds more of its facts than it removes. The set is grown from a fact of K:
for each action that adds one of its facts and removes none, a fact that this action removes is
put in. If there is none, or the set is not such a set, the action is kept.
"""

__all__ = ["without_needless"]

from collections.abc import Sequence
from dataclasses import replace

from twbench.generator.knowledge.fact_sets import GroundAction, single_bits
from twbench.generator.planning.grounding import Problem

_DANGER = -1  # no set of facts
_LIMIT = 64  # facts in C: the walk through the rooms of a large map is given up early


def without_needless(problem: Problem) -> Problem:
    """Return ``problem`` without irrelevant and pointless actions."""
    while True:
        count = len(problem.actions)
        # The cheap ones come first. Grounding has left out what can never be applied, but each
        # cut may make more of it.
        for selection in (_reachable, _relevant, _not_pointless):
            problem = replace(problem, actions=selection(problem))
        if len(problem.actions) == count:
            return problem


def _reachable(problem: Problem) -> tuple[GroundAction, ...]:
    """Return the actions that can be applied at some time if no fact is ever removed."""
    facts = problem.initial
    kept = [False] * len(problem.actions)
    grown = True
    while grown:
        grown = False
        for index, action in enumerate(problem.actions):
            if not kept[index] and not action.before & ~facts:
                kept[index] = grown = True
                facts |= action.added
    return tuple(action for action, is_kept in zip(problem.actions, kept, strict=True) if is_kept)


def _not_pointless(problem: Problem) -> tuple[GroundAction, ...]:
    judge = _Pointless(problem)
    return tuple(action for action in problem.actions if not judge.is_pointless(action))


def _relevant(problem: Problem) -> tuple[GroundAction, ...]:
    wanted, dangers = problem.goals, problem.dangers
    kept = [False] * len(problem.actions)
    grown = True
    while grown:
        grown = False
        for index, action in enumerate(problem.actions):
            if not kept[index] and (action.added & wanted or action.removed & dangers):
                kept[index] = grown = True
                wanted |= action.before
    return tuple(action for action, is_kept in zip(problem.actions, kept, strict=True) if is_kept)


class _Pointless:
    """Judges the actions of a problem; see the head of this module."""

    def __init__(self, problem: Problem):
        self.problem = problem
        self.asked = problem.goals | problem.dangers
        self.dangers = problem.dangers
        self.needing = _index(problem.actions, "before")
        self.adding = _index(problem.actions, "added")
        self._exclusive: dict[int, int] = {}
        self._following: dict[int, int] = {}

    def is_pointless(self, action: GroundAction) -> bool:
        """Return whether ``action`` is shown to be pointless."""
        given_up = action.removed
        if not given_up or given_up & self.dangers:
            return False
        # The facts that C may consist of, by (1) and (2).
        allowed = ~self.asked
        for fact in single_bits(given_up):
            allowed &= self._exclusive_with(fact)
        led_to = 0
        pending = action.added
        while pending:
            if pending & ~allowed or (led_to | pending).bit_count() > _LIMIT:
                return False
            led_to |= pending
            added = 0
            for fact in single_bits(pending):
                following = self._following.get(fact)
                if following is None:
                    following = self._following[fact] = self._added_behind(fact)
                if following == _DANGER:
                    return False
                added |= following
            pending = added & ~(led_to | given_up)
        return True

    def _added_behind(self, fact: int) -> int:
        """Return what the actions that need a fact add, `_DANGER` if one of them may hurt."""
        added = 0
        for action in self.needing.get(fact, ()):
            if action.removed & self.dangers:
                return _DANGER
            added |= action.added
        return added

    def _exclusive_with(self, fact: int) -> int:
        """Return facts that are never true while ``fact`` is; none are known if 0."""
        if fact not in self._exclusive:
            # An invariant serves all its members: the places of one thing, say, are one.
            group = self._invariant(fact)
            for member in single_bits(group):
                self._exclusive.setdefault(member, group & ~member)
        return self._exclusive[fact]

    def _invariant(self, fact: int) -> int:
        """Return a set of facts around ``fact`` of which at most one is true, or ``fact`` alone."""
        group = pending = fact
        while pending:
            if (group & self.problem.initial).bit_count() > 1:
                return fact  # and no growth would make them fewer
            grown = group
            for member in single_bits(pending):
                for action in self.adding.get(member, ()):
                    if not action.removed & grown:
                        # Any of the facts that it removes might do; only one is tried.
                        grown |= action.removed & -action.removed
            pending, group = grown & ~group, grown
        return group if self._at_most_one(group) else fact

    def _at_most_one(self, group: int) -> bool:
        if (group & self.problem.initial).bit_count() > 1:
            return False
        # An action that adds no member cannot make them more. Those that it removes are among what
        # it needs, so they were true: that makes the numbers comparable.
        return all(
            (action.added & group).bit_count() <= (action.removed & group).bit_count()
            for member in single_bits(group)
            for action in self.adding.get(member, ())
        )


def _index(actions: Sequence[GroundAction], side: str) -> dict[int, list[GroundAction]]:
    """Return the actions by each fact of one of their masks."""
    index: dict[int, list[GroundAction]] = {}
    for action in actions:
        for fact in single_bits(getattr(action, side)):
            index.setdefault(fact, []).append(action)
    return index
