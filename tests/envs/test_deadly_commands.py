"""Valid actions of a story that hangs at some commands: the others are found."""

import time

import pytest
from bare_stories import story_of

from twbench.core import EnvInfos
from twbench.core.environments import SEARCH_SECONDS
from twbench.envs import own_folder
from twbench.envs.frotz.watched import LastWords
from twbench.envs.valid_actions import forked
from twbench.errors import StoryFileError
from twbench.families import start

pytestmark = pytest.mark.filterwarnings("ignore::twbench.envs.JerichoUnsupportedGameWarning")
# Reads a line; "u..." sets an attribute of the first object, "d..." does not come to an end.
CODE = bytes.fromhex(
    "E40F03600000 00 D01F03620010 411064CD 41107545 0B0103 BB 8CFFE6 8CFFFF".replace(" ", "")
)
LETTERS, OBJECT, PROPERTIES = 0x360, 0x40 + 2 * 63, 0xCC


@pytest.fixture
def path(tmp_path):
    story = bytearray(story_of(CODE))
    story[LETTERS] = 80
    story[OBJECT + 12 : OBJECT + 14] = PROPERTIES.to_bytes(2)
    path = tmp_path / "hangs.z5"
    path.write_bytes(story)
    return path


@pytest.fixture(autouse=True)
def _patience(search_with):
    search_with()


def test_a_command_that_hangs_is_left_out_and_said_to_be(path):
    with own_folder(), start(path, EnvInfos(valid_actions=True), isolated=False) as env:
        found = env.reset().valid_actions
        assert found["commands"] == ["up"]
        assert (found["incomplete"], found["timed_out"]) == (True, False)
        env.infos.valid_actions = False
        env.step("up")
        env.infos.valid_actions = True
        assert env.step("look")[0].valid_actions["commands"] == []


def test_in_an_episode_it_is_not_typed_again(path, monkeypatch):
    searches = []

    def find_once(*given):
        searches.append(given)
        return once(*given)

    once = forked._find_once
    monkeypatch.setattr(forked, "_find_once", find_once)
    with own_folder(), start(path, EnvInfos(valid_actions=True), isolated=False) as env:
        first = env.reset().valid_actions
        tried = len(searches)
        second = env.step("look")[0].valid_actions
        assert len(searches) == tried + 1
        assert first["incomplete"]
        assert second["incomplete"]
        env.reset()
        assert len(searches) > tried + 2


def test_where_there_is_no_time_left_what_was_found_is_told(path, search_with):
    search_with(wall=2.0)
    with own_folder(), start(path, EnvInfos(valid_actions=True), isolated=False) as env:
        found = env.reset().valid_actions
        assert (found["commands"], found["incomplete"]) == ([], True)


def test_nobody_waits_for_more_than_so_many_lost_searches(path, monkeypatch):
    monkeypatch.setattr(forked, "_MOST_LOST", 1)
    with own_folder(), start(path, EnvInfos(valid_actions=True), isolated=False) as env:
        found = env.reset().valid_actions
        assert (found["commands"], found["incomplete"]) == ([], True)


def test_in_a_process_of_its_own_a_story_that_hangs_is_found_out_long_before_a_search_ends(path):
    with start(path, EnvInfos(valid_actions=True), timeout=2) as env:
        begun = time.monotonic()
        found = env.reset().valid_actions
        assert (found["commands"], found["incomplete"]) == (["up"], True)
        with pytest.raises(StoryFileError, match="did not answer within 2 seconds"):
            env.step("down")
        assert time.monotonic() - begun < SEARCH_SECONDS / 2


def test_last_words_are_those_of_the_command_that_is_typed():
    words = LastWords()
    assert words.read() is None
    for line in (("look", 'wind "x" up'), ("look",), ("x" * 200, "")):
        words.write(line)
        assert words.read() == line
    words.clear()
    assert words.read() is None
    words.close()
