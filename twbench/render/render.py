"""Showing the state of a world (docs: textworld.render.render)."""

__all__ = ["GraphItem", "GraphRoom", "load_state", "load_state_from_game_state", "visualize"]

from collections.abc import Collection, Mapping
from typing import Any

from twbench.core import GameState
from twbench.errors import InputError
from twbench.generator.data import KnowledgeBase
from twbench.generator.games.game import Game
from twbench.generator.knowledge.entity import EntityInfo
from twbench.generator.worlds.world import World
from twbench.logic import Action, State
from twbench.render.graph import GraphItem, GraphRoom, load_state
from twbench.render.picture import Picture
from twbench.render.scene import scene_of
from twbench.render.svg import draw


def visualize(
    world: Game | State | GameState | World,
    interactive: bool = False,
    names: Mapping[str, str] | None = None,
    seen: Collection[str] | None = None,
) -> Picture:
    """Return a picture of the current state of a world; if ``interactive``, open it in the browser.

    A dashed way is not free. ``names`` are those of entities by id, instead of the names in the
    game; ``seen``, the ids of the rooms to draw, which are all by default. A game state needs the
    information ``facts``, and ``game`` for the names. Raises InputError for anything else.
    """
    drawn, known = _world_of(world)
    picture = Picture(draw(scene_of(drawn, {**known, **(names or {})}, seen)))
    if interactive:
        picture.show()
    return picture


def load_state_from_game_state(
    game_state: GameState,
    format: str = "png",  # noqa: A002  (documented name)
    limit_player_view: bool = False,
) -> dict[str, Any]:
    """Return what `load_state` does of the world of a game state, with its last action highlighted.

    It needs the information ``facts``, ``game`` for the names, and ``last_action`` for that. Raises
    InputError without facts.
    """
    world, names = _world_of(game_state)
    infos = {id_: EntityInfo(id_, "", name) for id_, name in names.items()}
    last = game_state.last_action
    action = last if isinstance(last, Action) else None
    return load_state(world, infos, action, format, limit_player_view)


def _world_of(world: object) -> tuple[World, dict[str, str]]:
    """Return a world, and the names of its entities as far as they are known."""
    if isinstance(world, World):
        return world, {}
    if isinstance(world, Game):
        return world.world, world.names
    if isinstance(world, State):
        return World.from_facts(world.facts, KnowledgeBase(world.logic)), {}
    if isinstance(world, GameState):
        if world.facts is None:
            raise InputError(
                "The game state has no facts: ask for EnvInfos(facts=True, game=True)."
            )
        if world.game is None:
            return World.from_facts(world.facts), {}
        game = Game.deserialize(world.game)
        return World.from_facts(world.facts, game.kb), game.names
    raise InputError(f"There is no picture of {type(world).__name__}; give a Game, World or state.")
