"""The values that `chain_search` works with: its settings, its stack, and what it has to prove."""

__all__ = ["Level", "Link", "Opportunity", "Position", "Proofs", "Settings", "Situation"]

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from twbench.generator.chains.chain import ChainNode
from twbench.generator.chains.chain_steps import Limits, Step
from twbench.generator.chains.open_subgoals import Ahead
from twbench.generator.chains.rule_book import Achiever, Locations, RuleVariant
from twbench.logic import Action, Proposition, Rule, State

Link = tuple[Achiever, Proposition]
"""How an action would join the chain: a fact of the chain, and the achiever that it would fit."""


class Settings(Limits, Protocol):
    """The part of `ChainingOptions` that the search goes by."""

    backward: bool
    min_length: int
    max_length: int
    min_depth: int
    max_depth: int
    min_breadth: int
    max_breadth: int
    subquests: bool
    independent_chains: bool

    def get_rules(self, depth: int) -> Iterable[Rule]:
        """Return the rules for a depth."""


class Situation(NamedTuple):
    """What decides how few commands complete the quests of a chain, for one search.

    Chains with equal situations start from equal states.

    Attributes:
        length: how many actions the chain has.
        goals: what the last action of each branch leaves true.
        delta: the facts that differ between the state and the given one.
        created: all new facts.

    """

    length: int
    goals: tuple[tuple[Proposition, ...], ...]
    delta: frozenset[Proposition]
    created: tuple[Proposition, ...]


class Proofs(Protocol):
    """What of a chain has to be proven before the search goes on with it.

    A chain is told by the state it starts from and its nodes.
    """

    def are_due(self, length: int) -> bool:
        """Return whether chains of a length are to be proven."""

    def hold(self, situation: Situation, state: State, nodes: Sequence[ChainNode]) -> bool:
        """Return whether the search may go on with a chain."""

    def have_failed(self, situation: Situation) -> bool:
        """Return whether it is known that `hold` is false."""

    def are_in_vain(self, state: State, nodes: Sequence[ChainNode]) -> bool:
        """Return whether it is known that all chains fail that end with this one."""


@dataclass(slots=True, eq=False)
class Level:
    """A chain on the stack of the search, and how it can be extended.

    Attributes:
        node: the action added last; None at the bottom.
        state: where the chain has come to, at the end where it grows.
        links: backwards, each fact needed, with the (number of the) action that needs it first;
            forwards, each fact added, with the action that added it last.
        unused: forwards, the actions that have not been of use yet.
        delta: the facts that differ between ``state`` and the given state.
        created: all new facts so far.
        situation: what proofs go by.
        subgoals: where something else than a move may be done before the chain; None for anywhere,
            or if that is not known.
        ahead: which moves lead there, once that was asked for.
        in_vain: whether it is known that whatever grows from the chain fails the next proof.
        steps: the steps found so far.
        is_part: whether it is, or is part of, a chain that has been given.

    """

    node: ChainNode | None
    state: State
    links: dict[Proposition, int]
    unused: frozenset[int]
    delta: frozenset[Proposition]
    created: tuple[Proposition, ...]
    situation: Situation
    subgoals: Locations | None = None
    ahead: Ahead | None = None
    in_vain: bool = False
    steps: dict[Link, list[Step]] = field(default_factory=dict)
    extensions: Iterator["Level"] = field(default_factory=lambda: iter(()))
    is_part: bool = False


@dataclass(slots=True, eq=False)
class Position:
    """Where in the tree an action would be put.

    At the end where the chain grows, some condition of the action must be among ``touches``, unless
    that is empty; and nothing that it adds may be among ``apart``.
    """

    parent: ChainNode | None
    depth: int
    breadth: int
    touches: frozenset[Proposition] = frozenset()
    apart: frozenset[Proposition] = frozenset()


Opportunity = tuple[Position, RuleVariant | Action, Link | None]
"""A position for one more action, with a rule or a move to try there."""
