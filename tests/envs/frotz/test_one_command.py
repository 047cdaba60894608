"""One command a step, whoever made the story."""

import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from sample_games import STORIES, coin_collector, cottage, write

from twbench.core import EnvInfos, Environment, Wrapper
from twbench.envs import IsolatedEnv, JerichoEnv, JerichoUnsupportedGameWarning, StoryEnv
from twbench.envs.frotz.one_command import CHAINED, FORBIDDEN, OneCommand, typed
from twbench.errors import StoryFileError
from twbench.families import start
from twbench.story.zcode.zstring import encode_word

EARLIER = Path(__file__).parents[2] / "story" / "earlier" / "coins.z8"
REFUSAL = "One command at a time: the rest of the line was not done."
INFOCOM = {"open": 0x41, "take": 0x41, "light": 0xC0, "lamp": 0x80, "north": 0x13, "the": 0x04}
INFORM = {"open": 0x41, "take": 0x41, "look": 0x41, "inventory": 0x41, "lamp": 0x80, "north": 0x80}
SPECIAL = {"and": 0x04, "then": 0x04, "again": 0x04, "g": 0x04}


def dictionary(words: dict[str, int], version: int, *, size: int = 7, count: int = 0) -> bytes:
    """A story that has a dictionary, and nothing else."""
    letters = 4 if version == 3 else 6
    entries = b""
    for word, flags in words.items():
        code = bytearray(encode_word(word)[:letters])
        code[-2] |= 0x80
        entries += bytes(code) + bytes([flags]) + bytes(size - 1)
    header = bytes([3, *b'.,"', letters + size])
    story = bytearray(0x40)
    story[0], story[0x08:0x0A] = version, (0x40).to_bytes(2, "big")
    return bytes(story) + header + (count or len(words)).to_bytes(2, "big") + entries


RULES = {
    "infocom": OneCommand(dictionary(INFOCOM | SPECIAL, 3)),
    "inform": OneCommand(dictionary(INFORM, 5)),
    "no words": OneCommand(dictionary({}, 5)),
}
ONE = [
    "take lamp",
    "take lamp and sword",
    "take lamp, sword, and rope",
    "take all but the lamp and the sword",
    "bob, north",
    "the old man, take lamp and sword",
    "take lamp.",
    "who are you?",
    "  north \n",
    "",
    "athena",
    "read script",
    "oops lamp",
    "again",
    "put lamp in case",
    'say "a well"',
    'say "a well',
    'SAY TO TWIN "THE COMBINATION IS 639"',
    'type "bleem"',
    "record",
]
SEVERAL = [
    "north. south",
    "north.south",
    "north; south",
    "north! south",
    "north? south",
    "north then south",
    "north, then south",
    "north and then south",
    "take lamp THEN north",
    "bob, again",
    "take lamp, again",
    "look, g",
    "north\nsouth",
    "north\rsouth",
    "north\N{LINE SEPARATOR}south",
    "north\N{FULLWIDTH FULL STOP}south",
    "north\N{HORIZONTAL ELLIPSIS}south",
    "north, south",
    "north and south",
    "north, the south",
    "bob, north, south",
    "bob and north",
    "bob, take lamp and north",
    'take lamp "north"',
    'say "north. south"',
    'say "a" north',
    'say "a" "b"',
    'say hello and north "a"',
    '"north"',
    "take Mr. Smith",
    ".",
    "...",
]
REPLAYING = ["undo", "UNDO", "save", "restor", "restart", "script", "unscript", "quit", "q"]
REPLAYING += [
    "the save",
    "oops save",
    "bob, restore",
    'say "restart"',
    "undo.",
    "#comm",
    "$verify",
    " replay",
    "tw-trace",
]


@pytest.mark.parametrize("story", RULES)
def test_lines_of_one_command_are_taken(story: str) -> None:
    assert {line: RULES[story].refusal(line) for line in ONE} == dict.fromkeys(ONE)


@pytest.mark.parametrize("story", RULES)
def test_lines_of_several_commands_are_refused(story: str) -> None:
    assert {line: RULES[story].refusal(line) for line in SEVERAL} == dict.fromkeys(SEVERAL, CHAINED)


