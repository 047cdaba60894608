from collections import Counter

import pytest
from challenge_checks import (
    check_constraints,
    check_story,
    check_walkthrough,
    digest_of,
    drawn_layout,
    in_other_processes,
)
from challenge_games import challenge_game, options_of

from twbench.challenges import TreasureHunter, get
from twbench.challenges.treasure_hunter.challenge import make_without_text
from twbench.challenges.treasure_hunter.hiding_places import RoomActions, Routes
from twbench.errors import ConfigError
from twbench.generator import Game, GameProgression
from twbench.generator.games.solution import shortest_solution

LENGTHS = {
    1: 1,
    5: 3,
    10: 5,
    11: 2,
    15: 6,
    20: 10,
    21: 3,
    25: 11,
    30: 20,
}
SOME_LEVELS = sorted(LENGTHS)


def untold(level, seed):
    options = options_of(seed)
    rngs = options.rngs
    return make_without_text(TreasureHunter(level), options, rngs["map"], rngs["objects"])


def objects_of(game):
    return Counter(entity.type for entity in game.world.objects)


def target_and_double(game):
    (quest,) = game.quests
    (win,), (lose,) = quest.win_events, quest.fail_events
    return win.conditions[0].names[0], lose.conditions[0].names[0]


def check_exact(game, level):
    """Check that the walkthrough has the nominal length and that nothing shorter wins."""
    length = TreasureHunter(level).quest_length
    assert len(game.walkthrough) == length
    assert game.metadata["quest_length"] == length
    assert shortest_solution(game).length == length


def check_world(game, level):
    mode = (level - 1) // 10
    objects = objects_of(game)
    assert len(game.world.rooms) == (5, 10, 20)[mode]
    assert objects["c"] + objects["s"] == (0, 10, 20)[mode]
    keys = [fact.names[0] for fact in game.world.facts if fact.name == "match"]
    assert len(keys) == len(set(keys)) <= (0, 0, 3)[mode]
    things = objects["c"] + objects["s"] + objects["o"] + objects["f"] + objects["k"]
    assert things == (2, 12, 22)[mode] + len(keys)
    target, double = target_and_double(game)
    assert target != double
    assert not {target, double} & set(keys)
    if mode < 2:
        assert not any(fact.name == "locked" and fact.types == ("d",) for fact in game.world.facts)
    if mode == 0:
        assert objects["d"] == 0


def test_length_grows_with_the_level_inside_each_mode():
    lengths = [TreasureHunter(level).quest_length for level in range(1, 31)]
    assert lengths[:10] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert lengths[10:20] == [2, 3, 4, 5, 6, 6, 7, 8, 9, 10]
    assert lengths[20:] == [3, 5, 7, 9, 11, 12, 14, 16, 18, 20]
    assert {level: lengths[level - 1] for level in LENGTHS} == LENGTHS
    modes = [TreasureHunter(level).mode for level in (1, 10, 11, 20, 21, 30)]
    assert modes == ["easy", "easy", "medium", "medium", "hard", "hard"]


@pytest.mark.parametrize("level", range(1, 31))
def test_every_level_has_exactly_the_length_it_promises(level):
    for seed in (0, 1):
        game = untold(level, seed)
        check_exact(game, level)
        check_world(game, level)
        check_constraints(game)


