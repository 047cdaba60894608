"""Levels are written as MiniHack writes them, byte by byte, and its faults are not repeated."""

import inspect

import numpy as np
import pytest

from twbench.errors import ConfigError
from twbench.minihack import LevelGenerator
from twbench.minihack.level_generator import MAP_CHARS, MAZE_FLAGS, TRAP_NAMES

DOCUMENTED = {
    "add_altar": "(self, place=None, align='random', type='random')",
    "add_boulder": "(self, place=None)",
    "add_door": "(self, state, place=None)",
    "add_fountain": "(self, place=None)",
    "add_goal_pos": "(self, place=None)",
    "add_gold": "(self, amount, place=None)",
    "add_line": "(self, str)",
    "add_mazewalk": "(self, coord=None, dir='east')",
    "add_monster": "(self, name='random', symbol=None, place=None, args=())",
    "add_object": "(self, name='random', symbol='%', place=None, cursestate=None)",
    "add_object_area": "(self, area_name, name='random', symbol='%', cursestate=None)",
    "add_sink": "(self, place=None)",
    "add_stair_down": "(self, place=None)",
    "add_terrain": "(self, coord, flag, in_footer=False)",
    "add_trap": "(self, name='teleport', place=None)",
    "fill_terrain": "(self, type, flag, x1, y1, x2, y2)",
    "get_des": "(self)",
    "get_map_array": "(self)",
    "get_map_str": "(self)",
    "init_map": "(self, map=None, x=8, y=8, fill='.')",
    "set_area_variable": "(self, var_name, type, x1, y1, x2, y2)",
    "set_start_pos": "(self, coord)",
    "set_start_rect": "(self, p1, p2)",
    "wallify": "(self)",
}
EVERYTHING = """
MAZE: "mylevel", ' '
FLAGS:hardfloor,premapped
INIT_MAP: solidfill,'T'
GEOMETRY:center,center
MAP
......
..L...
......
ENDMAP
REGION:(0,0,6,3),unlit,"ordinary"
BRANCH:(3,1,3,1),(2,0,2,0)
STAIR:(5, 2),down
STAIR:random,down
OBJECT:('%',"apple"),(1, 1),blessed
OBJECT:random,random
$area = selection:fillrect (0,0,2,1)
OBJECT:('(',"pick-axe"),rndcoord($area)
MONSTER:('d',"jackal"),(4, 0),hostile,asleep
MONSTER:random,random
TERRAIN: (0, 0), '}'
TERRAIN:rect (0,0,5,2),'-'
DOOR:locked,(2, 0)
ALTAR:random,law,shrine
SINK:random
FOUNTAIN: (0, 2)
OBJECT: "boulder", $spot
GOLD: 10,random
TRAP:"pit",(3, 2)
MAZEWALK:(3,1),east
WALLIFY
# the end
"""


def test_every_documented_method_has_its_documented_parameters() -> None:
    for name, expected in DOCUMENTED.items():
        parameters = inspect.signature(getattr(LevelGenerator, name)).parameters.values()
        plain = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in parameters]
        assert str(inspect.Signature(plain)) == expected, name
    made = inspect.signature(LevelGenerator)
    assert {name: each.default for name, each in made.parameters.items()} == {
        "map": None,
        "w": 8,
        "h": 8,
        "fill": ".",
        "lit": True,
        "flags": ("hardfloor",),
        "solidfill": " ",
    }


def test_every_call_adds_its_line() -> None:
    level = LevelGenerator(w=6, h=3, lit=False, flags=("hardfloor", "premapped"), solidfill="T")
    level.set_start_pos((3, 1))
    level.add_goal_pos((5, 2))
    level.add_stair_down()
    level.add_object("apple", "%", (1, 1), "blessed")
    level.add_object()
    level.set_area_variable("area", "fillrect", 0, 0, 2, 1)
    level.add_object_area("$area", "pick-axe", "(")
    level.add_monster("jackal", "d", (4, 0), ("hostile", "asleep"))
    level.add_monster()
    level.add_terrain((0, 0), "}", in_footer=True)
    level.add_terrain((2, 1), "L")
    level.fill_terrain("rect", "-", 0, 0, 5, 2)
    level.add_door("locked", (2, 0))
    level.add_altar(None, "law", "shrine")
    level.add_sink()
    level.add_fountain((0, 2))
    level.add_boulder("$spot")
    level.add_gold(10)
    level.add_trap("pit", (3, 2))
    level.add_mazewalk()
    level.wallify()
    level.add_line("# the end")
    assert level.get_des() == EVERYTHING


def test_a_map_is_given_as_text() -> None:
    level = LevelGenerator(map="\n-----\n|..\n-----\n")
    assert level.get_map_str() == "-----\n|..  \n-----\n"
    assert level.get_map_array().shape == (3, 5)
    assert (level.x, level.y) == (5, 3)
    with pytest.raises(ValueError, match="read-only"):  # in MiniHack it would change the level
        level.get_map_array()[1, 1] = "L"
    assert level.get_map_str() == "-----\n|..  \n-----\n"


def test_rows_that_are_empty_are_rock() -> None:
    """MiniHack leaves them out, and what is below moves up."""
    assert LevelGenerator(map="...\n\n...").get_map_str() == "...\n   \n...\n"