@pytest.mark.parametrize("story", RULES)
def test_commands_that_take_back_turns_are_refused(story: str) -> None:
    found = {line: RULES[story].refusal(line) for line in REPLAYING}
    assert found == dict.fromkeys(REPLAYING, FORBIDDEN)


@pytest.mark.parametrize(
    ("story", "line"),
    [
        ("infocom", "take lamp and open mailbox"),
        ("infocom", "take lamp, light sword"),
        ("inform", "look, look"),
        ("inform", "lamp, take it, inventory"),
    ],
)
def test_the_dictionary_tells_what_begins_a_command(story: str, line: str) -> None:
    assert RULES[story].refusal(line) == CHAINED
    assert RULES["no words"].refusal(line) is None


@pytest.mark.parametrize(
    "story",
    [
        b"\x05" + bytes(63),
        b"\x05" + bytes(7) + b"\xff\xff" + bytes(54),
        dictionary(INFORM, 5, count=0x7FFF),
        dictionary(INFORM, 5)[:90],
        dictionary(INFORM, 3, size=1),
    ],
)
def test_dictionaries_may_say_nonsense(story: bytes) -> None:
    rule = OneCommand(story)
    assert rule.refusal("take lamp") is None
    assert rule.refusal("north, south") == CHAINED


def test_recording_is_refused_where_a_story_can_replay() -> None:
    rule = OneCommand(dictionary(INFORM | {"replay": 0x43}, 5))
    assert {rule.refusal(line) for line in ("record", "recording on", "unrecord")} == {FORBIDDEN}


def test_unsorted_dictionaries_count_downwards() -> None:
    rule = OneCommand(dictionary(INFORM, 5, count=0x10000 - len(INFORM)))
    assert rule.refusal("look, look") == CHAINED


def test_stops_at_the_end_are_not_typed() -> None:
    lines = ["take lamp.", "take lamp?!. ", "\ttake lamp\n", "take lamp"]
    assert {*map(typed, lines)} == {"take lamp"}
    assert typed("..") == ".."


def opened(path: Path, *, isolated: bool, one_command: bool = True) -> Environment:
    """A story of ours, played as one of other makers."""
    env: Environment
    if isolated:
        env = IsolatedEnv(EnvInfos(description=True))
    else:
        env = JerichoEnv(EnvInfos(description=True))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", JerichoUnsupportedGameWarning)
        env.load(str(path))
    env.one_command = one_command
    env.reset()
    return env


def disguised(path: Path) -> Path:
    """Take the signature off a story, so that nobody knows who made it."""
    story = bytearray(path.read_bytes())
    story[0x38:0x3C] = bytes(4)
    other = path.with_name("other.z8")
    other.write_bytes(story)
    return other


@pytest.fixture(params=[False, True], ids=["here", "isolated"])
def env(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Environment]:
    with opened(disguised(write(cottage(), tmp_path)), isolated=request.param) as env:
        yield env


def test_a_refused_line_is_a_step_that_changes_nothing(env: Environment) -> None:
    before = env.state.description
    for line, answer in (("go east. go west", CHAINED), ("undo", FORBIDDEN)):
        state, score, done = env.step(line)
        assert (score, done) == (0, False)
        assert state.feedback == state.raw == answer
        assert state.last_command == line
        assert state.description == before
    assert "Garden" in env.step("go east.")[0].feedback


def test_copies_and_snapshots_keep_what_is_refused(env: Environment) -> None:
    snapshot = env.save()
    with env.copy() as copy:
        assert copy.one_command
        assert copy.step("look. look")[0].feedback == CHAINED
        copy.one_command = False
        assert copy.step("look. look")[0].feedback == CHAINED  # until it begins anew
        copy.reset()
        assert copy.step("look. look")[0].feedback.count("A low room") == 2
        copy.restore(snapshot)
        assert copy.step("look. look")[0].feedback == CHAINED
    assert env.step("look. look")[0].feedback == CHAINED


