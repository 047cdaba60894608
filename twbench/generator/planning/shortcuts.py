"""Plans that have beaten a quest, tried again on the next one: to try takes less than to search.

A search for quests looks at many chains that end alike, from states that are nearly the same. What
is a shorter way from one of them often is one from the next, from where the player stands on.
"""

__all__ = ["Shortcuts"]

from collections import deque
from collections.abc import Callable, Sequence

from twbench.logic import Action, Proposition, State

_MOST = 24
"""Plans that are remembered; the ones that were of use last come first."""


class Shortcuts:
    """The plans that were found lately."""

    def __init__(self) -> None:
        self._plans: deque[tuple[Action, ...]] = deque(maxlen=_MOST)

    def keep(self, plan: Sequence[Action]) -> None:
        """Remember a plan."""
        self._plans.appendleft(tuple(plan))

    def is_there(
        self, length: int, state: State, completes: Callable[[Sequence[Action]], bool]
    ) -> bool:
        """Return whether the end of a plan, of less than ``length`` actions, ``completes`` it all.

        Only those are asked about that can be done in ``state``.
        """
        for number, plan in enumerate(self._plans):
            for start in range(max(0, len(plan) - length + 1), len(plan)):
                if _can_be_done(plan, start, state) and completes(plan[start:]):
                    del self._plans[number]
                    self._plans.appendleft(plan)
                    return True
        return False


def _can_be_done(plan: Sequence[Action], start: int, state: State) -> bool:
    """Return whether a plan can be done from its action ``start`` on, in a state left as it is."""
    changed: dict[Proposition, bool] = {}
    for number in range(start, len(plan)):
        action = plan[number]
        for fact in action.preconditions:
            holds = changed.get(fact)
            if not (state.is_fact(fact) if holds is None else holds):
                return False
        for fact in action.removed:
            changed[fact] = False
        for fact in action.added:
            changed[fact] = True
    return True