def test_the_documented_default_of_flags_is_one_flag() -> None:
    assert LevelGenerator(flags="hardfloor").get_des() == LevelGenerator().get_des()
    assert "FLAGS" not in LevelGenerator(flags=()).get_des()


def test_a_second_start_replaces_the_first() -> None:
    level = LevelGenerator()
    level.set_start_pos((3, 3))
    level.add_sink()
    level.set_start_rect((7, 7), (1, 0))
    assert level.get_des().count("BRANCH") == 1
    assert level.get_des().endswith("BRANCH:(1,0,7,7),(0,0,0,0)\nSINK:random\n")


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 5), (5, 1)])
def test_where_nobody_starts_lies_outside_of_a_narrow_map(width: int, height: int) -> None:
    level = LevelGenerator(w=width, h=height)
    level.set_start_pos((0, 0))
    assert level.get_des().endswith("BRANCH:(0,0,0,0),levregion(1,0,1,0)\n")


def test_a_starting_area_keeps_its_corner() -> None:
    level = LevelGenerator()
    level.set_start_rect((0, 0), (7, 7))
    assert level.get_des().endswith("BRANCH:(0,0,7,7),levregion(1,0,1,0)\n")


def test_a_new_map_has_its_own_region() -> None:
    level = LevelGenerator(w=3, h=2)
    level.init_map(None, 5, 4, "T")
    assert 'REGION:(0,0,5,4),lit,"ordinary"' in level.get_des()


def test_a_class_of_monsters_and_the_curse_of_any_object_are_written() -> None:
    level = LevelGenerator()
    level.add_monster(symbol="d")
    level.add_object(cursestate="cursed")
    level.add_object_area("area")
    level.fill_terrain("line", "L", 3, 1, 0, 0)
    assert level.get_des().splitlines()[-4:] == [
        "MONSTER:'d',random",
        "OBJECT:random,random,cursed",
        "OBJECT:random,rndcoord($area)",
        "TERRAIN:line (3,1),(0,0),'L'",
    ]


def test_places_may_be_lists_and_numbers_of_numpy() -> None:
    level = LevelGenerator()
    level.add_sink([1, np.int64(2)])
    assert level.get_des().endswith("SINK:(1, 2)\n")


@pytest.mark.parametrize(
    ("call", "arguments", "message"),
    [
        ("add_sink", [(8, 0)], "x goes from 0 to 7"),
        ("add_sink", [(-1, 0)], "counted from 0"),
        ("add_sink", [(1.5, 0)], "whole numbers"),
        ("add_sink", [5], r"a place on the map is a pair \(x, y\)"),
        ("add_sink", ["random\nFOO"], "one line"),
        ("add_terrain", [(-1, -1), "L"], "counted from 0"),
        ("add_terrain", [(1, 1), "?"], "letters"),
        ("add_object", ['apple"', "%"], "quotation marks"),
        ("add_object", ["apple", "%%"], "one letter"),
        ("add_object", ["apple", "%", None, "bless"], "Did you mean 'blessed'"),
        ("add_object_area", ["two words"], "is a word"),
        ("add_monster", ["jackal", "dd"], "one letter"),
        ("add_monster", ["jackal", "d", None, ["asleap"]], "Did you mean 'asleep'"),
        ("add_trap", ["teleporter"], "Did you mean 'teleport'"),
        ("add_door", ["lockd"], "Did you mean 'locked'"),
        ("add_altar", [None, "lawful"], "no alignment 'lawful'"),
        ("add_altar", [None, "law", "shrines"], "Did you mean 'shrine'"),
        ("add_gold", [0], "whole number of at least 1"),
        ("add_gold", [2.5], "whole number of at least 1"),
        ("add_mazewalk", [None, "up"], "no direction 'up'"),
        ("set_start_pos", ["random"], r"a place on the map is a pair \(x, y\)"),
        ("set_start_rect", [(0, 0), (9, 9)], "outside of the map"),
        ("fill_terrain", ["square", "L", 0, 0, 1, 1], "no kind of an area 'square'"),
        ("fill_terrain", ["rect", "L", 0, 0, 99, 1], "larger than any level"),
        ("init_map", ["...\n.q."], "Line 2 of the map, '.q.', has 'q' in column 2"),
        ("init_map", [""], "empty"),
        ("init_map", [None, 80, 1], "at most 76 wide and 21 high, not 80 x 1"),
        ("init_map", [None, 0, 1], "The width of a map"),
        ("init_map", [None, 10**12, 10**12], "at most 76 wide"),
    ],
)
def test_what_is_no_level_is_said_at_once(call: str, arguments: list[object], message: str) -> None:
    level = LevelGenerator()
    before = level.get_des()
    with pytest.raises(ConfigError, match=message):
        getattr(level, call)(*arguments)
    assert level.get_des() == before


def test_the_documented_tables() -> None:
    assert (len(MAP_CHARS), len(MAZE_FLAGS), len(TRAP_NAMES)) == (21, 13, 22)
    with pytest.raises(ConfigError, match="Did you mean 'hardfloor'"):
        LevelGenerator(flags=("hardflor",))
    with pytest.raises(ConfigError, match="solidfill"):
        LevelGenerator(solidfill="x")
