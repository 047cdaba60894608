"""The facts seen in play, filed for the joins of commands, each with the bit that it has.

Joins are those of `twbench.generator.planning.incremental_join`, taken for many rules together
(`twbench.envs.information.shared_joins`). Here values come with a mask, of the facts that were
joined: whoever wants an action for its mask need not look up its facts once more,
and a fact that was seen is found with its bit. Half of what a new fact costs in play is saved so.
The plain twin is `SeenFacts`.
"""

__all__ = ["MaskedFacts", "Solution"]

from collections import defaultdict
from collections.abc import Iterable
from typing import Generic, TypeVar

from twbench.envs.information.shared_joins import JoinTree, Names, SharedJoins
from twbench.generator.knowledge.roles import places_player
from twbench.logic import Proposition, Signature

T = TypeVar("T")
Solution = tuple[int, Names]
"""The mask of the facts it needs, and the names of entities: constants, then those found."""

_Row = tuple[Names, int]
"""The arguments of a fact, and its mask."""
_Index = dict[str, list[_Row]]
_Masks = dict[Names, int]
_Filing = list[tuple[_Index, int | None]]


class MaskedFacts(Generic[T]):
    """Facts with their masks, filed for the joins of some rules."""

    def __init__(self, joins: SharedJoins[T]):
        self._joins = joins
        self._rules = rules = joins.rules
        # By the name of facts, and their arguments.
        self._masks: dict[str, _Masks] = defaultdict(dict)
        # The preconditions of which there has been no fact, as bits.
        self._unmet = sum(rules.bits.values())
        # For each index of the rules, arguments and masks of facts by what they are looked up.
        self._indexes: list[_Index] = [{} for _ in range(rules.indexes)]
        # By the kind of the facts there are, the masks of all facts of the name, the indexes that
        # they belong in, each with the position of the argument that they are looked up by, and
        # whether they place the player.
        self._kinds: dict[Signature, tuple[_Masks, _Filing, bool]] = {}
        self.places = 0
        """The masks of the facts that say where the player is."""

    def __len__(self) -> int:
        return sum(map(len, self._masks.values()))

    def __bool__(self) -> bool:
        return bool(self._kinds)

    def add(self, facts: Iterable[tuple[Proposition, int]]) -> None:
        """File facts that are not there yet, each with its mask."""
        kinds = self._kinds
        for fact, mask in facts:
            arguments = fact.names
            masks, filing, is_place = kinds.get(fact.signature) or self._met(fact.signature)
            masks[arguments] = mask
            if is_place:
                self.places |= mask
            row = arguments, mask
            for index, position in filing:
                key = fact.name if position is None else arguments[position]
                rows = index.get(key)
                if rows is None:
                    index[key] = [row]
                else:
                    rows.append(row)

    def _met(self, kind: Signature) -> tuple[_Masks, _Filing, bool]:
        """Note a kind of facts that was not seen before; return what `_kinds` has of it."""
        name, types = kind.name, kind.types
        self._unmet &= ~self._rules.met_by(name, types)
        filing = [
            (self._indexes[number], position)
            for number, position in self._rules.filing(name, types)
        ]
        found = self._kinds[kind] = self._masks[name], filing, places_player(name, types)
        return found

    def solutions(self) -> list[tuple[T, list[Solution]]]:
        """Return what stands at the ends of all rules with solutions, and these."""
        found: list[tuple[T, list[Solution]]] = []
        for root in self._joins.all:
            self._end(root.tree, [(0, root.constants)], found)
        return found

    def solutions_with(self, fact: Proposition) -> list[tuple[T, list[Solution]]]:
        """Return the same, but only solutions that have a fact that is there."""
        name, arguments = fact.name, fact.names
        own = ((arguments, self._masks[name][arguments]),)
        found: list[tuple[T, list[Solution]]] = []
        for root in self._joins.with_fact(name, fact.types):
            solutions: list[Solution] = []
            _match(root.tree, own, (0, root.constants), solutions)
            if solutions:
                self._end(root.tree, solutions, found)
        return found

    def _end(
        self, tree: JoinTree[T], solutions: list[Solution], found: list[tuple[T, list[Solution]]]
    ) -> None:
        """Put into ``found`` what ends with a step or later, given the solutions up to there."""
        for end in tree.ends:
            found.append((end, solutions))
        for branch in tree.alive(self._unmet) if tree.is_shared else tree.branches:
            further = self._join(branch, solutions)
            if further:
                self._end(branch, further, found)

    def _join(self, tree: JoinTree[T], solutions: list[Solution]) -> list[Solution]:
        """Return solutions with all values that make the precondition of one more step a fact."""
        found: list[Solution] = []
        name, _, lookup, _, _ = tree.step
        if lookup is None:
            masks, pick = self._masks[name], tree.pick
            for needed, values in solutions:
                mask = masks.get(pick(values))
                if mask is not None:
                    found.append((needed | mask, values))
            return found
        number, known = lookup
        index, single = self._indexes[number], tree.single
        for solution in solutions:
            needed, values = solution
            rows = index.get(name if known is None else values[known])
            if rows is None:
                continue
            if single is None:
                _match(tree, rows, solution, found)
                continue
            position, may_be_same = single
            for arguments, mask in rows:
                argument = arguments[position]
                if not (may_be_same and argument in values):
                    found.append((needed | mask, (*values, argument)))
        return found


def _match(
    tree: JoinTree[T], rows: Iterable[_Row], solution: Solution, found: list[Solution]
) -> None:
    """Add a solution with each of the rows that agrees to ``found``."""
    _, _, _, binds, checks = tree.step
    needed, values = solution
    for arguments, mask in rows:
        following = [*values]
        for position, may_be_same in binds:
            argument = arguments[position]
            if may_be_same and argument in following:
                break
            following.append(argument)
        else:
            # Only now: some of the values to check are among those just found.
            for position, slot in checks:
                if arguments[position] != following[slot]:
                    break
            else:
                found.append((needed | mask, tuple(following)))
