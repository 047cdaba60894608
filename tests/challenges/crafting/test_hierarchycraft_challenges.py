"""Challenges of crafting: every game has a plan that works, and the same under other names."""

from typing import Any

import pytest

from twbench import challenges
from twbench.errors import ConfigError
from twbench.hierarchycraft import CraftingGame
from twbench.hierarchycraft.examples.minecraft.items import ALL_ITEMS
from twbench.hierarchycraft.examples.minicraft import MINICRAFT_NAME_TO_ENV
from twbench.hierarchycraft.games.settings import (
    MineItem,
    MiniName,
    MiniWorld,
    RandomWorld,
    TowerWorld,
)
from twbench.hierarchycraft.games.structure import structure_hash
from twbench.hierarchycraft.generating.words import HELD_OUT, USUAL, Words

SMALL: dict[str, dict[str, Any]] = {
    "layered": {"depth": 2},
    "light_recursive": {"items": 4},
    "mine": {"item": "iron_ingot"},
    "mini": {"world": "KeyCorridor"},
    "random": {"basic": 3, "of_one": 2, "of_two": 2, "of_three": 0},
    "recursive": {"items": 4},
    "tower": {"width": 2},
    "treasure": {},
}
"""Settings of small games, by the challenge."""


def made(kind: str, seed: int, **settings: Any) -> CraftingGame:
    """Return a game of a challenge."""
    challenge = challenges.get(f"hierarchycraft_{kind}")
    game = challenge.make(challenge.settings(**{**SMALL[kind], **settings}), seed)
    assert isinstance(game, CraftingGame)
    return game


def words_of(game: CraftingGame) -> set[str]:
    """Return all words of the names of things."""
    world = game.world
    things = [*world.items, *world.zones_items, *world.zones]
    return {word for thing in things for word in thing.name.replace("_", " ").split()}


def known(words: Words) -> list[str]:
    """Return all words of a list."""
    return [*words.zones, *words.found, *words.tools, *words.makers, *words.made]


def test_all_are_there() -> None:
    names = {one.name for one in challenges.HIERARCHYCRAFT}
    assert names == {f"hierarchycraft_{kind}" for kind in SMALL}
    assert {one.family for one in challenges.HIERARCHYCRAFT} == {"hierarchycraft"}


@pytest.mark.parametrize("kind", SMALL)
def test_a_game_is_sound_and_the_same_for_the_same_seed(kind: str) -> None:
    game = made(kind, 3)
    assert game.faults() == []
    assert game.plan
    assert made(kind, 3).as_data() == game.as_data()


@pytest.mark.parametrize("kind", SMALL)
def test_names_are_drawn_and_change_nothing_else(kind: str) -> None:
    given, usual, other, held_out = (
        made(kind, seed, names=names)
        for seed, names in ((3, "given"), (3, "words"), (4, "words"), (3, "held_out"))
    )
    assert words_of(usual) <= set(known(USUAL))
    assert words_of(held_out) <= set(known(HELD_OUT))
    assert words_of(usual) != words_of(other)
    assert given.plan == usual.plan == held_out.plan
    assert len({structure_hash(one.world, one.purpose) for one in (given, usual, held_out)}) == 1
    told = " ".join(one.name for one in usual.world.transformations).replace("_", " ")
    things = [*given.world.items, *given.world.zones]
    # Only what is the name of nothing may be left: "search", "take-gold-from-chest" had a chest.
    assert not {thing.name for thing in things if thing.name in told.split()} - words_of(usual)


def test_a_command_that_is_called_like_a_thing_stays_one() -> None:
    game = made("mini", 3, world="KeyCorridor", names="words")
    assert "open_door" in [one.name for one in game.world.transformations]
    assert "open_door" not in words_of(game)


def test_a_seed_draws_layered_and_random_worlds() -> None:
    for kind in ("layered", "random"):
        one, other = made(kind, 1), made(kind, 2)
        assert structure_hash(one.world, one.purpose) != structure_hash(other.world, other.purpose)


def test_no_word_is_in_two_lists() -> None:
    words = [*known(USUAL), *known(HELD_OUT)]
    assert len(words) == len(set(words))
    given = words_of(made("mine", 0))
    assert not given & set(words)


def test_settings_know_what_there_is() -> None:
    assert sorted(MineItem.__args__) == sorted(item.name for item in ALL_ITEMS)
    assert list(MiniName.__args__) == list(MINICRAFT_NAME_TO_ENV)
    for name in MiniName.__args__:
        assert made("mini", 0, world=name).plan


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: TowerWorld(height=0),
            "height of a tower must be a whole number between 1 and 20, not 0",
        ),
        (lambda: TowerWorld(height=9, width=9), "takes 435848050 actions; 10000 are the most"),
        (lambda: MiniWorld("DoorKeys"), "not 'DoorKeys'. Did you mean 'DoorKey'"),
        (lambda: RandomWorld(basic=0), "basic of a random world must be 1 at least"),
        (lambda: RandomWorld(names="heldout"), "names must be one of given, words, held_out"),
    ],
)
def test_settings_that_make_no_sense(make: Any, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        make()


def test_the_largest_games() -> None:
    assert len(made("recursive", 0, items=14).plan) == 2**13
    assert len(made("tower", 0, height=12, width=2, names="words").plan) == 2**13 - 1
