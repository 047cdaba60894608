"""Conjunctive queries: the assignments of variables that make all preconditions of a rule facts.

A query is a join over the facts, found by backtracking. Preconditions are taken in a greedy order:
always the one with the fewest unbound placeholders next, among those the one with the fewest facts.
In the rules of a game this starts from the room of the player and stays close to it, so most
candidates fit. A precondition without any fact ends the search before it starts.

Different placeholders stand for different variables, throughout. `twbench.logic.terms` keeps one
object for each variable in facts, hence the comparisons by identity.
"""

__all__ = ["assignments", "partial_assignments"]

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from twbench.logic.facts import FactBucket
from twbench.logic.rules import Rule
from twbench.logic.terms import Placeholder, Proposition, Variable

Values = list[Variable | None]
Buckets = list[FactBucket]


def assignments(
    rule: Rule,
    known: Mapping[Placeholder, Variable],
    buckets: Sequence[Buckets],
    variables_of: Callable[[str], Iterable[Variable]],
) -> Iterator[Sequence[Variable]]:
    """Yield each way to assign variables so that the preconditions of ``rule`` are facts.

    What is yielded has the variables in the order of ``rule.placeholders``, and is valid until the
    next one. ``buckets`` has, for each precondition, the buckets of facts that may match it;
    ``known`` binds some placeholders beforehand, to variable objects as they occur in facts.
    Placeholders that occur in postconditions alone range over ``variables_of`` their types.
    """
    values: Values = [known.get(placeholder) for placeholder in rule.placeholders]
    steps = _order(
        rule.positions,
        tuple([value is not None for value in values]),
        tuple([sum([len(bucket.facts) for bucket in group]).bit_length() for group in buckets]),
    )
    free = [index for index in rule.free_positions if values[index] is None]
    for _ in _join(steps, buckets, values, 0):
        if free:
            yield from _complete(rule.placeholders, values, free, variables_of)
        else:
            yield values  # type: ignore[misc]  # every one is bound by now


def partial_assignments(
    rule: Rule,
    known: Mapping[Placeholder, Variable],
    variables_of: Callable[[str], Iterable[Variable]],
    may_be_new: Callable[[Placeholder], bool],
) -> Iterator[dict[Placeholder, Variable | None]]:
    """Yield each way to assign variables, or None for a new one, to the placeholders of ``rule``.

    Preconditions need not be facts.
    """
    values: Values = [known.get(placeholder) for placeholder in rule.placeholders]
    options: list[tuple[Variable | None, ...]] = []
    for placeholder, value in zip(rule.placeholders, values, strict=True):
        if value is not None:
            options.append((value,))
        else:
            new = (None,) if may_be_new(placeholder) else ()
            options.append((*variables_of(placeholder.type), *new))
    given = [value is not None for value in values]

    def extend(index: int) -> Iterator[dict[Placeholder, Variable | None]]:
        if index == len(values):
            yield dict(zip(rule.placeholders, values, strict=True))
            return
        if given[index]:
            yield from extend(index + 1)
            return
        for option in options[index]:
            if option is None or not _is_used(option, values):
                values[index] = option
                yield from extend(index + 1)
                values[index] = None

    return extend(0)


# A precondition in the order of a join: its place in the rule, the places of its parameters among
# the placeholders, and a parameter whose placeholder is bound by then, if there is one.
_Step = tuple[int, tuple[int, ...], int | None]


@lru_cache(maxsize=65536)
def _order(
    positions: tuple[tuple[int, ...], ...], known: tuple[bool, ...], sizes: tuple[int, ...]
) -> tuple[_Step, ...]:
    """Return the preconditions, those that leave the least choice first.

    ``sizes`` are orders of magnitude of the numbers of facts, so that few plans serve many states.
    """
    bound = {index for index, is_known in enumerate(known) if is_known}
    pending = list(range(len(positions)))
    steps: list[_Step] = []

    def choice(candidate: int) -> tuple[int, int]:
        size = sizes[candidate]
        # A single fact binds its placeholders whatever they are.
        return (len(set(positions[candidate]) - bound) if size > 1 else 0), size

    while pending:
        best = min(pending, key=choice)
        pending.remove(best)
        places = positions[best]
        column = next((at for at, index in enumerate(places) if index in bound), None)
        steps.append((best, places, column))
        bound.update(places)
    return tuple(steps)


def _join(
    steps: Sequence[_Step], buckets: Sequence[Buckets], values: Values, depth: int
) -> Iterator[None]:
    """Bind ``values`` to each solution of the steps from ``depth`` on, in turn."""
    if depth == len(steps):
        yield
        return
    precondition, positions, column = steps[depth]
    last = depth + 1 == len(steps)
    for bucket in buckets[precondition]:
        candidates: Iterable[Proposition] = bucket.facts
        if column is not None:
            key = values[positions[column]]
            candidates = bucket.with_argument(column, key)  # type: ignore[arg-type]
        for fact in candidates:
            newly = []
            for index, argument in zip(positions, fact.arguments, strict=True):
                value = values[index]
                if value is argument:
                    continue
                if value is not None or _is_used(argument, values):
                    break
                values[index] = argument
                newly.append(index)
            else:
                if last:
                    yield
                else:
                    yield from _join(steps, buckets, values, depth + 1)
            for index in newly:
                values[index] = None


def _is_used(variable: Variable, values: Values) -> bool:
    for value in values:  # noqa: SIM110  (a loop is several times faster than any() here)
        if value is variable:
            return True
    return False


def _complete(
    placeholders: Sequence[Placeholder],
    values: Values,
    free: Sequence[int],
    variables_of: Callable[[str], Iterable[Variable]],
) -> Iterator[Sequence[Variable]]:
    """Yield the solution in ``values`` with each choice for the placeholders left ``free``."""
    if not free:
        yield values  # type: ignore[misc]  # every one is bound by now
        return
    index = free[0]
    for variable in variables_of(placeholders[index].type):
        if not _is_used(variable, values):
            values[index] = variable
            yield from _complete(placeholders, values, free[1:], variables_of)
            values[index] = None
