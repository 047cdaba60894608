"""Worlds of crafting: those that come along, and those that are drawn.

Each world is a challenge. Its settings say what it is, the seed what is drawn of it. With it comes
a plan, which is replayed before the game is believed. All can be played with names that are drawn,
see `twbench.hierarchycraft.games.settings`. What makes a game is loaded when one is made.
"""

__all__ = ["HIERARCHYCRAFT"]

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from twbench.challenges.registry import Challenge, register
from twbench.errors import GenerationError, WorldError
from twbench.hierarchycraft.games.settings import (
    LayeredWorld,
    LightRecursiveWorld,
    MineWorld,
    MiniWorld,
    RandomWorld,
    RecursiveWorld,
    TowerWorld,
    TreasureWorld,
)
from twbench.seeding import Rng, derive_seed

if TYPE_CHECKING:
    from twbench.hierarchycraft import CraftingGame, HcraftEnv

S = TypeVar("S")


def _named(kind: str, make: Callable[[S, int], "CraftingGame"]) -> Callable[[S, int], Any]:
    """Return what makes a game of settings and a seed, with its names, and proves it."""

    def made(settings: Any, seed: int) -> "CraftingGame":
        from twbench.hierarchycraft.generating import draw_names

        names = Rng(derive_seed(seed, kind, "names"))
        game = draw_names(make(settings, derive_seed(seed, kind)), settings.names, names)
        try:
            game.check()
        except WorldError as error:
            raise GenerationError(f"{error}") from None
        return game

    return made


def _solved(env: "HcraftEnv") -> "CraftingGame":
    from twbench.hierarchycraft.games.game import CraftingGame

    return CraftingGame.solved(env.world, env.purpose)


def _layered(settings: LayeredWorld, seed: int) -> "CraftingGame":
    from twbench.hierarchycraft.generating import draw_world

    return draw_world(settings, Rng(seed))


def _random(settings: RandomWorld, seed: int) -> "CraftingGame":
    from twbench.hierarchycraft.examples import RandomHcraftEnv

    counts = (settings.basic, settings.of_one, settings.of_two, settings.of_three)
    per_inputs = dict(enumerate((*counts, settings.of_four)))
    return _solved(RandomHcraftEnv(per_inputs, seed=seed))


def _comes_along(kind: str, settings: Any, _seed: int) -> "CraftingGame":
    from twbench.hierarchycraft.examples.kinds import env_of

    return _solved(env_of(kind, settings))


def _register(kind: str, description: str, settings: type[Any], make: Any = None) -> Challenge:
    return register(
        Challenge(
            f"hierarchycraft_{kind}",
            description,
            settings,
            _named(kind, make or partial(_comes_along, kind)),
            family="hierarchycraft",
        )
    )


HIERARCHYCRAFT = (
    _register(
        "layered",
        "Make an item of layers of others, with tools, in zones behind locked ways.",
        LayeredWorld,
        _layered,
    ),
    _register("random", "Make every item, each of some of those before.", RandomWorld, _random),
    _register("tower", "Make what is on top of a tower, floor by floor.", TowerWorld),
    _register(
        "recursive",
        "Make the last item, where each takes one of all before it.",
        RecursiveWorld,
    ),
    _register(
        "light_recursive",
        "Make the last item, where each takes one of the few before it.",
        LightRecursiveWorld,
    ),
    _register("mine", "Have an item of MineHcraft, from wood to a dragon.", MineWorld),
    _register("mini", "Be done with one of nine small worlds of rooms.", MiniWorld),
    _register("treasure", "Find keys, unlock the chest, take its gold.", TreasureWorld),
)
"""The challenges of the family ``hierarchycraft``."""
