"""Tests of the checks that the parts of a game go together."""

import random

import pytest

from twbench.errors import GameFileError
from twbench.generator.data import KnowledgeBase
from twbench.generator.games.game_checks import check_parts
from twbench.generator.knowledge.entity import EntityInfo
from twbench.generator.worlds.layout import Layout
from twbench.generator.worlds.world import World
from twbench.logic import Proposition, Variable

ROOM = Variable("r_0", "r")
THINGS = [Variable(f"c_{number}", "c") for number in range(5)]
INFOS = {one.name: EntityInfo(one.name, one.type) for one in (ROOM, *THINGS)}


def holds_itself(thing: str, layout: Layout) -> bool:
    """Say whether ``thing`` is found in what it holds, and in what that holds."""
    found: set[str] = set()
    waiting = [thing]
    while waiting:
        held = {fact.names[0] for fact in layout.contents.get(waiting.pop(), [])} - found
        found |= held
        waiting += held
    return thing in found


def test_games_are_refused_where_the_layout_has_something_in_itself() -> None:
    rng = random.Random(0)
    refused = 0
    for _ in range(300):
        pairs = [(rng.choice(THINGS), rng.choice([ROOM, *THINGS])) for _ in range(5)]
        facts = [
            Proposition("at" if place is ROOM else "in", pair)
            for pair in pairs
            for place in pair[1:]
        ]
        facts.append(Proposition("closed", [rng.choice(THINGS)]))
        world = World.from_facts(facts, KnowledgeBase.default())
        if any(holds_itself(one.name, world.layout) for one in THINGS):
            refused += 1
            with pytest.raises(GameFileError, match=r"is in itself\."):
                check_parts(world, [], INFOS)
        else:
            check_parts(world, [], INFOS)
    assert 50 < refused < 250
