"""What is restored with a game: a story that has crashed goes on, and its screen is as it was."""

import ctypes
from collections.abc import Iterator
from pathlib import Path

import pytest
from bare_stories import story_of
from stories_at_hand import STORIES, known_stories, needs_stories, story

from twbench.core import EnvInfos
from twbench.envs import JerichoEnv, own_folder
from twbench.envs.frotz.known import walkthrough_of
from twbench.envs.frotz.library import Variables
from twbench.envs.frotz.one_command import FORBIDDEN
from twbench.envs.frotz.session import Session
from twbench.envs.frotz.story_file import StoryFile
from twbench.errors import GameNotRunningError
from twbench.families import start

READS = bytes.fromhex("e217 0300 00 3c e40f 0300 0000 00")
"""Takes note of the length of a line, and reads one."""
NOT_AN_INSTRUCTION = bytes(3)
READS_TWICE_AND_CRASHES = story_of(READS * 2 + NOT_AN_INSTRUCTION)
QUITS = bytes.fromhex("ba")
READS_QUITS_AND_READS = story_of(READS + QUITS + READS * 8)
"""What stands behind the instruction to quit is never meant to be run."""
KEY = 0x140
"""Where the first global variable is."""
KEYS = bytes.fromhex("f6 7f 01 10")
"""Reads a key into that variable."""
WAITS_FOR_KEYS = story_of(KEYS * 40)
AFFLICTED, TEXTWORLD = 4, 58
"""Jericho's numbers of stories whose points it reads in their text."""
unknown = pytest.mark.filterwarnings("ignore::twbench.envs.JerichoUnsupportedGameWarning")


@pytest.fixture
def session() -> Iterator[Session]:
    playing = Session(StoryFile("crashes.z5", READS_TWICE_AND_CRASHES))
    playing.seed(5)
    playing.reset()
    yield playing
    playing.close()


def crash(playing: Session) -> None:
    assert not playing.glance("wait")[2]
    assert not playing.halted
    assert playing.glance("wait")[2]
    assert playing.halted


def test_a_story_that_has_crashed_begins_again(session: Session) -> None:
    beginning = session.save()
    for again in (session.reset, lambda: session.restore(beginning)) * 2:
        crash(session)
        again()
        assert not session.halted


def test_a_story_that_has_crashed_is_restored_as_crashed(session: Session) -> None:
    before = session.save()
    crash(session)
    crashed = session.fork()
    session.restore(before)
    assert not session.halted
    assert crashed.halted
    assert not session.halted
    crashed.close()


def test_a_story_that_has_quit_has_stopped_and_goes_on_from_where_it_was_saved() -> None:
    playing = Session(StoryFile("quits.z5", READS_QUITS_AND_READS))
    try:
        playing.reset()
        before = playing.save()
        assert not playing.halted
        assert playing.glance("wait")[2]
        quit_ = playing.save()
        other = playing.fork()
        playing.restore(before)
        assert not playing.halted
        assert other.halted
        other.close()
        playing.restore(quit_)
        assert playing.halted
        playing.reset()
        assert not playing.halted
    finally:
        playing.close()


def pressed(playing: Session) -> int:
    """The key that the story has read last."""
    return int.from_bytes(playing.memory()[KEY : KEY + 2])


def test_a_story_that_waits_for_keys_reads_on_where_it_was_saved() -> None:
    """The letters of a line are keys: those that are left are read before what is typed next."""
    playing = Session(StoryFile("keys.z5", WAITS_FOR_KEYS))
    try:
        playing.reset()
        assert playing.save().keys == b""
        playing.step("look")
        before = playing.save()
        assert (chr(pressed(playing)), before.keys) == ("l", b"ook")
        for _ in range(2):
            playing.restore(before)
            read = []
            for line in ("north", "north", "quit", "quit"):
                playing.step(line)
                read.append(chr(pressed(playing)))
            assert read == ["o", "o", "k", "q"]
            playing.step("wait")
    finally:
        playing.close()


@pytest.mark.parametrize("seed", [5, None])
def test_keys_that_were_not_read_are_none_of_the_next_game(seed: int | None) -> None:
    playing = Session(StoryFile("keys.z5", WAITS_FOR_KEYS))
    try:
        for line in ("look", "north", "down"):
            playing.seed(seed)
            playing.reset()
            playing.step(line)
            assert chr(pressed(playing)) == line[0]
    finally:
        playing.close()


