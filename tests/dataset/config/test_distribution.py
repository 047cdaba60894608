"""A distribution of games: layers of configuration, and what is drawn from them."""

from typing import Any

import pytest

from twbench.dataset.config.distribution import (
    Distribution,
    Layer,
    parse_distribution,
    refuse_strangers,
    themes,
)
from twbench.dataset.config.sampling import Constant, Place
from twbench.errors import ConfigError
from twbench.generator.grammar.grammar_options import GrammarOptions

COINS = {"name": "coin_collector", "level": {"randint": [1, 9]}}
WORLD: dict[str, Any] = {"name": "hierarchycraft_layered"}


def parsed(*layers: tuple[Any, Any]) -> Distribution:
    """Return what layers of challenge and grammar make, called a., b., ... in messages."""
    named = [Layer(prefix, *layer) for prefix, layer in zip(("", "b.", "c."), layers, strict=False)]
    refuse_strangers([named])
    return parse_distribution("all", 1.0, "structure", named)


def test_later_layers_replace_single_parameters() -> None:
    found = parsed((COINS, {"theme": "basic"}), ({"level": 3}, {"include_adj": True}))
    assert dict(found.parameters)["level"] == Constant(3)
    grammar = dict(found.grammar)
    assert (grammar["theme"], grammar["include_adj"]) == (Constant("basic"), Constant(True))
    assert found.themes == ("basic",)


def test_a_layer_of_another_challenge_starts_anew() -> None:
    other = parsed((COINS, {}), ({"name": "treasure_hunter", "level": 2}, {}))
    assert other.challenge == "treasure_hunter"
    assert dict(other.parameters)["level"] == Constant(2)
    with pytest.raises(ConfigError, match=r"^challenge\.level is missing: treasure_hunter needs"):
        parsed((COINS, {}), ({"name": "treasure_hunter"}, {}))
    assert parsed((COINS, {}), ({"name": "coin_collector"}, {})) == parsed((COINS, {}))


def test_all_parameters_are_there_in_alphabetical_order() -> None:
    found = parsed(({"name": "custom"}, {}))
    names = [name for name, _ in found.parameters]
    assert names == sorted(names)
    assert [name for name, _ in found.grammar] == sorted(GrammarOptions().serialize())
    assert dict(found.grammar)["theme"] == Constant(GrammarOptions().theme)


def test_a_distribution_is_configured_by_what_it_writes() -> None:
    found = parsed((COINS, {"theme": {"choice": ["house", "basic"]}}))
    data = found.serialize()
    again = parsed((data["challenge"], data["grammar"]))
    assert again == found
    assert (data["weight"], data["hygiene"]) == (1.0, "structure")


def test_draws_depend_on_the_seed_and_each_parameter_has_its_own() -> None:
    found = parsed((COINS, {"theme": {"choice": ["house", "basic"]}}))
    place = Place(0, 1, 5)
    drawn = [found.draw(seed, place) for seed in range(60)]
    assert drawn == [found.draw(seed, place) for seed in range(60)]
    assert {parameters["level"] for parameters, _ in drawn} == set(range(1, 10))
    assert {grammar["theme"] for _, grammar in drawn} == {"house", "basic"}
    fixed = parsed((COINS, {"theme": "house"}))
    assert [fixed.draw(seed, place)[0] for seed in range(60)] == [level for level, _ in drawn]


@pytest.mark.parametrize(
    ("layers", "message"),
    [
        ([({}, {})], r"^challenge\.name is missing; there are .*coin_collector"),
        ([({"name": 3}, {})], r"^challenge\.name must be a text, not 3"),
        ([(COINS, {}), ({"levle": 3}, {})], r"^b\.challenge\.levle is no parameter of .* 'level'"),
        ([(COINS, {}), ({"level": "???"}, {})], r"^b\.challenge\.level is missing"),
        ([(COINS, {}), ({"level": 999}, {})], r"^b\.challenge\.level: .* 999"),
        (
            [(COINS, {}), ({"depth": 1}, {})],
            r"is no parameter .*, on a command line by '~b\.challenge\.depth'\.$",
        ),
        (
            [({**COINS, "depth": 1}, {}), ({"depth": 2, "zones": 3}, {})],
            r"^b\.challenge\.depth, b\.challenge\.zones and challenge\.depth are no parameters of"
            r" coin_collector; it has level\. Leave them out, on a command line by"
            r" '~b\.challenge\.depth' '~b\.challenge\.zones' '~challenge\.depth'\.$",
        ),
        ([({**WORLD, "depth": 0}, {})], r"^challenge\.depth: depth of .*between 1 and 12, not 0"),
        ([({**WORLD, "zones": 2, "keys": 5}, {})], r"^challenge\.keys: .*fewer than 5 keys"),
        ([({**WORLD, "depth": {"choice": [1, 0]}}, {})], r"^challenge\.depth: .*, not 0"),
        ([({**WORLD, "depth": 0, "zones": 0}, {})], r"^challenge: depth of .*, not 0"),
        ([(COINS, {"them": "house"})], r"^grammar has no key 'them'.* 'theme'"),
        ([(COINS, {}), ({}, {"theme": "hause"})], r"^b\.grammar\.theme must be one of .* 'house'"),
        ([(COINS, {"include_adj": "yes"})], r"^grammar\.include_adj must be true or false"),
    ],
)
def test_faults_are_told_with_the_layer_they_stand_in(
    layers: list[tuple[Any, Any]], message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        parsed(*layers)


def test_packaged_themes_are_known() -> None:
    assert {"house", "basic"} <= set(themes())
    assert themes() == sorted(themes())
