"""Incremental join: which actions a new fact makes applicable, with the facts seen before.

Facts are never taken back, and each is filed once, in the indexes that the joins of
`twbench.generator.planning.lifted_rules` look into. When a fact is added, only rules that may use
it are joined, with the fact as one of their preconditions. So every solution is found once, when
the last of its facts is added.

This is a second way to join, beside `twbench.logic.query`, for what only ever grows: the facts that
can ever come true (`grounding`). Those seen in play are joined in the same way, with their masks
(`twbench.envs.information.masked_facts`).
`query` answers about a `State`, whose facts come and go: it chooses the order of a join by the
numbers of facts there are, and builds indexes when they are asked for, which the next fact would
spoil. Here orders are planned once for each logic, indexes are extended fact by fact, facts and
values are plain strings, and no action is made before it is known to be of use. The same on `State`
and `Pattern` finds the same actions in a third of the code. Measured on 2 shared cores with Python
3.11, as CPU time relative to this module, which was then used for admissible commands too, without
making actions for these:

| games | admissible commands, 40 random steps | grounding |
|---|---|---|
| coin collector 5, 100, 220 | 1.42, 0.83, 1.11 | 1.01, 0.89, 0.85 |
| treasure hunter 5, 25 | 1.17, 1.11 | 0.85, 1.03 |
| simple | 1.09 | 0.91 |
| custom, 5 rooms and 10 | 1.49, 1.13 | 1.05, 0.96 |
| cooking, 3 ingredients | 1.2 to 2.0 | 1.7 |

So `State` would do for grounding but where it takes longest, and not for admissible commands, which
need their joins while somebody plays. Besides, it finds actions in another order: of 84 plans, one
became another one of the same length.
"""

__all__ = ["SeenFacts", "Values"]

from collections.abc import Iterable, Iterator, Mapping, Sequence

from twbench.generator.planning.lifted_rules import Fact, JoinStep, LiftedRule, LiftedRules, Match

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
        # For each index of the rules, the arguments of the facts in it by what they are looked up.
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
        """Yield each rule that may use a fact, with those of its solutions that do.

        No solution comes twice: different placeholders stand for different variables, so a fact is
        at most one of the preconditions of an action.
        """
        name, arguments = fact
        # No fact may be added between two rules: a solution with both facts would come now, and
        # again when it is the other fact that is asked about.
        for rule, number in self._rules.wanting(name, self._types_of(arguments)):
            first, others = rule.joins_with[number]
            start = _matches(first, (arguments,), rule.constants)
            if start:
                yield rule, self._join(others, start)

    def _types_of(self, arguments: _Names) -> _Names:
        return tuple([self._types[argument] for argument in arguments])

    def _join(self, steps: Iterable[JoinStep], solutions: list[Values]) -> list[Values]:
        """Return solutions with all values that make the preconditions of ``steps`` facts.

        All solutions take a step together, so that what a step needs is looked up once for all.
        """
        for step in steps:
            if not solutions:
                break
            name, pick = step.condition
            if step.lookup is None:
                # Every value is known: no index tells more than whether it is a fact.
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


def _matches(
    match: Match, candidates: Sequence[_Names], values: Sequence[str | None]
) -> list[Values]:
    """Return ``values`` with those that make one of the candidates the precondition matched."""
    if len(match.binds) == 1 and not match.checks:
        ((position, place, may_be_same),) = match.binds
        return _bound(candidates, position, place, values, values if may_be_same else ())
    found = []
    for arguments in candidates:
        following = [*values]
        for position, place, may_be_same in match.binds:
            argument = arguments[position]
            if may_be_same and argument in following:
                break
            following[place] = argument
        else:
            # Only now: some of the places to check are among those just bound.
            for position, place in match.checks:
                if arguments[position] != following[place]:
                    break
            else:
                found.append(following)
    return found


def _bound(
    candidates: Sequence[_Names],
    position: int,
    place: int,
    values: Sequence[str | None],
    others: Sequence[str | None],
) -> list[Values]:
    """Return ``values`` once for each candidate, with the value that it gives in a ``place``.

    Candidates whose value is among ``others`` are left out.
    """
    found = []
    for arguments in candidates:
        argument = arguments[position]
        if argument not in others:
            following = [*values]
            following[place] = argument
            found.append(following)
    return found
