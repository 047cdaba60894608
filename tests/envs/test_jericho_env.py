"""Stories by other makers, played as Jericho plays them, with what it knows of them."""

import hashlib
import warnings

import jericho
import pytest
from stories_at_hand import STORIES, known_stories, needs_stories, story

from twbench.core import EnvInfos
from twbench.envs import own_folder
from twbench.families import start
from twbench.families.interactive_fiction.stories import look_at

pytestmark = [
    needs_stories,
    pytest.mark.filterwarnings("ignore::twbench.envs.JerichoUnsupportedGameWarning"),
]
SHORT = 60
"""Commands of the walkthroughs that are always played."""


def bindings(name):
    digest = hashlib.md5((STORIES / name).read_bytes()).hexdigest()  # noqa: S324
    return jericho.defines.BINDINGS_DICT[digest]


def walkthroughs():
    """Every story at hand that Jericho knows a walkthrough of, the long ones marked as slow."""
    for name in known_stories():
        commands = bindings(name).get("walkthrough", "").split("/")
        marks = [] if len(commands) < SHORT else [pytest.mark.slow]
        if commands != [""]:
            yield pytest.param(name, marks=marks, id=name)


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


@pytest.mark.parametrize("name", list(walkthroughs()))
def test_a_walkthrough_goes_as_in_jericho(name):
    """Without a word of seeds: the walkthrough holds with one, and that is the story's own."""
    with start(STORIES / name, EnvInfos(moves=True), isolated=False) as env:
        env.reset()
        for command, expected in plainly(STORIES / name):
            state, score, done = env.step(command)
            assert (state.raw, score, done, state.moves) == expected, command


def test_the_hash_of_the_world_has_what_jericho_watches_beside_objects():
    """A step in which Jericho sees such a change alone, of no object."""
    infos = EnvInfos(world_state_hash=True, world_diff=True)
    path = story("anchor.z8")
    with start(path, infos, isolated=False) as env:
        before, bathed = env.reset(), None
        for command in bindings(path.name)["walkthrough"].split("/")[:36]:
            before, bathed = env.state, env.step(command)[0]
    assert command == "Bathe"
    assert not any(bathed.world_diff.values())
    assert bathed.world_state_hash != before.world_state_hash


def test_a_known_story_may_have_no_walkthrough(monkeypatch):
    """As sherbet.z5, which is not at hand."""
    path = story("library.z5")
    monkeypatch.delitem(bindings(path.name), "walkthrough")
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
    with start(story("zork1.z3"), infos, isolated=False) as env:
        env.reset()
        state, _, _ = env.step("open mailbox")
    assert state.raw.startswith("> West of House   ")
    assert state.description.startswith("West of House\nYou are standing in an open field")
    assert state.inventory == "You are empty-handed.\n\n"


def test_nothing_is_asked_aside_where_no_command_is_read():
    """What is answered there is a menu, or that an answer was expected."""
    infos = EnvInfos(description=True, inventory=True)
    with start(story("anchor.z8"), infos, isolated=False) as env:
        assert env.reset().description.startswith("\nOutside the Real Estate Office")
        menu, _, _ = env.step("help")
        back, _, _ = env.step("q")
    assert "[press BACKSPACE to return to game]" in menu.raw
    assert (menu.description, menu.inventory) == ("", "")
    assert back.inventory.startswith("You are wearing your wedding ring")
    path = story("library.z5")
    with own_folder(), start(path, infos, isolated=False) as env:
        env.reset()
        for command, _ in plainly(path):
            state, _, over = env.step(command)
            assert (over, over) == (not state.description, not state.inventory)
    assert over


def test_an_ending_that_wins_is_not_lost_whatever_else_jericho_says():
    """Of the end of library.z5 it says both, and a record of both would be damaged."""
    path = story("library.z5")
    with own_folder(), start(path, EnvInfos(won=True, lost=True), isolated=False) as env:
        env.reset()
        for command, (_, _, over, _) in plainly(path):
            state, _, done = env.step(command)
            assert done == over
    assert (state.won, state.lost) == (True, False)
    ending = look_at(path).ending
    assert (ending["won"], ending["lost"]) == (True, False)


@pytest.mark.parametrize("isolated", [True, False])
def test_it_is_told_where_admissible_commands_come_from(isolated):
    path = story("library.z5")
    with own_folder(), start(path, isolated=isolated) as env:
        assert env.reset().admissible_source is None
        env.infos.admissible_commands = True
        assert env.reset().admissible_source == "detected"


@pytest.mark.parametrize("isolated", [True, False])
def test_who_asks_for_admissible_commands_alone_is_told_of_incomplete_searches(isolated):
    infos = EnvInfos(admissible_commands=True)
    with own_folder(), start(story("library.z5"), isolated=isolated) as env:
        state = env.reset()
        assert (state.admissible_incomplete, state.admissible_slow) == (None, None)
        env.infos = infos
        state = env.reset()
        assert (state.admissible_incomplete, state.admissible_slow) == (False, False)
        env.search_seconds = 0.05
        cut = env.reset()
        assert (cut.admissible_incomplete, cut.admissible_slow) == (True, False)
        assert len(cut.admissible_commands) < len(state.admissible_commands)
