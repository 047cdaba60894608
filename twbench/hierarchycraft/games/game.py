"""A game of crafting: a world, what is to be done in it, and a plan that does it."""

__all__ = ["CraftingGame"]

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from twbench.errors import GenerationError, WorldError
from twbench.hierarchycraft.engine.faults import Fault, faults_of
from twbench.hierarchycraft.games.plain_data import (
    only,
    purpose_data,
    read_purpose,
    read_world,
    world_data,
)
from twbench.hierarchycraft.purpose import Purpose
from twbench.hierarchycraft.solving import ends_with, replay, solve
from twbench.hierarchycraft.solving.aims import aims_of, groups_of
from twbench.hierarchycraft.world import World
from twbench.shape import each, member, whole_number

_ENDED_OTHERWISE = (
    "does not end the game by the terminal group that is worth most: another one is done before."
)


@dataclass(frozen=True, slots=True)
class CraftingGame:
    """A world, its purpose, and the plan that fulfils it, as numbers of transformations.

    By example, as plain data (see `twbench.hierarchycraft.games.plain_data`)::

        game = CraftingGame.from_data({"world": {...}, "purpose": {...}, "plan": [0, 0, 2]})
        game.as_data()["plan"]                                   # [0, 0, 2]
    """

    world: World
    purpose: Purpose
    plan: tuple[int, ...]

    @classmethod
    def solved(cls, world: World, purpose: Purpose) -> "CraftingGame":
        """Return the game with a plan that is found; raises GenerationError where none is."""
        grounding = world.grounding
        plan = solve(grounding, aims_of(purpose, world))
        if plan is None:
            raise GenerationError(f"No plan was found for {purpose}.")
        if not ends_with(grounding, grounding.start, plan, groups_of(purpose, world)):
            raise GenerationError(f"The plan that was found for {purpose} {_ENDED_OTHERWISE}")
        return cls(world, purpose, tuple(plan))

    def faults(self) -> list[Fault]:
        """Return all that is wrong with the world, with the tasks, and with the plan."""
        found = faults_of(self.world, self.purpose.tasks)
        return found or list(self._wrong_plan())

    def check(self) -> None:
        """Raise WorldError with everything that is wrong, a line for each."""
        found = self.faults()
        if found:
            raise WorldError("\n".join(map(str, found)))

    def _wrong_plan(self) -> Iterator[Fault]:
        grounding = self.world.grounding
        count = len(self.world.transformations)
        unknown = [action for action in self.plan if not 0 <= action < count]
        groups = groups_of(self.purpose, self.world)
        if not groups:
            yield Fault("The purpose", "it has no terminal group: a game of it never ends.")
        elif unknown:
            yield Fault("The plan", f"there is no transformation {unknown[0]}.")
        elif not replay(grounding, grounding.start, self.plan, groups[0]):
            yield Fault("The plan", "it cannot be done, or does not do what is to be done.")
        elif not ends_with(grounding, grounding.start, self.plan, groups):
            yield Fault("The plan", f"it {_ENDED_OTHERWISE}")

    def as_data(self) -> dict[str, Any]:
        """Return the game as plain data."""
        return {
            "world": world_data(self.world),
            "purpose": purpose_data(self.purpose),
            "plan": list(self.plan),
        }

    @classmethod
    def from_data(cls, data: Any) -> "CraftingGame":
        """Return the game of plain data.

        Raises ShapeError for data of another shape, with the place, and WorldError with everything
        that is wrong with a game that can be read.
        """
        only(data, "world", "purpose", "plan")
        game = cls(
            member(data, "world", read_world),
            member(data, "purpose", read_purpose),
            tuple(member(data, "plan", each(whole_number))),
        )
        game.check()
        return game
