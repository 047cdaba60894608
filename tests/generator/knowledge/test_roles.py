import ast
from pathlib import Path

import pytest

import twbench
from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.roles import (
    DIRECTIONS,
    INVENTORY,
    OPPOSITES,
    PLAYER,
    THE_INVENTORY,
    THE_PLAYER,
    direction_of,
    may_move_player,
    places_player,
)
from twbench.logic import GameLogic, Proposition, Variable
from twbench.logic.hierarchy import is_constant


def test_player_and_inventory_are_the_one_entity_of_their_types():
    assert (Variable("P", "P"), Variable("I", "I")) == (THE_PLAYER, THE_INVENTORY)
    assert is_constant(PLAYER)
    assert is_constant(INVENTORY)


def test_each_direction_is_the_opposite_of_its_opposite():
    assert sorted(OPPOSITES) == sorted(DIRECTIONS)
    assert all(OPPOSITES[OPPOSITES[way]] == way != OPPOSITES[way] for way in DIRECTIONS)


@pytest.mark.parametrize(
    ("predicate", "direction"),
    [("north_of", "north"), ("west_of/d", "west"), ("part_of", None), ("north", None)],
)
def test_directions_are_read_from_predicates(predicate, direction):
    assert direction_of(predicate) == direction


def test_places_of_the_player_are_told_from_those_of_things():
    room, chest = Variable("r_0", "r"), Variable("c_0", "c")
    here, there = Proposition("at", (THE_PLAYER, room)), Proposition("at", (chest, room))
    assert places_player(here.name, here.names)
    assert places_player(here.name, here.types)
    assert not places_player(there.name, there.names)
    assert not places_player("event", here.names)
    assert not places_player("at", ())


def test_walking_moves_the_player_and_nothing_else_does():
    kb = KnowledgeBase.default()
    moving = {name for name, rule in kb.rules.items() if may_move_player(rule, kb.logic)}
    assert moving == {f"go/{way}" for way in DIRECTIONS}


def test_a_rule_may_move_the_player_as_one_of_several_things():
    logic = GameLogic.parse(
        "type r { predicates { at(b, r); lit(r); }"
        "         rules { push :: at(b, r) & lit(r') -> at(b, r'); } }"
        "type b { } type P : b { }"
    )
    (rule,) = logic.rules.values()
    assert may_move_player(rule, logic)


def test_nobody_else_spells_the_names_of_player_and_inventory():
    """Who compares with ``"P"`` or ``"I"`` has them from `roles`."""
    package = Path(twbench.__file__).parent
    spelt = {
        str(path.relative_to(package))
        for path in package.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Compare | ast.Tuple | ast.Set | ast.Dict)
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and part.value in (PLAYER, INVENTORY)
    }
    codes_of_arrays = {"dataset/building/places.py", "dataset/items/digest_table.py"}
    assert spelt - codes_of_arrays <= {"generator/knowledge/roles.py"}
