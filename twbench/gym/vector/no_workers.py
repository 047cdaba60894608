"""What does without workers: environments that this process steps."""

__all__ = ["NoWorkers"]

from collections.abc import Sequence
from typing import Any

from twbench.errors import GameNotRunningError
from twbench.gym.vector.part import Part
from twbench.gym.workers import parted


class NoWorkers:
    """Stands for `Workers`, with one part of all environments."""

    def __init__(self, part: Part, environments: int):
        self.slices = parted(environments, 1)
        self._part = part
        self._ended = False

    def exchange(self, method: str, arguments: Sequence[tuple[Any, ...] | None]) -> list[Any]:
        """See `Workers.exchange`."""
        if self._ended:
            raise GameNotRunningError("The environments have been closed.")
        return [
            None if given is None else getattr(self._part, method)(*given) for given in arguments
        ]

    def end(self) -> None:
        """Close the environments. Closing them twice is fine."""
        self._ended = True
        self._part.close()
