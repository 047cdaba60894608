"""Plans that have beaten a quest, tried again on the next one: to try takes less than to search.

A search for quests looks at many chains that end alike, from states that are nearly the same. What
is a shorter way from one of them often is one from the next, from where the player stands on.
"""

__all__ = ["Shortcuts"]

from collections.abc import Callable, Sequence

from twbench.logic import Action, Proposition, State

_MOST = 24
"""Plans that are remembered: those that were found or of use last."""

_End = tuple[tuple[Action, ...], tuple[Proposition, ...]]
"""The last actions of a plan, and the facts that must hold before the first of them."""


class Shortcuts:
    """The plans that were found lately.

    Their ends are filed by the first fact that they need, which most often is where the player has
    to be: so few of them are looked at.
    """

    def __init__(self) -> None:
        # By numbers, since plans take long to hash. The last ones in use come last.
        self._plans: dict[int, list[_End]] = {}
        self._kept = 0
        self._by_first: dict[Proposition | None, list[tuple[int, _End]]] = {}

    def keep(self, plan: Sequence[Action]) -> None:
        """Remember a plan."""
        if len(self._plans) >= _MOST:
            self._forget(next(iter(self._plans)))
        self._kept += 1
        ends = self._plans[self._kept] = _ends(plan)
        for end in ends:
            self._by_first.setdefault(_first(end), []).append((self._kept, end))

    def is_there(
        self, length: int, state: State, completes: Callable[[Sequence[Action]], bool]
    ) -> bool:
        """Return whether the end of a plan, of less than ``length`` actions, ``completes`` it all.

        Only those are asked about that can be done in ``state``.
        """
        for first, ends in self._by_first.items():
            if first is not None and not state.is_fact(first):
                continue
            for number, (actions, needed) in ends:
                if len(actions) < length and state.are_facts(needed) and completes(actions):
                    self._plans[number] = self._plans.pop(number)
                    return True
        return False

    def _forget(self, number: int) -> None:
        for end in self._plans.pop(number):
            self._by_first[_first(end)].remove((number, end))


def _first(end: _End) -> Proposition | None:
    needed = end[1]
    return needed[0] if needed else None


def _ends(plan: Sequence[Action]) -> list[_End]:
    """Return the ends of a plan that can be done, the shortest first.

    What an end needs first is what its first action needs first.
    """
    ends: list[_End] = []
    needed: tuple[Proposition, ...] = ()
    for start in range(len(plan) - 1, -1, -1):
        action = plan[start]
        later = [fact for fact in needed if fact not in action.added]
        needed = tuple(dict.fromkeys([*action.preconditions, *later]))
        ends.append((tuple(plan[start:]), needed))
    return ends
