"""Whole games: a map, quests in it, other objects to distract from them, and texts.

The quests come first, on a map without objects, and create the objects they need. The objects that
are still missing are put in afterwards. That none of them gives a shortcut is proven on the
finished world.
"""

__all__ = ["GenerationWarning", "game_in_parts", "make_game"]

import warnings
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from twbench.errors import ConfigError
from twbench.generator.chains.chaining import ChainingOptions, QuestGenerationError
from twbench.generator.data import KnowledgeBase
from twbench.generator.games.game import Game
from twbench.generator.games.options import GameOptions
from twbench.generator.knowledge.roles import DOOR, ROOM
from twbench.generator.making.make import make_grammar, make_map
from twbench.generator.making.quest_generation import (
    THOROUGH,
    Draft,
    Effort,
    QuestRequest,
    QuestSearch,
    count_objects,
)
from twbench.generator.making.quest_limits import (
    MOST_COMMANDS,
    MOST_PARALLEL,
    SearchBudget,
    check_searchable,
)
from twbench.generator.making.quest_proofs import proves_length
from twbench.generator.making.quest_sizes import with_drawn_sizes
from twbench.generator.worlds.world import World
from twbench.logic import Proposition, Signature, State
from twbench.printable import shown
from twbench.seeding import Rng
from twbench.system.collection import without_collection
from twbench.system.parts import Parts, completed
from twbench.whole_numbers import counted

_QUICK_LOOKS = 12
_FEW_SUBQUESTS = 2  # which are found wherever they are begun; more of them hardly are
_HOPELESS_LOOKS = 3  # after so many there are no more of them
_MAPS = 8  # how many maps are tried for quests that are hard to find
_REJECTIONS = 40  # drafts with a shortcut, on one map
# With these, and with what the quests need, objects are as frequent as in TextWorld's games.
_ENTITY_WEIGHTS = {"c": 0.8, "s": 0.85, "o": 1.0, "f": 1.0, "k": 1.0}
_FIXED = frozenset({ROOM, DOOR})


class GenerationWarning(UserWarning):
    """A game is not quite what was asked for (docs: textworld.generator.GenerationWarning)."""


@without_collection()
def make_game(options: GameOptions) -> Game:
    """Make a game: a map, quests, objects and text (docs: textworld.generator.make_game).

    The game has exactly ``nb_rooms`` rooms and ``nb_objects`` objects; doors are none. Each of the
    ``nb_parallel_quests`` quests takes exactly ``quest_length`` commands, or what is drawn from a
    range of ``options.chaining``. Its subquests, if it has any, come before it in ``game.quests``.
    Where no quests do with so few objects, the game has as many as they need, and a
    `GenerationWarning` says so.

    Raises ConfigError for numbers that are too large, and GenerationError, which says why, if there
    is no such game.
    """
    try:
        return completed(game_in_parts(options))
    except QuestGenerationError as error:
        if not error.crowded:
            raise
        with suppress(QuestGenerationError):
            return _with_more_objects(options)
        raise


def _with_more_objects(options: GameOptions) -> Game:
    """Make a game whose quests have the objects that they need, and tell how many."""
    game = completed(game_in_parts(options, exactly=False))
    needed = count_objects(game.world.state)
    if needed > options.nb_objects:
        told = f"The quests need {counted(needed, 'object')}, and not {options.nb_objects}."
        warnings.warn(told, GenerationWarning, stacklevel=4)
    return game


def game_in_parts(options: GameOptions, exactly: bool = True) -> Parts[Game]:
    """Make one in parts, of ``exactly`` so many objects unless quests may have what they need."""
    if not isinstance(options, GameOptions):
        raise ConfigError(f"Games are made of GameOptions, not of {shown(options)}.")
    options = with_drawn_sizes(options)
    check_searchable("quest_length", options.quest_length, MOST_COMMANDS)
    check_searchable("nb_parallel_quests", options.nb_parallel_quests, MOST_PARALLEL)
    rngs = options.rngs
    design = _design(options, rngs, options.nb_objects if exactly else None)
    yield 0
    game = Game(design.world, quests=design.draft.quests)
    _describe(game, design.draft, options, rngs["grammar"])
    return game


