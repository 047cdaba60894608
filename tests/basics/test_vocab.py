"""The words of games."""

from pathlib import Path

import pytest

from twbench import GameMaker
from twbench.errors import ConfigError, GameFileError, StoryFileError
from twbench.vocab import extract_from


@pytest.fixture(scope="module")
def story(tmp_path_factory):
    maker = GameMaker()
    room = maker.new_room("Observatory")
    maker.set_player(room)
    room.add(maker.new("o", name="brass sextant"))
    maker.set_quest_from_commands(["take brass sextant"])
    return Path(maker.compile(tmp_path_factory.mktemp("words") / "game.z8"))


def test_words_are_those_that_a_game_prints_or_understands(story):
    words = extract_from([story])
    assert {"observatory", "brass", "sextant", "take", "inventory"} <= words
    assert extract_from([str(story.with_suffix(".json"))]) == words


def test_a_story_that_textworld_made_has_the_words_of_the_game_beside_it(story, tmp_path):
    made = tmp_path / "made.z8"
    made.write_bytes(b"a story by another maker")
    made.with_suffix(".json").write_bytes(story.with_suffix(".json").read_bytes())
    assert extract_from([made]) == extract_from([story])


def test_no_games_have_no_words():
    assert extract_from([]) == set()


def test_a_story_without_its_game_file_does_not_tell(story, tmp_path):
    alone = tmp_path / "alone.z8"
    alone.write_bytes(story.read_bytes())
    with pytest.raises(GameFileError, match=r"alone\.json"):
        extract_from([alone])


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(StoryFileError, match=r"lost\.z8"):
        extract_from([tmp_path / "lost.z8"])


def test_one_path_is_no_list_of_paths(story):
    with pytest.raises(ConfigError, match="must be a list of paths, not one"):
        extract_from(str(story))
