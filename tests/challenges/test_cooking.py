import json
from collections import Counter
from itertools import product

import pytest
from challenge_checks import (
    check_constraints,
    check_story,
    check_walkthrough,
    digest_of,
    in_other_processes,
)
from challenge_games import challenge_game, options_of

from twbench import story
from twbench.challenges import Cooking, get
from twbench.challenges.cooking.foods import FOODS
from twbench.core import EnvInfos
from twbench.errors import ConfigError
from twbench.families import start
from twbench.generator import Game, GameProgression
from twbench.logic import Proposition
from twbench.seeding import Rng

FULL = {"open": True, "cook": True, "cut": True, "drop": True}
FLAGS = ("open", "cook", "cut", "drop")
ROOMS = (1, 6, 9, 12)
SPLITS = (None, "train", "valid", "test")


def cooking(seed=0, **settings):
    return challenge_game("cooking", seed, **settings)


def facts_of(game, *names):
    return {fact for fact in game.world.facts if fact.name in names}


def ids(game, *names):
    """The id of each entity by its name."""
    found = {info.name: info.id for info in game.infos.values()}
    return [found[name] for name in names]


def ingredients(game):
    """(id, cooking, cutting) of the ingredients, in the order of the recipe."""
    names = {info.name: info.id for info in game.infos.values()}
    return [
        (names[name], cooking, cutting) for name, cooking, cutting in game.metadata["ingredients"]
    ]


def typed(game, commands):
    """Perform commands by the rules; return how far the player has come."""
    names = {id_: info.name for id_, info in game.infos.items() if info.name}
    progression = GameProgression(game)
    for command in commands:
        (action,) = [a for a in progression.valid_actions if a.format_command(names) == command]
        progression.update(action)
    return progression


def check(game, settings):
    assert len(game.world.rooms) == settings.go
    assert game.max_score == settings.max_score
    assert game.metadata["optimal_length"] == game.metadata["quest_length"] == len(game.walkthrough)
    assert len(game.quests) == 3 * settings.recipe + settings.take + 2
    check_constraints(game)
    check_walkthrough(game)


