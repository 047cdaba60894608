"""Chaining: sequences of actions that make a quest (docs: textworld.generator.chaining).

A chain is grown one action at a time, by a depth-first search with backtracking whose stack is a
list: chains may be long, and one is handed out as soon as it is found. Forwards, each action is put
after the ones there are; backwards, before them, and the state is taken back accordingly.

What makes it a quest rather than a walk is that no action is superfluous. Backwards, the search
carries along what the actions so far still need (as in regression planning), and takes only actions
that add some of it. Forwards, it carries along which actions have not been of use yet, and gives up
a chain as soon as one of them cannot be of use any more. `get_chains` and `sample_quest` also give
it up where one is undone that was of no other use. No chain passes twice through one state.

A chain is linear as long as each action has to do with its neighbour: leaves true what the next
one needs, be it only the room the player is in. Backwards, an action that adds something needed
later than by its neighbour may instead begin a parallel subquest; so may, forwards, an action
that uses something added earlier. Chains are trees therefore: depth counts along a branch, breadth
counts the branches.

With ``create_variables`` facts about new variables may be assumed to have held all along. They join
the initial state, if no constraint of the logic objects.

`sample_quest` starts afresh after a number of steps that doubles from one start to the next, so
that an unlucky choice at the beginning does not cost the whole search.

The parts are in sibling modules: `rule_book` prepares the rules, `chain_steps` finds the actions
that fit, `open_subgoals` tells which walks lead nowhere, `chain_levels` has what is on the stack,
`chain_search` puts all together, and `chain` is what comes out.
"""

__all__ = [
    "Chain",
    "ChainNode",
    "ChainingOptions",
    "QuestGenerationError",
    "get_chains",
    "sample_quest",
]

import copy
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from twbench.errors import GenerationError
from twbench.generator.chains.chain import Chain, ChainNode, branch_ends
from twbench.generator.chains.chain_search import ChainSearch, OutOfSteps
from twbench.generator.chains.redundant_moves import last_only_undoes
from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.roles import THE_PLAYER
from twbench.logic import Action, GameLogic, Placeholder, Rule, State, Variable
from twbench.seeding import Rng, as_rng
from twbench.whole_numbers import whole_number

_FIRST_STEPS = 64
_MAX_STEPS = 32_768  # of the last start; all starts together have just less than twice as many


class QuestGenerationError(GenerationError):
    """No quest can be generated with the given options; the message says which.

    It is ``hopeless`` to ask for slightly other quests if those that exist are far shorter. If the
    search ``ran_out`` of steps, there may be quests that it has not looked at. The world was too
    ``crowded`` if quests would have needed more objects than were asked for.
    """

    def __init__(
        self, message: str, hopeless: bool = False, ran_out: bool = False, crowded: bool = False
    ):
        super().__init__(message)
        self.hopeless = hopeless
        self.ran_out = ran_out
        self.crowded = crowded