def test_nothing_is_refused_unless_asked_for(tmp_path: Path) -> None:
    path = disguised(write(cottage(), tmp_path))
    with opened(path, isolated=False, one_command=False) as env:
        assert env.step("look. look")[0].feedback.count("A low room") == 2


@pytest.mark.parametrize("isolated", [False, True])
def test_stories_of_ours_keep_the_flag(isolated: bool, tmp_path: Path) -> None:
    path = write(coin_collector(3), tmp_path)
    with start(path, EnvInfos(moves=True), isolated=isolated) as env:
        assert isinstance(env, IsolatedEnv if isolated else StoryEnv)
        assert env.one_command is False
        env.one_command = True
        for _ in range(2):
            env.reset()
            snapshot = env.save()
            state, _, _ = env.step("look. look")
            assert (state.moves, REFUSAL in state.feedback) == (2, True)
            with env.copy() as copy:
                assert REFUSAL in copy.step("look. look")[0].feedback
            env.restore(snapshot)
            assert REFUSAL in env.step("look. look")[0].feedback
        env.one_command = False
        env.reset()
        assert REFUSAL not in env.step("look. look")[0].feedback
        env.restore(snapshot)
        assert REFUSAL in env.step("look. look")[0].feedback


def test_a_new_process_knows_of_it(tmp_path: Path) -> None:
    with start(write(coin_collector(3), tmp_path), isolated=True) as env:
        env.one_command = True
        env.reset()
        env._process.end()
        env.reset()
        assert REFUSAL in env.step("look. look")[0].feedback


def test_wrappers_pass_it_on(tmp_path: Path) -> None:
    env = Wrapper(Wrapper(start(write(coin_collector(3), tmp_path))))
    env.one_command = True
    assert env.unwrapped.one_command
    env.reset()
    assert REFUSAL in env.step("look. look")[0].feedback
    env.close()


def test_stories_of_earlier_versions_play_and_refuse_to_be_held_to_it() -> None:
    with start(EARLIER, EnvInfos(moves=True)) as env:
        assert isinstance(env, IsolatedEnv)
        env.reset()
        assert env.step("look. look")[0].moves == 2
        env.one_command = True
        with pytest.raises(StoryFileError, match="an earlier version of twbench, and cannot be"):
            env.reset()
        env.one_command = False
        env.reset()
        assert env.step("look")[0].moves == 1


CHAINS = {
    "zork1.z3": [
        "open mailbox, north",
        "open mailbox and north",
        "open mailbox and take leaflet",
        "north, south",
        'open mailbox "north"',
        "open mailbox. north",
        "the save",
    ],
    "anchor.z8": ["look, north", "i, i", "z, z, z", "i, g", "north, north", "undo"],
    "snacktime.z8": ["i, i", "x me then i", "look, the i"],
    "library.z5": ["i, i", "i. i", "restart"],
}


@pytest.mark.parametrize("name", CHAINS)
@pytest.mark.skipif(not STORIES.is_dir(), reason="the stories are not beside this checkout")
def test_what_stories_of_other_makers_would_split_is_held_back(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", JerichoUnsupportedGameWarning)
        env = start(STORIES / name, EnvInfos(moves=True, score=True, inventory=True))
    with env:
        env.seed(1)
        env.one_command = True
        first = env.reset()
        for line in CHAINS[name]:
            state, _, done = env.step(line)
            assert state.feedback in {CHAINED, FORBIDDEN}
            assert not done
            for known in ("moves", "score", "inventory"):
                assert state[known] == first[known]
        assert env.step("inventory")[0].feedback not in {CHAINED, FORBIDDEN}


@pytest.mark.parametrize(
    "line",
    [
        "tw-extra-infos inventory",
        "TW-Extra-Infos inventory",
        "\N{FULLWIDTH LATIN SMALL LETTER T}w-extra-infos inventory",
    ],
)
def test_nobody_turns_on_what_is_for_programs(line: str, tmp_path: Path) -> None:
    path = write(coin_collector(5), tmp_path)
    with start(path) as env:
        for held in (False, True):
            env.one_command = held
            env.reset()
            env.step(line)
            told = "<inventory>" in str(env.step("look")[0].feedback)
            assert told is not held
