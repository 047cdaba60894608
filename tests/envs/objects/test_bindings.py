"""Scores of stories that Jericho does not know."""

import re

import jericho
import pytest
from bare_stories import story_of
from stories_at_hand import needs_stories, story

from twbench.core import EnvInfos
from twbench.envs import own_folder
from twbench.envs.objects.bindings import Binding, parse_binding, read_binding
from twbench.errors import StoryFileError
from twbench.families import start
from twbench.families.interactive_fiction.stories import look_at, note_of

QUIT = bytes.fromhex("BA")


def bound(folder, text, version=5):
    path = folder / "mine.z5"
    data = bytearray(story_of(QUIT))
    data[0] = version
    path.write_bytes(data)
    if text is not None:
        (folder / "mine.z5.toml").write_text(text)
    return read_binding(path, bytes(data))


def test_nothing_is_known_without_a_file(tmp_path):
    assert bound(tmp_path, None) == Binding()


def test_a_file_beside_the_story_says_where_the_score_is(tmp_path):
    binding = bound(
        tmp_path,
        'score_address = 0x10\nmoves_address = 0x12\nmax_score = 50\nwon = ["You win"]\n',
    )
    assert binding == Binding(0x10, 0x12, 50, ("You win",))
    memory = bytes(0x10) + (-3).to_bytes(2, signed=True) + (7).to_bytes(2) + bytes(9)
    assert (binding.score(memory), binding.moves(memory)) == (-3, 7)
    assert (binding.has_won("At last. You win!"), binding.has_won("You wait.")) == (True, False)
    assert binding.has_lost("You die.") is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("score = 3", "has no use for 'score'.*Did you mean 'max_score'"),
        ("score_address = 70000", "score_address must be a whole number from 0 to"),
        ("score_address = true", "score_address must be a whole number"),
        ("max_score = 0", "max_score must be a whole number from 1"),
        ('won = "You win"', "won must be a list of texts"),
        ('won = [""]', "won must be a list of texts"),
        ("score_address =", "is no sound TOML"),
        ("won = " + "[" * 9_000, "is no sound TOML"),
        ("# remarks\n" * 9_000, "has more than 65536 bytes"),
        ("\0", "is no sound TOML"),
    ],
)
def test_what_is_wrong_with_a_file_is_told(tmp_path, text, message):
    with pytest.raises(StoryFileError, match=message):
        bound(tmp_path, text)


def test_what_is_no_file_is_told_too(tmp_path):
    (tmp_path / "mine.z5.toml").mkdir()
    with pytest.raises(StoryFileError, match=r"mine\.z5\.toml cannot be read: Is a directory"):
        bound(tmp_path, None)


def test_it_is_said_what_nobody_tells():
    assert Binding().unknown == ("score", "moves", "maximum score", "ending")
    assert Binding(0x10, max_score=5, won=("You win",)).unknown == ("moves",)


@needs_stories
@pytest.mark.parametrize("text", ["max_score = 5", "no sound TOML"])
def test_a_file_beside_a_story_that_jericho_knows_is_refused(tmp_path, text):
    """Nobody would read it, and whoever has written it would not know."""
    path = tmp_path / "library.z5"
    path.write_bytes(story("library.z5").read_bytes())
    (tmp_path / "library.z5.toml").write_text(text)
    for look in (look_at, note_of, lambda path: start(path, isolated=True)):
        with pytest.raises(StoryFileError, match=r"library\.z5\.toml has no use: Jericho knows"):
            look(path)


def test_stories_of_version_3_keep_score_and_moves_where_the_interpreter_prints_them(tmp_path):
    data = bytearray(story_of(QUIT))
    data[0], data[0x0C:0x10] = 3, bytes.fromhex("0200 0400")
    assert read_binding(tmp_path / "x.z3", bytes(data)) == Binding(0x202, 0x204)
    (tmp_path / "x.z3.toml").write_text("max_score = 9")
    assert read_binding(tmp_path / "x.z3", bytes(data)) == Binding(0x202, 0x204, 9)
    (tmp_path / "x.z3.toml").write_text("score_address = 0x10")
    assert read_binding(tmp_path / "x.z3", bytes(data)) == Binding(0x10)
    (tmp_path / "x.z3.toml").unlink()
    data[1] = 0x02  # it shows the time
    assert read_binding(tmp_path / "x.z3", bytes(data)) == Binding()


@pytest.mark.parametrize(
    ("variables", "is_known"), [(0x3FA, True), (0x3FB, False), (0xFFFF, False)]
)
def test_variables_beyond_what_changes_tell_no_score(tmp_path, variables, is_known):
    header = bytearray(64)
    header[0] = 3
    header[0x0C:0x10] = variables.to_bytes(2) + (0x400).to_bytes(2)
    binding = read_binding(tmp_path / "story.z3", bytes(header))
    assert binding == (Binding(variables + 2, variables + 4) if is_known else Binding())
    assert parse_binding(binding.to_json(), "a row") == binding


@needs_stories
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Jericho does not know zork1.z3")
def test_the_walkthrough_of_another_release_of_zork_gives_all_its_points():
    """Jericho knows release 88; with the seed of its walkthrough release 119 is won by it."""
    path = story("zork1.z3")
    (known,) = (b for b in jericho.defines.BINDINGS_DICT.values() if b["name"] == "zork1")
    with own_folder(), start(path, EnvInfos(score=True, moves=True), isolated=False) as env:
        env.seed(12)
        state = env.reset()
        assert (state.score, state.max_score, state.won) == (0, None, None)
        for command in known["walkthrough"].split("/"):
            before = state.score, state.moves
            state, score, _ = env.step(command)
            shown = re.match(r"> .*Score: +(-?\d+) +Moves: +(\d+)", state.raw)
            assert shown  # the line that the interpreter prints, before it reads the command
            assert tuple(map(int, shown.groups())) == before
    assert score == 350
