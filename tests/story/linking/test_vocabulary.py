"""The words of stories, found without linking them."""

import re

import pytest
from challenge_games import challenge_game
from hypothesis import given
from hypothesis import strategies as st

from twbench.errors import TwbenchError
from twbench.generator.games.game import EntityInfo, Game
from twbench.generator.knowledge.roles import THE_INVENTORY
from twbench.logic import Proposition, Variable
from twbench.story import compile_story, vocabulary
from twbench.story.contents.world import StoryWorld
from twbench.story.linking.programs import logic_program
from twbench.story.linking.tables import GameTables
from twbench.story.linking.vocabulary import _words_in
from twbench.story.zcode.template import load_template

SETTINGS = {"simple": {"rewards": "dense", "goal": "detailed"}, "coin_collector": {"level": 7}}


def made(name: str, seed: int) -> Game:
    return challenge_game(name, seed, **SETTINGS.get(name, {}))


@pytest.mark.parametrize("name", ["simple", "coin_collector", "cooking", "custom"])
@pytest.mark.parametrize("seed", range(3))
def test_they_are_those_of_the_linked_story(name, seed):
    game = made(name, seed)
    assert vocabulary(game) == compile_story(game).vocabulary


def plain_words(game: Game) -> list[str]:
    """Find the words of a story in all of its texts at once, remembering nothing."""
    program = logic_program(game.kb)
    tables = GameTables(StoryWorld(game, program.representation), program)
    entities = tables.world.objects
    names = [entity.name for entity in entities]
    called = {word for entity in entities if not entity.is_room for word in entity.words}
    texts = [*load_template().texts, *program.literal_strings, *tables.block.strings, *names]
    letters = "[a-zà-öø-ÿ]+"
    word = f"{letters}(?:['-]{letters})*"
    return sorted(
        {
            *re.findall(word, "\n".join(texts).lower()),
            *(one for one in (*called, *program.words.words) if re.fullmatch(word, one)),
            *re.findall(r"[a-z]*\d\w*", "\n".join(names).lower()),
        }
    )


@pytest.mark.parametrize("name", ["simple", "coin_collector", "cooking", "custom"])
def test_what_is_remembered_of_other_games_makes_no_difference(name):
    for seed in range(6):
        game = made(name, seed)
        assert compile_story(game).vocabulary == plain_words(game)


@given(st.text("ab'-. \n", max_size=12), st.text("a'-é\u017f", max_size=2))
def test_words_are_found_alike_in_letters_of_all_kinds(text, more):
    letters = "[a-zà-öø-ÿ]+"
    for one in (text, text + more):
        assert _words_in(one) == set(re.findall(f"{letters}(?:['-]{letters})*", one))


def test_own_articles_numbers_and_blank_lines_count():
    game = made("simple", 1)
    things = [info for info in game.infos.values() if info.type == "f"]
    things[0].indefinite, things[0].definite = "half an", "[if open]yonder[end if] the"
    things[1].name, things[1].synonyms = "Brot 24b über", ["Laib-brot", "x9"]
    rooms = [info for info in game.infos.values() if info.type == "r"]
    rooms[0].desc, rooms[0].name = (
        "Ärger\n \n\n im HAUS\N{RIGHT SINGLE QUOTATION MARK}s",
        "weiße kammer",
    )
    words = vocabulary(game)
    assert words == compile_story(game).vocabulary == plain_words(game)
    assert {"half", "yonder", "24b", "über", "laib-brot", "ärger", "weisse"} & set(words)


def twice(info: EntityInfo) -> list[Proposition]:
    """Put a thing into the inventory, and upon the player's table."""
    thing, table = Variable(info.id, info.type), Variable("s_0", "s")
    return [Proposition("in", [thing, THE_INVENTORY]), Proposition("on", [thing, table])]


def open_and_shut(game: Game, *texts: str) -> None:
    """Give two things after one another texts that would be sound if they were one."""
    things = sorted((info for info in game.infos.values() if info.type == "f"), key=lambda i: i.id)
    for info, text in zip(things, texts, strict=False):
        info.desc = text


def test_brackets_of_one_text_are_not_closed_in_another():
    game = made("simple", 2)
    open_and_shut(game, "Such a thing is [ rare", "as bread] here. It is [if open]odd[end if].")
    assert vocabulary(game) == compile_story(game).vocabulary == plain_words(game)
    assert {"rare", "bread", "odd"} <= set(vocabulary(game))


def test_what_no_story_has_room_for_is_refused_with_the_same_words():
    for change in (
        lambda game, info: setattr(info, "desc", "a [list of things in the nowhere]"),
        lambda game, info: setattr(info, "desc", "a [dance]"),
        lambda game, info: setattr(info, "desc", "a [if open]without an end"),
        lambda game, info: setattr(info, "desc", "a [if open]without an end. "),
        lambda game, info: open_and_shut(game, "an [if open]open", "[if closed]shut[end if] end"),
        lambda game, info: open_and_shut(game, "an [if open]open[", "dance][end if] end"),
        lambda game, info: setattr(info, "desc", "\N{SNOWMAN}"),
        lambda game, info: setattr(info, "desc", "\N{INFORMATION SEPARATOR TWO}"),
        lambda game, info: setattr(info, "indefinite", "\N{SNOWMAN}"),
        lambda game, info: setattr(info, "name", "n" * 61),
        lambda game, info: setattr(game.quests[0], "reward", 1_000_000),
        lambda game, info: game.world.add_facts(twice(info)),
    ):
        game = made("simple", 2)
        change(game, next(info for info in game.infos.values() if info.type == "f"))
        with pytest.raises(TwbenchError) as expected:
            compile_story(game)
        with pytest.raises(TwbenchError) as found:
            vocabulary(game)
        assert (type(found.value), str(found.value)) == (type(expected.value), str(expected.value))
