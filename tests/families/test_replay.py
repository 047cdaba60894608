"""The proof of a game: its walkthrough, typed into the compiled story, wins with full score.

One environment is used again and again, and stories are looked at before they reach it.
"""

import os
from pathlib import Path

import pytest

from twbench import story
from twbench.dataset.config.plan import ItemSpec
from twbench.dataset.items import item
from twbench.envs.frotz.story_file import StoryFile
from twbench.errors import StoryFileError
from twbench.families import Files, get
from twbench.families.replay import replay
from twbench.generator import GameMaker, Quest


def game_of(level):
    return item.make_game(ItemSpec("train", 0, 0, 11, "coin_collector", {"level": level}, {}))


@pytest.fixture
def proof(cellar):
    return StoryFile("cellar", cellar.read_bytes())


def test_stories_are_proven_one_after_the_other():
    problems = []
    for level in (3, 1, 3, 2):
        game = game_of(level)
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
    game = game_of(1)
    proof = StoryFile("proof", story.link(game))
    for _ in range(50):
        replay(proof, game.walkthrough, 1)
    before = resident_memory()
    for _ in range(400):
        assert replay(proof, game.walkthrough, 1) is None
    assert resident_memory() - before < 400 * len(proof.data) / 4


@pytest.mark.parametrize(
    ("walkthrough", "problem"),
    [
        (["take coin"], None),
        (["look", "take coin"], None),
        ([], "The game has no walkthrough."),
        (["dance"], "The game was not won after the last command, 'dance'."),
        (["take coin", "look"], "The game was won at command 1 of 2, 'take coin'."),
        (["quit", "take coin"], None),  # this interpreter goes on after a farewell
    ],
)
def test_what_is_wrong_with_a_walkthrough_is_said(proof, walkthrough, problem):
    assert replay(proof, walkthrough, 1) == problem


def test_a_game_that_is_lost_on_the_way_is_told_so():
    maker = GameMaker()
    maker.set_player(maker.new_room("cellar"))
    maker.inventory.add(maker.new("f", name="apple"), maker.new("o", name="coin"))
    dropped, eaten = (
        maker.new_event_using_commands([command]) for command in ("drop coin", "eat apple")
    )
    maker.quests = [Quest([dropped], [eaten])]
    proof = StoryFile("apple", story.link(maker.build()))
    assert replay(proof, ["drop coin"], 1) is None
    assert replay(proof, ["eat apple", "drop coin"], 1) == (
        "The game was lost at command 1 of 2, 'eat apple'."
    )


def test_only_sound_stories_are_played(cellar):
    data = cellar.read_bytes()
    family = get("textworld")
    assert family.check(Files("tw-x", data, None)) is None
    with pytest.raises(StoryFileError, match="tw-x is no sound story file: it should have"):
        family.check(Files("tw-x", data[:-300], None))
    with pytest.raises(StoryFileError, match="checksum is wrong"):
        family.check(Files("tw-x", data[:9000] + bytes([data[9000] ^ 1]) + data[9001:], None))
