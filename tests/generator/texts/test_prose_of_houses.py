"""Games of the house read as varied as the benchmarks' page says."""

import importlib.util
import re
import sys
from collections import Counter
from pathlib import Path
from statistics import mean

import pytest

from twbench.generator import GameOptions, make_game
from twbench.generator.games.game import Game

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "bench_prose.py"
MOST = 0.03

if not SCRIPT.exists():
    pytest.skip("the benchmarks are not in this distribution", allow_module_level=True)


def load():
    spec = importlib.util.spec_from_file_location("bench_prose", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


prose = load()


def house(seed: int) -> Game:
    options = GameOptions()
    options.seeds = seed
    options.nb_rooms, options.nb_objects, options.quest_length = 10, 20, 8
    return make_game(options)


def test_no_description_comes_again_and_again() -> None:
    patterns = Counter(pattern for seed in range(20) for pattern in prose.patterns_of(house(seed)))
    assert len(patterns) >= 250
    assert max(patterns.values()) <= MOST * patterns.total()


def test_rooms_have_something_to_say_and_say_it_once() -> None:
    rooms = [room for seed in range(3) for room in prose.rooms_of(house(seed))]
    assert mean(len(room.split()) for room in rooms) >= 45
    assert len({room.partition(".")[0] for room in rooms}) >= len(rooms) - 3


def test_one_way_on_leads_to_one_room() -> None:
    rooms = [room for seed in range(6) for room in prose.rooms_of(house(seed))]
    lies, lie = (
        [re.search(rf"{lead} to the ([^.]*)", room) for room in rooms]
        for lead in ("Another room lies", "Other rooms lie")
    )
    assert any(lies)
    assert not any(found and "and" in found[1] for found in lies)
    assert any(lie)
    assert all("and" in found[1] for found in lie if found)


def test_figures_of_games() -> None:
    figures = prose.prose_of([house(1)])
    assert figures.descriptions == len(prose.patterns_of(house(1)))
    assert figures.patterns <= figures.descriptions
    assert 0 < figures.share < figures.repeated
    assert figures.openings > 0.5
