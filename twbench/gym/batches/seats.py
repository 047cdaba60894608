"""Several seats, and those that are in this process."""

__all__ = ["Seats", "SeatsHere"]

from collections.abc import Sequence
from typing import Protocol

from twbench.gym.batches.seat import Seat, SeatSettings, Start, Turn
from twbench.gym.batches.shelf import MOST_KEPT, Shelf


class Seats(Protocol):
    """Seats at which games are played side by side.

    What one of them raises is raised; then all games are to be begun anew.
    """

    def begin(self, starts: Sequence[Start]) -> list[Turn]:
        """Begin a game at each seat."""

    def step(self, commands: Sequence[str]) -> list[Turn]:
        """Type a command at each seat."""

    def close(self) -> None:
        """Give all games back. Closing twice is fine."""


class SeatsHere:
    """Seats in this process, played one after the other."""

    def __init__(self, settings: Sequence[SeatSettings]):
        self._shelf = Shelf(max(MOST_KEPT, len(settings)))
        self._seats = [Seat(one, self._shelf) for one in settings]

    def begin(self, starts: Sequence[Start]) -> list[Turn]:
        """See `Seats.begin`."""
        # All games are given back before any is begun, so that a game changes seats.
        for seat in self._seats:
            seat.leave()
        return [seat.begin(start) for seat, start in zip(self._seats, starts, strict=True)]

    def step(self, commands: Sequence[str]) -> list[Turn]:
        """See `Seats.step`."""
        pairs = zip(self._seats, commands, strict=True)
        return [seat.step(command) for seat, command in pairs]

    def close(self) -> None:
        """See `Seats.close`."""
        for seat in self._seats:
            seat.leave()
        self._shelf.close()
