"""What is held out for validation and test games, and what is not."""

from collections import defaultdict

import pytest
from challenge_games import challenge_game

from twbench.challenges.cooking.foods import COOKING, CUTTING, FOODS, Preparation
from twbench.challenges.cooking.recipe import draw_recipe
from twbench.challenges.settings.cooking import SPLITS
from twbench.errors import GenerationError
from twbench.seeding import Rng

HELD_OUT = {split: {f.name for f in FOODS if f.split == split} for split in ("valid", "test")}


def test_foods_have_names_of_their_own():
    assert len({food.name for food in FOODS}) == len(FOODS) == 42


def test_what_can_be_done_to_a_food():
    preparations = {food.name: set(food.preparations) for food in FOODS}
    assert len(preparations["carrot"]) == 16
    assert preparations["parsley"] == {Preparation("raw", shape) for shape in CUTTING}
    assert preparations["egg"] == {Preparation(how, "uncut") for how in COOKING[1:]}
    assert preparations["bag of flour"] == {("raw", "uncut")}
    assert all(how != "raw" for how, _ in preparations["pork chop"])


def test_no_preparation_belongs_to_two_splits():
    for food in FOODS:
        parts = [food.preparations_in(split) for split in SPLITS]
        if food.split == "train":
            assert sorted(sum(parts, ())) == sorted(food.preparations)
        else:
            assert dict(zip(SPLITS, parts, strict=True))[food.split] == food.preparations
            assert sum(map(len, parts)) == len(food.preparations)
        assert food.preparations_in(None) == food.preparations


@pytest.mark.parametrize("split", SPLITS)
def test_games_know_the_foods_and_preparations_of_their_split(split):
    foreign = set().union(*(names for other, names in HELD_OUT.items() if other != split))
    seen, wanted = set(), defaultdict(set)
    for seed in range(60):
        game = challenge_game(
            "cooking", seed, recipe=3, take=3, go=9, cook=seed % 2 == 0, split=split
        )
        seen |= {info.name for info in game.infos.values() if info.type == "f"}
        for name, *preparation in game.metadata["ingredients"]:
            wanted[name].add(Preparation(*preparation))
    assert not seen & foreign
    assert len(seen) > 25
    assert seen >= HELD_OUT.get(split, set())
    by_name = {food.name: food for food in FOODS}
    for name, preparations in wanted.items():
        assert preparations <= set(by_name[name].preparations_in(split))
    if split != "train":
        assert set(wanted) & HELD_OUT[split]
        assert set(wanted) - HELD_OUT[split]


def test_games_of_no_split_know_everything():
    seen = set()
    for seed in range(60):
        game = challenge_game("cooking", seed, recipe=3, go=12)
        seen |= {info.name for info in game.infos.values() if info.type == "f"}
    assert seen == {food.name for food in FOODS}


def test_a_recipe_without_enough_foods_is_refused():
    arguments = ("train", COOKING, CUTTING, {"shelf"}, Rng(0))
    assert len(draw_recipe(3, *arguments)) == 3
    with pytest.raises(GenerationError, match="only 3 foods for a recipe of 4"):
        draw_recipe(4, *arguments)
