"""The joins of many rules, planned so that steps which several rules begin with are done once.

Most rules of a game look for the place of the player first, then for what is there, and differ only
later. In the joins of `twbench.generator.planning.lifted_rules` a value has the place of its
placeholder in the rule, so the same step looks different in each rule. Here values stand in the
order in which they are found, behind the rule's constants, so that equal steps of different rules
are equal. Together they make trees: where a step finds nothing, all rules below it are done with.
"""

__all__ = ["JoinRoot", "JoinTree", "Names", "SharedJoins", "Taker", "taker"]

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from operator import itemgetter
from typing import Generic, NamedTuple, TypeVar

from twbench.bounded_cache import BoundedCache
from twbench.generator.planning.lifted_rules import JoinStep, LiftedRule, LiftedRules, Match

T = TypeVar("T")
_MOST_ALIVE = 256
"""What there is no fact of yet, in games of a logic: each has a list of a few branches."""
Names = tuple[str, ...]
"""The names of entities."""
Taker = Callable[[Names], Names]
"""Takes those in some slots from the values found."""
Slots = Mapping[int, int]
"""For each place of a rule, which of the values found it is."""


class _Step(NamedTuple):
    """A step in terms of the values found; as in `JoinStep` and `Match`.

    ``binds`` are the positions of arguments that are values found here, which are put behind the
    others. The ``slots`` are those of all arguments where all values are known before.
    """

    name: str
    slots: tuple[int, ...] | None
    lookup: tuple[int, int | None] | None
    binds: tuple[tuple[int, bool], ...]
    checks: tuple[tuple[int, int], ...]


@dataclass(slots=True, eq=False)
class JoinTree(Generic[T]):
    """A step that some rules have in common, and what comes after it.

    Attributes:
        step: the step.
        pick: takes the arguments of the precondition, if all of its values are known before.
        single: what the step ``binds``, if that is one value and nothing is left to check, as in
            most steps.
        ends: what ``finish`` has made of the rules whose last step this is; see `SharedJoins`.
        branches: the next steps of the other rules.
        rules: for each of all these rules, the bits of its preconditions (`LiftedRules.bits`).
        is_shared: whether there are several: a single one that `may_end` can do so to its end.

    """

    step: _Step
    ends: list[T] = field(default_factory=list)
    branches: "list[JoinTree[T]]" = field(default_factory=list)
    rules: tuple[int, ...] = ()
    is_shared: bool = False
    pick: Taker = field(init=False)
    single: tuple[int, bool] | None = field(init=False)
    _bits: int = 0
    _alive: BoundedCache[int, "list[JoinTree[T]]"] = field(
        default_factory=lambda: BoundedCache(_MOST_ALIVE)
    )

    def __post_init__(self) -> None:
        slots, binds = self.step.slots, self.step.binds
        self.pick = taker(slots or ())
        self.single = binds[0] if len(binds) == 1 and not self.step.checks else None

    def fill(self, rules: Iterable[int]) -> None:
        """Take note of the ``rules`` that are here."""
        self.rules = tuple(rules)
        self.is_shared = len(self.rules) > 1
        self._bits = sum(self.rules)

    def may_end(self, unmet: int) -> bool:
        """Whether a rule has none of the preconditions of which there is no fact, as bits."""
        return any(not unmet & bits for bits in self.rules)

    def alive(self, unmet: int) -> "Sequence[JoinTree[T]]":
        """Return the branches that `may_end`."""
        key = unmet & self._bits
        found = self._alive.get(key)
        if found is None:
            found = [branch for branch in self.branches if branch.may_end(key)]
            self._alive.keep(key, found)
        return found


@dataclass(slots=True, eq=False)
class JoinRoot(Generic[T]):
    """Where the joins of rules begin that have the same ``constants``."""

    constants: tuple[str, ...]
    tree: JoinTree[T]


class SharedJoins(Generic[T]):
    """The joins of some rules; ``finish`` makes of each rule, and its slots, what stands at ends.

    Attributes:
        rules: the rules.
        all: the joins that find all solutions. Their first step is none.
        with_fact: given the name and the types of a fact, the joins that find those that have it.
            It agrees with their first step.

    """

    def __init__(self, rules: LiftedRules, finish: Callable[[LiftedRule, Slots], T]):
        self.rules = rules
        self._finish = finish
        self.all = self._planned((rule, Match((), ()), rule.join) for rule in rules.rules)
        # Not bounded: the keys are names with types, of which a logic has few, and not facts.
        self.with_fact = cache(self._with_fact)

    def _with_fact(self, name: str, types: tuple[str, ...]) -> list[JoinRoot[T]]:
        wanting = self.rules.wanting(name, types)
        return self._planned((rule, *rule.joins_with[number]) for rule, number in wanting)

    def _planned(
        self, joins: Iterable[tuple[LiftedRule, Match, Sequence[JoinStep]]]
    ) -> list[JoinRoot[T]]:
        roots: dict[tuple[tuple[str, ...], _Step], JoinRoot[T]] = {}
        # The rules that each tree has, by its identity.
        rules: dict[JoinTree[T], dict[LiftedRule, None]] = {}
        for rule, first, steps in joins:
            names, slots = _constants(rule)
            step = _agreeing("", first, None, slots)
            root = roots.get((names, step))
            if root is None:
                root = roots[names, step] = JoinRoot(names, JoinTree(step))
            tree = root.tree
            rules.setdefault(tree, {})[rule] = None
            for later in steps:
                tree = _branch(tree, _in_slots(later, slots))
                rules.setdefault(tree, {})[rule] = None
            tree.ends.append(self._finish(rule, slots))
        for tree, there in rules.items():
            tree.fill(self.rules.bits[rule] for rule in there)
        return list(roots.values())


def taker(slots: Sequence[int]) -> Taker:
    """Return what takes the values in some slots, without a call of a function of Python's own."""
    if len(slots) > 1:
        return itemgetter(*slots)
    (start,) = slots or (0,)
    return itemgetter(slice(start, start + len(slots)))


def _constants(rule: LiftedRule) -> tuple[tuple[str, ...], dict[int, int]]:
    """Return the constants of a rule, sorted, and their slots by place."""
    known = sorted((name, place) for place, name in enumerate(rule.constants) if name is not None)
    names = tuple([name for name, _ in known])
    return names, {place: slot for slot, (_, place) in enumerate(known)}


def _in_slots(step: JoinStep, slots: dict[int, int]) -> _Step:
    """Return a step in terms of slots, and put those of the values found into ``slots``."""
    name = step.condition[0]
    if step.lookup is None:
        return _Step(name, tuple([slots[place] for place in step.places]), None, (), ())
    index, place = step.lookup
    return _agreeing(name, step.match, (index, None if place is None else slots[place]), slots)


def _agreeing(
    name: str, match: Match, lookup: tuple[int, int | None] | None, slots: dict[int, int]
) -> _Step:
    for _, place, _ in match.binds:
        slots[place] = len(slots)
    binds = tuple([(position, may_be_same) for position, _, may_be_same in match.binds])
    checks = tuple([(position, slots[place]) for position, place in match.checks])
    return _Step(name, None, lookup, binds, checks)


def _branch(tree: JoinTree[T], step: _Step) -> JoinTree[T]:
    """Return the branch of a tree with a step; it is added if there is none."""
    for branch in tree.branches:
        if branch.step == step:
            return branch
    added: JoinTree[T] = JoinTree(step)
    tree.branches.append(added)
    return added
