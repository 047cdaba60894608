from functools import partial

import pytest
from challenge_games import challenge_game, options_of
from made_games import perform

from twbench.generator import Game, make_game, make_grammar

small_options = partial(options_of, nb_rooms=4, nb_objects=8, quest_length=4)


def basic(seed: int = 1):
    return make_grammar({"theme": "basic"}, seed)


def texts(game: Game) -> dict[str, str | None]:
    found = {f"{id_} name": info.name for id_, info in game.infos.items()}
    found |= {f"{id_} desc": info.desc for id_, info in game.infos.items()}
    found |= {f"quest {index}": quest.desc for index, quest in enumerate(game.quests)}
    return {**found, "objective": game.objective}


def is_won_by(game: Game, commands: list[str]) -> bool:
    return perform(game, commands).completed


@pytest.mark.parametrize("loaded", [False, True])
def test_all_generated_text_is_replaced(loaded):
    game = make_game(small_options(3))
    if loaded:
        game = Game.deserialize(game.serialize())
    before = texts(game)
    game.change_grammar(basic())
    after = texts(game)
    unchanged = [key for key, text in before.items() if text is not None and text == after[key]]
    assert unchanged == []
    assert {key for key, text in after.items() if text} == {k for k, text in before.items() if text}
    assert game.grammar is not None
    assert game.grammar.theme == "basic"


def test_the_new_text_is_that_of_a_game_made_with_the_grammar():
    game = make_game(small_options(5))
    game.change_grammar(basic(7))
    fresh = make_game(small_options(5))
    untold = Game(fresh.world, quests=fresh.quests)
    for quest in untold.quests:
        quest.desc = None
    untold.change_grammar(basic(7))
    assert texts(game) == texts(untold)


@pytest.mark.parametrize("parallel", [1, 2])
def test_the_walkthrough_follows_the_names_and_still_wins(parallel):
    game = make_game(small_options(2, nb_parallel_quests=parallel, nb_objects=10))
    old = game.walkthrough
    game.change_grammar(basic())
    assert game.metadata["walkthrough"] != old
    assert is_won_by(game, game.metadata["walkthrough"])


def test_text_written_by_hand_is_kept():
    game = challenge_game("coin_collector", 1, level=4)
    room = game.infos["r_0"]
    room.desc = "A place like no other."
    game.infos["r_1"].name = "Nowhere"
    game.change_grammar(basic())
    coin = game.infos["o_0"]
    assert coin.name == "coin"
    assert coin.desc == "A small round coin, worn smooth by many hands."
    assert room.desc == "A place like no other."
    assert game.infos["r_1"].name == "Nowhere"
    game.objective = "Do as you like."
    game.change_grammar(basic(2))
    assert game.objective == "Do as you like."


def test_a_file_without_grammar_keeps_its_text():
    game = make_game(small_options(3))
    data = {**game.serialize(), "grammar": None}
    loaded = Game.deserialize(data)
    loaded.change_grammar(basic())
    assert texts(loaded) == texts(game)


def test_a_copy_leaves_its_original_alone():
    game = make_game(small_options(4))
    before = game.serialize()
    game.copy().change_grammar(basic())
    assert game.serialize() == before
