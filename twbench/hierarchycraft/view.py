"""What an environment shows of a state: the observation, and which actions can be done.

To make either anew takes far longer than an action. So both follow the state: an action changes a
few counts, and for each slot of the vector is known which bounds there are on it, and which actions
have them. Only where a count passes a bound does anything change for these. Of each action, in each
zone, is counted how many of its bounds are not met; it can be done where there are none.
"""

__all__ = ["View"]

import numpy as np
from numpy.typing import NDArray

from twbench.hierarchycraft.engine.grounding import Grounding
from twbench.hierarchycraft.state import HcraftState

_NEVER = 1 << 20


class View:
    """The observation and the mask of one state after the other."""

    def __init__(self, grounding: Grounding):
        """Look at states of one world."""
        self._items = len(grounding.items)
        self._zones = len(grounding.zones)
        self._width = len(grounding.zones_items)
        self._first = grounding.first
        self._watched = _watched(grounding)
        rows = grounding.rows
        self._never = np.array(
            [[_NEVER if grounded is None else 0 for grounded in row] for row in rows],
            dtype=np.int32,
        ).reshape(len(rows), -1)
        self._of: HcraftState | None = None
        self._serial = 0
        self._zone = 0
        self._observation: NDArray[np.int64] = np.zeros(0, dtype=np.int64)

    def observation(self, state: HcraftState) -> NDArray[np.int64]:
        """Return what the player sees in a state, an array of the caller's own."""
        self._follow(state)
        return self._observation.copy()

    def mask(self, state: HcraftState) -> NDArray[np.bool_]:
        """Return which actions can be done in a state, an array of the caller's own."""
        self._follow(state)
        mask: NDArray[np.bool_] = self._unmet[state.counts[0]] == 0
        return mask

    def _follow(self, state: HcraftState) -> None:
        serial = state.serial
        if serial == self._serial and state is self._of:
            return
        if serial == self._serial + 1 and state is self._of:
            self._change(state.counts, state.effects)
        else:
            self._start(state.counts)
        self._of, self._serial = state, serial

    def _change(self, new: list[int], effects: tuple[tuple[int, int], ...]) -> None:
        seen = self._observation
        flat, lying = self._flat, self._first + new[0] * self._width
        for slot, delta in effects:
            if slot == 0:
                continue
            count = new[slot]
            for low, high, actions in self._watched.get(slot, ()):
                met = low <= count <= high
                if met is not (low <= count - delta <= high):
                    flat[actions] += -1 if met else 1
            if slot < self._first:
                seen[slot - 1] = count
            elif lying <= slot < lying + self._width:
                seen[slot - lying - self._width] = count
        if new[0] != self._zone:
            seen[self._items + self._zone] = 0
            seen[self._items + new[0]] = 1
            self._zone = new[0]
            if self._width:
                seen[-self._width :] = new[lying : lying + self._width]

    def _start(self, vector: list[int]) -> None:
        """Look at a state of which no step before is known."""
        self._unmet = self._never.copy()
        self._flat = self._unmet.reshape(-1)
        for slot, bounds in self._watched.items():
            for low, high, actions in bounds:
                if not low <= vector[slot] <= high:
                    self._flat[actions] += 1
        position = [int(zone == vector[0]) for zone in range(self._zones)]
        lying = self._first + vector[0] * self._width
        here = vector[lying : lying + self._width] if self._zones else ()
        self._observation = np.array([*vector[1 : self._first], *position, *here], dtype=np.int64)
        self._zone = vector[0]


_Bounds = list[tuple[float, float, NDArray[np.int64]]]


def _watched(grounding: Grounding) -> dict[int, _Bounds]:
    """Return the bounds of each slot, each with the actions that have it, of all zones."""
    found: dict[int, dict[tuple[float, float], list[int]]] = {}
    number = 0
    for row in grounding.rows:
        for grounded in row:
            for slot, low, high in grounded.bounds if grounded is not None else ():
                found.setdefault(slot, {}).setdefault((low, high), []).append(number)
            number += 1
    return {
        slot: [(low, high, np.array(actions)) for (low, high), actions in bounds.items()]
        for slot, bounds in found.items()
    }
