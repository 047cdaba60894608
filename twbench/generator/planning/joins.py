"""Joins of facts seen so far: which actions they, or a new one with them, make applicable.

Facts are never taken back, and each is filed once, in the indexes that the joins of
`twbench.generator.planning.lifted` look into. Joining a new fact with those before finds every
solution once: when the last of its facts is added.
"""

__all__ = ["SeenFacts", "Values"]

from collections.abc import Iterable, Iterator, Mapping, Sequence

from twbench.generator.planning.lifted import Fact, JoinStep, LiftedRule, LiftedRules, Match

Values = list[str | None]
"""The name of the entity in each place of a rule; None where it is unknown."""

_Names = tuple[str, ...]


class SeenFacts:
    """Facts, filed for the joins of some rules.

    ``types`` gives the type of each entity by its name, and has to know those in a fact when it is
    added.
    """

    def __init__(self, rules: LiftedRules, types: Mapping[str, str]):
        self._rules = rules
        self._types = types
        self._facts: set[Fact] = set()
        # The arguments of facts.
        self._indexes: list[dict[str | None, list[_Names]]] = [{} for _ in range(rules.indexes)]

    def __contains__(self, fact: Fact) -> bool:
        return fact in self._facts

    def add(self, fact: Fact) -> None:
        """File a fact that is not there yet."""
        self._facts.add(fact)
        name, arguments = fact
        for number, position in self._rules.filing(name, self._types_of(arguments)):
            key = name if position is None else arguments[position]
            self._indexes[number].setdefault(key, []).append(arguments)

    def solutions(self, rule: LiftedRule) -> list[Values]:
        """Return the values for which the preconditions of a rule are among the facts."""
        return self._join(rule.join, [list(rule.constants)])

    def solutions_with(self, fact: Fact) -> Iterator[tuple[LiftedRule, list[Values]]]:
        """Yield each rule that wants a fact that is there, with its solutions that have it."""
        name, arguments = fact
        for rule, number in self._rules.wanting(name, self._types_of(arguments)):
            first, others = rule.joins[number]
            start = _matches(first, (arguments,), list(rule.constants))
            if start:
                yield rule, self._join(others, start)

    def _types_of(self, arguments: _Names) -> _Names:
        return tuple([self._types[argument] for argument in arguments])

    def _join(self, steps: Iterable[JoinStep], solutions: list[Values]) -> list[Values]:
        """Return solutions with all values that make the preconditions of ``steps`` facts."""
        for step in steps:
            if not solutions:
                break
            name, pick = step.condition
            if step.lookup is None:
                facts = self._facts
                solutions = [values for values in solutions if (name, pick(values)) in facts]
                continue
            number, known = step.lookup
            index = self._indexes[number]
            found: list[Values] = []
            for values in solutions:
                candidates = index.get(name if known is None else values[known])
                if candidates is not None:
                    found += _matches(step.match, candidates, values)
            solutions = found
        return solutions


def _matches(match: Match, candidates: Sequence[_Names], values: Values) -> list[Values]:
    """Return ``values`` with those that make one of the candidates the precondition matched."""
    found = []
    for arguments in candidates:
        following = values.copy()
        for position, place, may_be_same in match.binds:
            argument = arguments[position]
            if may_be_same and argument in following:
                break
            following[place] = argument
        else:
            for position, place in match.checks:
                if arguments[position] != following[place]:
                    break
            else:
                found.append(following)
    return found
