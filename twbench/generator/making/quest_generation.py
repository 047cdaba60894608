"""Quests that are as long as asked for, with a proof that there is no shortcut.

Chains are drawn at random until one passes the proof. Most short ones do, so a few are drawn
blindly first: only detours, which are seen at once, are avoided. Whatever follows a step of a
shortest solution is itself a shortest solution, so a chain grown backwards can be given up as soon
as the part there is has a shortcut; the careful search that comes next asks for a proof after every
few actions, and finds the long and rare ones. It goes on only as long as what it finds is nearly
as long as asked for: the request is refused soon if the world is much too small for it.

Most searches that find something do so within a few steps for each action, and one that has gone
wrong early hardly ever comes back. So who can choose another world had better have a quick look at
several of them before a thorough search.

Parallel quests all start from the same state. The first one is grown backwards from the given
state, which settles where the game begins. The others have to begin there as well: each is grown
backwards from the end of a random walk, and only along states that can still become the beginning
in the steps that are left. What they need besides is new, and so cannot concern the other quests.
"""

__all__ = [
    "THOROUGH",
    "Draft",
    "Effort",
    "QuestRequest",
    "QuestSearch",
    "count_objects",
    "make_quest",
    "quests_of",
]

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice

from twbench.generator.chains.chain import Chain, ChainNode, branch_ends
from twbench.generator.chains.chain_search import ChainSearch, OutOfSteps
from twbench.generator.chains.chaining import ChainingOptions, QuestGenerationError
from twbench.generator.chains.open_subgoals import OpenSubgoals
from twbench.generator.chains.redundant_moves import Walks
from twbench.generator.data import KnowledgeBase
from twbench.generator.games.options import GameOptions
from twbench.generator.knowledge.quest import Quest
from twbench.generator.knowledge.roles import NOT_OBJECTS, ROOM
from twbench.generator.making.quest_limits import SearchBudget
from twbench.generator.making.quest_proofs import QuestProofs, branch_quests, proves_length
from twbench.generator.making.quest_sizes import drawn_sizes_first
from twbench.generator.worlds.world import World
from twbench.logic import State
from twbench.seeding import Rng, as_rng
from twbench.whole_numbers import counted

_PROMISING = 0.6  # what part of the length a search has to reach to be gone on with
_HOPELESS = 0.35  # another map is of no use if no more than this part of the length is reached
_CAREFUL_DRAWS = 4  # chains from one search: they have most in common
_PARALLEL_DRAWS = 200
_PARALLEL_STEPS = 200


Keep = Callable[[State, Sequence[ChainNode]], bool]


@dataclass(frozen=True, slots=True)
class Effort:
    """How many steps each of the blind draws may take, and each run of the careful search.

    With ``branches_first`` subquests are begun wherever they can be: see `ChainSearch`.
    """

    blind: tuple[int, ...]
    careful: tuple[int, ...]
    branches_first: bool = False

    @classmethod
    def quick(cls, length: int, branches_first: bool = False) -> "Effort":
        """Return that of a quick look for quests of some ``length``."""
        return cls((5 * length,), (14 * length,), branches_first)


THOROUGH = Effort(blind=(400,) * 6, careful=(500, 1000, 2000))
"""That of a search after which a request may be refused."""


