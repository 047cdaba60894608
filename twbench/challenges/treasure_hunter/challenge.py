"""Treasure hunter: find the object that the objective names, and leave its double alone.

Levels come in three modes. The number of commands needed grows inside each of them in equal steps,
from the first level of the mode to the last (halves are rounded to even numbers)::

    levels   mode     rooms  furniture  commands  in the way
    1-10     easy         5          0      1-5   nothing
    11-20    medium      10         10     2-10   closed doors and containers
    21-30    hard        20         20     3-20   locked doors, closed and locked containers

Layouts are drawn until one of them has a place from which the treasure cannot be taken with fewer
commands than that, nor has to be with more; see `hiding_places`. The objective tells the way, or
with ``only_last_action`` nothing but where the treasure is, as in the benchmarks in use.
"""

__all__ = ["TREASURE_HUNTER", "TreasureHunter", "make"]

from itertools import islice

from twbench.challenges.levels import metadata_of_level
from twbench.challenges.settings.treasure_hunter import TREASURE_HUNTER, TreasureHunter
from twbench.challenges.textworld_calls import maker
from twbench.challenges.treasure_hunter.hiding_places import RoomActions, Route, Routes
from twbench.challenges.treasure_hunter.level_layout import LevelLayout
from twbench.generator.data import KnowledgeBase
from twbench.generator.games.game import Event, Game, GameOptions, Quest
from twbench.generator.knowledge.roles import THE_INVENTORY, THE_PLAYER
from twbench.generator.making.make import make_grammar
from twbench.generator.worlds.world import World
from twbench.logic import Proposition, Variable
from twbench.seeding import Rng
from twbench.system.parts import Parts

_CANDIDATE_TYPES = ("o", "f", "k")
_STARTS_TRIED = 6  # for each layout: another layout is soon more promising than another start


def treasure_hunter_in_parts(settings: TreasureHunter, options: GameOptions) -> Parts[Game]:
    """Make one game: the layout, the quest, then all text with the grammar of ``options``."""
    rngs = options.rngs
    game = make_without_text(settings, options, rngs["map"], rngs["objects"])
    yield 0
    game.change_grammar(make_grammar(options.grammar, rngs["grammar"], game.kb))
    return game


def make_without_text(
    settings: TreasureHunter, options: GameOptions, map_rng: Rng, object_rng: Rng
) -> Game:
    """Make the game without any text; the candidates are drawn from ``object_rng``."""
    kb = KnowledgeBase.default()
    routes, route = _find_place(settings, map_rng)
    layout = routes.layout
    treasure, double = _candidates(len(layout.keys), object_rng)
    facts = [Proposition("at", (THE_PLAYER, layout.rooms[routes.start])), *layout.facts()]
    facts.append(route.place.put(treasure, layout.rooms))
    facts.append(layout.draw_place(object_rng).put(double, layout.rooms))
    facts += [Proposition("edible", (thing,)) for thing in (treasure, double) if thing.type == "f"]
    commands = routes.commands(route, treasure)
    actions = [kb.rules[name].of_names(bindings) for name, bindings in commands]
    win = Event(actions, [Proposition("in", (treasure, THE_INVENTORY))])
    lose = Event(conditions=[Proposition("in", (double, THE_INVENTORY))])
    game = Game(World.from_facts(facts, kb), quests=[Quest([win], [lose])])
    game.win_by(actions)
    game.metadata |= metadata_of_level("Treasure Hunter", settings, settings.rooms, options)
    return game


def _find_place(settings: TreasureHunter, rng: Rng) -> tuple[Routes, Route]:
    """Draw layouts and starts until places of the right length are in reach, and one of those."""
    options = settings.layout_options
    steps = settings.quest_length - 1
    while True:
        layout = LevelLayout.draw(options, rng)
        starts = list(range(len(layout.rooms)))
        rng.shuffle(starts)
        # Asked before contents are drawn: a map that is too small costs little.
        far_enough = layout.far_from_another(starts, steps - layout.hindrance)
        tried = list(islice(far_enough, _STARTS_TRIED))
        if not tried:
            continue
        layout.draw_contents(options, rng)
        actions = RoomActions(layout)
        hopeless: set[int] = set()
        for start in tried:
            if start in hopeless:
                continue
            routes = Routes(actions, start)
            found = routes.of_length(settings.quest_length)
            # Asked second, since most starts have no place of that length.
            if found and routes.complete:
                return routes, rng.weighted(found, [route.place.weight for route in found])
            hopeless |= routes.hopeless_starts(settings.quest_length)


def _candidates(keys: int, rng: Rng) -> tuple[Variable, Variable]:
    """Return the treasure and its double; which of them has the lower id says nothing."""
    counts = {"o": 0, "f": 0, "k": keys}
    candidates = []
    for _ in range(2):
        kind = rng.choice(_CANDIDATE_TYPES)
        candidates.append(Variable(f"{kind}_{counts[kind]}", kind))
        counts[kind] += 1
    rng.shuffle(candidates)
    return candidates[0], candidates[1]


make = maker(TREASURE_HUNTER)
