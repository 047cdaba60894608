"""What a world requires before what, as data and drawn, and what is wrong with a world."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from twbench.errors import InputError, MissingPackageError, WorldError
from twbench.hierarchycraft import (
    CURRENT_ZONE,
    DESTINATION,
    PLAYER,
    CraftingGame,
    GetItemTask,
    Item,
    Purpose,
    Stack,
    Transformation,
    Use,
    World,
    Yield,
    Zone,
    world_from_transformations,
)
from twbench.hierarchycraft.engine.faults import faults_of
from twbench.hierarchycraft.examples import EXAMPLE_ENVS, MineHcraftEnv, TreasureEnv
from twbench.hierarchycraft.requirements import RequirementEdge


def test_the_treasure() -> None:
    requirements = TreasureEnv().world.requirements
    assert requirements.levels == {
        "START#": 0,
        "zone#start_room": 1,
        "zone#key_room": 2,
        "zone#treasure_room": 2,
        "item#key": 3,
        "zone_item#locked_chest in zone": 3,
        "zone_item#treasure_chest in zone": 4,
        "item#gold": 5,
    }
    assert (requirements.depth, requirements.width) == (5, 2)
    assert {(edge.source, edge.target) for edge in requirements.edges} == set(
        requirements.acyclic()
    )
    assert [edge.kind for edge in requirements.edges if edge.key < 0] == [
        RequirementEdge.START_ZONE,
        RequirementEdge.START_ITEM_IN_ZONE,
    ]
    assert requirements.needed_for(["item#key"]) == [
        "zone#start_room",
        "zone#key_room",
        "START#",
    ]


def levels_of(*transformations: Transformation, start: Zone | None = None) -> dict[str, int]:
    return world_from_transformations(transformations, start_zone=start).requirements.levels


def test_what_makes_more_of_a_thing_does_not_make_it() -> None:
    pen, sheep, salt = Zone("pen"), Item("sheep"), Item("salt")
    meadow = Zone("meadow")
    catch = Transformation(inventory_changes=[Yield(PLAYER, sheep)], zone=pen)
    breed = Transformation(inventory_changes=[Yield(PLAYER, sheep, min=2)])
    herd = Transformation(
        inventory_changes=[Use(meadow, sheep, 1), Use(PLAYER, salt), Yield(pen, sheep)], zone=pen
    )
    drive = Transformation(inventory_changes=[Use(PLAYER, sheep, 1), Yield(CURRENT_ZONE, sheep)])
    go = Transformation(destination=meadow, zone=pen)
    requirements = world_from_transformations(
        [catch, breed, herd, drive, go], start_zone=pen, start_items=[salt]
    ).requirements
    levels = requirements.levels
    assert (levels["item#sheep"], levels["zone_item#sheep in zone"]) == (2, 3)
    assert requirements.needed_for(["zone_item#sheep in zone"]) == [
        "item#sheep",
        "zone#pen",
        "START#",
    ]


def test_what_can_be_had_for_nothing_is_on_the_lowest_level() -> None:
    wood, axe = Item("wood"), Item("axe")
    assert levels_of(
        Transformation(inventory_changes=[Yield(PLAYER, wood)]),
        Transformation(inventory_changes=[Use(PLAYER, wood, 2), Yield(PLAYER, axe)]),
        Transformation(inventory_changes=[Use(PLAYER, axe), Yield(PLAYER, wood, 3)]),
    ) == {"item#wood": 0, "item#axe": 1}


def test_of_several_zones_one_is_needed() -> None:
    shore, isle, boat = Zone("shore"), Zone("isle"), Item("boat")
    assert levels_of(
        Transformation(inventory_changes=[Yield(PLAYER, boat)], zone=[isle, shore]),
        Transformation(inventory_changes=[Use(PLAYER, boat)], zone=shore, destination=isle),
        Transformation(zone=[isle, shore], destination=shore),
        start=shore,
    ) == {"START#": 0, "zone#shore": 1, "item#boat": 2, "zone#isle": 3}


def test_what_is_taken_is_needed_whatever_the_lower_bound_says() -> None:
    mill, grain, flour = Zone("mill"), Item("grain"), Item("flour")
    assert levels_of(
        Transformation(inventory_changes=[Yield(PLAYER, grain)], zone=mill),
        Transformation(inventory_changes=[Use(PLAYER, grain, 1, min=0), Yield(PLAYER, flour)]),
        start=mill,
    ) == {"START#": 0, "zone#mill": 1, "item#grain": 2, "item#flour": 3}


def test_minehcraft_is_in_the_order_of_its_levels() -> None:
    world = MineHcraftEnv().world
    assert (world.n_items, world.n_zones, world.n_zones_items) == (51, 8, 7)
    assert len(world.transformations) == 201
    assert world.zones[0].name == "forest"
    assert world.items[-1].name == "ender_dragon_head"


def test_the_drawing_has_every_node(tmp_path: Path) -> None:
    requirements = TreasureEnv().world.requirements
    path = tmp_path / "treasure.svg"
    drawn = requirements.draw(save_path=path)
    assert path.read_text(encoding="utf-8") == drawn
    requirements.draw(None, save_path=tmp_path / "treasure.html", dpi=90)
    assert drawn in (tmp_path / "treasure.html").read_text(encoding="utf-8")
    with pytest.raises(InputError, match=r"not as '\.gif'"):
        requirements.draw(save_path=tmp_path / "treasure.gif")
    texts = {node.text for node in ElementTree.fromstring(drawn).iter() if node.text}  # noqa: S314
    assert {"treasure_chest", "gold", "key_room", "start"} <= texts


def test_graphs_of_networkx() -> None:
    requirements = MineHcraftEnv().world.requirements
    try:
        import networkx
    except ModuleNotFoundError:
        with pytest.raises(MissingPackageError, match=r"twbench\[hierarchycraft\]"):
            _ = requirements.graph
        return
    assert requirements.graph.number_of_edges() == len(requirements.edges)
    assert networkx.is_directed_acyclic_graph(requirements.acydigraph)


@pytest.mark.parametrize("kind", EXAMPLE_ENVS)
def test_worlds_that_ship_have_no_faults(kind: type) -> None:
    env = kind()
    assert faults_of(env.world, env.purpose.tasks) == []


def test_all_faults_at_once() -> None:
    home, moon = Zone("home"), Zone("moon")
    rope, ladder = Item("rope ladder"), Item("rope_ladder")
    world = world_from_transformations(
        [
            Transformation("tie", inventory_changes=[Use(PLAYER, ladder), Yield(PLAYER, rope)]),
            Transformation("never", inventory_changes=[Yield(PLAYER, rope, min=3, max=2)]),
            Transformation("leave", zone=moon, destination=home),
        ],
        start_zone=home,
        order_world=False,
    )
    told = [str(fault) for fault in faults_of(world, [GetItemTask(rope), GetItemTask(Item("x"))])]
    assert told == [
        "Transformation 1 ('never'): it needs at least 3 and at most 2 of 'rope ladder': it can"
        " never be done.",
        "Item 'rope_ladder': nothing makes it that can ever be done.",
        "Item 'rope ladder': nothing makes it that can ever be done.",
        "Zone 'moon': no way leads there.",
        "Item 'rope ladder': it cannot be told from 'rope_ladder' by its name.",
        "Task 'Get rope ladder': it can never be done in this world.",
        "Task 'Get x': it is about something that the world does not have.",
    ]


def test_one_fault_hides_no_other() -> None:
    """Negative amounts, what is unknown, what nothing makes, ways that are missing, and tasks."""
    home, moon = Zone("home"), Zone("moon")
    rope, hemp, gem = Item("rope"), Item("hemp"), Item("gem")
    world = World(
        items=[rope, hemp, gem, Item("Gem")],
        zones=[home, moon],
        zones_items=[],
        transformations=[
            Transformation("twist", inventory_changes=[Use(PLAYER, hemp, -2), Yield(PLAYER, rope)]),
            Transformation("leave", destination=Zone("mon")),
            Transformation("dig", inventory_changes=[Yield(CURRENT_ZONE, Item("hemp"), max=-1)]),
        ],
        start_items=[Stack(hemp, -1)],
    )
    tasks = [GetItemTask(rope), GetItemTask(gem), GetItemTask(Stack(hemp, 0))]
    told = [str(fault) for fault in faults_of(world, tasks)]
    assert told == [
        "The start: an amount of 'hemp' is -1, but must be a whole number of 0 to 2147483647.",
        "Transformation 0 ('twist'): an amount of 'hemp' is -2, but must be a whole number of 0 to"
        " 2147483647.",
        "Transformation 1 ('leave'): the world has no zone 'mon'. Did you mean 'moon'?",
        "Transformation 2 ('dig'): the world has no item of zones 'hemp'.",
        "Transformation 2 ('dig'): it needs at least 0 and at most -1 of 'hemp': it can never be"
        " done.",
        "Item 'gem': nothing makes it that can ever be done.",
        "Item 'Gem': nothing makes it that can ever be done.",
        "Zone 'moon': no way leads there.",
        "Item 'Gem': it cannot be told from 'gem' by its name.",
        "Task 'Get gem': it can never be done in this world.",
        "Task 'Get 0 hemp': it asks for 0 of 'hemp', but may ask for 1 to 2147483647.",
    ]
    with pytest.raises(WorldError) as caught:
        CraftingGame(world, Purpose([GetItemTask(rope), GetItemTask(gem)]), ()).check()
    assert str(caught.value).splitlines() == told[:-1]


def test_a_destination_that_is_not_there() -> None:
    drop = Transformation("drop", inventory_changes=[Yield(DESTINATION, Item("a"))])
    world = world_from_transformations([drop], start_zone=Zone("z"))
    assert [str(fault) for fault in faults_of(world)] == [
        "Transformation 0 ('drop'): it changes 'a' at its destination, but has none."
    ]