@dataclass(frozen=True, slots=True)
class QuestRequest:
    """What is asked for: see `GameOptions`.

    ``min_depth`` and ``max_depth`` limit the number of actions of each subquest; with ``deepest``,
    one of them has exactly so many. ``independent`` subquests need not meet. ``max_objects``
    counts those that are there already.
    """

    length: int
    breadth: int = 1
    parallel: int = 1
    min_depth: int = 1
    max_depth: int | None = None
    deepest: int | None = None
    independent: bool = False
    max_objects: int | None = None

    def __post_init__(self) -> None:
        if self.independent:
            return
        if self.length < 1:
            raise QuestGenerationError(f"A quest takes 1 action or more, not {self.length}.")
        # Branches meet at the root, at least, and each has an action of its own.
        least = self.breadth + 1
        if self.length < least and self.breadth > 1:
            raise QuestGenerationError(
                f"A quest with {self.breadth} subquests takes {least} actions or more, not"
                f" {self.length}: each has one of its own, and they meet in another."
            )
        shallowest = 1 + -(-(self.length - 1) // self.breadth)
        deepest = self.length - self.breadth + 1
        if (
            self.min_depth > deepest
            or (self.max_depth or shallowest) < shallowest
            or (self.deepest or deepest) > deepest
        ):
            raise QuestGenerationError(
                f"A quest of {self.length} actions with {counted(self.breadth, 'subquest')} has a"
                f" depth between {shallowest} and {deepest}."
            )

    @classmethod
    def of(cls, options: GameOptions, max_objects: int | None = None) -> "QuestRequest":
        """Return what ``options`` ask for, with the depths of their chaining options.

        A largest depth of 1, which is the default, is any depth.
        """
        deepest = _unless_default(options.quest_depth)
        return cls(
            length=options.quest_length,
            breadth=options.quest_breadth,
            parallel=options.nb_parallel_quests,
            min_depth=options.chaining.min_depth,
            max_depth=deepest or _unless_default(options.chaining.max_depth),
            deepest=deepest,
            independent=options.chaining.independent_chains,
            max_objects=max_objects,
        )


@dataclass(frozen=True, slots=True)
class Draft:
    """Chains that all start from ``state``, one for each parallel quest."""

    state: State
    chains: tuple[Chain, ...]

    @property
    def quests(self) -> list[Quest]:
        """The quests of all chains, in their order, each after its subquests."""
        return [quest for chain in self.chains for quest in quests_of(chain.nodes)]


def quests_of(nodes: Sequence[ChainNode]) -> list[Quest]:
    """Return a quest for the whole chain, and before it one for the end of each other branch.

    Commands call entities by their ids.
    """
    return branch_quests(nodes, [node.action.format_command() for node in nodes])


class QuestSearch:
    """The search for quests: see the head of this module."""

    def __init__(
        self,
        state: State,
        kb: KnowledgeBase,
        chaining: ChainingOptions,
        request: QuestRequest,
        rng: Rng,
        effort: Effort = THOROUGH,
        budget: SearchBudget | None = None,
    ):
        self._effort = effort
        self._budget = budget or SearchBudget()
        self._state = state
        self._kb = kb
        self._request = request
        self._rng = rng
        self._ran_out = False
        self._crowded = False
        self._parallel_draws = 0
        self._most_beside = 0
        self._walks = Walks(kb)
        self._subgoals = OpenSubgoals(self._walks)
        note = partial(self._budget.prove, sum(1 for _ in state.facts))
        self._proofs = QuestProofs(kb, request.length, chaining.backward, note)
        self._options = chaining.copy()
        self._options.logic = kb.logic
        self._options.min_length = self._options.max_length = request.length
        self._options.min_breadth = self._options.max_breadth = request.breadth
        self._options.min_depth = request.min_depth
        self._options.max_depth = request.max_depth or request.length
        self._options.subquests = False

    def drafts(self) -> Iterator[Draft]:
        """Yield drafts, the later ones after a more careful search.

        Raises QuestGenerationError, with the reason, instead of ending.
        """
        blind = self._search(self._state, self._fits)
        for steps in self._effort.blind:
            try:
                chain = next(blind.chains(steps), None)
            except OutOfSteps:
                continue
            if chain is None:
                break
            yield from self._drafts_with(chain)
        careful = self._search(self._state, self._fits, self._proofs)
        for steps in self._effort.careful:
            drawn = 0
            try:
                for chain in islice(careful.chains(steps), _CAREFUL_DRAWS):
                    drawn += 1
                    yield from self._drafts_with(chain)
                if drawn < _CAREFUL_DRAWS:
                    break  # there are no others
            except OutOfSteps:
                self._ran_out = True
                if not self._is_promising:
                    break
        raise self._failure()

    @property
    def _is_promising(self) -> bool:
        """Whether chains have been found that are nearly as long as asked for."""
        return self._proofs.longest >= _PROMISING * self._request.length

    def _drafts_with(self, chain: Chain) -> Iterator[Draft]:
        """Yield the draft with a chain and parallel ones, if there are such."""
        deepest = max(node.depth for node in chain.nodes)
        if self._request.deepest not in (None, deepest):
            return
        chains = [chain]
        state = chain.initial_state
        while len(chains) < self._request.parallel:
            self._most_beside = max(self._most_beside, len(chains))
            chains.append(self._chain_beside(chains, state))
            state = chains[-1].initial_state
        yield Draft(state, tuple(chains))

    def _chain_beside(self, chains: Sequence[Chain], beginning: State) -> Chain:
        """Return a chain from ``beginning`` to a goal that none of ``chains`` has.

        Raises QuestGenerationError after `_PARALLEL_DRAWS` draws in all.
        """
        goals = [frozenset(chain.actions[-1].postconditions) for chain in chains]
        while self._parallel_draws < _PARALLEL_DRAWS:
            self._parallel_draws += 1
            search = self._search_from(beginning)
            try:
                chain = next(search.chains(_PARALLEL_STEPS), None)
            except OutOfSteps:
                continue
            if chain is None or frozenset(chain.actions[-1].postconditions) in goals:
                continue
            self._proofs.note()
            if proves_length(chain.initial_state, self._kb, chain.nodes):
                return chain
        self._ran_out = True
        raise self._failure()

    def _search_from(self, beginning: State) -> ChainSearch:
        """Return a search for chains that start from ``beginning``."""
        if not self._options.backward:
            return self._search(beginning, self._fits)
        return self._search(self._walk(beginning), self._returning(beginning))

    def _search(self, state: State, keep: Keep, proofs: QuestProofs | None = None) -> ChainSearch:
        is_one_set = self._refuses_detours and self._options.one_set_of_rules
        subgoals = self._subgoals if is_one_set else None
        branches_first = self._effort.branches_first
        return ChainSearch(state, self._options, self._rng, keep, subgoals, proofs, branches_first)

    def _walk(self, beginning: State) -> State:
        """Return the state after a few random actions."""
        state = beginning.copy()
        rules = [rule for rule in self._kb.rules.values() if rule.added]
        for _ in range(self._rng.integer(self._request.length + 1)):
            possible = list(state.all_applicable_actions(rules, self._kb.constants))
            if not possible:
                break
            state.apply(self._rng.choice(possible))
        return state

    def _returning(self, beginning: State) -> Keep:
        """Return a filter of chains that can still start from ``beginning``, new facts aside."""
        facts = frozenset(beginning.facts)
        rules = self._kb.rules.values()
        change = max(len(rule.added) + len(rule.removed) for rule in rules)

        def keep(state: State, nodes: Sequence[ChainNode]) -> bool:
            now = frozenset(state.facts)
            apart = len(facts - now) + sum(
                all(map(beginning.has_variable, fact.arguments)) for fact in now - facts
            )
            left = self._request.length - len(nodes)
            return apart <= change * left and self._fits(state, nodes)

        return keep

    def _fits(self, state: State, nodes: Sequence[ChainNode]) -> bool:
        """Return whether the new action has a command, without detours or too many objects.

        Raises QuestGenerationError when the search has taken too long.
        """
        self._budget.look()
        if self._budget.is_over:
            self._ran_out = True
            raise self._failure()
        new = nodes[0 if self._options.backward else -1]
        if new.action.command_template is None:
            return False
        limit = self._request.max_objects
        if limit is not None and count_objects(state) > limit:
            self._crowded = True
            return False
        if not self._refuses_detours:
            return True
        ends = branch_ends(nodes) if self._request.breadth > 1 else ()
        return not self._walks.has_detour(state, [node.action for node in nodes], ends)

    @property
    def _refuses_detours(self) -> bool:
        return self._options.backward

    def _failure(self) -> QuestGenerationError:
        request, longest = self._request, self._proofs.longest
        rooms = sum(variable.type == ROOM for variable in self._state.variables)
        objects = request.max_objects
        if objects is None:
            objects = count_objects(self._state)
        wanted = counted(request.length, "command")
        if request.breadth > 1:
            wanted += f" and {request.breadth} subquests"
        if request.max_depth is not None:
            wanted += f" of at most {request.max_depth}"
        where = f"in a world of {counted(rooms, 'room')} and {counted(objects, 'object')}"
        if self._most_beside:
            message = (
                f"No more than {self._most_beside} of {request.parallel} quests of {wanted} and"
                f" without a shortcut were found {where}. Ask for fewer or shorter quests, or"
            )
        else:
            found = f"; the longest found has {longest}" if 0 < longest < request.length else ""
            message = (
                f"No quest of {wanted} and without a shortcut was found {where}{found}. Ask for a"
                " shorter quest, or"
            )
        message += " for more rooms or objects."
        return QuestGenerationError(
            message,
            hopeless=longest < _HOPELESS * request.length,
            ran_out=self._ran_out,
            crowded=self._crowded,
        )


def count_objects(state: State) -> int:
    """Return the number of objects, as options count them: doors and rooms are none."""
    kinds = [variable.type for variable in state.variables]
    return len(kinds) - sum(map(kinds.count, NOT_OBJECTS))


def make_quest(world: World, options: GameOptions | None = None) -> list[Quest]:
    """Make the quests that ``options`` ask for, for the default ones a single action.

    Each is as long as ``options.quest_length`` says and has no shortcut. If ``options.chaining``
    gives a range of lengths, one is drawn; if there is no quest of that length, the others are
    tried. The order is that of `Draft.quests`. ``options.chaining`` also says how to look for them;
    if it puts actions in backwards or creates variables, ``world`` becomes the world that they
    start from.

    Raises QuestGenerationError, which says why, if there are no such quests.
    """
    given = options or GameOptions()
    rng = as_rng(given.rngs["quest"] if given.chaining.rng is None else given.chaining.rng)
    budget = SearchBudget()
    sizes = drawn_sizes_first(given)
    try:
        return _quests_in(world, next(sizes), rng, budget)
    except QuestGenerationError:
        for sized in sizes:
            if budget.is_over:
                break
            with suppress(QuestGenerationError):
                return _quests_in(world, sized, rng, budget)
        raise


def _quests_in(world: World, options: GameOptions, rng: Rng, budget: SearchBudget) -> list[Quest]:
    """Make the quests of one length and breadth; ``world`` is changed when there are some."""
    search = QuestSearch(
        world.state, world.kb, options.chaining, QuestRequest.of(options), rng, budget=budget
    )
    for draft in search.drafts():
        if all(proves_length(draft.state, world.kb, chain.nodes) for chain in draft.chains):
            facts = dict.fromkeys(draft.state.facts)
            world.state.remove_facts([fact for fact in world.facts if fact not in facts])
            world.add_facts(facts)
            return draft.quests
    raise AssertionError("drafts() raises when it has no more")


def _unless_default(depth: int) -> int | None:
    return None if depth == 1 else depth
