"""The facts seen in play, filed for the joins of commands, each with the bit that it has.

Joins are those of `twbench.generator.planning.incremental_join`, in the same order. Here each list
of values has a mask behind them, of the facts that were joined: whoever wants an action for its
mask need not look up its facts once more, and a fact that was seen is found with its bit. Half of
what a new fact costs in play is saved so. The plain twin is `SeenFacts`.
"""

__all__ = ["MaskedFacts", "Solution"]

from collections.abc import Iterable
from typing import Any

from twbench.generator.knowledge.roles import places_player
from twbench.generator.planning.lifted_rules import Fact, JoinStep, LiftedRule, LiftedRules, Match
from twbench.logic import Proposition, Signature

Solution = list[Any]
"""The name of the entity in each place of a rule, and the mask of the facts it needs at the end."""

_Names = tuple[str, ...]
_Row = tuple[_Names, int]
"""The arguments of a fact, and its mask."""
_Index = dict[str, list[_Row]]


class MaskedFacts:
    """Facts with their masks, filed for the joins of some rules."""

    def __init__(self, rules: LiftedRules):
        self._rules = rules
        self._masks: dict[Fact, int] = {}
        # The preconditions of which there has been no fact, as bits.
        self._unmet = sum(rules.bits.values())
        # For each index of the rules, arguments and masks of facts by what they are looked up.
        self._indexes: list[_Index] = [{} for _ in range(rules.indexes)]
        # By the kind of the facts there are, the indexes that such facts belong in, each with the
        # position of the argument that they are looked up by, and whether they place the player.
        self._kinds: dict[Signature, tuple[list[tuple[_Index, int | None]], bool]] = {}
        self.places = 0
        """The masks of the facts that say where the player is."""

    def __len__(self) -> int:
        return len(self._masks)

    def add(self, facts: Iterable[tuple[Proposition, int]]) -> None:
        """File facts that are not there yet, each with its mask."""
        masks, kinds = self._masks, self._kinds
        for fact, mask in facts:
            name, arguments = fact.name, fact.names
            masks[name, arguments] = mask
            filing, is_place = kinds.get(fact.signature) or self._met(fact.signature)
            if is_place:
                self.places |= mask
            row = arguments, mask
            for index, position in filing:
                key = name if position is None else arguments[position]
                rows = index.get(key)
                if rows is None:
                    index[key] = [row]
                else:
                    rows.append(row)

    def _met(self, kind: Signature) -> tuple[list[tuple[_Index, int | None]], bool]:
        """Take note of facts of a kind of which there has been none; return what to do with it."""
        name, types = kind.name, kind.types
        self._unmet &= ~self._rules.met_by(name, types)
        filing = [
            (self._indexes[number], position)
            for number, position in self._rules.filing(name, types)
        ]
        found = self._kinds[kind] = filing, places_player(name, types)
        return found

    def solutions(self, rule: LiftedRule) -> list[Solution]:
        """Return the solutions of a rule among the facts."""
        if self._unmet & self._rules.bits[rule]:
            return []
        return self._join(rule.join, [[*rule.constants, 0]])

    def solutions_with(self, fact: Proposition) -> list[tuple[LiftedRule, list[Solution]]]:
        """Return the solutions that have a fact that is there, for each rule with some."""
        name, arguments, types = fact.name, fact.names, fact.types
        own = ((arguments, self._masks[name, arguments]),)
        found = []
        unmet, bits = self._unmet, self._rules.bits
        for rule, number in self._rules.wanting(name, types):
            if unmet & bits[rule]:
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
