"""How much may be tried in one state.

Who plays says how many seconds a search may take. Work is counted in instructions of the Z-machine,
so that a search ends at the same command on any machine, however fast it is and whatever else it
does. Only what takes far longer than that is ended by the clock, and says so. It is told as well
which searches were slow: again by their work, and where that is not enough, by the clock.
"""

__all__ = ["SLOW_SECONDS", "SPARE_SECONDS", "Allowance", "Limits"]

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from numbers import Real
from statistics import fmean
from typing import Any, Self

from twbench.core.environments import MOST_SEARCH_SECONDS, SEARCH_SECONDS
from twbench.errors import ConfigError
from twbench.printable import shown

_FREE_COMMANDS = 400
"""So many are typed without counting, which takes longer than typing."""
_SAMPLES = 3
_OWN_WORK = 3000
"""What it costs to go back and to compare, in instructions that could have been run instead."""
_WORK_OF_A_SECOND = 30_000_000
"""Some half of what runs in a second at 3 GHz: on a slower machine the clock ends nothing yet."""
SLOW_SECONDS = 2.0
"""Who asks at every step does not want to wait longer: what takes more is said to be slow."""
SPARE_SECONDS = 1.0
"""Seconds beyond those of the search, for the one command at which they pass."""
_FOR_OTHERS = 6.5
"""Other programs may have the processor for so many seconds of a search, and as long as it has."""


def _on_the_wall(seconds: float) -> float:
    """Return after how long a search that may take so many seconds of the processor is ended."""
    return 2 * seconds + _FOR_OTHERS


@dataclass(frozen=True, slots=True)
class Limits:
    """``work`` is in instructions, ``seconds`` are of the processor; None is no limit.

    ``wall`` are seconds by the clock on the wall, for a machine that gives a part of its time.
    """

    work: int | None = None
    seconds: float | None = None
    wall: float = _on_the_wall(SEARCH_SECONDS)

    @classmethod
    def lasting(cls, seconds: Any) -> Self:
        """Return the limits of a search that takes no more than some seconds, on slow machines.

        Raises ConfigError for what is no time of an hour at most.
        """
        is_number = isinstance(seconds, Real) and not isinstance(seconds, bool)
        if not (is_number and 0 < seconds <= MOST_SEARCH_SECONDS and math.isfinite(seconds)):
            raise ConfigError(
                f"A search may last more than 0 seconds and at most {MOST_SEARCH_SECONDS:g}, not"
                f" {shown(seconds)}."
            )
        seconds = float(seconds)
        return cls(int(_WORK_OF_A_SECOND * seconds), seconds, _on_the_wall(seconds))

    @property
    def until_answered(self) -> float:
        """After how many seconds on the wall a search has been ended, at the latest."""
        return self.wall + SPARE_SECONDS


class Allowance:
    """What is left of ``limits`` in one search.

    ``count`` says how many instructions a command takes, in the state that is searched.
    """

    def __init__(self, limits: Limits, count: Callable[[str], int]):
        self._count = count
        self._work = limits.work
        self._begun = time.process_time()
        self._deadline = None if limits.seconds is None else self._begun + limits.seconds
        self._most_commands: int | None = None
        # After so many commands a search of SLOW_SECONDS would be over, and this one is not.
        self._quick_commands: int | None = None
        self._typed = 0
        self.timed_out = False
        """Whether the clock has ended the search, which another machine might have finished."""

    def typed(self, commands: Iterable[str]) -> None:
        """Note that one more command was typed; ``commands`` are those that were, in their order.

        What they cost is told by a few of them, which are as good as any: most are refused.
        """
        self._typed += 1
        if self._work is not None and self._most_commands is None and self._typed > _FREE_COMMANDS:
            known = list(commands)
            step = max(len(known) // _SAMPLES, 1)
            samples = known[step // 2 :: step][:_SAMPLES]
            cost = _OWN_WORK + fmean(map(self._count, samples))
            self._most_commands = _commands_for(self._work, cost)
            quick = _commands_for(_WORK_OF_A_SECOND * SLOW_SECONDS, cost)
            if quick < self._most_commands:
                self._quick_commands = quick

    @property
    def is_over(self) -> bool:
        """Whether nothing more may be tried."""
        if self.timed_out:
            return True
        if self._most_commands is not None and self._typed >= self._most_commands:
            return True
        self.timed_out = self._deadline is not None and time.process_time() > self._deadline
        return self.timed_out

    @property
    def is_slow_work(self) -> bool:
        """Whether more was done than `SLOW_SECONDS` of search may do; alike on any machine.

        Without a limit of work nobody counts, and nothing is.
        """
        return self._quick_commands is not None and self._typed > self._quick_commands

    @property
    def is_slow_here(self) -> bool:
        """Whether it has taken longer than `SLOW_SECONDS` on this machine."""
        return time.process_time() - self._begun > SLOW_SECONDS


def _commands_for(work: float, cost: float) -> int:
    """Return how many commands of some cost may be typed for so much work."""
    return max(int(work / cost), _FREE_COMMANDS)
