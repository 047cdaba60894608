"""The search for chains: see `chaining`, which explains it."""

__all__ = ["ChainSearch", "OutOfSteps", "Settings"]

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence

from twbench.generator.chains.chain import Chain, ChainNode
from twbench.generator.chains.chain_levels import (
    Level,
    Link,
    Opportunity,
    Position,
    Proofs,
    Settings,
    Situation,
)
from twbench.generator.chains.chain_order import in_any_order, more_often_first, parted
from twbench.generator.chains.chain_steps import (
    Constraints,
    Step,
    achieving_steps,
    creatable_types,
    free_steps,
)
from twbench.generator.chains.open_subgoals import OpenSubgoals
from twbench.generator.chains.rule_book import (
    Candidate,
    CandidateFinder,
    RuleBook,
    RuleVariant,
)
from twbench.logic import Action, Proposition, Rule, State
from twbench.seeding import Rng

_USEFUL = 0.9  # how often a chain that grows forwards goes on with what is unused yet


class OutOfSteps(Exception):  # noqa: N818  (not an error: the search can go on)
    """The steps allowed to a search are used up."""


class ChainSearch:
    """A depth-first search over chains.

    ``keep`` says whether to go on with a chain. It is given the state that the chain starts from
    and its nodes so far: the last ones of a quest that grows backwards, else the first ones.

    With ``subgoals`` it does not go into walks that lead nowhere: where nothing is left to do but
    to walk, and not far enough. That is for chains of one length that grow backwards with the same
    rules everywhere, if ``keep`` refuses detours: others would be missed.

    With ``proofs`` it goes on only with chains that pass them; they are asked after ``keep``.

    With ``branches_first`` it begins a new branch wherever it can, until there are as many as are
    asked for. There are few places for a branch, and a search that passes them by hardly finds
    chains of several branches.
    """

    def __init__(
        self,
        state: State,
        options: Settings,
        rng: Rng | None,
        keep: Callable[[State, Sequence[ChainNode]], bool] | None = None,
        subgoals: OpenSubgoals | None = None,
        proofs: Proofs | None = None,
        branches_first: bool = False,
    ):
        self._start = state
        self._options = options
        self._rng = rng
        self._keep = keep
        self._proofs = proofs
        self._branches_first = branches_first
        self._constraints = Constraints.of(options.logic)
        self._loose = options.create_variables and options.any_fact_may_be_new
        self._creatable = creatable_types(state, options)
        self._books: dict[int, RuleBook] = {}
        self._latest: tuple[Sequence[Rule], RuleBook] | None = None
        self._path: list[Level] = []
        self._steps_left: int | None = None
        self._subgoals = subgoals
        self._candidates = CandidateFinder() if subgoals is None else subgoals.candidates
        self._moves = None if subgoals is None else subgoals.moves

    def chains(self, steps: int | None = None) -> Iterator[Chain]:
        """Yield the chains; raises OutOfSteps after looking at ``steps`` extensions."""
        self._steps_left = steps
        nothing = Situation(0, (), frozenset(), ())
        bottom = Level(None, self._start, {}, frozenset(), frozenset(), (), nothing)
        bottom.extensions = self._extensions(bottom)
        self._path = [bottom]
        try:
            yield from self._grown()
        finally:
            # Levels hold generators that hold them, and this search with all that it knows: what is
            # not gone on with is not left to the collector of garbage.
            for level in self._path:
                level.extensions = iter(())
            self._path = []

    def _grown(self) -> Iterator[Chain]:
        """Yield the chains that grow from what is on the stack."""
        while self._path:
            level = self._path[-1]
            following = next(level.extensions, None)
            if following is not None:
                self._path.append(following)
                if self._length < self._options.max_length:
                    following.extensions = self._extensions(following)
                if self._options.subquests and self._is_complete():
                    yield self._chain()
                continue
            # Without subquests, a chain is not given if it is part of a longer one.
            if not self._options.subquests and not level.is_part and self._is_complete():
                yield self._chain()
                level.is_part = True
            self._path.pop()
            if level.is_part and self._path:
                self._path[-1].is_part = True

    @property
    def _length(self) -> int:
        return len(self._path) - 1

    @property
    def _nodes(self) -> list[ChainNode]:
        return [level.node for level in self._path[1:] if level.node is not None]

    def _is_complete(self) -> bool:
        top = self._path[-1]
        if top.node is None:
            return False
        options = self._options
        return (
            self._length >= options.min_length
            and top.node.breadth >= options.min_breadth
            and top.node.depth >= options.min_depth
            and top.unused <= self._branch_ends()
        )

    def _branch_ends(self) -> set[int]:
        """Return the numbers of the actions that end their branches."""
        breadths = {node.breadth: number for number, node in enumerate(self._nodes)}
        return set(breadths.values())

    def _chain(self) -> Chain:
        top = self._path[-1]
        nodes = self._nodes
        if self._options.backward:
            return Chain(top.state.copy(), tuple(reversed(nodes)))
        return Chain(_with_facts(self._start, top.created), tuple(nodes))

    def _extensions(self, level: Level) -> Iterator[Level]:
        """Yield the chains that are longer than that of ``level`` by one action."""
        seen: set[tuple[object, ...]] = set()
        grow = self._before if self._options.backward else self._after
        is_due = self._proofs is not None and self._proofs.are_due(self._length + 1)
        # Each action begins one branch at most.
        broad = self._options.min_breadth - (self._options.max_length - self._length - 1)
        for position, source, link in self._ordered(self._opportunities(level), level):
            for step in in_any_order(self._steps(level, source, link), self._rng):
                self._count_step()
                if (level.in_vain and is_due) or position.breadth < broad:
                    continue
                action = step.action
                if not action.added or not self._fits(action, position):
                    continue
                key = (action.name, action.preconditions, action.postconditions, position.parent)
                # An action that serves several facts comes up for each of them.
                if key in seen:
                    continue
                seen.add(key)
                # What is an action already, and no rule variant, is a move: see `_continuations`.
                if action is source and not self._leads_on(level, position, action):
                    continue
                node = ChainNode(action, position.depth, position.breadth, position.parent)
                following = grow(level, node, step.new_facts)
                if following is None or not self._keeps(following):
                    continue
                if self._is_proven(following):
                    yield following
                else:
                    self._look_back()

    def _is_proven(self, following: Level) -> bool:
        if self._proofs is None:
            return True
        return self._proofs.hold(following.situation, *self._beginning(following))

    def _look_back(self) -> None:
        """Note which parts of the chain are in vain, now that an extension has been refused."""
        if self._proofs is None:
            return
        nodes = self._nodes
        nodes.reverse()
        # A chain whose proof was due has passed it.
        for level in reversed(self._path[1:]):
            if self._proofs.are_due(len(nodes)):
                return
            if not level.in_vain and not self._proofs.are_in_vain(level.state, nodes):
                return
            level.in_vain = True
            del nodes[0]

    def _fits(self, action: Action, position: Position) -> bool:
        conditions = action.postconditions if self._options.backward else action.preconditions
        if position.touches and position.touches.isdisjoint(conditions):
            return False
        return not position.apart or position.apart.isdisjoint(action.added)

    def _steps(self, level: Level, source: RuleVariant | Action, link: Link | None) -> list[Step]:
        state = level.state
        if isinstance(source, Action):
            allowed = not self._options.any_fact_may_be_new or self._options.check_action(
                state, source
            )
            return [Step(source, ())] if allowed else []
        if link is None:
            return free_steps(source, state, self._options)
        # The same serves this branch and others.
        known = level.steps.get(link)
        if known is None:
            achiever, fact = link
            known = level.steps[link] = achieving_steps(achiever, fact, state, self._options)
        return known.copy()  # `in_any_order` shuffles the list it is given

    def _opportunities(self, level: Level) -> list[Opportunity]:
        """Return the positions for one more action, each with a rule to try there."""
        options = self._options
        last = level.node
        if last is None:
            return self._free(Position(None, 1, 1))
        found: list[Opportunity] = []
        if last.depth < options.max_depth:
            found += self._continuations(level, last)
        if last.breadth < options.max_breadth and last.depth >= options.min_depth:
            found += self._branches(level, last)
        return found

    def _continuations(self, level: Level, last: ChainNode) -> list[Opportunity]:
        """Return what can serve, or follow, the last action in its branch."""
        facts: Iterable[Proposition]
        if self._options.backward:
            touches = frozenset(last.action.preconditions)
            facts = level.links
        else:
            touches = frozenset(last.action.postconditions)
            facts = last.action.postconditions
            if level.unused and self._length + 1 == self._options.max_length:
                oldest = min(level.unused)  # has to be used now, or never
                facts = [fact for fact, number in level.links.items() if number == oldest]
        position = Position(last, last.depth + 1, last.breadth, touches)
        candidates = self._candidates.of(self._book(position.depth), facts, level.state)
        moves: list[Action] = []
        if self._subgoals is not None:
            level.subgoals, candidates = self._subgoals.among(candidates, level.state)
            moves = self._subgoals.moves_to(facts, level.state)
        return [
            *_from_candidates(position, candidates),
            *[(position, move, None) for move in moves],
        ]

    def _leads_on(self, level: Level, position: Position, move: Action) -> bool:
        """Return whether a move before the chain leaves something to do before it."""
        left = self._options.max_length - self._length - 1
        if self._subgoals is None or level.subgoals is None or not left:
            return True
        # Where a branch ends, one has to have been: so the walk in question is that of the last.
        if level.node is None or position.breadth != level.node.breadth:
            return True
        if level.ahead is None:
            nodes = [node for node in reversed(self._nodes) if node.breadth == position.breadth]
            chain = [node.action for node in nodes]
            book = self._book(position.depth)
            level.ahead = self._subgoals.ahead(level.subgoals, chain, left, book, level.state)
        return level.ahead.is_reached_by(move)

    def _branches(self, level: Level, last: ChainNode) -> list[Opportunity]:
        books: dict[RuleBook, dict[int, Position]] = {}  # of most depths they are the same one
        for number, parent in enumerate(self._nodes):
            if parent is not last and parent.depth < self._options.max_depth:
                position = Position(parent, parent.depth + 1, last.breadth + 1)
                books.setdefault(self._book(position.depth), {})[number] = position
        by_fact: dict[Proposition, list[Opportunity]] = {}
        for book, positions in books.items():
            for fact, candidates in self._candidates.by_fact(book, level.links, level.state):
                found_at = positions.get(level.links[fact])
                if found_at is not None:
                    by_fact[fact] = _from_candidates(found_at, candidates)
            if self._subgoals is not None:
                needed = [fact for fact, number in level.links.items() if number in positions]
                for fact, move in self._subgoals.moves_among(needed, level.state):
                    by_fact.setdefault(fact, []).append((positions[level.links[fact]], move, None))
        ordered = by_fact if len(books) < 2 else [fact for fact in level.links if fact in by_fact]
        found = [opportunity for fact in ordered for opportunity in by_fact[fact]]
        if self._options.independent_chains:
            found += self._free(Position(None, 1, last.breadth + 1, apart=frozenset(level.links)))
        return found

    def _free(self, position: Position) -> list[Opportunity]:
        return [(position, variant, None) for variant in self._book(position.depth).variants]

    def _book(self, depth: int) -> RuleBook:
        book = self._books.get(depth)
        if book is None:
            rules = tuple(self._options.get_rules(depth - 1))
            if self._latest is None or rules != self._latest[0]:
                self._latest = rules, self._new_book(rules)
            book = self._books[depth] = self._latest[1]
        return book

    def _new_book(self, rules: Sequence[Rule]) -> RuleBook:
        options = self._options
        return RuleBook.of(
            options.logic,
            rules,
            options.backward,
            self._creatable,
            self._loose,
            options.fixed_mapping,
            self._moves,
        )

    def _before(
        self, level: Level, node: ChainNode, new_facts: tuple[Proposition, ...]
    ) -> Level | None:
        """Return the chain with an action put before it, or None if that does not work out."""
        action = node.action
        added, removed = action.added, action.removed
        # What one action adds and another removes cancels out: equal differences from the start
        # are equal states, but for facts that were made up on the way.
        delta = level.delta.symmetric_difference((*added, *removed))
        if any(map(level.state.is_fact, removed)) or self._passes(delta):
            return None
        created = level.created + new_facts
        situation = self._situation(level, node, delta, created)
        if self._proofs is not None and self._proofs.have_failed(situation):
            self._look_back()
            return None
        state = level.state.copy()
        if new_facts:
            state.add_facts(new_facts)
            if self._constraints.fail(state, new_facts):
                return None
        state.remove_facts(added)
        state.add_facts(removed)
        if self._constraints.fail(state, removed):  # what holds besides them was looked at
            return None
        links = _without(level.links, added)
        links.update(dict.fromkeys(action.preconditions, self._length))
        return Level(
            node, state, links, frozenset(), delta, created, situation, in_vain=level.in_vain
        )

    def _situation(
        self,
        level: Level,
        node: ChainNode,
        delta: frozenset[Proposition],
        created: tuple[Proposition, ...],
    ) -> Situation:
        """Return what decides how few commands complete the quests of a chain."""
        goals = level.situation.goals
        if level.node is None or node.breadth != level.node.breadth:
            goals = (*goals, node.action.postconditions)
        return Situation(self._length + 1, goals, delta, created)

    def _after(
        self, level: Level, node: ChainNode, new_facts: tuple[Proposition, ...]
    ) -> Level | None:
        """Return the chain with an action put after it, or None if that does not work out."""
        action = node.action
        added, removed = action.added, action.removed
        used = {level.links[fact] for fact in action.preconditions if fact in level.links}
        unused = (level.unused - used) | {self._length}
        if self._is_last and not unused <= self._ends_with(node, level):
            return None
        delta = level.delta.symmetric_difference((*added, *removed))
        if any(map(level.state.is_fact, added)) or self._passes(delta):
            return None
        created = level.created + new_facts
        state = _with_facts(level.state, new_facts)
        if new_facts and (
            self._constraints.fail(state, new_facts)
            or self._constraints.fail(_with_facts(self._start, created), new_facts)
        ):
            return None
        state.apply(action)
        if self._constraints.fail(state, added):
            return None
        links = _without(level.links, removed)
        links.update(dict.fromkeys(added, self._length))
        situation = self._situation(level, node, delta, created)
        following = Level(node, state, links, unused, delta, created, situation)
        return following if self._can_be_used(following, level) else None

    def _can_be_used(self, following: Level, level: Level) -> bool:
        """Return whether each action is of use, or can be, or ends a branch."""
        # No fact is linked to them any more, so nothing that comes later can make use of them.
        lost = following.unused - set(following.links.values()) - {self._length}
        if level.node is None or not lost:
            return True
        return following.node is not None and lost <= self._ends_with(following.node, level)

    @property
    def _is_last(self) -> bool:
        """Whether all chains end with the next action."""
        return self._length + 1 == self._options.max_length == self._options.min_length

    def _ends_with(self, node: ChainNode, level: Level) -> set[int]:
        """Return the numbers of the actions that end their branches once ``node`` is put last."""
        ends = self._branch_ends()
        if level.node is not None and node.breadth == level.node.breadth:
            ends.discard(self._length - 1)
        ends.add(self._length)
        return ends

    def _passes(self, delta: frozenset[Proposition]) -> bool:
        """Return whether the chain has been in the state told by ``delta``."""
        return delta in [level.delta for level in self._path]

    def _keeps(self, following: Level) -> bool:
        return self._keep is None or self._keep(*self._beginning(following))

    def _beginning(self, following: Level) -> tuple[State, list[ChainNode]]:
        """Return where a chain starts, and its actions in their order."""
        nodes = self._nodes
        if following.node is not None:
            nodes.append(following.node)
        if self._options.backward:
            nodes.reverse()
            return following.state, nodes
        return _with_facts(self._start, following.created), nodes

    def _count_step(self) -> None:
        if self._steps_left is not None:
            if self._steps_left == 0:
                raise OutOfSteps
            self._steps_left -= 1

    def _ordered(self, opportunities: list[Opportunity], level: Level) -> Iterator[Opportunity]:
        """Return opportunities in random order, but those first that the search must take anyway.

        Forwards these are, most of the time, the ones that make use of an action which has not been
        of use yet. With ``branches_first``, they are the ones that begin a branch, as long as there
        are too few.
        """
        last, rng = level.node, self._rng
        if rng is not None and level.unused:
            useful, others = parted(opportunities, lambda one: _uses_unused(one, level))
            return more_often_first(useful, others, _USEFUL, rng)
        if self._branches_first and last is not None and last.breadth < self._options.min_breadth:
            broader, others = parted(opportunities, lambda one: one[0].breadth > last.breadth)
            return itertools.chain(in_any_order(broader, rng), in_any_order(others, rng))
        return in_any_order(opportunities, rng)


def _uses_unused(opportunity: Opportunity, level: Level) -> bool:
    link = opportunity[2]
    return link is not None and level.links.get(link[1]) in level.unused


def _from_candidates(position: Position, candidates: Iterable[Candidate]) -> list[Opportunity]:
    return [(position, achiever.variant, (achiever, fact)) for achiever, fact, _ in candidates]


def _without(links: dict[Proposition, int], facts: Iterable[Proposition]) -> dict[Proposition, int]:
    others = links.copy()
    for fact in facts:
        others.pop(fact, None)
    return others


def _with_facts(state: State, facts: Iterable[Proposition]) -> State:
    copy = state.copy()
    copy.add_facts(facts)
    return copy
