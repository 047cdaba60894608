"""The facts seen in play, filed for the joins of commands, each with the bit that it has.

Joins are those of `twbench.generator.planning.incremental_join`, in the same order. Here each list
of values has a mask behind them, of the facts that were joined: whoever wants an action for its
mask need not look up its facts once more, and a fact that was seen is found with its bit. Half of
what a new fact costs in play is saved so. The plain twin is `SeenFacts`.
"""

__all__ = ["MaskedFacts", "Solution"]

from collections.abc import Iterable, Sequence
from typing import Any

from twbench.generator.planning.lifted_rules import Fact, JoinStep, LiftedRule, LiftedRules, Match

Solution = list[Any]
"""The name of the entity in each place of a rule, and the mask of the facts it needs at the end."""

_Names = tuple[str, ...]
_Row = tuple[_Names, int]
"""The arguments of a fact, and its mask."""


class MaskedFacts:
    """Facts with their masks, filed for the joins of some rules."""

    def __init__(self, rules: LiftedRules):
        self._rules = rules
        self._masks: dict[Fact, int] = {}
        # For each rule, the numbers of preconditions of which there has been no fact, as bits.
        self._unmet = {rule: (1 << len(rule.before)) - 1 for rule in rules.rules}
        # By name and types of the facts there are, the indexes that such facts belong in.
        self._filing: dict[tuple[str, _Names], Sequence[tuple[int, int | None]]] = {}
        # For each index of the rules, arguments and masks of facts by what they are looked up.
        self._indexes: list[dict[str, list[_Row]]] = [{} for _ in range(rules.indexes)]

    def __len__(self) -> int:
        return len(self._masks)

    def add(self, fact: Fact, types: _Names, mask: int) -> None:
        """File a fact that is not there yet, given the types of its arguments."""
        self._masks[fact] = mask
        name, arguments = fact
        row = arguments, mask
        filing = self._filing.get((name, types))
        if filing is None:
            filing = self._met(name, types)
        for number, position in filing:
            key = name if position is None else arguments[position]
            self._indexes[number].setdefault(key, []).append(row)

    def _met(self, name: str, types: _Names) -> Sequence[tuple[int, int | None]]:
        """Take note of facts of a kind of which there has been none; return where they belong."""
        for rule, number in self._rules.wanting(name, types):
            self._unmet[rule] &= ~(1 << number)
        filing = self._filing[name, types] = self._rules.filing(name, types)
        return filing

    def solutions(self, rule: LiftedRule) -> list[Solution]:
        """Return the solutions of a rule among the facts."""
        if self._unmet[rule]:
            return []
        return self._join(rule.join, [[*rule.constants, 0]])

    def solutions_with(self, fact: Fact, types: _Names) -> list[tuple[LiftedRule, list[Solution]]]:
        """Return the solutions that have a fact that is there, for each rule with some."""
        name, arguments = fact
        own = ((arguments, self._masks[fact]),)
        found = []
        unmet = self._unmet
        for rule, number in self._rules.wanting(name, types):
            if unmet[rule]:
                continue
            first, others = rule.joins_with[number]
            solutions = self._join(others, _matched(first, own, [*rule.constants, 0]))
            if solutions:
                found.append((rule, solutions))
        return found

    def _join(self, steps: Iterable[JoinStep], solutions: list[Solution]) -> list[Solution]:
        """Return solutions with all values that make the preconditions of ``steps`` facts."""
        for step in steps:
            name, pick = step.condition
            found = []
            if step.lookup is None:
                masks = self._masks
                for values in solutions:
                    mask = masks.get((name, pick(values)))
                    if mask is not None:
                        values[-1] |= mask
                        found.append(values)
            else:
                number, known = step.lookup
                index, match = self._indexes[number], step.match
                for values in solutions:
                    rows = index.get(name if known is None else values[known])
                    if rows is not None:
                        found += _matched(match, rows, values)
            solutions = found
            if not solutions:
                break
        return solutions


def _matched(match: Match, rows: Iterable[_Row], values: Solution) -> list[Solution]:
    """Return ``values`` with those of each of the rows that matches, and its mask."""
    binds, checks = match.binds, match.checks
    found = []
    for arguments, mask in rows:
        following = [*values]
        for position, place, may_be_same in binds:
            argument = arguments[position]
            if may_be_same and argument in following:
                break
            following[place] = argument
        else:
            # Only now: some of the places to check are among those just bound.
            for position, place in checks:
                if arguments[position] != following[place]:
                    break
            else:
                following[-1] |= mask
                found.append(following)
    return found
