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

from twbench.challenges import Simple, get
from twbench.errors import ConfigError
from twbench.generator import Game, GameProgression, structure_hash
from twbench.generator.games.solution import shortest_solution

REWARDS = ("dense", "balanced", "sparse")
GOALS = ("detailed", "brief", "none")
# The commands needed, by the place of the food: the score for dense, balanced, sparse rewards.
SCORES = {8: (7, 3, 1), 9: (8, 3, 1), 12: (10, 4, 1)}


def simple(seed=0, rewards="dense", goal="none", test=False):
    return challenge_game("simple", seed=seed, rewards=rewards, goal=goal, test=test)


def food_of(game):
    """Return the id of the food to be cooked: the one that must not be eaten."""
    return game.quests[-1].fail_events[0].conditions[0].names[0]


def check(game, rewards):
    assert len(game.world.facts) == 63
    objects = Counter(entity.type for entity in game.world.objects)
    assert [objects[kind] for kind in "cdfkos"] == [5, 2, 6, 1, 5, 11]
    assert len(game.world.rooms) == 6
    states = Counter(
        (fact.name, *fact.types) for fact in game.world.facts if fact.types in (("c",), ("d",))
    )
    assert states == {("closed", "c"): 5, ("closed", "d"): 1, ("locked", "d"): 1}
    length = len(game.walkthrough)
    assert game.metadata["quest_length"] == shortest_solution(game).length == length
    assert game.max_score == SCORES[length][REWARDS.index(rewards)]
    assert len(game.quests) == game.max_score + 1
    check_constraints(game)
    check_walkthrough(game)


@pytest.mark.parametrize(("rewards", "goal", "test"), list(product(REWARDS, GOALS, (False, True))))
def test_games_of_every_setting_are_sound_and_won(rewards, goal, test, tmp_path):
    for seed in range(3):
        game = simple(seed, rewards, goal, test)
        check(game, rewards)
    check_story(game, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(("rewards", "test"), list(product(REWARDS, (False, True))))
def test_games_of_50_seeds_are_sound_and_won(rewards, test, tmp_path):
    for seed in range(50):
        game = simple(seed, rewards, GOALS[seed % 3], test)
        check(game, rewards)
        if seed % 10 == 0:
            check_story(game, tmp_path)


def test_the_house_is_that_of_the_documentation():
    game = simple()
    names = {game.infos[room.name].name: room for room in game.world.rooms}
    exits = {
        name: {way: game.infos[other.name].name for way, other in room.exits.items()}
        for name, room in names.items()
    }
    assert exits == {
        "bedroom": {"east": "kitchen"},
        "kitchen": {
            "west": "bedroom",
            "north": "bathroom",
            "south": "living room",
            "east": "backyard",
        },
        "bathroom": {"south": "kitchen"},
        "living room": {"north": "kitchen"},
        "backyard": {"west": "kitchen", "south": "garden"},
        "garden": {"north": "backyard"},
    }
    assert game.infos[game.world.player_room.name].name == "bedroom"


def test_the_way_through_the_garden():
    walkthroughs = {tuple(game.walkthrough) for game in (simple(seed) for seed in range(30))}
    garden = next(commands for commands in walkthroughs if len(commands) == 12)
    food = garden[-1].removeprefix("put ").removesuffix(" on stove")
    chest = garden[0].removeprefix("open ")
    assert garden == (
        f"open {chest}",
        f"take brass key from {chest}",
        "unlock oak door with brass key",
        "open oak door",
        "go east",
        "open patio door",
        "go east",
        "go south",
        f"take {food}",
        "go north",
        "go west",
        f"put {food} on stove",
    )
    assert {len(commands) for commands in walkthroughs} == {8, 9, 12}


def test_what_is_told_of_the_goal():
    for seed in range(5):
        detailed, brief, none = (simple(seed, "sparse", goal) for goal in GOALS)
        food = detailed.infos[food_of(detailed)].name
        assert food in detailed.objective
        assert "brass key" in detailed.objective
        assert food in brief.objective
        assert len(brief.objective.split()) < 16 < len(detailed.objective.split())
        assert none.objective == ""
        note = next(info for info in none.infos.values() if info.name == "note")
        assert food in note.desc
        assert detailed.walkthrough == brief.walkthrough == none.walkthrough


def test_test_games_have_food_of_held_out_names():
    usual, held_out = set(), set()
    for seed in range(80):
        train, test = simple(seed), simple(seed, test=True)
        usual |= {info.name for info in train.infos.values() if info.type == "f"}
        held_out.add(test.infos[food_of(test)].name)
        assert structure_hash(train) == structure_hash(test)
        others = [i.name for i in test.infos.values() if i.type == "f" and i.id != food_of(test)]
        assert usual.issuperset(others) or set(others) & held_out == set()
    assert len(held_out) >= 8
    assert not usual & held_out


def test_eating_the_food_loses():
    game = simple(2, "balanced", "brief")
    names = {id_: info.name for id_, info in game.infos.items() if info.name}
    food = names[food_of(game)]
    taking = next(index for index, c in enumerate(game.walkthrough) if c.startswith(f"take {food}"))
    progression = GameProgression(game)
    for command in [*game.walkthrough[: taking + 1], f"eat {food}"]:
        actions = {action.format_command(names): action for action in progression.valid_actions}
        progression.update(actions[command])
    assert progression.failed
    assert progression.score == game.max_score - 1


def test_metadata_and_files(tmp_path):
    game = simple(1, "balanced", "brief", True)
    assert game.metadata["desc"] == "Simple game"
    assert game.metadata["world_size"] == 6
    assert game.metadata["seeds"] == options_of(1).seeds
    assert game.metadata["uuid"].startswith("tw-simple-balanced-brief-test-house-")
    game.save(tmp_path / "game.json")
    assert Game.load(tmp_path / "game.json") == game


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"rewards": "dens", "goal": "brief"}, r"rewards must be one of dense, .*mean 'dense'"),
        ({"rewards": "dense", "goal": None}, "goal must be one of detailed, brief, none, not None"),
        ({"rewards": "dense", "goal": "brief", "test": 1}, "test must be true or false, not 1"),
    ],
)
def test_wrong_settings(settings, message):
    with pytest.raises(ConfigError, match=message):
        Simple(**settings)


def test_the_challenge_is_registered():
    assert get("tw-simple").settings is Simple


def digest():
    games = [simple(7, rewards, goal) for rewards, goal in zip(REWARDS, GOALS, strict=True)]
    return digest_of(games)


@pytest.mark.slow
def test_same_seed_same_bytes_in_every_process():
    seen = in_other_processes("test_simple", "test_simple.digest()")
    assert seen == {digest()}
