"""The blind agent of ``benchmarks``: it wins what can be won by doing what can be done."""

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from twbench.agents import registry
from twbench.challenges import get
from twbench.generator.games.game import GameOptions
from twbench.generator.making.compile import compile_game

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "blind.py"

if not SCRIPT.is_file():
    pytest.skip("the benchmarks are not in this distribution", allow_module_level=True)


def load() -> Any:
    spec = importlib.util.spec_from_file_location("blind", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["blind"] = module
    spec.loader.exec_module(module)
    registry.AGENTS._entries.pop("blind")  # here it is no agent like others
    return module


blind = load()


def rows(folder: Path, name: str, seeds: range, **settings: Any) -> list[dict[str, str]]:
    challenge = get(name)
    made = []
    for seed in seeds:
        options = GameOptions()
        options.seeds = seed
        options.path = folder / f"{name}-{seed}.z8"
        game = challenge.make(challenge.settings(**settings), options)
        made.append({"story": str(compile_game(game, options))})
    return made


def test_who_cooks_all_food_wins_the_simple_game(tmp_path: Path) -> None:
    games = rows(tmp_path, "simple", range(4), rewards="sparse", goal="none", test=True)
    assert blind.line("simple", games) == "| `simple` | 4 | 4 | 0 |\n"


def test_who_takes_everything_wins_where_nothing_is_to_be_prepared(tmp_path: Path) -> None:
    games = rows(tmp_path, "cooking", range(3), recipe=2, take=2, go=6, open=True)
    assert all(blind.is_won(row, patient=False) for row in games)


def test_a_coin_is_found_behind_dead_ends(tmp_path: Path) -> None:
    games = rows(tmp_path, "coin_collector", range(2), level=108)
    assert blind.line("coin_collector", games) == "| `coin_collector` | 2 | 2 | 2 |\n"


def test_of_two_things_one_takes_the_first_and_one_the_last(tmp_path: Path) -> None:
    games = rows(tmp_path, "treasure_hunter", range(6), level=8)
    wins = [(blind.is_won(row, patient=False), blind.is_won(row, patient=True)) for row in games]
    assert set(wins) == {(True, False), (False, True)}


def test_a_dataset_is_built_small_and_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert blind.main(["simple", "--games", "2"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "| `simple` | 2 | 2 | 0 |"
