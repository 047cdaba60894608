"""Which rules have to do with a fact: those that need it, that add it, that forbid it.

Chaining, planning and play ask this with one fact in hand, thousands of times for a logic of some
dozens of rules. The answer depends on the signature of the fact alone, and there are few of them:
each is found once. What is filed is up to the caller, since everybody prepares rules differently:
it is filed under the signature of the predicate that the fact is to match.
"""

__all__ = ["RuleIndex"]

from collections.abc import Iterable
from typing import Generic, TypeVar

from twbench.logic import GameLogic, Signature

Entry = TypeVar("Entry")


class RuleIndex(Generic[Entry]):
    """Entries by the signatures of predicates, for facts of these types and of subtypes."""

    __slots__ = ("_by_name", "_found", "_logic")

    def __init__(self, logic: GameLogic, entries: Iterable[tuple[Signature, Entry]]):
        self._logic = logic
        self._by_name: dict[str, list[tuple[Signature, Entry]]] = {}
        for signature, entry in entries:
            self._by_name.setdefault(signature.name, []).append((signature, entry))
        self._found: dict[Signature, tuple[Entry, ...]] = {}

    def of(self, signature: Signature) -> tuple[Entry, ...]:
        """Return the entries that a fact of this signature matches, in the order of filing."""
        found = self._found.get(signature)
        if found is None:
            found = self._found[signature] = tuple(
                [
                    entry
                    for wanted, entry in self._by_name.get(signature.name, ())
                    if self._logic.accepts(wanted, signature)
                ]
            )
        return found
