"""The id and the file of a game, and the proof in an environment that is used again."""

import json
import os
from pathlib import Path

import pytest

from twbench import story
from twbench.dataset.config.plan import ItemSpec
from twbench.dataset.items import item
from twbench.envs.frotz.story_file import StoryFile
from twbench.errors import StoryFileError
from twbench.families.textworld.games import sign
from twbench.families.textworld.replay import replay
from twbench.hashing import canonical_json, content_id


def spec(level):
    return ItemSpec("train", 0, 0, 11, "coin_collector", {"level": level}, {})


def identified(data):
    """Return the id of a serialised game, as it is defined."""
    content = {
        "world": sorted(data["world"], key=canonical_json),
        "quests": data["quests"],
        "infos": data["infos"],
        "objective": data["objective"],
        "logic": data["KB"]["logic"],
    }
    return f"tw-coin_collector-{content_id(content)}"


@pytest.mark.parametrize("level", [1, 25, 120])
def test_the_id_is_that_of_the_serialised_game(level):
    game = item.make_game(spec(level))
    game_id, data = sign(game, "coin_collector")
    assert game.metadata["uuid"] == game_id
    assert game_id == identified(game.serialize())
    assert data.decode() == canonical_json(game.serialize()) + "\n"
    assert json.loads(data)["metadata"]["uuid"] == game_id


def test_stories_are_proven_one_after_the_other():
    problems = []
    for level in (3, 1, 3, 2):
        game = item.make_game(spec(level))
        proof = StoryFile("proof", story.link(game))
        problems.append(replay(proof, game.walkthrough, 1))
        problems.append(replay(proof, game.walkthrough, 2))
        problems.append(replay(proof, [*game.walkthrough, "look"], 1))
        problems.append(replay(proof, game.walkthrough[:-1] or ["look"], 1))
    assert problems[0::4] == [None] * 4
    assert problems[1::4] == ["The game was won with a score of 1 instead of 2."] * 4
    assert problems[2::4] == [
        f"The game was won at command {level} of {level + 1}, 'take coin'."
        for level in (3, 1, 3, 2)
    ]
    assert all(text.startswith("The game was not won after the last") for text in problems[3::4])


def test_a_story_by_others_proves_nothing():
    with pytest.raises(StoryFileError, match="not made by twbench"):
        replay(StoryFile("x", b"\x08" + bytes(100)), ["look"], 1)


def resident_memory():
    """Return the memory of this process in bytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def test_proofs_leave_no_memory_behind():
    game = item.make_game(spec(1))
    proof = StoryFile("proof", story.link(game))
    for _ in range(50):
        replay(proof, game.walkthrough, 1)
    before = resident_memory()
    for _ in range(400):
        assert replay(proof, game.walkthrough, 1) is None
    assert resident_memory() - before < 400 * len(proof.data) / 4
