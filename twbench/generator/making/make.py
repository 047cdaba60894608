"""One call for each thing there is to make (docs: textworld.generator)."""

__all__ = [
    "make_game_with",
    "make_grammar",
    "make_map",
    "make_small_map",
    "make_world",
    "make_world_with",
]

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from twbench.errors import GenerationError
from twbench.generator.data import KnowledgeBase
from twbench.generator.games.game import Game
from twbench.generator.games.options import GameOptions
from twbench.generator.grammar.grammar_options import GrammarOptions
from twbench.generator.grammar.text_grammar import Grammar
from twbench.generator.knowledge.quest import Quest
from twbench.generator.knowledge.roles import ROOM
from twbench.generator.worlds.graph_networks import (
    DOOR_STATES,
    Map,
    create_map,
    create_small_map,
    direction,
)
from twbench.generator.worlds.random_walk import smallest_grid
from twbench.generator.worlds.world import World, connect
from twbench.logic import Variable
from twbench.seeding import as_rng
from twbench.utils.random_generator import given_rng
from twbench.whole_numbers import whole_number


def make_map(
    n_rooms: int,
    size: tuple[int, int] | None = None,
    rng: Any = None,
    possible_door_states: Sequence[str] | None = DOOR_STATES,
) -> Map:
    """Make a map of ``n_rooms`` on a grid of ``size`` (height, width); seed 0 without ``rng``.

    The default grid is the smallest square with more cells than rooms. Raises GenerationError if
    they do not fit.
    """
    rooms = whole_number(n_rooms, "n_rooms", None)
    height, width = size or smallest_grid(rooms)
    return create_map(given_rng(rng), rooms, height, width, possible_door_states)


def make_small_map(
    n_rooms: int, rng: Any = None, possible_door_states: Sequence[str] | None = DOOR_STATES
) -> Map:
    """Make a map of at most five rooms, one of which connects to all others."""
    return create_small_map(given_rng(rng), n_rooms, possible_door_states)


def make_world(
    world_size: int, nb_objects: int = 0, rngs: Mapping[str, Any] | None = None
) -> World:
    """Make a world of ``world_size`` rooms and ``nb_objects`` objects, with the player in it.

    ``rngs`` has the generators ``map`` and ``objects``; without it, those of seed 0 are taken.
    """
    draws = rngs if rngs is not None else _default_rngs()
    map_rng = as_rng(draws["map"])
    world = World.from_map(make_map(world_size, rng=map_rng))
    world.set_player_room(map_rng.choice(world.rooms))
    world.populate(nb_objects, rng=draws["objects"])
    return world


def make_world_with(rooms: Sequence[Variable], rng: Any = None) -> World:
    """Make a world of the given rooms, with the player in the first of them.

    Raises GenerationError if one of them is not of type ``r``.
    """
    for room in rooms:
        if room.type != ROOM:
            raise GenerationError(f"{room.name!r} is of type {room.type!r}, not a room ('r').")
    draw = given_rng(rng)
    grid = make_map(len(rooms), rng=draw, possible_door_states=None)
    by_node = dict(zip(grid.nodes, rooms, strict=True))
    world = World()
    for node, other in grid.edges():
        world.add_facts(connect(by_node[node], direction(node, other), by_node[other]))
    world.add_room(rooms[0])
    world.set_player_room(rooms[0])
    return world


def make_game_with(
    world: World, quests: Iterable[Quest] | None = None, grammar: Grammar | None = None
) -> Game:
    """Make a game of a world and quests; with a grammar, all text is generated.

    The game tells the events of these quests their commands, in its names.
    """
    return Game(world, grammar, quests or ())


def make_grammar(
    options: GrammarOptions | Mapping[str, Any] | None = None,
    rng: Any = None,
    kb: KnowledgeBase | None = None,
) -> Grammar:
    """Make a text grammar, of the files of ``kb`` if it has the theme; seed 0 without ``rng``.

    Other themes are looked for as `Grammar` says. Raises MissingTextGrammar for an unknown one.
    """
    path = None if kb is None else kb.text_grammars_path
    return Grammar(options, rng, text_grammars_path=path)


def _default_rngs() -> Mapping[str, Any]:
    options = GameOptions()
    options.seeds = 0
    return options.rngs