@dataclass(frozen=True, slots=True)
class _Design:
    draft: Draft
    world: World


def _design(options: GameOptions, rngs: Mapping[str, Rng], max_objects: int | None) -> _Design:
    """Return a world with quests that have no shortcut in it.

    Where there are maps to choose from, several get a quick look before a thorough search begins.
    """
    request = QuestRequest.of(options, max_objects)
    chaining = options.chaining.copy()
    chaining.backward = chaining.create_variables = True
    chaining.restricted_types = frozenset({*chaining.restricted_types, *_FIXED})
    several = options.nb_rooms > 1
    looks = _QUICK_LOOKS if several else 0
    look = Effort.quick(request.length, branches_first=request.breadth > _FEW_SUBQUESTS)
    budget = SearchBudget()
    hopeless = 0
    while looks and hopeless < _HOPELESS_LOOKS:
        looks -= 1
        try:
            return _on_new_map(options, request, chaining, rngs, look, budget)
        except QuestGenerationError as error:
            if budget.is_over:
                raise
            hopeless += error.hopeless
    maps = _MAPS if several else 1
    while True:
        maps -= 1
        try:
            return _on_new_map(options, request, chaining, rngs, THOROUGH, budget)
        except QuestGenerationError as error:
            if error.ran_out:  # a long search, which may be worth one more map
                maps = min(maps, 1)
            if error.hopeless or not maps or budget.is_over:
                raise


def _on_new_map(
    options: GameOptions,
    request: QuestRequest,
    chaining: ChainingOptions,
    rngs: Mapping[str, Rng],
    effort: Effort,
    budget: SearchBudget,
) -> _Design:
    """Return a new map with quests; raises QuestGenerationError if none is found with an effort."""
    start = _empty_world(options, rngs["map"])
    search = QuestSearch(start.state, options.kb, chaining, request, rngs["quest"], effort, budget)
    for draft, _ in zip(search.drafts(), range(_REJECTIONS), strict=False):
        world = _populated(draft.state, options, rngs["objects"])
        if world is not None and _is_proven(draft, world):
            return _Design(draft, world)
    raise QuestGenerationError(
        f"No quest of {request.length} commands was found that other objects do not make shorter."
    )


def _empty_world(options: GameOptions, rng: Rng) -> World:
    world = World.from_map(make_map(options.nb_rooms, rng=rng), options.kb)
    world.set_player_room(rng.choice(world.room_variables))
    return world


def _populated(state: State, options: GameOptions, rng: Rng) -> World | None:
    """Return a world with no fewer objects than asked for; None if a constraint fails."""
    world = World.from_state(state, options.kb)
    world.add_facts(_missing_properties(state, options.kb))
    world.populate(max(options.nb_objects - count_objects(state), 0), rng, _weights(options.kb))
    return world


def _weights(kb: KnowledgeBase) -> dict[str, float]:
    return {name: weight for name, weight in _ENTITY_WEIGHTS.items() if name in kb.logic.types}


def _missing_properties(state: State, kb: KnowledgeBase) -> list[Proposition]:
    """Return that food is edible: no action needs it, so no quest has asked for it."""
    if Signature("edible", ["f"]) not in kb.logic.predicates:
        return []
    foods = [variable for variable in state.variables if variable.type == "f"]
    return [Proposition("edible", (food,)) for food in foods]


def _is_proven(draft: Draft, world: World) -> bool:
    """Return whether each of the parallel quests is as long as it should be, and all can be won."""
    if not all(proves_length(world.state, world.kb, chain.nodes) for chain in draft.chains):
        return False
    return len(draft.chains) == 1 or Game(world, quests=draft.quests).walkthrough is not None


def _describe(game: Game, draft: Draft, options: GameOptions, rng: Rng) -> None:
    """Generate all text, and note what the game is."""
    game.change_grammar(make_grammar(options.grammar, rng, options.kb))
    first, *others = draft.chains
    game.win_by(None if others else first.actions)
    game.metadata.update(
        seeds=dict(options.seeds),
        world_size=options.nb_rooms,
        quest_length=options.quest_length,
        uuid=options.uuid,
    )
