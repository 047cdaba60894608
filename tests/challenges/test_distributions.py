"""Our games are like TextWorld's, by the figures of the comparison in ``benchmarks``."""

import importlib.util
import sys
from pathlib import Path

import pytest

from twbench import challenges

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "compare_distributions.py"

if not SCRIPT.exists():
    pytest.skip("the benchmarks are not in this distribution", allow_module_level=True)


def load():
    spec = importlib.util.spec_from_file_location("compare_distributions", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


comparison = load()
ROWS = [
    (name, row)
    for name in challenges.names()
    for row in comparison.rows_of(comparison.REFERENCE, name)
]
COUNTING = [
    pytest.param(name, row, id=f"{name} {row['params']}")
    for name, row in ROWS
    if int(row["n"]) >= comparison.FEWEST
]
# What differs and is told in the changelog: from references of three games, and from others.
OF_THREE = {
    ("treasure_hunter", "level=30"): {
        *("containers_closed", "deg1_rooms", "ent_c", "ent_f", "ent_s", "loc_in", "loc_on"),
    },
    ("custom", "rooms=10,objects=20,quest_length=10"): {
        *("deg1_rooms", "diameter", "doors_locked", "doors_open", "loc_inv", "n_doors"),
    },
}
KNOWN = {
    ("treasure_hunter", "level=15"): {"loc_in"},
    ("custom", "rooms=5,objects=10,quest_length=default"): {"ent_k"},
    ("custom", "rooms=12,objects=24,quest_length=default"): {"ent_k", "loc_in"},
    ("cooking", "recipe=3,take=3,cook=1,cut=1,open=1,drop=1,go=12"): {"loc_on"},
    ("cooking", "recipe=5,take=5,cook=1,cut=1,open=1,drop=1,go=12"): {"loc_on"},
}


def differing(name, row, games, seeds=(0,), errors=0):
    """Return what differs by more than the rule and that many standard errors of our mean."""
    figures = comparison.compare(row, challenges.get(name), games, seeds)
    assert len(figures) == 28
    return {
        figure.name: (round(figure.reference, 2), round(figure.tolerance, 2), figure.ours)
        for figure in figures
        if figure.name not in comparison.ON_PURPOSE
        and abs(figure.ours - figure.reference)
        > figure.tolerance + errors * figure.our_error + 1e-9
    }


def test_the_reference_is_complete():
    assert len(ROWS) == 49
    assert len(COUNTING) == 32


def test_the_rule_is_15_percent_or_three_standard_errors():
    figure = comparison.Figure("doors", 100, 2.0, 0.5, 2.3, 0.1)
    assert figure.tolerance == pytest.approx(0.3)
    assert figure.agrees
    assert comparison.Figure("doors", 100, 2.0, 1.5, 2.44, 0.1).agrees
    assert not comparison.Figure("doors", 100, 2.0, 1.5, 2.46, 0.1).agrees
    alike = comparison.Figure("doors", 3, 0.0, 0.0, 0.1, 0.1)
    assert not alike.agrees
    assert alike.verdict == "differs, from 3 games"


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("coin_collector", "level=120"),
        ("treasure_hunter", "level=15"),
        ("treasure_hunter", "level=25"),
        ("simple", "rewards=balanced,goal=detailed,test=0"),
        ("custom", "rooms=6,objects=15,quest_length=3"),
        ("custom", "rooms=1,objects=5,quest_length=2"),
        ("cooking", "recipe=1,take=1,cut=1"),
        ("cooking", "recipe=3,take=3,cook=1,cut=1,open=1,drop=1,go=12"),
    ],
)
def test_a_few_configurations(name, params):
    (row,) = comparison.rows_of(comparison.REFERENCE, name, params)
    assert set(differing(name, row, 100, errors=2)) <= KNOWN.get((name, row["params"]), set())


@pytest.mark.slow
@pytest.mark.parametrize(("name", "row"), COUNTING)
def test_every_configuration(name, row):
    known = KNOWN.get((name, row["params"]), set())
    assert set(differing(name, row, 100, comparison.SEEDS)) <= known


@pytest.mark.slow
@pytest.mark.parametrize(("name", "params"), sorted(OF_THREE))
def test_what_differs_from_three_games_is_what_the_changelog_tells(name, params):
    (row,) = comparison.rows_of(comparison.REFERENCE, name, params)
    assert set(differing(name, row, 100, comparison.SEEDS)) <= OF_THREE[name, params]


def test_the_figures_of_a_game():
    options = comparison.GameOptions()
    options.seeds = 1
    game = challenges.get("coin_collector").make(
        challenges.get("coin_collector").settings(level=105), options
    )
    figures = comparison.figures_of(game)
    expected = {"n_edges": 9, "deg_mean": 1.8, "n_facts": 38, "loc_at": 1, "walkthrough_len": 5}
    assert {name: figures[name] for name in expected} == expected
    assert figures["deg1_rooms"] == 5
    assert 5 <= figures["diameter"] <= 6
