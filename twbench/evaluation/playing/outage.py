"""When to stop a run because the service that its agent asks is gone."""

__all__ = ["Outage"]

from collections.abc import Iterable, Iterator

from twbench.errors import ServiceError
from twbench.evaluation.episodes.episode import Episode, FailedBy
from twbench.evaluation.settings.plan import PlanItem
from twbench.printable import shortened, shown

_FEWEST = 5
"""Episodes in a row: less may be a moment in which a service was started anew."""


class Outage:
    """Counts the episodes in a row that a service has failed, of ``players`` at once.

    To go on would cost the time in which an agent waits for the service, for each episode that is
    left, and all of them would be played again.
    """

    def __init__(self, players: int):
        self._most = max(_FEWEST, players)
        self._failed: list[Episode] = []

    def note(self, episode: Episode) -> None:
        """Take note of an episode that has just been played."""
        if episode.failed_by is FailedBy.SERVICE:
            self._failed.append(episode)
        else:
            self._failed.clear()

    def checking(self, items: Iterable[PlanItem]) -> Iterator[PlanItem]:
        """Yield the items that are to be played next, and `check` before each of them."""
        for item in items:
            self.check()
            yield item

    def check(self) -> None:
        """Raise ServiceError where nothing but failures is to be expected."""
        if len(self._failed) >= self._most:
            last = shown(shortened(self._failed[-1].error or ""))
            raise ServiceError(
                f"The run is stopped: the service that the agent asks has failed {self._most}"
                f" episodes in a row, the last with {last}."
            )
