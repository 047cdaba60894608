"""Stories of logics with words of their own: what is typed and answered is the author's."""

import json
import os
import pickle
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from twbench import GameMaker, GameOptions
from twbench.challenges.cooking.world import knowledge_base
from twbench.envs import StoryEnv
from twbench.errors import LogicError
from twbench.families.textworld.games import sign
from twbench.generator import KnowledgeBase, MetaCommand, Phrasebook, Refusal, RulePhrases
from twbench.generator.games.game import Game
from twbench.logic import GameLogic
from twbench.story import compile_story, link

TEXTWORLD = os.environ.get("TWBENCH_TEXTWORLD_PYTHON")
Open = Callable[..., StoryEnv]
SLICING = """
type deck : o {
    predicates {
        whole(deck);
        cut(deck);
        beneath(o, deck);
    }

    rules {
        slice :: $in(deck, I) & whole(deck) -> cut(deck);
        slide :: $in(deck, I) & in(o, I) -> beneath(o, deck);
    }

    inform7 {
        commands {
            slice :: "slice {deck}" :: "slicing the {deck}";
            slide :: "slide {o} beneath {deck}" :: "sliding the {o} beneath the {deck}";
        }
    }
}
"""
BOOK = Phrasebook(
    help="Cards can be sliced.",
    rules={
        "slice": RulePhrases(
            "You lift half of {the deck} and put it under the rest.",
            (Refusal("cut(deck)", "{The deck} has been cut: it is not a cake."),),
            "Cards are sliced here, nothing else.",
        ),
        "take": RulePhrases(refusals=(Refusal("cut(o: deck)", "Leave it as it fell."),)),
    },
    synonyms={"slice {deck}": ("cut {}", "b {}", "cut {} in half"), "drop {o}": ("get {}",)},
    words=(("beneath", "under"), ("in", "amid")),
    commands=(
        MetaCommand(("bet", "bet {}"), "You bet nothing.", takes_turn=True),
        MetaCommand(("undo",), "Cards remember."),
    ),
)


def cards(book: Phrasebook | None = BOOK, slicing: str = SLICING) -> Game:
    """A pack of cards and a coin; with the words of ``book``."""
    logic = GameLogic.parse(KnowledgeBase.default().logic.serialize() + slicing)
    options = GameOptions()
    options.seeds = 1
    options.kb = KnowledgeBase(logic, phrasebook=book)
    maker = GameMaker(options)
    room = maker.new_room("saloon")
    maker.set_player(room)
    pack = maker.new(type="deck", name="pack")
    pack.add_property("whole")
    room.add(pack, maker.new(type="o", name="coin"), maker.new(type="o", name="card"))
    commands = ["take pack", "slice pack", "take card", "slide card beneath pack"]
    maker.set_quest_from_commands(commands if slicing == SLICING else commands[:2])
    return maker.build()


def answers(env: StoryEnv, *commands: str) -> list[str]:
    env.reset()
    return [env.step(command)[0].feedback.strip().split("\n")[0] for command in commands]


def test_reports_refusals_synonyms_and_help_are_the_authors(open_story: Open) -> None:
    commands = ("help", "cut pack", "take pack", "cut pack", "slice pack", "cut coin", "hint")
    assert answers(open_story(cards()), *commands) == [
        "Cards can be sliced.",
        "You aren't carrying the pack.",  # as twbench says it of every rule that wants it
        "You pick up the pack from the ground.",
        "You lift half of the pack and put it under the rest.",
        "The pack has been cut: it is not a cake.",
        "Cards are sliced here, nothing else.",
        "Cards can be sliced.",
    ]


def test_an_abbreviation_is_said_in_full(open_story: Open) -> None:
    assert answers(open_story(cards()), "b") == ["What do you want to slice?"]


@pytest.mark.parametrize("word", ["and", "all", "it", "then", "but", "one", "again", "the", "an"])
def test_a_question_has_no_text_for_a_word_of_the_parser(open_story: Open, word: str) -> None:
    slicing = SLICING.replace("slide {o} beneath", f"slide {{o}} {word} beneath")
    env = open_story(cards(None, slicing))
    (asked,) = answers(env, "slide coin")
    assert " ".join(asked.split()) == "What do you want to slide the coin beneath?"
    assert all(answer.isprintable() for answer in answers(env, "slide coin a", f"slide {word}"))