@pytest.mark.parametrize("flags", list(product((False, True), repeat=4)))
def test_games_of_every_skill_are_sound_and_won(flags, tmp_path):
    for seed, (recipe, go) in enumerate([(1, 1), (2, 6), (3, 9), (5, 12)]):
        settings = Cooking(recipe, (recipe + seed) % (recipe + 1), go, *flags)
        game = get("cooking").make(settings, options_of(seed))
        check(game, settings)
    check_story(game, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("recipe", "go", "split"),
    list(product(range(1, 6), ROOMS, SPLITS)),
)
def test_games_of_every_setting_are_sound(recipe, go, split, tmp_path):
    """Each combination of skills with one split; which one changes with the sizes."""
    number = SPLITS.index(split) + recipe + ROOMS.index(go)
    for seed, (flags, take) in enumerate(
        product(product((False, True), repeat=4), sorted({0, recipe // 2, recipe}))
    ):
        if (seed + number) % len(SPLITS):
            continue
        settings = Cooking(recipe, take, go, *flags, split=split)
        game = get("cooking").make(settings, options_of(100 * recipe + seed))
        check(game, settings)
        if seed % 5 == 0:
            check_story(game, tmp_path)


def test_there_is_a_point_for_each_thing_to_do():
    assert cooking(recipe=1).max_score == 2
    assert cooking(recipe=3, take=2).max_score == 4
    assert cooking(recipe=3, take=2, cook=True).max_score == 7
    assert cooking(recipe=3, take=3, cook=True, cut=True).max_score == 11
    assert cooking(recipe=5, take=5, cook=True, cut=True).max_score == 17


def test_a_food_is_called_by_what_it_may_ever_be():
    by_name = {food.name: food for food in FOODS}
    seen = set()
    for seed in range(20):
        game = get("cooking").make(Cooking(5, 5, 12), options_of(seed))
        for info in game.infos.values():
            food = by_name.get(info.name)
            if food is not None:
                words = set(info.synonyms or ())
                assert (
                    ("fried" in words) is ("cooked" in words) is ("raw" in words) is food.cookable
                )
                assert ("diced" in words) is food.cuttable
                seen.add((food.cookable, food.cuttable))
    assert seen == {(food.cookable, food.cuttable) for food in FOODS}


def test_what_is_in_the_house():
    rooms = {
        go: [game.infos[room.name].name for room in game.world.rooms]
        for go in (1, 6, 9, 12)
        if (game := cooking(3, go=go))
    }
    assert rooms[1] == ["kitchen"]
    assert set(rooms[6]) == {
        "kitchen", "pantry", "hallway", "living room", "bathroom", "bedroom",
    }  # fmt: skip
    assert set(rooms[9]) - set(rooms[6]) == {"backyard", "garden", "shed"}
    assert set(rooms[12]) - set(rooms[9]) == {"front yard", "street", "shop"}
    kinds = Counter(entity.type for entity in cooking(go=12, recipe=3).world.objects)
    assert [kinds[kind] for kind in ("c", "s", "stove", "oven", "toaster")] == [2, 10, 1, 1, 1]
    assert [kinds[kind] for kind in ("meal", "RECIPE", "ingredient")] == [1, 1, 3]


def test_rooms_are_laid_out_in_many_ways():
    maps = {
        tuple(sorted((way, game.infos[there.name].name) for way, there in room.exits.items()))
        for game in (cooking(seed, go=12) for seed in range(20))
        for room in game.world.rooms[:1]
    }
    assert len(maps) > 10


@pytest.mark.parametrize("is_shut", [False, True])
def test_open_means_that_things_are_to_be_opened(is_shut):
    game = cooking(go=12, open=is_shut)
    shut = [fact for fact in facts_of(game, "open", "closed") if fact.name == "closed"]
    assert len(shut) == (8 if is_shut else 0)
    assert len(facts_of(game, "open", "closed")) == 8
    assert not facts_of(game, "locked", "match")


@pytest.mark.parametrize(("take", "seed"), [(0, 1), (1, 2), (2, 3), (3, 4)])
def test_ingredients_that_need_not_be_found_are_at_hand(take, seed):
    game = cooking(seed, recipe=3, take=take)
    held = {fact.names[0] for fact in facts_of(game, "in") if fact.names[1] == "I"}
    assert len(held & {food for food, _, _ in ingredients(game)}) == 3 - take
    if take == 3:
        assert not held


def test_ingredients_are_raw_and_whole_where_there_is_something_to_do():
    for seed in range(10):
        raw = cooking(seed, recipe=4, cook=True, cut=True, go=9)
        for food, how, shape in ingredients(raw):
            assert (how != "raw", shape != "uncut") == (True, True)
            of_food = {f.name for f in raw.world.facts if f.names == (food,)}
            assert "uncut" in of_food
            assert of_food & {"raw", "needs_cooking"}
            assert not of_food & {"cooked", "cutting_done", "cooking_done"}


def test_ingredients_are_as_the_recipe_wants_them_otherwise():
    seen = Counter()
    for seed in range(30):
        game = cooking(seed, recipe=3, go=9)
        for food, how, shape in ingredients(game):
            of_food = {f.name for f in game.world.facts if f.names == (food,)}
            seen.update((how, shape))
            assert {"cutting_done", "cooking_done"} <= of_food
            assert (how == "raw") == ("cooked" not in of_food)
            assert how == "raw" or {how, "edible"} <= of_food
            assert shape == "uncut" or shape in of_food
    assert set(seen) == {
        "raw", "fried", "roasted", "grilled", "uncut", "sliced", "diced", "chopped",
    }  # fmt: skip


def test_only_large_houses_have_a_barbecue():
    for seed in range(15):
        ways = [how for _, how, _ in ingredients(cooking(seed, recipe=5, cook=True, go=6))]
        assert "grilled" not in ways


@pytest.mark.parametrize(
    ("recipe", "cut", "capacity"), [(1, False, 1), (1, True, 2), (2, True, 2), (5, True, 5)]
)
def test_hands_that_hold_little(recipe, cut, capacity):
    for seed in range(8):
        game = cooking(seed, recipe=recipe, take=recipe // 2, cut=cut, drop=True)
        assert len(facts_of(game, "next")) == capacity
        (load,) = facts_of(game, "carrying")
        held = [fact for fact in facts_of(game, "in") if fact.names[1] == "I"]
        assert load.names == (f"slot_{len(held)}",)
        assert len(held) <= capacity


@pytest.mark.parametrize("seed", range(3))
def test_the_policy_wins_wherever_full_hands_stray(seed):
    progression = GameProgression(cooking(seed, recipe=3, take=3, go=9, **FULL))
    rng = Rng(seed)
    for _ in range(15):
        reversible = ("go/", "open/", "close/", "take", "drop", "insert", "put")
        possible = [one for one in progression.valid_actions if one.name.startswith(reversible)]
        progression.update(rng.choice(possible))
        assert progression.winning_policy, "reversible steps leave a plan, and it is known"
    for action in progression.winning_policy:
        progression.update(action)
    assert progression.completed
    assert not progression.failed


def test_the_same_recipe_seed_in_another_game():
    recipes = {
        seeds: json.dumps(cooking(seeds[0], recipe=2, recipe_seed=seeds[1]).metadata["ingredients"])
        for seeds in product((1, 2), (0, 1))
    }
    assert len(set(recipes.values())) == 4
    one, other = (cooking(1, recipe=2, recipe_seed=seed) for seed in (0, 1))
    assert facts_of(one, "north_of", "link") == facts_of(other, "north_of", "link")


def test_the_cookbook_tells_the_recipe():
    game = cooking(2, recipe=3, cook=True, cut=True)
    (cookbook,) = ids(game, "cookbook")
    page = game.infos[cookbook].desc
    assert game.metadata["recipe"] in page
    for name, how, shape in game.metadata["ingredients"]:
        verbs = {"fried": "fry", "roasted": "roast", "sliced": "slice", "diced": "dice"}
        assert f"\n  {name}\n" in page
        assert f"\n  {verbs.get(how, 'grill')} the {name}\n" in page
        assert f"\n  {verbs.get(shape, 'chop')} the {name}\n" in page
    assert page.endswith("prepare meal")
    (place,) = [fact for fact in facts_of(game, "on") if fact.names[0] == cookbook]
    assert game.infos[place.names[1]].name in ("table", "counter")


def whole(game):
    """An ingredient on the way of the walkthrough, and the commands before it is treated."""
    commands = game.walkthrough
    index = next(i for i, c in enumerate(commands) if c.split()[0] in ("slice", "dice", "chop"))
    verb, name = commands[index].removesuffix(" with knife").split(" ", 1)
    return name, verb, commands[:index]


def test_cutting_in_another_way_loses():
    name, verb, before = whole(game := cooking(1, recipe=2, take=2, cut=True))
    for other in {"slice", "dice", "chop"} - {verb}:
        assert typed(game, [*before, f"{other} {name} with knife"]).failed
    assert not typed(game, [*before, f"{verb} {name} with knife"]).failed


def test_cooking_in_another_way_or_twice_loses():
    game = cooking(1, recipe=1, cook=True)
    (cook,) = [command for command in game.walkthrough if command.startswith("cook")]
    assert not typed(game, [cook]).failed
    assert typed(game, [cook, cook]).failed
    other = cook.replace("stove", "oven") if "stove" in cook else cook.replace("oven", "stove")
    assert typed(game, [other]).failed


def test_eating_an_ingredient_loses():
    for seed in range(20):
        game = cooking(seed, recipe=1)
        (food, _, _) = ingredients(game)[0]
        if Proposition.parse(f"edible({food}: f)") in game.world.facts:
            assert typed(game, [f"eat {game.infos[food].name}"]).failed


def test_a_meal_needs_every_ingredient_done_and_the_kitchen():
    game = cooking(7, recipe=2, take=2, go=6, cook=True, cut=True)
    names = {id_: info.name for id_, info in game.infos.items() if info.name}
    progression = GameProgression(game)
    for command in game.walkthrough:
        possible = {
            action.format_command(names): action
            for action in progression.valid_actions
            if action.command_template
        }
        assert ("prepare meal" in possible) == (command == "prepare meal")
        progression.update(possible[command])
    assert progression.completed


def test_names_and_texts(tmp_path):
    game = cooking(4, recipe=3, take=3, go=12, **FULL)
    names = [info.name for info in game.infos.values() if info.name]
    assert len(names) == len(set(names))
    assert "cookbook" in game.objective
    assert all(
        info.desc
        for info in game.infos.values()
        if info.type not in ("P", "I", "RECIPE", "ingredient", "slot")
    )
    game.save(tmp_path / "game.json")
    assert Game.load(tmp_path / "game.json") == game


def test_the_metadata_tell_settings_and_seeds():
    game = cooking(1, recipe=2, take=1, go=9, cook=True, split="valid")
    assert game.metadata["desc"] == "Cooking"
    assert game.metadata["world_size"] == 9
    assert game.metadata["seeds"] == options_of(1).seeds
    assert game.metadata["settings"]["split"] == "valid"
    assert game.metadata["uuid"].startswith("tw-cooking-recipe2+take1+cook+go9-house-")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"recipe": 6}, "recipe must be a whole number between 1 and 5, not 6"),
        ({"recipe": 2.0}, "recipe must be a whole number between 1 and 5, not 2.0"),
        ({"recipe": 2, "take": 3}, "take must be at most recipe, which is 2, not 3"),
        ({"take": -1}, "take must be a whole number of at least 0, not -1"),
        ({"go": 7}, "go must be one of 1, 6, 9, 12, not 7"),
        ({"go": True}, "go must be one of 1, 6, 9, 12, not True"),
        ({"cook": "yes"}, "cook must be true or false, not 'yes'"),
        ({"recipe_seed": "a"}, "recipe_seed must be a whole number, not 'a'"),
        ({"split": "tset"}, "split must be one of train, valid, test .*Did you mean 'test'"),
    ],
)
def test_wrong_settings(settings, message):
    with pytest.raises(ConfigError, match=message):
        Cooking(**settings)


def test_the_challenge_is_registered():
    assert get("tw-cooking").settings is Cooking


def test_the_story_follows_the_food(tmp_path):
    game = cooking(1, recipe=1, cook=True, cut=True)
    (cook,) = [command for command in game.walkthrough if command.startswith("cook")]
    name, how, shape = game.metadata["ingredients"][0]
    (tmp_path / "game.z8").write_bytes(story.link(game))
    game.save(tmp_path / "game.json")
    with start(tmp_path / "game.z8", EnvInfos(inventory=True, lost=True)) as env:
        assert f" {name}" in env.reset().inventory
        for command in game.walkthrough[:-2]:
            state, _, _ = env.step(command)
        assert f"a {how} {shape} {name}" in state.inventory
        state, _, done = env.step(cook)
        assert (state.lost, done) == (True, True)
        assert f"a burned {shape} {name}" in state.inventory


def digest():
    games = [cooking(seed, recipe=3, take=2, go=12, **FULL) for seed in range(3)]
    return digest_of(games)


@pytest.mark.slow
def test_same_seed_same_bytes_in_every_process():
    seen = in_other_processes("test_cooking", "test_cooking.digest()")
    assert seen == {digest()}
