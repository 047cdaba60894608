"""Facts of one signature, with indexes by argument."""

__all__ = ["SCAN_LIMIT", "FactBucket"]

from collections.abc import Collection, Iterable

from twbench.logic.terms import Proposition, Variable

SCAN_LIMIT = 8


class FactBucket:
    """The facts of one signature in the order they were added.

    Buckets are shared between copies of a state: whoever wants to write to a shared one copies it
    first. The indexes are built when first asked for and live as long as the facts stay the same,
    so those over the map of a world serve all states of a game.
    """

    __slots__ = ("_indexes", "facts")

    def __init__(self, facts: Iterable[Proposition] = ()):
        self.facts: dict[Proposition, None] = dict.fromkeys(facts)
        self._indexes: dict[int, dict[Variable, list[Proposition]]] = {}

    def copy(self) -> "FactBucket":
        """Return a bucket with the same facts."""
        other = FactBucket.__new__(FactBucket)
        other.facts = self.facts.copy()
        other._indexes = {}
        return other

    def add(self, fact: Proposition) -> None:
        """Add a fact; there is no harm if it is there."""
        self.facts[fact] = None
        self._indexes.clear()

    def remove(self, fact: Proposition) -> None:
        """Remove a fact that is there."""
        del self.facts[fact]
        self._indexes.clear()

    def with_argument(self, position: int, variable: Variable) -> Collection[Proposition]:
        """Return the facts that have ``variable`` at ``position``.

        Up to `SCAN_LIMIT` facts are looked through sooner than this is found.
        """
        index = self._indexes.get(position)
        if index is None:
            index = {}
            for fact in self.facts:
                index.setdefault(fact.arguments[position], []).append(fact)
            self._indexes[position] = index
        return index.get(variable, ())
