"""Files that are no sound stories are refused before the interpreter sees them."""

import os
import random
from pathlib import Path

import pytest
from bare_stories import story_of
from sample_games import STORIES, TEXTWORLD, coin_collector, cottage, write

from twbench.core import EnvInfos
from twbench.envs import IsolatedEnv, JerichoUnsupportedGameWarning, StoryEnv
from twbench.envs.frotz.story_file import read_story
from twbench.errors import EnvInfoMissingError, GameNotRunningError, StoryFileError
from twbench.families import start
from twbench.generator.games.game import Game
from twbench.story import link

STORY = link(coin_collector(5))
# print "hi"; new_line; print "hi"; quit
PRINT_HI_TWICE = bytes.fromhex("B2B5C5 BB B2B5C5 BA")


def changed(address: int, *values: int) -> bytes:
    return STORY[:address] + bytes(values) + STORY[address + len(values) :]


DAMAGED = {
    "empty": b"",
    "one byte": b"\x08",
    "text": b"This is a letter, not a story. " * 300,
    "header only": STORY[:64],
    "half": STORY[: len(STORY) // 2],
    "last byte missing": STORY[:-1],
    "version 0": changed(0, 0),
    "version 9": changed(0, 9),
    "version 3": changed(0, 3),
    "length 1": changed(0x1A, 0, 1),
    "too long": changed(0x1A, 0xFF, 0xFF),
    "object table 0": changed(0x0A, 0, 0),
    "dictionary at the end": changed(0x08, 0xFF, 0xFF),
    "static memory beyond the end": changed(0x0E, 0xFF, 0xFF),
    "static memory 0": changed(0x0E, 0, 0),
    "globals 0": changed(0x0C, 0, 0),
    "start 0": changed(0x06, 0, 0),
    "extension": changed(0x36, 0xFF, 0xFF),
    "checksum": changed(0x1C, STORY[0x1C] ^ 1),
    "a byte of code": changed(0x900, STORY[0x900] ^ 0x55),
    "directory": STORY[:-40] + bytes(40),
}


@pytest.mark.filterwarnings("ignore::twbench.envs.JerichoUnsupportedGameWarning")
@pytest.mark.parametrize("version", range(1, 9))
def test_stories_of_all_versions_play(version: int, tmp_path: Path) -> None:
    path = tmp_path / f"story.z{version}"
    path.write_bytes(story_of(PRINT_HI_TWICE, version))
    with start(path, EnvInfos(object_tree=True, vocabulary=True)) as env:
        state = env.reset()
        assert state.feedback.split() == ["hi", "hi"]
        assert (state.object_tree, state.vocabulary) == ([], [])


@pytest.mark.parametrize("name", DAMAGED)
def test_damaged_stories_are_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / "tw-broken.z8"
    path.write_bytes(DAMAGED[name])
    with pytest.raises(StoryFileError, match=r"tw-broken\.z8"):
        start(path)


def test_what_is_known_of_a_story_holds_for_the_same_bytes_alone(tmp_path: Path) -> None:
    path = tmp_path / "tw-story.z8"
    path.write_bytes(STORY)
    story = read_story(path)
    assert story.doubt is None
    assert read_story(path) is story
    for name in ("a byte of code", "directory"):
        path.write_bytes(DAMAGED[name])  # with the same header
        with pytest.raises(StoryFileError):
            read_story(path)
    # The checksum does not tell the order of two bytes of the code.
    code = int.from_bytes(STORY[4:6], "big")
    place = next(n for n in range(code, len(STORY)) if STORY[n] != STORY[n + 1])
    path.write_bytes(changed(place, STORY[place + 1], STORY[place]))
    assert read_story(path).doubt is not None
    path.write_bytes(STORY)
    assert read_story(path).doubt is None


@pytest.mark.parametrize("name", ["absent.z8", "."])
def test_files_that_cannot_be_read(name: str, tmp_path: Path) -> None:
    with pytest.raises(StoryFileError, match="Cannot read the story"):
        start(tmp_path / name)


@pytest.mark.parametrize("name", ["pipe", "pipe.z8", "zero.z8"])
def test_what_is_no_file_is_not_waited_for(name: str, tmp_path: Path) -> None:
    for pipe in ("pipe", "pipe.z8"):
        os.mkfifo(tmp_path / pipe)
    (tmp_path / "zero.z8").symlink_to("/dev/zero")
    for read in (start, read_story):
        with pytest.raises(StoryFileError, match=r"Cannot read the story .*no file"):
            read(tmp_path / name)


def test_a_file_that_is_too_large_is_not_read_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "tw-large.z8"
    path.write_bytes(STORY)
    with path.open("r+b") as file:
        file.truncate(1 << 40)
    with pytest.raises(StoryFileError, match=r"tw-large\.z8 is no .* more than 1048576 bytes"):
        read_story(path)


def test_flipped_bits_are_refused_or_harmless(tmp_path: Path) -> None:
    rng = random.Random(5)
    path = tmp_path / "tw-flipped.z8"
    for _ in range(300):
        address = rng.randrange(64) if rng.random() < 0.5 else rng.randrange(len(STORY))
        story = changed(address, STORY[address] ^ 1 << rng.randrange(8))
        path.write_bytes(story)
        harmless = address in {1, 2, 3, 0x04, 0x05, *range(0x10, 0x1A), *range(0x1E, 0x40)}
        if not harmless:
            with pytest.raises(StoryFileError):
                pytest.fail(f"{start(path)} plays a story with a flipped bit at {address:#x}")


def test_stories_of_others_are_not_ours(tmp_path: Path) -> None:
    path = tmp_path / "tw-unsigned.z8"
    path.write_bytes(changed(0x38, 0, 0, 0, 0))
    with pytest.raises(StoryFileError, match="not made by twbench"):
        StoryEnv().load(path)


needs_stories = pytest.mark.skipif(
    not STORIES.is_dir(), reason="the stories of other makers are not here"
)


@needs_stories
def test_a_story_that_jericho_does_not_know_is_played() -> None:
    infos = EnvInfos(score=True, won=True, inventory=True, description=True)
    with pytest.warns(JerichoUnsupportedGameWarning, match=r"zork1\.z3"):
        env = start(STORIES / "zork1.z3", infos)
    assert isinstance(env, IsolatedEnv)
    with pytest.raises(GameNotRunningError):
        env.step("look")
    state = env.reset()
    assert "West of House" in state.description
    assert "empty-handed" in state.inventory
    assert (state.score, state.won) == (0, None)
    state, score, done = env.step("open mailbox")
    assert "leaflet" in state.feedback
    assert (score, done) == (0, False)
    for command in ("\0", "\\x", "x" * 10_000, "🗝️"):
        assert env.step(command)[0].feedback
    env.close()
    env.close()


@needs_stories
def test_information_that_only_our_games_have() -> None:
    env = start(STORIES / "yomomma.z5", EnvInfos(facts=True))
    with pytest.raises(EnvInfoMissingError, match="facts"):
        env.reset()
    env.close()


@needs_stories
def test_a_story_that_jericho_knows() -> None:
    env = start(STORIES / "yomomma.z5", EnvInfos(score=True, max_score=True, moves=True))
    state = env.reset()
    assert (state.score, state.max_score) == (0, 35)
    state, score, done = env.step("look")
    assert state.feedback.strip()
    assert (score, done) == (0, False)
    env.close()


@needs_stories
def test_a_story_that_jericho_knows_is_won_by_its_walkthrough() -> None:
    env = start(STORIES / "yomomma.z5", EnvInfos(["walkthrough"], won=True))
    state = env.reset()
    for command in state["extra.walkthrough"]:
        state, score, done = env.step(command)
    assert (state.won, score, done) == (True, 34, True)
    env.close()


@pytest.mark.skipif(not TEXTWORLD.is_dir(), reason="TextWorld's games are not here")
def test_a_story_of_textworld_is_played_as_that_of_another_maker() -> None:
    path = TEXTWORLD / "generated" / "tw-coin_collector-level5-seed1.z8"
    env = start(path, EnvInfos(won=True))
    assert isinstance(env, IsolatedEnv)
    env.reset()
    for command in Game.load(path.with_suffix(".json")).walkthrough:
        state, score, done = env.step(command)
    assert (state.won, score, done) == (True, 1, True)
    env.close()


def test_plain_jericho_sees_score_objects_and_ending(tmp_path: Path) -> None:
    import jericho

    env = jericho.FrotzEnv(str(write(coin_collector(5), tmp_path)))
    env.reset()
    assert env.get_max_score() == 1
    names = [thing.name for thing in env.get_world_objects()]
    assert "coin" in names
    assert env.get_player_location() is not None
    for number, command in enumerate(coin_collector(5).walkthrough, 1):
        _, reward, done, info = env.step(command)
        assert info["moves"] == number
    assert (reward, done, info["score"]) == (1, True, 1)
    assert env.victory()
    assert {word.word for word in env.get_dictionary()} >= {"take", "coin", "north"}
    env.close()


def test_losing_is_seen_by_jericho(tmp_path: Path) -> None:
    import jericho

    env = jericho.FrotzEnv(str(write(cottage(), tmp_path)))
    env.reset()
    env.step("take apple from table")
    _, _, done, _ = env.step("eat apple")
    assert done
    assert env.game_over()
    assert not env.victory()
    env.close()


@needs_stories
def test_a_place_that_jericho_has_not_counted() -> None:
    """The walkthrough leads to rooms whose numbers are above all that Jericho knows."""
    infos = EnvInfos(["walkthrough"], location=True)
    with start(STORIES / "theatre.z5", infos) as env:
        env.seed(0)
        places = [env.reset().location]
        for command in env.state["extra.walkthrough"][:26]:
            places.append(env.step(command)[0].location)
    assert None not in places
    assert places[26] == "Tight Stairway"
