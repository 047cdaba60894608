"""Whole games: what was asked for, or the reason why not."""

import os
import subprocess
import sys

import pytest
from challenge_games import options_of
from hypothesis import given, settings
from hypothesis import strategies as st
from made_games import perform

from twbench.challenges.settings.custom import CUSTOM
from twbench.errors import ConfigError, GenerationError
from twbench.generator import (
    Game,
    GenerationWarning,
    QuestGenerationError,
    World,
    make_game,
)
from twbench.generator.chains.chain_search import ChainSearch
from twbench.generator.games.solution import shortest_solution
from twbench.generator.making import game_generation
from twbench.generator.making.game_generation import game_in_parts
from twbench.generator.making.make import make_map
from twbench.generator.making.maker import get_failing_constraints
from twbench.generator.making.quest_generation import count_objects
from twbench.generator.making.quest_limits import SearchBudget
from twbench.generator.planning.irrelevant_objects import without_irrelevant_objects
from twbench.system.parts import completed


@settings(max_examples=40)
@given(
    seed=st.integers(0, 100_000),
    rooms=st.integers(1, 8),
    objects=st.integers(6, 14),
    length=st.integers(1, 7),
)
def test_games_are_what_was_asked_for(seed, rooms, objects, length):
    game = make_game(options_of(seed, nb_rooms=rooms, nb_objects=objects, quest_length=length))
    assert len(game.world.rooms) == rooms
    assert count_objects(game.world.state) == objects
    assert get_failing_constraints(game.world.state, game.kb) == []
    assert len(game.quests) == game.max_score == 1
    assert len(game.walkthrough) == len(game.quests[0].commands) == length
    assert perform(game, game.walkthrough).completed
    assert not perform(game, game.walkthrough[:-1]).completed
    assert shortest_solution(game, 50_000).length in (None, length)
    assert all(info.name for id_, info in game.infos.items() if id_ not in ("P", "I"))


@pytest.mark.parametrize("seed", range(6))
def test_parallel_quests_are_each_as_long_as_asked_for(seed):
    game = make_game(
        options_of(seed, nb_rooms=4, nb_objects=12, quest_length=3, nb_parallel_quests=3)
    )
    assert len(game.quests) == 3
    for quest in game.quests:
        alone = Game(game.world, quests=[quest])
        assert len(quest.commands) == shortest_solution(alone, 50_000).length == 3
    assert len({quest.win_events[0].conditions for quest in game.quests}) == 3
    assert perform(game, game.walkthrough).completed
    assert perform(game, game.walkthrough).score == 3


@pytest.mark.parametrize("seed", range(6))
def test_a_broad_quest_begins_with_its_subquest(seed):
    game = make_game(options_of(seed, nb_rooms=4, nb_objects=10, quest_length=6, quest_breadth=2))
    assert len(game.quests) == 2
    first, whole = game.quests
    assert len(whole.commands) == 6
    assert whole.commands[: len(first.commands)] == first.commands
    assert len(first.commands) < 6
    assert shortest_solution(game, 50_000).length == 6
    assert perform(game, game.walkthrough).score == 2


def test_depth_of_subquests():
    options = options_of(nb_rooms=4, nb_objects=10, quest_length=6, quest_breadth=2, quest_depth=4)
    assert len(make_game(options).walkthrough) == 6
    options.quest_depth = 6
    with pytest.raises(QuestGenerationError, match="has a depth between 4 and 5"):
        make_game(options)


def test_a_world_without_objects():
    game = make_game(options_of(3, nb_rooms=9, nb_objects=0, quest_length=2))
    assert count_objects(game.world.state) == 0
    assert perform(game, game.walkthrough).completed


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (
            {"nb_rooms": 1, "nb_objects": 1, "quest_length": 50},
            "No quest of 50 commands and without a shortcut was found in a world of 1 room and "
            "1 object; the longest found has 2. Ask for a shorter quest, or for more rooms or "
            "objects.",
        ),
        (
            {"nb_rooms": 1, "nb_objects": 2, "nb_parallel_quests": 9, "quest_length": 2},
            "No more than 1 of 9 quests of 2 commands and without a shortcut were found in a world "
            "of 1 room and 2 objects. Ask for fewer or shorter quests, or for more rooms or "
            "objects.",
        ),
        (
            {"quest_length": 3, "quest_breadth": 3},
            "A quest with 3 subquests takes 4 actions or more, not 3: each has one of its own, and "
            "they meet in another.",
        ),
    ],
)
def test_impossible_requests_are_answered_with_the_reason(values, message):
    with pytest.raises(GenerationError) as caught:
        completed(game_in_parts(options_of(**values)))
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "values",
    [
        {"quest_length": 5},
        {"nb_rooms": 2, "nb_objects": 0, "quest_length": 20},
        {"nb_objects": 2, "nb_parallel_quests": 9, "quest_length": 2},
    ],
)
def test_a_game_has_as_many_objects_as_its_quests_need(values):
    with pytest.warns(GenerationWarning, match=r"The quests need (\d+) objects, and not") as caught:
        game = make_game(options_of(**values))
    [warning] = caught
    assert warning.filename == __file__
    assert f" {count_objects(game.world.state)} objects" in str(warning.message)
    assert len(game.world.rooms) == values.get("nb_rooms", 1)
    assert len(game.quests) == values.get("nb_parallel_quests", 1)
    assert {len(quest.commands) for quest in game.quests} == {values["quest_length"]}
    alone = Game(game.world, quests=game.quests[:1])
    assert shortest_solution(alone, 50_000).length in (None, values["quest_length"])
    assert perform(game, game.walkthrough).completed


