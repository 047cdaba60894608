"""Commands that are possible in a game at all."""

import re
from itertools import product

import pytest
from sample_games import bare_rooms, coin_collector, cottage, lamps, sample_games

from twbench.envs.information.game_information import GameInformation
from twbench.story import vocabulary

GAMES = sample_games()


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_each_kind_contains_the_next(number: int) -> None:
    game = GAMES[number]
    information = GameInformation(game)
    possible = information.possible_commands
    allowed = information.possible_admissible_commands
    assert possible == sorted(set(possible))
    assert allowed == sorted(set(allowed))
    assert set(information.admissible_commands(game.world.facts)) <= set(allowed) <= set(possible)
    assert set(game.walkthrough or ()) <= set(allowed)


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_their_words_are_in_the_vocabulary(number: int) -> None:
    words = set(vocabulary(GAMES[number]))
    possible = GameInformation(GAMES[number]).possible_commands
    assert possible
    used = {word for command in possible for word in re.findall(r"\w[\w'-]*", command.lower())}
    assert used <= words


def test_possible_commands_of_two_bare_rooms() -> None:
    information = GameInformation(bare_rooms())
    assert information.possible_commands == [
        "go east",
        "go north",
        "go south",
        "go west",
        "inventory",
        "look",
    ]
    assert information.possible_admissible_commands == ["go east", "go west", "inventory", "look"]


def test_commands_with_two_nouns_name_all_pairs() -> None:
    possible = GameInformation(lamps()).possible_commands
    pairs = product(("green lamp", "white lamp"), ("desk", "bench"))
    assert {command for command in possible if command.startswith("wire ")} == {
        f"wire {lamp} to {place}" for lamp, place in pairs
    }


def test_lasting_facts_rule_commands_out() -> None:
    information = GameInformation(cottage())
    wrong_key = "unlock oak door with blue key"
    assert wrong_key in information.possible_commands
    assert wrong_key not in information.possible_admissible_commands
    assert "unlock oak door with red key" in information.possible_admissible_commands


def test_coins_are_the_only_things_to_take() -> None:
    possible = GameInformation(coin_collector(5)).possible_commands
    assert [command for command in possible if command.startswith("take ")] == ["take coin"]
