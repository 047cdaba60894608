"""Levels are the same puzzle when one is the mirror image of the other, or is turned."""

from typing import Any

import pytest
from level_calls import RandomLevel

from twbench.minihack import LevelSpecification
from twbench.minihack.levels.structure import map_hash, structure_hash

ROWS = ["----", "|..|", "|.+|", "----"]


def hashed(rows: list[str], *calls: dict[str, Any], **arguments: Any) -> str:
    data = {"map": "\n".join(rows), "calls": list(calls), **arguments}
    return structure_hash(LevelSpecification.from_data(data))


def turned(rows: list[str]) -> list[str]:
    """The map, turned by a quarter; walls that lie become walls that stand."""
    walls = str.maketrans("-|", "|-")
    return ["".join(column).translate(walls) for column in zip(*rows[::-1], strict=True)]


def test_maps_that_are_mirrored_or_turned_are_the_same() -> None:
    forms = [ROWS, ROWS[::-1], [row[::-1] for row in ROWS], turned(ROWS), turned(turned(ROWS))]
    assert len({tuple(form) for form in forms}) > 3
    assert len({map_hash(form) for form in forms}) == 1
    assert map_hash(["----", "|..|", "|..|", "----"]) != map_hash(ROWS)


def test_places_are_turned_with_the_map() -> None:
    rows = ["....", "...."]
    one = hashed(rows, {"set_start_pos": [[0, 0]]}, {"add_object": ["apple", "%", [2, 1]]})
    mirrored = hashed(rows, {"add_object": ["apple", "%", [1, 1]]}, {"set_start_pos": [[3, 0]]})
    upright = hashed(
        ["..", "..", "..", ".."],
        {"set_start_pos": [[0, 0]]},
        {"add_object": {"name": "apple", "symbol": "%", "place": [1, 2]}},
    )
    assert one == mirrored == upright
    assert one != hashed(rows, {"set_start_pos": [[0, 0]]}, {"add_object": ["apple", "%", [2, 0]]})
    assert one != hashed(rows, {"set_start_pos": [[0, 0]]}, {"add_object": ["dagger", ")", [2, 1]]})


def test_areas_and_directions_are_turned() -> None:
    rows = ["...", "...", "..."]
    assert hashed(rows, {"fill_terrain": ["fillrect", "L", 0, 0, 2, 0]}) == hashed(
        rows, {"fill_terrain": ["fillrect", "L", 2, 0, 2, 2]}
    )
    assert hashed(rows, {"add_mazewalk": [[0, 0], "east"]}) == hashed(
        rows, {"add_mazewalk": [[2, 2], "north"]}
    )
    assert hashed(rows, {"add_mazewalk": [[0, 0], "east"]}) != hashed(
        rows, {"add_mazewalk": [[0, 0], "north"]}, {"add_sink": [[1, 0]]}
    )


def test_only_the_last_start_counts() -> None:
    rows = ["..", ".."]
    assert hashed(rows, {"set_start_pos": [[0, 0]]}, {"set_start_pos": [[1, 1]]}) == hashed(
        rows, {"set_start_pos": [[1, 1]]}
    )


def test_the_order_of_changes_of_terrain_counts() -> None:
    rows = ["...", "...", "..."]
    lava, ice = ({"fill_terrain": ["fillrect", x, 0, 0, 2, 2]} for x in "LI")
    assert hashed(rows, lava, ice) != hashed(rows, ice, lava)


def test_light_counts_and_lines_of_ones_own_are_not_turned() -> None:
    rows = ["..", "L."]
    assert hashed(rows) != hashed(rows, lit=False)
    line = {"add_line": ["SINK:(0,0)"]}
    assert hashed(rows, line) != hashed([row[::-1] for row in rows], line)


@pytest.mark.parametrize("seed", range(20))
def test_any_level_has_a_hash_that_its_data_give_again(seed: int) -> None:
    level = LevelSpecification.from_data(RandomLevel(seed).data())
    assert structure_hash(LevelSpecification.from_data(level.data())) == structure_hash(level)
