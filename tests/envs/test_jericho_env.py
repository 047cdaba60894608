"""Stories by other makers, played as Jericho plays them, with what it knows of them."""

import hashlib
import warnings
from pathlib import Path

import jericho
import pytest

from twbench.core import EnvInfos
from twbench.envs import own_folder
from twbench.families import start
from twbench.families.interactive_fiction.stories import look_at

STORIES = Path(__file__).resolve().parents[3] / "shared" / "data" / "stories"
pytestmark = [
    pytest.mark.skipif(not STORIES.is_dir(), reason="the stories are not beside this checkout"),
    pytest.mark.filterwarnings("ignore::twbench.envs.JerichoUnsupportedGameWarning"),
]
LONG = ("anchor.z8", "spirit.z5", "temple.z5", "theatre.z5", "yomomma.z5")
SHORT = ("awaken.z5", "library.z5", "moonlit.z5", "snacktime.z8")


def plainly(path):
    """Play the walkthrough in Jericho's own environment: score, end and moves at each step."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        frotz = jericho.FrotzEnv(str(path))
    frotz.reset()
    for command in frotz.get_walkthrough():
        text, _, done, info = frotz.step(command)
        yield command, (text, info["score"], done, info["moves"])
    frotz.close()


@pytest.mark.parametrize(
    "name", [*SHORT, *(pytest.param(name, marks=pytest.mark.slow) for name in LONG)]
)
def test_a_walkthrough_goes_as_in_jericho(name):
    """Without a word of seeds: the walkthrough holds with one, and that is the story's own."""
    with start(STORIES / name, EnvInfos(moves=True), isolated=False) as env:
        env.reset()
        for command, expected in plainly(STORIES / name):
            state, score, done = env.step(command)
            assert (state.raw, score, done, state.moves) == expected, command


def test_a_known_story_may_have_no_walkthrough(monkeypatch):
    """As sherbet.z5, which is not at hand."""
    path = STORIES / "library.z5"
    known = jericho.defines.BINDINGS_DICT[hashlib.md5(path.read_bytes()).hexdigest()]  # noqa: S324
    monkeypatch.delitem(known, "walkthrough")
    infos = EnvInfos(max_score=True, extras=["walkthrough"])
    with own_folder(), start(path, infos, isolated=False) as env:
        state = env.reset()
    assert (state["extra.walkthrough"], state.max_score) == ([], 30)
    columns = look_at(path).columns
    found = [columns[name] for name in ("challenge", "walkthrough", "quest_length", "verified")]
    assert found == ["jericho", [], None, False]


def test_what_is_asked_aside_has_no_status_line():
    """In version 3 it is the interpreter's, which prints it before the text."""
    infos = EnvInfos(description=True, inventory=True)
    with start(STORIES / "zork1.z3", infos, isolated=False) as env:
        env.reset()
        state, _, _ = env.step("open mailbox")
    assert state.raw.startswith("> West of House   ")
    assert state.description.startswith("West of House\nYou are standing in an open field")
    assert state.inventory == "You are empty-handed.\n\n"
