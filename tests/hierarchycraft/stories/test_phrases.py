"""What a player types for transformations, named or not."""

from twbench.hierarchycraft import (
    CURRENT_ZONE,
    PLAYER,
    Item,
    Transformation,
    Use,
    World,
    Yield,
    Zone,
    world_from_transformations,
)
from twbench.hierarchycraft.examples import MineHcraftEnv, TreasureEnv
from twbench.hierarchycraft.stories import phrases_of

WOOD, STICK, AXE, TABLE = Item("wood"), Item("stick"), Item("stone_axe"), Item("table")
FOREST, HUT = Zone("forest"), Zone("old_hut")


def world(*transformations: Transformation) -> World:
    return world_from_transformations(transformations, start_zone=FOREST)


def test_a_name_is_the_phrase() -> None:
    assert phrases_of(TreasureEnv().world)[:3] == [
        *("take gold from chest", "search key", "unlock chest"),
    ]


def test_where_a_thing_is_done_is_left_out_if_it_is_done_nowhere_else() -> None:
    phrases = phrases_of(MineHcraftEnv().world)
    assert {"search for wood", "craft stick", "move to swamp"} <= set(phrases)
    assert "search for dirt with iron shovel" in phrases
    assert not any(phrase.endswith("at forest") for phrase in phrases)


def test_without_a_name_a_phrase_tells_what_is_done() -> None:
    assert phrases_of(
        world(
            Transformation(inventory_changes=[Yield(PLAYER, WOOD)], zone=FOREST),
            Transformation(inventory_changes=[Use(PLAYER, WOOD, 1), Yield(PLAYER, STICK, 4)]),
            Transformation(inventory_changes=[Use(PLAYER, TABLE, 1), Yield(CURRENT_ZONE, TABLE)]),
            Transformation(inventory_changes=[Use(CURRENT_ZONE, TABLE, 1), Yield(PLAYER, TABLE)]),
            Transformation(destination=HUT),
            Transformation(inventory_changes=[Use(PLAYER, STICK, 2)]),
        )
    ) == [
        *("collect wood", "craft stick", "place table", "take table"),
        *("go to old hut", "use stick"),
    ]


def test_phrases_that_would_be_alike_say_more() -> None:
    gives = Yield(PLAYER, WOOD)
    phrases = phrases_of(
        world(
            Transformation(inventory_changes=[gives], zone=FOREST),
            Transformation(inventory_changes=[gives, Use(PLAYER, AXE)], zone=FOREST),
            Transformation(inventory_changes=[gives], zone=HUT),
            Transformation("chop", inventory_changes=[gives]),
            Transformation("chop", inventory_changes=[gives]),
        )
    )
    assert phrases == [
        *("collect wood", "collect wood with stone axe", "collect wood", "chop", "chop 2"),
    ]