@pytest.mark.parametrize("level", SOME_LEVELS)
def test_games_are_won_by_their_walkthrough(level, tmp_path):
    game = challenge_game("treasure_hunter", seed=level, level=level)
    check_walkthrough(game)
    check_story(game, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("level", range(1, 31))
def test_50_seeds_of_every_level(level, tmp_path):
    for seed in range(50):
        game = challenge_game("treasure_hunter", seed=seed, level=level)
        check_exact(game, level)
        check_world(game, level)
        check_constraints(game)
        check_walkthrough(game)
        if seed % 10 == 0:
            check_story(game, tmp_path)


def test_the_objective_names_the_treasure_and_not_its_double():
    for seed in range(20):
        game = challenge_game("treasure_hunter", seed=seed, level=15)
        target, double = (game.infos[id_].name for id_ in target_and_double(game))
        assert target in game.objective
        assert double not in game.objective
        assert target in game.walkthrough[-1]


def test_taking_the_double_loses():
    game = untold(5, seed=3)
    _, double = target_and_double(game)
    progression = GameProgression(game)
    steps = shortest_solution(with_goal(game, double)).commands
    for command in steps:
        assert not progression.done
        actions = {action.format_command(): action for action in progression.valid_actions}
        progression.update(actions[command])
    assert progression.failed
    assert progression.score == 0


def with_goal(game, thing):
    """Return the game with the other candidate as treasure."""
    from twbench.generator import Event, Quest
    from twbench.logic import Proposition, Variable

    goal = Proposition("in", (Variable(thing, thing[0]), Variable("I")))
    return Game(game.world, quests=[Quest([Event(conditions=[goal])])])


def test_the_double_can_be_taken_too():
    for level in (10, 20, 30):
        for seed in range(5):
            game = untold(level, seed)
            _, double = target_and_double(game)
            assert shortest_solution(with_goal(game, double)).length is not None


def test_ids_do_not_tell_the_treasure_from_its_double():
    first = 0
    for seed in range(60):
        target, double = target_and_double(untold(1, seed))
        first += target.endswith("_0") and double.endswith("_1")
    assert 0 < first < 30


def test_routes_agree_with_the_solver_for_every_place():
    compared = locked = 0
    for seed in range(12):
        layout = drawn_layout(28, seed)
        start = seed % len(layout.rooms)
        routes = Routes(RoomActions(layout), start)
        locked += bool(layout.keys)
        reached = {
            (route.place.room, id(route.place.holder)): length
            for length in range(1, 60)
            for route in routes.of_length(length)
        }
        for place in layout.places[seed::7]:
            expected = reached.get((place.room, id(place.holder)))
            assert shortest_solution(hidden_at(layout, place, start)).length == expected
            compared += 1
    assert compared > 40
    assert locked >= 4


def hidden_at(layout, place, start):
    from twbench.generator import Event, KnowledgeBase, Quest, World
    from twbench.logic import Proposition, Variable

    thing, player = Variable("o_0", "o"), Variable("P")
    facts = [Proposition("at", (player, layout.rooms[start])), *layout.facts()]
    facts.append(place.put(thing, layout.rooms))
    goal = Event(conditions=[Proposition("in", (thing, Variable("I")))])
    return Game(World.from_facts(facts, KnowledgeBase.default()), quests=[Quest([goal])])


def test_the_metadata_tell_mode_sizes_and_seeds():
    game = challenge_game("treasure_hunter", seed=4, level=25)
    assert game.metadata["desc"] == "Treasure Hunter"
    assert game.metadata["mode"] == "hard"
    assert game.metadata["world_size"] == 20
    assert game.metadata["quest_length"] == game.metadata["optimal_length"] == 11
    assert game.metadata["seeds"] == options_of(4).seeds
    assert game.metadata["uuid"].startswith("tw-treasure_hunter-level25-house-")
    assert game.metadata["walkthrough"] == list(game.quests[0].commands)
    assert game.max_score == 1


def test_games_survive_their_files(tmp_path):
    game = challenge_game("treasure_hunter", seed=1, level=26)
    game.save(tmp_path / "game.json")
    assert Game.load(tmp_path / "game.json") == game


@pytest.mark.parametrize("level", [0, 31, -5])
def test_levels_out_of_range(level):
    with pytest.raises(ConfigError, match=f"level must be between 1 and 30, not {level}"):
        TreasureHunter(level)


@pytest.mark.parametrize("level", ["5", 5.0, True, None])
def test_levels_of_the_wrong_type(level):
    with pytest.raises(ConfigError, match="level must be a whole number"):
        TreasureHunter(level)


def test_the_challenge_is_registered():
    assert get("tw-treasure_hunter").settings is TreasureHunter


def digest():
    games = [challenge_game("treasure_hunter", seed=7, level=level) for level in (9, 20, 29)]
    return digest_of(games)


@pytest.mark.slow
def test_same_seed_same_bytes_in_every_process():
    seen = in_other_processes("test_treasure_hunter", "test_treasure_hunter.digest()")
    assert seen == {digest()}
