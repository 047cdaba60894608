"""Open subgoals: what is left to do before a chain that grows backwards, besides moves, and where.

Most facts that a chain needs are added in certain rooms only: a chest is opened where it stands.
While nothing but moves is put before the chain, those rooms stay the same. So a walk is of use only
if it can be made longer, without a detour, until it begins where there is something else to do, or
for as many moves as are left.
"""

__all__ = ["Ahead", "OpenSubgoals"]

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import takewhile

from twbench.bounded_cache import BoundedCache
from twbench.generator.chains.redundant_moves import Walks
from twbench.generator.chains.rule_book import Candidate, CandidateFinder, Locations, RuleBook
from twbench.generator.knowledge.moves import Graph
from twbench.logic import Action, Proposition, Signature, State

_MAX_KNOWN = 4096
"""More than most searches meet of states that differ in doors; locations are shared facts."""


class Ahead:
    """Tells which moves before a chain lead on: to where there is something to do, or far enough.

    ``walk`` has the moves with which the chain begins, and there may be ``left`` actions before the
    one in question. Something is to be done at ``locations``, and at ``more`` of them, None for
    anywhere, that are asked for when these do not do.
    """

    def __init__(
        self,
        graph: Graph,
        walk: Sequence[Action],
        left: int,
        locations: Locations,
        more: Callable[[], Locations | None],
    ):
        self._graph = graph
        self._walk = walk
        self._left = left
        self._locations = locations
        self._more = more

    def is_reached_by(self, move: Action) -> bool:
        """Return whether the walk that begins with a move may be the end of one without detour.

        The whole one has all actions left as moves, or fewer if it starts at one of the locations.
        """
        end = (self._walk[-1] if self._walk else move).added[0]
        to_here = self._graph.distances_to(move.removed[0])
        # The way from a start through here is a shortest one exactly if the distances add up.
        starts = self._graph.starts(end, self._left + len(self._walk) + 1)
        if any(to_here.get(start) == self._left for start in starts):
            return True
        if self._are_on_the_way(self._locations, to_here, end):
            return True
        more = self._more()
        return more is None or self._are_on_the_way(more, to_here, end)

    def _are_on_the_way(
        self, starts: Locations, to_here: Mapping[Proposition, int], end: Proposition
    ) -> bool:
        to_end, left, walked = self._graph.distances_to(end), self._left, len(self._walk) + 1
        return any(
            to_end.get(start) == distance + walked
            for start in starts
            if (distance := to_here.get(start, left)) < left
        )


class OpenSubgoals:
    """Knows where there are open subgoals; searches on one map share it.

    ``candidates`` know what fits, ``moves`` which actions are moves.
    """

    def __init__(self, walks: Walks):
        self.candidates = CandidateFinder()
        self.moves = walks.moves
        self._walks = walks
        self._for_moves: BoundedCache[tuple[object, ...], Locations | None] = BoundedCache(
            _MAX_KNOWN
        )
        self._achieved: dict[RuleBook, tuple[tuple[Signature, ...], tuple[Signature, ...]]] = {}

    def among(
        self, candidates: Iterable[Candidate], state: State
    ) -> tuple[Locations | None, list[Candidate]]:
        """Return where something may be done, None for anywhere, and what may be done here.

        Nothing is told apart where moves are not those of one thing: of the player, that is.
        """
        here = self.moves.location(state)
        if here is None:
            return None, list(candidates)
        locations: set[Proposition] = set()
        is_anywhere = False
        found: list[Candidate] = []
        for chosen in candidates:
            where = chosen[2]
            locations |= where
            is_anywhere = is_anywhere or not where
            if not where or here in where:
                found.append(chosen)
        return None if is_anywhere else frozenset(locations), found

    def moves_to(self, facts: Iterable[Proposition], state: State) -> list[Action]:
        """Return the moves that lead to a location among ``facts``."""
        graph = self._walks.graph(state)
        return [move for fact in facts for move in graph.moves_to(fact)]

    def moves_among(
        self, facts: Iterable[Proposition], state: State
    ) -> list[tuple[Proposition, Action]]:
        """Return the moves that lead to a location among ``facts``, each after its location.

        Hardly ever are there any: in most logics the first action of a chain needs its location.
        """
        locations = [fact for fact in facts if fact.signature in self.moves.signatures]
        return [(fact, move) for fact in locations for move in self.moves_to([fact], state)]

    def ahead(
        self,
        locations: Locations,
        chain: Sequence[Action],
        left: int,
        book: RuleBook,
        state: State,
    ) -> "Ahead":
        """Return what tells which moves before a chain lead to one of ``locations``.

        There may be ``left`` actions before the move. The locations of what moves themselves need
        count too.
        """
        walk = list(takewhile(self.moves.include, chain))
        more = partial(self._of_moves, book, state)
        return Ahead(self._walks.graph(state), walk, left, locations, more)

    def _of_moves(self, book: RuleBook, state: State) -> Locations | None:
        """Return where something may be done that a move needs: a door be opened."""
        kinds, telling = self._achieved.get(book) or self._look_up(book)
        key = (book, state.snapshot(telling))
        if key not in self._for_moves:
            # The locations are the same wherever the player is, so the key need not tell that.
            self._for_moves.keep(key, self._of_kinds(kinds, book, state))
        return self._for_moves[key]

    def _of_kinds(
        self, kinds: Sequence[Signature], book: RuleBook, state: State
    ) -> Locations | None:
        """Return where facts of some kinds may be achieved, None for anywhere.

        All facts are looked up at once: hardly any of them is about a door.
        """
        if self.moves.location(state) is None:
            return None
        locations: set[Proposition] = set()
        achievers = [achiever for kind in kinds for achiever in book.achievers(kind).all]
        for achiever in dict.fromkeys(achievers):
            where = achiever.all_locations(kinds, state)
            if where is not None:
                if not where:
                    return None
                locations |= where
        return frozenset(locations)

    def _look_up(self, book: RuleBook) -> tuple[tuple[Signature, ...], tuple[Signature, ...]]:
        """Return what a move needs that may be achieved, and all that tells where."""
        kinds = [name for name in self.moves.needed if book.achievers(name).all]
        others = [name for kind in kinds for name in book.achievers(kind).unchanging_signatures]
        self._achieved[book] = tuple(kinds), tuple(dict.fromkeys([*kinds, *others]))
        return self._achieved[book]
