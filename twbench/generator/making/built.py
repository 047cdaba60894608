"""The game that a `GameMaker` built last, and whether what was done since makes it another one."""

__all__ = ["Built", "asked_by"]

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from twbench.generator.games.game import Game
from twbench.generator.knowledge.quest import Quest


@dataclass(slots=True)
class Built:
    """The game built last, and the design that it was built from.

    ``asked`` is what its quests ask for and give (see `asked_by`), ``said`` the descriptions that
    somebody has given them, ``problem`` why the game has no walkthrough.
    """

    game: Game
    design: tuple[Any, ...]
    asked: list[tuple[Any, ...]]
    said: list[str | None]
    problem: str


def asked_by(quests: Iterable[Quest]) -> list[tuple[Any, ...]]:
    """Return what quests ask for and give, whatever is said of them."""
    return [
        (
            [(event.actions, event.conditions) for event in quest.win_events],
            [(event.actions, event.conditions) for event in quest.fail_events],
            (quest.reward, quest.optional, quest.repeatable),
        )
        for quest in quests
    ]