class ChainingOptions:
    """Options of chaining (docs: textworld.generator.chaining.ChainingOptions).

    Attributes:
        backward: each action is put before the others, so that the chain ends at the given state.
            Else it is put after them, and the chain starts there.
        min_length, max_length: number of actions of a quest.
        min_depth, max_depth: number of actions of each of its parallel subquests, counted from
            where they meet at the root; of the whole quest if there is only one.
        min_breadth, max_breadth: number of parallel subquests.
        subquests: also give quests that could be extended within these limits.
        independent_chains: allow parallel subquests that meet nowhere.
        create_variables: allow new variables.
        rng: draws the order of the quests; None for the order of rules and facts.
        rules_per_depth: rules for each depth, beginning with that of the root; all rules of the
            logic below.
        restricted_types: types that no new variable may have.
        allowed_types: types that new variables may have; None for all others.

    """

    def __init__(self) -> None:
        self.backward = False
        self.min_length = 1
        self.max_length = 1
        self.min_depth = 1
        self.max_depth = 1
        self.min_breadth = 1
        self.max_breadth = 1
        self.subquests = False
        self.independent_chains = False
        self.create_variables = False
        self.rng: Any = None
        self.rules_per_depth: Sequence[Collection[Rule]] = ()
        self.restricted_types: Collection[str] = frozenset()
        self.allowed_types: Collection[str] | None = None
        self._kb: KnowledgeBase | None = None
        self._logic: GameLogic | None = None
        self._fixed_mapping: Mapping[Placeholder, Variable] | None = None
        self._player_is_new = False

    @property
    def logic(self) -> GameLogic:
        """The rules of the game; those that ship with twbench unless set."""
        if self._logic is None:
            self._logic = KnowledgeBase.default().logic
        return self._logic

    @logic.setter
    def logic(self, value: GameLogic) -> None:
        self._logic = value
        self._kb = None
        self._fixed_mapping = None

    @property
    def kb(self) -> KnowledgeBase:
        """The knowledge base of the logic; setting it sets the logic."""
        if self._kb is None:
            default = KnowledgeBase.default()
            self._kb = default if self.logic is default.logic else KnowledgeBase(self.logic, "")
        return self._kb

    @kb.setter
    def kb(self, value: KnowledgeBase) -> None:
        self.logic = value.logic
        self._kb = value

    @property
    def fixed_mapping(self) -> Mapping[Placeholder, Variable]:
        """What the placeholders of singletons stand for: by default, types with capital letters."""
        if self._fixed_mapping is None:
            names = [type_.name for type_ in self.logic.types if type_.name[:1].isupper()]
            self._fixed_mapping = {Placeholder(name): Variable(name) for name in names}
        return self._fixed_mapping

    @fixed_mapping.setter
    def fixed_mapping(self, value: Mapping[Placeholder, Variable]) -> None:
        self._fixed_mapping = dict(value)

    def get_rules(self, depth: int) -> Iterable[Rule]:
        """Return the rules for actions of this depth; that of the root is 0."""
        if depth < len(self.rules_per_depth):
            return self.rules_per_depth[depth]
        return self.logic.rules.values()

    @property
    def one_set_of_rules(self) -> bool:
        """Whether the rules of the logic are for all depths: so by default."""
        return not self.rules_per_depth and type(self).get_rules is ChainingOptions.get_rules

    def check_action(self, state: State, action: Action) -> bool:
        """Return whether an action is allowed; ``state`` is the one that chaining has reached.

        By default, actions are not allowed to need new facts that mention no new variable. A player
        who is nowhere yet is a new variable.
        """
        conditions = action.postconditions if self.backward else action.preconditions
        return all(
            state.is_fact(fact) or not all(map(state.has_variable, self._mentioned(fact.arguments)))
            for fact in conditions
        )

    def _mentioned(self, variables: Iterable[Variable]) -> list[Variable]:
        """Return those that may be new: singletons are if the player is."""
        singletons = () if self._player_is_new else self.fixed_mapping.values()
        return [variable for variable in variables if variable not in singletons]

    @property
    def any_fact_may_be_new(self) -> bool:
        """Whether `check_action` may allow new facts that mention no new variable: not by default.

        The search is much faster where they need not be looked for.
        """
        return self._player_is_new or type(self).check_action is not ChainingOptions.check_action

    def check_new_variable(self, state: State, type: str, count: int) -> bool:  # noqa: A002
        """Return whether a new variable is allowed; ``count`` includes it.

        By default the type decides: see ``restricted_types`` and ``allowed_types``.
        """
        if type in self.restricted_types:
            return False
        return self.allowed_types is None or type in self.allowed_types

    def starting_at(self, state: State) -> "ChainingOptions":
        """Return the options for quests at ``state``, where nobody may have placed the player."""
        is_placed = state.has_variable(THE_PLAYER)
        if is_placed or not self.create_variables or THE_PLAYER not in self.fixed_mapping.values():
            return self
        options = self.copy()
        options._player_is_new = True
        return options

    def copy(self) -> "ChainingOptions":
        """Return a copy that can be changed on its own; rules and generator are shared."""
        return copy.copy(self)


def get_chains(state: State, options: ChainingOptions) -> Iterable[Chain]:
    """Yield all quests that start from, or end at, ``state``, each as soon as it is found.

    With ``options.rng`` the order is random. The state is not changed.
    """
    _check(options)
    rng = None if options.rng is None else as_rng(options.rng)
    return _search(state, options.starting_at(state), rng).chains()


def sample_quest(state: State, options: ChainingOptions) -> Chain:
    """Return one quest that starts from, or ends at, ``state``: a random one with ``options.rng``.

    Raises QuestGenerationError if there is none.
    """
    _check(options)
    if options.rng is None:
        chain = next(_search(state, options.starting_at(state), None).chains(), None)
    else:
        chain = _sample(state, options)
    if chain is None:
        hint = "" if state.has_variable(THE_PLAYER) else " No fact says where the player is."
        raise QuestGenerationError(f"There is no quest with {_describe(options)}.{hint}")
    return chain


def _search(state: State, options: ChainingOptions, rng: Rng | None) -> ChainSearch:
    return ChainSearch(state, options, rng, None if options.backward else _is_to_a_purpose)


def _is_to_a_purpose(_: State, nodes: Sequence[ChainNode]) -> bool:
    """Return whether the last action does more than undo one that was of no use."""
    return not last_only_undoes([node.action for node in nodes], branch_ends(nodes))


def _sample(state: State, options: ChainingOptions) -> Chain | None:
    rng = as_rng(options.rng)
    limits = options.starting_at(state)
    steps = _FIRST_STEPS
    while steps <= _MAX_STEPS:
        try:
            # The generator goes on where it was, so the next start draws anew. If the search ends
            # before its steps do, there is no quest, and more steps would find none.
            return next(_search(state, limits, rng).chains(steps), None)
        except OutOfSteps:
            steps *= 2
    raise QuestGenerationError(
        f"No quest was found, in {2 * _MAX_STEPS} steps, with {_describe(options)}."
    )


def _describe(options: ChainingOptions) -> str:
    """Return the limits of ``options`` in words."""
    limits = [("length", options.min_length, options.max_length)]
    limits.append(("breadth", options.min_breadth, options.max_breadth))
    limits.append(("depth", options.min_depth, options.max_depth))
    return ", ".join(
        f"{name} {low}" if low == high else f"{name} {low} to {high}" for name, low, high in limits
    )


def _check(options: ChainingOptions) -> None:
    for name in ("length", "depth", "breadth"):
        low = whole_number(getattr(options, f"min_{name}"), f"min_{name}")
        high = whole_number(getattr(options, f"max_{name}"), f"max_{name}")
        if low > high:
            raise QuestGenerationError(
                f"min_{name} must be at most max_{name}, which is {high}, not {low}."
            )
