"""The object table: who is where, with what attributes, and called what."""

import pytest
import z_machine
from hypothesis import given
from hypothesis import strategies as st
from sample_games import (
    sample_games,
)

from twbench.generator import EntityInfo
from twbench.generator.games.game import Game
from twbench.story import link, read_memory_map
from twbench.story.contents.objects import (
    OBJECT_SIZE,
    object_entries_address,
    object_table,
    object_table_size,
    property_tables,
)
from twbench.story.contents.world import StoryObject


@pytest.mark.parametrize("game", sample_games(), ids=lambda game: game.objective[:20])
def test_objects_are_those_of_the_world(game: Game) -> None:
    story = link(game)
    found = z_machine.objects(story)
    ids = [id_ for id_, _ in read_memory_map(story).objects]
    assert ids[0] == "P"
    assert set(ids) == {info.id for info in game.infos.values()} - {"I"} | {"P"}
    names = dict(zip(ids, (name for *_, name in found), strict=True))
    for info in game.infos.values():
        if info.name:
            assert names[info.id] == info.name
    numbers = {id_: number for number, id_ in enumerate(ids, 1)} | {"I": 1}
    for fact in game.world.facts:
        if fact.name in {"at", "in", "on"}:
            child, parent = (numbers[variable.name] for variable in fact.arguments)
            assert found[child - 1][1] == parent
    for number, (_, _, _, child, _) in enumerate(found, 1):
        while child:
            assert found[child - 1][1] == number
            child = found[child - 1][2]


def things(parents: list[int], names: list[str] | None = None) -> list[StoryObject]:
    """Objects from number 1 on that have these parents."""
    return [
        StoryObject(
            number=number,
            id=f"o_{number}",
            type="o",
            info=EntityInfo(f"o_{number}", "o"),
            name=names[number - 1] if names else "",
            bits=1 << 47 >> number % 48,
            is_room=False,
            parent=parent,
        )
        for number, parent in enumerate(parents, 1)
    ]


@given(
    st.lists(st.integers(0, 100), max_size=40).map(
        lambda draws: [draw % number for number, draw in enumerate(draws, 1)]
    )
)
def test_children_are_linked_in_the_order_of_their_numbers(parents: list[int]) -> None:
    objects = things(parents)
    table = object_table(objects, property_tables(objects), 5000)
    assert len(table) == object_table_size(len(objects))

    def link_of(number: int, field: int) -> int:
        return z_machine.word(table, object_entries_address(0) + OBJECT_SIZE * (number - 1) + field)

    for number, parent in enumerate(parents, 1):
        assert link_of(number, 6) == parent
        children, child = [], link_of(number, 10)
        while child:
            children.append(child)
            child = link_of(child, 8)
        assert children == [other for other, above in enumerate(parents, 1) if above == number]


@given(st.lists(st.text("abc Xé7'", max_size=20), min_size=1, max_size=8))
def test_names_are_found_by_the_addresses_of_their_tables(names: list[str]) -> None:
    objects = things([0] * len(names), names)
    properties = property_tables(objects)
    base = object_table_size(len(objects))
    memory = object_table(objects, properties, base) + b"".join(properties)
    for number, name in enumerate(names, 1):
        at = z_machine.word(memory, object_entries_address(0) + OBJECT_SIZE * (number - 1) + 12)
        assert z_machine.text(memory, at + 1).rstrip("\n") == name
        assert memory[at + 1 + 2 * memory[at]] == 0, "there are no properties"


def test_attribute_0_is_the_highest_bit_of_an_entry() -> None:
    (entity,) = things([0])
    entity.bits = 1 << 47
    table = object_table([entity], [b"\0\0"], 0)
    assert table[object_entries_address(0) :][:6] == b"\x80\0\0\0\0\0"
