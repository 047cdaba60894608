"""Conjunctive queries: the assignments of variables that make all preconditions of a rule facts.

A query is a join over the facts, found by backtracking. Preconditions are taken in a greedy order:
always the one with the fewest unbound placeholders next, among those the one with the fewest facts.
In the rules of a game this starts from the room of the player and stays close to it, so most
candidates fit. A precondition without any fact ends the search before it starts.

Different placeholders stand for different variables, throughout. `twbench.logic.terms` keeps one
object for each variable in facts, hence the comparisons by identity.
"""

__all__ = ["Query", "Values", "partial_assignments", "solutions"]

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from twbench.logic.facts import SCAN_LIMIT, FactBucket
from twbench.logic.rules import Rule
from twbench.logic.terms import Placeholder, Proposition, Signature, Variable

Values = list[Variable | None]
"""The variable in each place; None where it is unknown."""
Buckets = list[FactBucket]
# A step of a join: the number of the precondition; a parameter to look facts up by, with the place
# of its value, None if no value is known yet; and then parameters with their places: those whose
# values are known before, those that get their values here, and those that repeat one of these.
_Slots = tuple[tuple[int, int], ...]
_Step = tuple[int, tuple[int, int] | None, _Slots, _Slots, _Slots]


@dataclass(frozen=True, slots=True)
class Query:
    """Conditions that have to be facts; their parameters are places in a list of values.

    Attributes:
        matching: for each condition, the signatures of the facts it may be.
        positions: for each condition, the places of its parameters.
        known: for each place, whether a value is given.
        free: places that no condition mentions, with their types: any known variable will do.
        orders: the orders found so far, a few: see `order`.

    """

    matching: tuple[tuple[Signature, ...], ...]
    positions: tuple[tuple[int, ...], ...]
    known: tuple[bool, ...]
    free: tuple[tuple[int, str], ...] = ()
    orders: dict[tuple[int, ...], tuple[_Step, ...]] = field(
        default_factory=dict, repr=False, compare=False
    )

    @classmethod
    def of(
        cls,
        rule: Rule,
        matching: Callable[[Signature], tuple[Signature, ...]],
        known: Iterable[bool],
    ) -> "Query":
        """Return the query for the preconditions of a rule; places are those of placeholders."""
        return cls(
            tuple([matching(predicate.signature) for predicate in rule.preconditions]),
            rule.positions,
            tuple(known),
            tuple([(place, rule.placeholders[place].type) for place in rule.free_positions]),
        )

    def order(self, sizes: tuple[int, ...]) -> tuple[_Step, ...]:
        """Find the order in which to look for facts, given the magnitudes of their numbers."""
        steps = self.orders[sizes] = _order(self.positions, self.known, sizes)
        return steps


def solutions(
    query: Query,
    buckets: Mapping[Signature, FactBucket],
    values: Values,
    variables_of: Callable[[str], Iterable[Variable]],
) -> list[tuple[Variable, ...]]:
    """Return the ways to complete ``values`` so that the conditions of ``query`` are facts.

    ``values`` holds variable objects as they occur in facts. Free places range over
    ``variables_of`` their types.
    """
    groups: list[Buckets] = []
    sizes: list[int] = []
    for signatures in query.matching:
        group = []
        size = 0
        for signature in signatures:
            bucket = buckets.get(signature)
            if bucket is not None:
                group.append(bucket)
                size += len(bucket.facts)
        if not group:
            return []
        groups.append(group)
        sizes.append(size.bit_length())
    joined: list[tuple[Variable, ...]] = []
    if groups:
        magnitudes = tuple(sizes)
        steps = query.orders.get(magnitudes)
        _join(steps or query.order(magnitudes), groups, values, 0, joined)
    else:
        joined.append(tuple(values))  # type: ignore[arg-type]  # only free ones are not bound
    free = [place for place in query.free if values[place[0]] is None] if query.free else None
    if not free:
        return joined
    found: list[tuple[Variable, ...]] = []
    for solution in joined:
        _complete(list(solution), free, variables_of, found)
    return found


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
    # Noted now, since below None stands for new variables as well as for those to be assigned.
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


# A query made for one question has no orders yet: all queries of its shape find them here.
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
        slots = tuple(enumerate(positions[best]))
        checks = tuple([slot for slot in slots if slot[1] in bound])
        binds = tuple(
            [(at, place) for at, place in slots if place not in {*bound, *positions[best][:at]}]
        )
        repeats = tuple([slot for slot in slots if slot not in checks and slot not in binds])
        steps.append((best, checks[0] if checks else None, checks, binds, repeats))
        bound.update(positions[best])
    return tuple(steps)


def _join(
    steps: Sequence[_Step],
    groups: Sequence[Buckets],
    values: Values,
    depth: int,
    found: list[tuple[Variable, ...]],
) -> None:
    """Add each solution of the steps from ``depth`` on to those ``found``.

    The loops that compare are written out: calls would take most of the time.
    """
    condition, lookup, checks, binds, repeats = steps[depth]
    depth += 1
    is_last = depth == len(steps)
    for bucket in groups[condition]:
        candidates: Collection[Proposition] = bucket.facts
        if lookup is not None and len(candidates) > SCAN_LIMIT:
            at, place = lookup
            candidates = bucket.with_argument(at, values[place])  # type: ignore[arg-type]
        for fact in candidates:
            arguments = fact.arguments
            for at, place in checks:
                if arguments[at] is not values[place]:
                    break
            else:
                for at, place in binds:
                    argument = arguments[at]
                    for value in values:
                        if value is argument:
                            break
                    else:
                        values[place] = argument
                        continue
                    break
                else:
                    if not repeats or _agree(arguments, repeats, values):
                        if is_last:
                            found.append(tuple(values))  # type: ignore[arg-type]  # all are bound
                        else:
                            _join(steps, groups, values, depth, found)
                # Also where a value was in use already, and only the places before it were bound.
                for _, place in binds:
                    values[place] = None


def _agree(arguments: Sequence[Variable], slots: _Slots, values: Values) -> bool:
    for at, place in slots:  # noqa: SIM110  (a loop is several times faster than all() here)
        if arguments[at] is not values[place]:
            return False
    return True


def _is_used(variable: Variable, values: Values) -> bool:
    for value in values:  # noqa: SIM110  (a loop is several times faster than any() here)
        if value is variable:
            return True
    return False


def _complete(
    values: Values,
    free: Sequence[tuple[int, str]],
    variables_of: Callable[[str], Iterable[Variable]],
    found: list[tuple[Variable, ...]],
) -> None:
    """Add ``values`` with each choice for the places left ``free`` to those ``found``."""
    if not free:
        found.append(tuple(values))  # type: ignore[arg-type]  # every one is bound by now
        return
    place, type_name = free[0]
    for variable in variables_of(type_name):
        if not _is_used(variable, values):
            values[place] = variable
            _complete(values, free[1:], variables_of, found)
            values[place] = None