def test_a_way_given_to_a_command_is_no_other_command(open_story: Open) -> None:
    """``get`` is to take in all stories, and to drop in this one."""
    commands = ("take coin", "get coin", "grab coin", "take coin")
    assert answers(open_story(cards()), *commands) == [
        "You pick up the coin from the ground.",
        "You drop the coin on the ground.",
        "You pick up the coin from the ground.",
        "You already have the coin.",
    ]


def test_refusals_of_a_known_rule_come_before_those_of_twbench(open_story: Open) -> None:
    commands = ("take pack", "take pack", "slice pack", "take pack")
    assert answers(open_story(cards()), *commands)[1::2] == [
        "You already have the pack.",
        "Leave it as it fell.",
    ]


def test_words_that_stand_for_the_same(open_story: Open) -> None:
    commands = ("take all", "slide coin under pack", "slice pack", "slide card amid pack")
    assert answers(open_story(cards()), *commands)[1] == "You slide the coin beneath the pack."


def test_commands_about_the_game(open_story: Open) -> None:
    env = open_story(cards(), moves=True)
    said = answers(env, "bet", "bet coin", "undo", "xyzzy")
    assert said == [
        "You bet nothing.",
        "You bet nothing.",
        "Cards remember.",
        "A hollow voice says nothing at all.",
    ]
    assert env.state.moves == 2


def test_a_rule_called_slice_has_nothing_of_the_cooks(open_story: Open) -> None:
    game = cards(None)
    assert game.kb.phrasebook == Phrasebook()
    said = answers(open_story(game), "help", "cut pack", "cook pack", "take pack", "slice pack")
    assert said[:2] == [
        "Try commands such as look, inventory, examine, take, drop, open, close, and directions"
        " such as north; goal repeats what you are after.",
        "Violence is not called for.",
    ]
    assert said[3:] == ["You pick up the pack from the ground.", "You slice the pack."]
    assert not {"knife", "food", "diced", "cook"} & set(compile_story(game).vocabulary)


def test_the_walkthrough_wins(open_story: Open) -> None:
    game = cards()
    env = open_story(game)
    env.reset()
    assert [env.step(command)[2] for command in game.walkthrough or ()][-1]


def test_files_copies_and_pickles_keep_the_words(tmp_path: Path) -> None:
    game = cards()
    game.save(tmp_path / "game.json")
    story = link(game)
    loaded = Game.load(tmp_path / "game.json")
    assert loaded == game
    assert loaded.kb.phrasebook == BOOK
    for other in (loaded, game.copy(), Game.deserialize(game.serialize())):
        assert link(other) == story
    kb = pickle.loads(pickle.dumps(game.kb))  # noqa: S301 - ours
    assert kb.phrasebook == BOOK


def test_ids_tell_words_apart() -> None:
    other = replace(BOOK, help="Slice them.")
    games = [cards(), cards(other), cards(None)]
    ids = {sign(game, "cards")[0] for game in games}
    assert len(ids) == 3
    assert {sign(Game.deserialize(game.serialize()), "cards")[0] for game in games} == ids
    assert len({link(game) for game in games}) == 3
    assert sign(cards(Phrasebook()), "cards")[0] == sign(cards(None), "cards")[0]


def test_words_of_ones_own_for_cooking_are_stored() -> None:
    logic = knowledge_base(is_limited=False).logic
    for book in (Phrasebook(), Phrasebook(help="Cook.")):
        kb = KnowledgeBase(logic, phrasebook=book)
        assert KnowledgeBase.deserialize(kb.serialize()).phrasebook == book


@pytest.mark.parametrize("way", ["all {}", "then", "g {}"])
def test_words_of_the_parser_stay_what_they_are(way: str) -> None:
    game = cards(Phrasebook(synonyms={"slice {deck}": (way,)}))
    with pytest.raises(LogicError, match="stories read it otherwise in all commands"):
        link(game)


@pytest.mark.skipif(not TEXTWORLD, reason="TWBENCH_TEXTWORLD_PYTHON names no Python with TextWorld")
def test_textworld_loads_the_game(tmp_path: Path) -> None:
    assert TEXTWORLD is not None
    game, path = cards(), tmp_path / "game.json"
    game.save(path)
    code = "import sys, textworld; g = textworld.Game.load(sys.argv[1]); print(g.serialize()['KB'])"
    done = subprocess.run(
        [TEXTWORLD, "-c", code, str(path)], capture_output=True, text=True, check=True
    )
    assert "slice {deck}" in done.stdout
    assert json.loads(path.read_text())["KB"]["phrasebook"]["help"] == "Cards can be sliced."
