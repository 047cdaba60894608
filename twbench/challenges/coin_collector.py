"""Coin collector: find the way through a chain of rooms and take the coin at its end.

The chain is a self-avoiding walk on the grid. A walk drawn blindly would sooner or later enter a
pocket without an exit; this one enters a cell only if the outside of the walk can still be
reached from there. The way out that justifies one step provides the next one, so the walk never
gets stuck and never has to be taken back. Rooms of the chain that happen to be neighbours on the
grid are not connected: the way to the coin is as long as the level says.

Distractors are dead ends at unused exits of the chain. They lie on empty cells of the grid where
there are any; the hard mode uses all four exits of most rooms, so there two dead ends may lie on
one cell (in TextWorld's games not even the chain keeps to a grid).
"""

__all__ = ["COIN_COLLECTOR", "CoinCollector", "make"]

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

from twbench.challenges.levels import metadata_of_level
from twbench.challenges.settings.coin_collector import COIN_COLLECTOR, CoinCollector
from twbench.challenges.textworld_calls import maker
from twbench.generator.data import KnowledgeBase
from twbench.generator.games.game import Event, Game, GameOptions, Quest
from twbench.generator.knowledge.roles import (
    DIRECTIONS,
    INVENTORY,
    PLAYER,
    ROOM,
    THE_INVENTORY,
    THE_PLAYER,
)
from twbench.generator.making.make import make_grammar
from twbench.generator.worlds.graph_networks import Node, direction, step
from twbench.generator.worlds.world import World, connect
from twbench.logic import Action, GameLogic, Proposition, Variable
from twbench.seeding import Rng
from twbench.system.parts import Parts

_STEPS = [step((0, 0), way) for way in DIRECTIONS]
_COIN = Variable("o_0", "o")
_COIN_TEXT = "A small round coin, worn smooth by many hands."


def coin_collector_in_parts(settings: CoinCollector, options: GameOptions) -> Parts[Game]:
    """Make one game: the rooms and the quest, then all text with the grammar of ``options``."""
    seeds = options.seeds
    game = make_without_text(settings, options, Rng(seeds["map"]))
    yield 0
    game.change_grammar(make_grammar(options.grammar, Rng(seeds["grammar"]), game.kb))
    return game


def make_without_text(settings: CoinCollector, options: GameOptions, rng: Rng) -> Game:
    """Make the game without any text but the coin's; the map is drawn from ``rng``."""
    kb = knowledge_base()
    chain = _walk(settings.quest_length, rng)
    rooms = [Variable(f"r_{index}", ROOM) for index in range(len(chain))]
    exits = [direction(here, there) for here, there in pairwise(chain)]
    facts = [Proposition("at", (THE_PLAYER, rooms[0])), Proposition("at", (_COIN, rooms[-1]))]
    for index, way in enumerate(exits):
        facts += connect(rooms[index], way, rooms[index + 1])
    for room, way in _dead_ends(chain, settings.distractors, rng):
        dead_end = Variable(f"r_{len(rooms)}", ROOM)
        rooms.append(dead_end)
        facts += connect(rooms[room], way, dead_end)
    actions = _quest_actions(kb, rooms, exits)
    event = Event(actions, [Proposition("in", (_COIN, THE_INVENTORY))])
    game = Game(World.from_facts(facts, kb), quests=[Quest([event])])
    game.infos[_COIN.name].name = "coin"
    game.infos[_COIN.name].noun = "coin"
    game.infos[_COIN.name].desc = _COIN_TEXT
    game.win_by(actions)
    game.metadata |= metadata_of_level("Coin Collector", settings, len(rooms), options)
    return game


def _quest_actions(kb: KnowledgeBase, rooms: list[Variable], exits: list[str]) -> list[Action]:
    """Return the actions that go through ``exits`` and take the coin."""
    actions = [
        kb.rules[f"go/{way}"].of_names({PLAYER: THE_PLAYER, ROOM: here, "r'": there})
        for way, (here, there) in zip(exits, pairwise(rooms), strict=False)  # dead ends follow
    ]
    last = {PLAYER: THE_PLAYER, ROOM: rooms[len(exits)], "o": _COIN, INVENTORY: THE_INVENTORY}
    return [*actions, kb.rules["take"].of_names(last)]


def _walk(length: int, rng: Rng) -> list[Node]:
    """Return the cells of a self-avoiding walk."""
    walk = _Walk((0, 0))
    while len(walk.cells) < length:
        neighbours = _neighbours(walk.cells[-1])
        rng.shuffle(neighbours)
        for cell in neighbours:
            # There is one: the way out that was found for the last cell goes through it.
            if walk.leads_outside(cell):
                walk.enter(cell)
                break
    return walk.cells


class _Walk:
    """The cells of a walk, in order, and the bounds of the part of the grid that they span."""

    def __init__(self, start: Node):
        self.cells = [start]
        self.taken = {start}
        (self.left, self.low) = (self.right, self.high) = start

    def enter(self, cell: Node) -> None:
        """Go on to ``cell``."""
        self.cells.append(cell)
        self.taken.add(cell)
        x, y = cell
        if x < self.left:
            self.left = x
        elif x > self.right:
            self.right = x
        if y < self.low:
            self.low = y
        elif y > self.high:
            self.high = y

    def leads_outside(self, cell: Node) -> bool:
        """Return whether ``cell`` is empty and empty cells lead from it out of the bounds."""
        taken = self.taken
        if cell in taken:
            return False
        left, right, low, high = self.left, self.right, self.low, self.high
        x, y = cell
        if not (left <= x <= right and low <= y <= high):
            return True
        seen = {cell}
        stack = [cell]
        while stack:
            x, y = stack.pop()
            for there in ((x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)):
                if there not in taken and there not in seen:
                    if not (left <= there[0] <= right and low <= there[1] <= high):
                        return True
                    seen.add(there)
                    stack.append(there)
        return False


def _neighbours(cell: Node) -> list[Node]:
    x, y = cell
    return [(x + dx, y + dy) for dx, dy in _STEPS]


def _dead_ends(chain: list[Node], count: int, rng: Rng) -> Iterator[tuple[int, str]]:
    """Yield, for each room of the chain, ``count`` unused exits as (index of the room, exit)."""
    occupied = set(chain)
    for index, here in enumerate(chain if count else []):
        used = chain[max(index - 1, 0) : index + 2]
        unused = [way for way in DIRECTIONS if step(here, way) not in used]
        rng.shuffle(unused)
        # Stable: empty cells come first, and within either kind the order drawn stays.
        unused.sort(key=lambda way, here=here: step(here, way) in occupied)  # type: ignore[misc]
        for way in unused[:count]:
            occupied.add(step(here, way))
            yield index, way


@cache
def knowledge_base() -> KnowledgeBase:
    """Return the logic of this challenge, with the text grammars of twbench."""
    return KnowledgeBase(GameLogic.load([Path(__file__).parent / "logic" / "coin_collector.twl"]))


make = maker(COIN_COLLECTOR)