def test_where_more_objects_help_nothing_the_message_is_about_those_asked_for(monkeypatch):
    monkeypatch.setattr(game_generation, "SearchBudget", lambda: SearchBudget(200))
    with pytest.raises(QuestGenerationError, match="in a world of 1 room and 1 object"):
        make_game(options_of(quest_length=150))


@pytest.mark.parametrize(
    "values", [{"nb_rooms": 0}, {"nb_objects": -1}, {"quest_length": 0}, {"nb_parallel_quests": 0}]
)
def test_wrong_numbers(values):
    with pytest.raises(ConfigError, match=f"{next(iter(values))} must be a whole number"):
        make_game(options_of(**values))


def test_same_seeds_same_game_in_any_process(tmp_path):
    code = (
        "from twbench.generator import GameOptions, make_game\n"
        "options = GameOptions()\n"
        "options.seeds = 11\n"
        "options.nb_rooms, options.nb_objects, options.quest_length = 5, 10, 5\n"
        "options.nb_parallel_quests = 2\n"
        "make_game(options).save('game.json')\n"
    )
    found = set()
    for hash_seed in ("0", "1"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path, env=environment)
        found.add((tmp_path / "game.json").read_bytes())
    assert len(found) == 1


@pytest.mark.parametrize("seed", range(8))
def test_irrelevant_objects_do_not_change_the_shortest_solution(seed):
    game = make_game(options_of(seed, nb_rooms=3, nb_objects=20, quest_length=4))
    facts = without_irrelevant_objects(game.world.state, game.quests)
    assert len(facts) < len(game.world.state)
    reduced = Game(World.from_facts(facts), quests=game.quests)
    assert shortest_solution(reduced).length == shortest_solution(game).length == 4


def test_what_a_quest_asks_for_is_not_irrelevant():
    game = make_game(options_of(2, nb_rooms=2, nb_objects=6, quest_length=3))
    facts = without_irrelevant_objects(game.world.state, game.quests)
    asked = {v for fact in game.quests[0].win_events[0].conditions for v in fact.arguments}
    known = {variable for fact in facts for variable in fact.arguments}
    assert {variable for variable in asked if variable.name != "I"} <= known


@pytest.mark.parametrize(
    ("rooms", "objects", "length", "most"),
    [(2, 3, 30, 5000), (7, 3, 30, 9000), (20, 1, 25, 15000)],  # all but the first: a second map
)
def test_hopeless_requests_are_given_up_early(rooms, objects, length, most, monkeypatch):
    steps = 0
    count = ChainSearch._count_step

    def counted(search):
        nonlocal steps
        steps += 1
        count(search)

    monkeypatch.setattr(ChainSearch, "_count_step", counted)
    with pytest.raises(GenerationError, match="the longest found has"):
        completed(
            game_in_parts(options_of(5, nb_rooms=rooms, nb_objects=objects, quest_length=length))
        )
    assert steps < most


@pytest.mark.parametrize("budget", [10, 1000])
def test_a_search_ends_when_too_much_has_been_done(monkeypatch, budget):
    maps = []

    def counted(*arguments, **named):
        maps.append(make_map(*arguments, **named))
        return maps[-1]

    monkeypatch.setattr(game_generation, "make_map", counted)
    monkeypatch.setattr(game_generation, "SearchBudget", lambda: SearchBudget(budget))
    with pytest.raises(QuestGenerationError, match="No quest of 60 commands"):
        make_game(options_of(1, nb_rooms=200, nb_objects=60, quest_length=60))
    assert len(maps) <= 2


def test_a_game_says_what_it_was_made_of() -> None:
    options = options_of(7, nb_rooms=3, nb_objects=6, quest_length=4)
    expected = {
        "seeds": options.seeds,
        "world_size": 3,
        "quest_length": 4,
        "uuid": options.uuid,
    }
    assert expected.items() <= make_game(options).metadata.items()


def test_games_of_four_subquests_take_few_maps(monkeypatch):
    maps = []

    def counted(*arguments, **named):
        maps.append(make_map(*arguments, **named))
        return maps[-1]

    monkeypatch.setattr(game_generation, "make_map", counted)
    for seed in range(8):
        make_game(options_of(seed, nb_rooms=20, nb_objects=40, quest_length=15, quest_breadth=4))
    assert len(maps) <= 16  # 29 where subquests are not begun wherever they can be


def test_what_no_search_finds_is_refused_before_one_begins():
    for name, value in (("quest_length", 151), ("nb_parallel_quests", 51)):
        wrong = f"{name} must be at most {value - 1}, not {value}: no search finds that"
        with pytest.raises(ConfigError, match=wrong):
            make_game(options_of(1, nb_rooms=700, nb_objects=50, **{name: value}))
        with pytest.raises(ConfigError, match=wrong):
            CUSTOM.settings(**{name: value})


def test_what_are_no_options_is_told() -> None:
    with pytest.raises(ConfigError, match="made of GameOptions, not of 'tw-cooking'"):
        make_game("tw-cooking")  # type: ignore[arg-type]
