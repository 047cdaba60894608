"""Seats in a worker process, which tell what is new alone."""

__all__ = ["SeatsWithNews"]

from collections.abc import Sequence
from typing import Any

from twbench.gym.batches.seat import SeatSettings, Start, Turn
from twbench.gym.batches.seats import SeatsHere


class SeatsWithNews:
    """Seats whose turns have no infos that are the same objects as those of the turn before.

    Most of what is large does not change, the game itself for one.
    """

    def __init__(self, settings: Sequence[SeatSettings]):
        self._seats = SeatsHere(settings)
        self._told: list[dict[str, Any]] = []

    def begin(self, starts: Sequence[Start]) -> list[Turn]:
        """See `Seats.begin`."""
        turns = self._seats.begin(starts)
        self._told = [turn.infos for turn in turns]
        return turns

    def step(self, commands: Sequence[str]) -> list[Turn]:
        """See `Seats.step`."""
        turns = self._seats.step(commands)
        pairs = zip(turns, self._told, strict=True)
        news = [turn._replace(infos=_changed(told, turn.infos)) for turn, told in pairs]
        self._told = [turn.infos for turn in turns]
        return news


def _changed(told: dict[str, Any], infos: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in infos.items() if told[name] is not value}
