"""The id and the file of a game, and the proof in an environment that is used again."""

import json

import pytest

from twbench import story
from twbench.dataset import item
from twbench.dataset.plan import ItemSpec
from twbench.dataset.replay import replay
from twbench.errors import StoryFileError
from twbench.hashing import canonical_json


def spec(level):
    return ItemSpec("train", 0, 0, 11, "coin_collector", {"level": level}, {})


@pytest.mark.parametrize("level", [1, 25, 120])
def test_the_id_is_that_of_the_serialised_game(level):
    game = item.make_game(spec(level))
    game_id, data = item.seal(game, "coin_collector")
    assert game.metadata["uuid"] == game_id
    assert game_id == item.identify(game.serialize(), "coin_collector")
    assert data.decode() == canonical_json(game.serialize()) + "\n"
    assert json.loads(data)["metadata"]["uuid"] == game_id


def test_stories_are_proven_one_after_the_other(tmp_path):
    problems = []
    for level in (3, 1, 3, 2):
        game = item.make_game(spec(level))
        path = tmp_path / f"tw-{level}.z8"
        path.write_bytes(story.link(game))
        problems.append(replay(path, game.walkthrough, 1))
        problems.append(replay(path, game.walkthrough, 2))
        problems.append(replay(path, [*game.walkthrough, "look"], 1))
    assert problems[0::3] == [None] * 4
    assert problems[1::3] == ["The game was won with a score of 1 instead of 2."] * 4
    assert problems[2::3] == [
        f"The game was won at command {level} of {level + 1}, 'take coin'."
        for level in (3, 1, 3, 2)
    ]


def test_a_file_that_is_no_story(tmp_path):
    path = tmp_path / "tw-x.z8"
    path.write_bytes(b"\x08" + bytes(100))
    with pytest.raises(StoryFileError, match=r"tw-x\.z8 is no sound story file"):
        replay(path, ["look"], 1)
