"""The facts seen in play, filed for the joins of commands, each with the bit that it has.

Joins are those of `twbench.generator.planning.incremental_join`, taken for many rules together
(`twbench.envs.information.shared_joins`). Here each list of values has a mask before them, of the
facts that were joined: whoever wants an action for its mask need not look up its facts once more,
and a fact that was seen is found with its bit. Half of what a new fact costs in play is saved so.
The plain twin is `SeenFacts`.
"""

__all__ = ["MaskedFacts", "Solution"]

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from twbench.envs.information.shared_joins import JoinTree, SharedJoins
from twbench.generator.knowledge.roles import places_player
from twbench.generator.planning.lifted_rules import Fact
from twbench.logic import Proposition, Signature

T = TypeVar("T")
Solution = list[Any]
"""The mask of the facts it needs, and the names of entities: constants, then those found."""

_Names = tuple[str, ...]
_Row = tuple[_Names, int]
"""The arguments of a fact, and its mask."""
_Index = dict[str, list[_Row]]


class MaskedFacts(Generic[T]):
    """Facts with their masks, filed for the joins of some rules."""

    def __init__(self, joins: SharedJoins[T]):
        self._joins = joins
        self._rules = rules = joins.rules
        self._masks: dict[Fact, int] = {}
        # The preconditions of which there has been no fact, as bits.
        self._unmet = sum(rules.bits.values())
        # For each index of the rules, arguments and masks of facts by what they are looked up.
        self._indexes: list[_Index] = [{} for _ in range(rules.indexes)]
        # By the kind of the facts there are, the indexes that such facts belong in, each with the
        # position of the argument that they are looked up by, and whether they place the player.
        self._kinds: dict[Signature, tuple[list[tuple[_Index, int | None]], bool]] = {}
        self.places = 0
        """The masks of the facts that say where the player is."""

    def __len__(self) -> int:
        return len(self._masks)

    def add(self, facts: Iterable[tuple[Proposition, int]]) -> None:
        """File facts that are not there yet, each with its mask."""
        masks, kinds = self._masks, self._kinds
        for fact, mask in facts:
            name, arguments = fact.name, fact.names
            masks[name, arguments] = mask
            filing, is_place = kinds.get(fact.signature) or self._met(fact.signature)
            if is_place:
                self.places |= mask
            row = arguments, mask
            for index, position in filing:
                key = name if position is None else arguments[position]
                rows = index.get(key)
                if rows is None:
                    index[key] = [row]
                else:
                    rows.append(row)

    def _met(self, kind: Signature) -> tuple[list[tuple[_Index, int | None]], bool]:
        """Note a kind of facts that was not seen before; return where such facts are filed."""
        name, types = kind.name, kind.types
        self._unmet &= ~self._rules.met_by(name, types)
        filing = [
            (self._indexes[number], position)
            for number, position in self._rules.filing(name, types)
        ]
        found = self._kinds[kind] = filing, places_player(name, types)
        return found

    def solutions(self) -> list[tuple[T, list[Solution]]]:
        """Return what stands at the ends of all rules with solutions, and these."""
        found: list[tuple[T, list[Solution]]] = []
        for root in self._joins.all:
            self._end(root.tree, [[0, *root.constants]], found)
        return found

    def solutions_with(self, fact: Proposition) -> list[tuple[T, list[Solution]]]:
        """Return the same, but only solutions that have a fact that is there."""
        name, arguments, types = fact.name, fact.names, fact.types
        own = ((arguments, self._masks[name, arguments]),)
        found: list[tuple[T, list[Solution]]] = []
        unmet = self._unmet
        for root in self._joins.with_fact(name, types):
            tree = root.tree
            if tree.may_end(unmet):
                solutions: list[Solution] = []
                _match(tree, own, [0, *root.constants], solutions)
                if solutions:
                    self._end(tree, solutions, found)
        return found

    def _end(
        self, tree: JoinTree[T], solutions: list[Solution], found: list[tuple[T, list[Solution]]]
    ) -> None:
        """Put into ``found`` what ends with a step or later, given the solutions up to there."""
        for end in tree.ends:
            found.append((end, solutions))
        if tree.branches:
            for branch in tree.alive(self._unmet):
                further = self._join(branch, solutions)
                if further:
                    self._end(branch, further, found)

    def _join(self, tree: JoinTree[T], solutions: list[Solution]) -> list[Solution]:
        """Return solutions with all values that make the precondition of one more step a fact."""
        found: list[Solution] = []
        name, _, lookup, _, _ = tree.step
        if lookup is None:
            masks, pick = self._masks, tree.pick
            for values in solutions:
                mask = masks.get((name, pick(values)))
                if mask is not None:
                    following = values.copy()
                    following[0] |= mask
                    found.append(following)
        else:
            number, known = lookup
            index = self._indexes[number]
            for values in solutions:
                rows = index.get(name if known is None else values[known])
                if rows is not None:
                    _match(tree, rows, values, found)
        return found


def _match(
    tree: JoinTree[T], rows: Iterable[_Row], values: Solution, found: list[Solution]
) -> None:
    """Add ``values`` with those of each of the rows that agrees, and its mask, to ``found``."""
    _, _, _, binds, checks = tree.step
    for arguments, mask in rows:
        following = values.copy()
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
                following[0] |= mask
                found.append(following)
