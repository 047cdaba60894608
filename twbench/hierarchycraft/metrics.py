"""How often tasks and groups of tasks are done (docs: hcraft.metrics)."""

__all__ = ["SuccessCounter"]

from collections import deque
from collections.abc import Sequence

from twbench.hierarchycraft.purpose import TerminalGroup
from twbench.hierarchycraft.task import Task

_EPISODES = 10
"""How many episodes rates are over."""


class SuccessCounter:
    """Counts, over episodes, which of some tasks or groups were done.

    The only group of a purpose is told as the purpose itself. Of several that share a name, the
    last is told. Rates are over the last ten episodes; of the one that runs, what was done so far
    counts.
    """

    def __init__(self, elements: Sequence[Task] | Sequence[TerminalGroup]):
        """Count those of tasks, or of groups."""
        self.elements: list[Task | TerminalGroup] = list(elements)
        alone = len(self.elements) == 1
        names = [_told(element, alone) for element in elements]
        self._done_keys = [f"{name} is done" for name in names]
        self._rate_keys = [f"{name} success rate" for name in names]
        self._done = [False] * len(names)
        self._finished: deque[list[bool]] = deque(maxlen=_EPISODES - 1)
        self._sums = [0] * len(names)
        self._episode: int | None = None

    def new_episode(self, episode: int) -> None:
        """Begin an episode, which has a number."""
        if self._episode is not None:
            self._finished.append(self._done)
            self._sums = [sum(done) for done in zip(*self._finished, strict=True)]
        self._done = [False] * len(self.elements)
        self._episode = episode

    def step_reset(self) -> None:
        """Begin a step; what was done stays done."""

    def update(self, episode: int) -> None:
        """Note which were done after a step of an episode."""
        if episode != self._episode:
            self.new_episode(episode)
        self._done = [element.terminated for element in self.elements]

    @property
    def done_infos(self) -> dict[str, bool]:
        """Which were done in this episode, by name."""
        return dict(zip(self._done_keys, self._done, strict=True))

    @property
    def rates_infos(self) -> dict[str, float]:
        """In which part of all episodes each was done, by name."""
        total = len(self._finished) + 1
        return {
            key: (count + done) / total
            for key, count, done in zip(self._rate_keys, self._sums, self._done, strict=True)
        }


def _told(element: Task | TerminalGroup, alone: bool) -> str:
    if isinstance(element, Task):
        return element.name
    return "Purpose" if alone else f"Terminal group '{element.name}'"