@unknown
@pytest.mark.parametrize("key", ["q", "undo", "r"])
def test_a_key_is_no_command_that_could_be_refused(tmp_path: Path, key: str) -> None:
    file = tmp_path / "keys.z5"
    file.write_bytes(story_of(READS + KEYS + READS * 4))
    with start(file) as env:
        env.one_command = True
        env.reset()
        assert env.step("quit")[0].feedback == FORBIDDEN
        env.step("wait")
        assert env.step(key)[0].feedback != FORBIDDEN
        # Its letters are not those of the next line.
        assert env.step("quit")[0].feedback == FORBIDDEN


def test_letters_that_are_left_of_keys_are_none_of_a_line() -> None:
    playing = Session(StoryFile("keys.z5", story_of(READS + KEYS + READS * 4)))
    try:
        playing.reset()
        playing.step("wait")
        assert playing.waits_for_key
        playing.step("look")
        assert not playing.waits_for_key
        playing.step("take")  # which is written behind the line before it
        assert playing.memory()[0x302:0x308] == b"waitta"
    finally:
        playing.close()


@unknown
def test_who_plays_a_story_that_quits_is_told_that_it_is_over(tmp_path: Path) -> None:
    file = tmp_path / "quits.z5"
    file.write_bytes(READS_QUITS_AND_READS)
    with start(file) as env:
        env.reset()
        state, _, done = env.step("wait")
        assert done
        assert state.won is None  # nobody knows how it has ended
        with pytest.raises(GameNotRunningError):
            env.step("wait")
        env.reset()
        assert env.step("wait")[2]


@needs_stories
@unknown
@pytest.mark.parametrize("name", ["library.z5", "zork1.z3", "baron_EN.z8"])
def test_who_leaves_a_story_ends_it(name: str) -> None:
    with start(story(name)) as env:
        env.reset()
        assert not env.step("quit")[2]
        assert not env.step("no")[2]
        assert not env.step("quit")[2]
        assert env.step("yes")[2]


@pytest.mark.parametrize(("game", "variable"), [(AFFLICTED, "score"), (TEXTWORLD, "tw_score")])
def test_points_that_are_read_in_the_text_go_back_with_it(
    session: Session, game: int, variable: str
) -> None:
    """Jericho keeps them beside the story's memory; a second episode began with those of the first.

    There is no story of either at hand for all tests, so this one is taken for it.
    """
    frotz = session.frotz
    session.step("wait")
    ctypes.c_int.in_dll(frotz.frotz_lib, "ROM_IDX").value = game
    points = ctypes.c_int.in_dll(frotz.frotz_lib, variable)
    points.value = -7
    before = session.save()
    points.value = 0
    assert frotz.get_score() == 0
    session.restore(before)
    assert frotz.get_score() == -7


def test_what_points_into_the_library_points_into_the_own_one_when_put_back() -> None:
    one, other = (Session(StoryFile("crashes.z5", READS_TWICE_AND_CRASHES)) for _ in range(2))
    here, there = (
        Variables(playing.frotz.frotz_lib, frozenset({"cwin"}), frozenset({"cwp"}))
        for playing in (one, other)
    )
    assert here._anywhere != there._anywhere
    (before,) = (pointer for view in there._pointers for pointer in view)
    assert before != here._pointers[0][0]
    there.put_back(here.kept())
    assert [*there._pointers[0]] == [before]
    one.close()
    assert other.step("wait") is not None
    other.close()


def played(name: str, infos: EnvInfos) -> list[str]:
    """What the story of a name tells along its walkthrough."""
    with own_folder():
        env = JerichoEnv(infos)
        env.load(STORIES / name)
        told = [env.reset().raw]
        for command in walkthrough_of(env._loaded.frotz):
            state, _, done = env.step(command)
            told.append(state.raw)
            if done:
                break
        env.close()
    return told


@needs_stories
@pytest.mark.slow
@pytest.mark.parametrize("name", known_stories())
def test_who_asks_for_description_and_inventory_is_told_the_same(name: str) -> None:
    told = played(name, EnvInfos())
    assert len(told) > 30
    assert played(name, EnvInfos(description=True, inventory=True)) == told


@needs_stories
def test_a_game_that_goes_back_is_told_the_same() -> None:
    """Along a beginning of which the screen tells where lines are broken."""
    name = "theatre.z5"
    if name not in known_stories():
        pytest.skip(f"there is no {name} among the stories by other makers")
    with own_folder():
        env = JerichoEnv(EnvInfos())
        env.load(STORIES / name)
        env.reset()
        for command in walkthrough_of(env._loaded.frotz)[:40]:
            snapshot = env.save()
            told = env.step(command)[0].raw
            env.step("look")
            env.restore(snapshot)
            assert env.step(command)[0].raw == told, command
        env.close()
