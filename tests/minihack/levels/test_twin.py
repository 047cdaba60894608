"""The lit twin of a level is the same level, of which everything is seen."""

import pytest

from twbench.minihack import LevelGenerator
from twbench.minihack.levels.twin import lit_twin

ROOMS = 'LEVEL: "a"\nROOM: "ordinary", unlit, random, random, (5,5) {\nSTAIR: random, down\n}\n'


def test_it_is_mapped_and_lit_and_otherwise_the_same() -> None:
    level = LevelGenerator(w=5, h=3, lit=False, flags=("hardfloor", "noteleport"))
    level.add_object("apple", "%")
    lit = LevelGenerator(w=5, h=3, flags=("hardfloor", "noteleport"))
    lit.add_object("apple", "%")
    twin = lit_twin(level.get_des())
    assert twin == lit.get_des().replace("FLAGS:", "FLAGS: premapped, ")


def test_rooms_without_flags_get_them() -> None:
    assert lit_twin(ROOMS) == ROOMS.replace("unlit", "lit").replace("\n", "\nFLAGS: premapped\n", 1)


@pytest.mark.parametrize("des", ["", "no level", ROOMS.replace('"a"', '"a"\nFLAGS: premapped')])
def test_nothing_is_added_twice_or_to_no_level(des: str) -> None:
    assert lit_twin(des) == des.replace("unlit", "lit")


def test_what_is_called_unlit_stays() -> None:
    des = ROOMS + "OBJECT:'(',random,name:\"unlit\"\n"
    assert 'name:"unlit"' in lit_twin(des)
