"""What the text of a game is made of, as the modules below `Game` see it."""

__all__ = ["GameParts", "Identified"]

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.entity import EntityInfo
from twbench.generator.knowledge.quest import Quest
from twbench.generator.worlds.world import World


class Identified(Protocol):
    """Whatever has the id of an entity."""

    @property
    def id(self) -> str:
        """The id."""


class GameParts(Protocol):
    """The parts of a game: `twbench.generator.Game` has them, and is built on what reads them."""

    @property
    def world(self) -> World:
        """The facts at the start."""

    @property
    def kb(self) -> KnowledgeBase:
        """The logic."""

    @property
    def infos(self) -> Mapping[str, EntityInfo]:
        """The entities by id."""

    @property
    def quests(self) -> Sequence[Quest]:
        """What there is to do."""

    @property
    def metadata(self) -> dict[str, Any]:
        """Whatever describes the game."""

    @property
    def objective(self) -> str:
        """What the player is told to do."""

    @objective.setter
    def objective(self, value: str) -> None: ...

    @property
    def walkthrough(self) -> Sequence[str] | None:
        """Commands that win."""

    @property
    def objects_names(self) -> Sequence[str]:
        """The names of all objects, sorted."""
