"""The way to a story as TextWorld has it, without Inform 7."""

import json
from pathlib import Path

import pytest
from challenge_games import options_of

import twbench
from twbench.errors import InputError
from twbench.generator import Game, make_game
from twbench.generator.games.progression import GameProgression
from twbench.generator.inform7.world2inform7 import (
    CouldNotCompileGameError,
    Inform7Game,
    TextworldInform7Warning,
    compile_inform7_game,
    generate_inform7_source,
)
from twbench.logic import Action, Proposition, Variable


@pytest.fixture(scope="module")
def game():
    return make_game(options_of(1234, nb_rooms=3, nb_objects=5, quest_length=3))


def test_the_source_of_a_game_is_compiled_to_its_story(game, tmp_path, capsys):
    story = str(tmp_path / "game.z8")
    compile_inform7_game(generate_inform7_source(game), story, verbose=True)
    assert capsys.readouterr().out == f"{story}\n"
    with twbench.start(story) as env:
        env.reset()
        done = False
        for command in game.walkthrough:
            assert not done
            _, score, done = env.step(command)
    assert (score, done) == (1, True)
    assert Game.load(tmp_path / "game.json") == game


def test_a_story_that_is_there_is_replaced(game, tmp_path):
    story = tmp_path / "game.z8"
    story.write_bytes(b"")
    compile_inform7_game(Inform7Game(game).gen_source(seed=3), str(story))
    assert story.stat().st_size > 0


@pytest.mark.parametrize(
    ("source", "name", "message"),
    [
        ('"My game" by nobody. The kitchen is a room.', "game.z8", "Extra data"),
        (json.dumps({"version": 1}), "game.z8", "It is no game: it has none of the keys world"),
        ("", "game.z8", "The source has to be that of generate_inform7_source"),
        (None, "game.ulx", "Stories are compiled to .z8, not to .ulx"),
    ],
)
def test_other_sources_and_files_are_refused(game, tmp_path, source, name, message):
    given = generate_inform7_source(game) if source is None else source
    with pytest.raises(CouldNotCompileGameError, match=message) as refused:
        compile_inform7_game(given, str(tmp_path / name))
    assert isinstance(refused.value, RuntimeError)
    assert list(Path(tmp_path).iterdir()) == []


def test_rooms_are_not_described_by_inform_7(game):
    with pytest.raises(InputError, match="use_i7_description must be False"):
        generate_inform7_source(game, use_i7_description=True)


def test_commands_and_what_happens_have_the_names_of_the_game(game):
    shown = Inform7Game(game)
    assert Inform7Game.VERSION == 1
    [quest] = game.quests
    actions = quest.win_events[0].actions
    assert shown.gen_commands_from_actions(actions) == game.walkthrough
    names = set(game.names.values()) | {"P", "I"}
    for action in actions:
        readable = shown.get_human_readable_action(action)
        assert {variable.name for variable in readable.variables} <= names
        assert readable.name == action.name.replace("go/", "go ").partition("/")[0]
    assert [fact.name for fact in map(shown.get_human_readable_fact, game.world.facts)] == [
        fact.name for fact in game.world.facts
    ]
    nameless = Proposition("at", [Variable("o_99", "o"), Variable("r_99", "r")])
    assert shown.get_human_readable_fact(nameless) == nameless


def test_an_event_tells_which_action_was_done(game):
    shown = Inform7Game(game)
    actions = list(GameProgression(game).valid_actions)
    found = {
        shown.detect_action(shown._event(action), actions).name
        for action in actions
        if shown._event(action)
    }
    assert found == {action.name for action in actions}
    assert shown.detect_action("Looking", actions).name == "look"
    assert shown.detect_action("dancing", actions) is None
    assert shown.detect_action("looking", [Action("dance", [], [])]) is None


def test_warnings_can_be_named():
    assert issubclass(TextworldInform7Warning, UserWarning)
