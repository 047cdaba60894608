"""Which things the rules of a story of Inform 7 name, with each action.

A rule such as "Instead of eating the cake" is a routine that compares a variable with the number of
the action, and another with the number of the cake. Rules that stand in books are found by their
number, so nothing else of the code tells which are for which action.
"""

__all__ = ["Rules"]

from collections import Counter, defaultdict
from collections.abc import Iterable

from twbench.envs.objects.code import Routine

MOST_ACTIONS = 40
"""A routine that compares with more actions is the parser's, or prints common answers."""
_FEWEST_ACTIONS = 10
_MOST_OTHERS = 0.2
"""A variable holds no action if a larger share of the numbers it is compared with are none."""


class Rules:
    """What some ``routines`` name with each of some ``actions``."""

    def __init__(self, routines: Iterable[Routine], actions: frozenset[int]):
        known = list(routines)
        self._named: dict[int, set[int]] = defaultdict(set)
        variable = _variable_of(known, actions)
        if variable is None:
            return
        asked = {one.address: _asked(one, variable, actions) for one in known}
        for one in known:
            # Groups of actions with a name of their own have a routine that rules call.
            own = asked[one.address].union(*(asked.get(at, frozenset()) for at in one.calls))
            if len(own) <= MOST_ACTIONS:
                things = {value for which, value in one.comparisons if which != variable}
                for action in own:
                    self._named[action] |= things

    def named(self, action: int) -> frozenset[int]:
        """Return the numbers, of objects among others, that rules about an action ask for."""
        return frozenset(self._named.get(action, ()))


def _asked(routine: Routine, variable: int, actions: frozenset[int]) -> frozenset[int]:
    """Return the actions that a routine asks for; none if it asks for too many."""
    asked = actions & {value for which, value in routine.comparisons if which == variable}
    return asked if len(asked) <= MOST_ACTIONS else frozenset()


def _variable_of(routines: Iterable[Routine], actions: frozenset[int]) -> int | None:
    """Return the global variable that has the action, None if nothing tells it."""
    values: dict[int, set[int]] = defaultdict(set)
    counts: Counter[int] = Counter()
    for one in routines:
        for variable, value in one.comparisons:
            values[variable].add(value)
            counts[variable] += value in actions
    likely = [
        variable
        for variable, compared in values.items()
        if len(compared & actions) >= _FEWEST_ACTIONS
        and len(compared - actions) <= _MOST_OTHERS * len(compared)
    ]
    return max(likely, key=lambda variable: (counts[variable], -variable), default=None)
