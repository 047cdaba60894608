"""Objects, words, grammar and templates of stories by other makers, read in their memory."""

import random
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import jericho
import pytest
from jericho.defines import BINDINGS_DICT
from jericho.template_action_generator import TemplateActionGenerator

from twbench.core import EnvInfos
from twbench.envs import own_folder
from twbench.envs.frotz.known import walkthrough_of
from twbench.envs.frotz.session import Session
from twbench.envs.frotz.story_file import read_story
from twbench.envs.objects.dictionary import Dictionary
from twbench.envs.objects.grammar import read_grammar
from twbench.envs.objects.infocom import read_syntax
from twbench.envs.objects.table import ObjectTable
from twbench.envs.objects.templates import BASIC_COMMANDS, TemplateActions, templates_of
from twbench.envs.objects.world import World
from twbench.errors import ConfigError
from twbench.families import start

STORIES = Path(__file__).resolve().parents[4] / "shared" / "data" / "stories"
pytestmark = [
    pytest.mark.skipif(not STORIES.is_dir(), reason="the stories are not beside this checkout"),
    pytest.mark.filterwarnings("ignore::twbench.envs.JerichoUnsupportedGameWarning"),
]


@pytest.fixture(scope="module")
def library():
    return read_story(STORIES / "library.z5").data


def test_the_tree_is_that_which_jericho_reads(library):
    table = ObjectTable(library)
    frotz = jericho.FrotzEnv(str(STORIES / "library.z5"))
    frotz.reset()
    memory = bytes(frotz._get_ram())
    for theirs in list(frotz.get_world_objects())[1:]:
        ours = table.read(memory, theirs.num)
        links = (theirs.parent, theirs.sibling, theirs.child)
        assert (ours.name, ours.parent, ours.sibling, ours.child) == (theirs.name, *links)
        # Jericho keeps 32 attributes of the 48.
        assert [a for a in ours.attributes if a < 32] == theirs.attr.nonzero()[0].tolist()
        numbers = [number for number in theirs.properties if number]
        assert [number for number, _ in ours.properties][: len(numbers)] == numbers
    frotz.close()


@pytest.mark.parametrize("name", ["snacktime.z8", "anchor.z8"])
def test_the_words_are_those_which_jericho_reads(name):
    frotz = jericho.FrotzEnv(str(STORIES / name))
    theirs = {word.word for word in frotz.get_dictionary()}
    frotz.close()
    assert set(Dictionary(read_story(STORIES / name).data).words) == theirs


def test_every_template_of_jericho_is_a_line_of_the_grammar(library):
    dictionary = Dictionary(library)
    grammar = read_grammar(library, dictionary)
    line = grammar.by_pattern[("put", "OBJ", "in", "OBJ")]
    assert line.kinds == ("held", "noun")
    assert line.meaning == grammar.by_pattern[("insert", "OBJ", "into", "OBJ")].meaning
    assert ("north",) not in grammar.by_pattern  # no verb, but the name of a direction


def test_stories_of_infocom_have_another_grammar():
    story = read_story(STORIES / "zork1.z3").data
    dictionary = Dictionary(story)
    assert dictionary.is_infocom
    assert read_grammar(story, dictionary) is None
    templates = templates_of({}, None, dictionary)
    assert "open OBJ with OBJ" in templates
    assert "quit" not in templates
    # Jericho knows another release, whose templates are lines of this one but for three.
    known = next(one for one in BINDINGS_DICT.values() if one["name"] == "zork1")
    lines = read_syntax(dictionary)
    actions = {
        " ".join([verb, *(f"{before} OBJ".strip() for before in line.prepositions)]): line.action
        for line in lines
        for verb in line.verbs
    }
    theirs = set(TemplateActionGenerator(known).templates)
    assert theirs - actions.keys() - {*BASIC_COMMANDS} == {
        "climb",
        "is OBJ in OBJ",
        "is OBJ on OBJ",
    }
    # Each action that some line has is tried by one template of as many blanks.
    tried = [(actions[one], one.count("OBJ")) for one in templates if one in actions]
    assert len(tried) == len(set(tried))
    meant = {(actions[one], one.count("OBJ")) for one in theirs & actions.keys()}
    assert meant <= set(tried) | {(actions["invent"], 0)}  # which changes nothing


def test_templates_are_filled():
    actions = TemplateActions(("look", "take OBJ", "put OBJ in OBJ"))
    assert actions.size(697) == 1 + 697 + 697**2
    assert list(actions.commands(["coin", "purse"])) == [
        *("look", "take coin", "take purse", "put coin in purse", "put purse in coin"),
    ]
    with pytest.raises(ConfigError, match="has 2 blanks, not 1"):
        actions.fill("put OBJ in OBJ", ["coin"])


def test_a_damaged_table_is_no_error(library):
    """What lies in memory is the story's own affair."""
    damaged = bytearray(library)
    table = ObjectTable(library)
    for at in range(table.start, table.attributes_end):
        damaged[at] = 0xFF
    assert ObjectTable(bytes(damaged)).count == 0
    world = World(library, Dictionary(library), 17)
    assert world.around(bytes(damaged)) == []
    assert len(world.tree(bytes(damaged))) == table.count


def test_the_world_is_told_step_by_step():
    infos = EnvInfos(
        location=True,
        player_object=True,
        surrounding_objects=True,
        world_diff=True,
        world_state_hash=True,
    )
    with own_folder(), start(STORIES / "zork1.z3", infos, isolated=False) as env:
        first = env.reset()
        env.step("examine house")  # the first command but waiting is noted by the story
        before = env.state
        opened, _, _ = env.step("open mailbox")
    assert (first.location, first.player_object["name"]) == ("West of House", "cretin")
    mailbox = next(o for o in first.surrounding_objects if o["name"] == "small mailbox")
    assert mailbox["number"] in [number for number, _ in opened.world_diff["set"]]
    assert before.world_state_hash != opened.world_state_hash
    assert first.world_diff == {"moved": [], "set": [], "cleared": [], "properties": []}


def read_in_full(table, before, after):
    """What `World.difference` tells, found by reading all objects."""
    objects = range(1, table.count + 1)
    pairs = [(table.read(before, number), table.read(after, number)) for number in objects]
    return {
        "moved": [[new.number, new.parent] for old, new in pairs if new.parent != old.parent],
        "set": [
            [new.number, one]
            for old, new in pairs
            for one in new.attributes
            if one not in old.attributes
        ],
        "cleared": [
            [new.number, one]
            for old, new in pairs
            for one in old.attributes
            if one not in new.attributes
        ],
        "properties": [new.number for old, new in pairs if new.properties != old.properties],
    }


@pytest.mark.parametrize("name", ["temple.z5", "zork1.z3", "baron_EN.z8"])
def test_only_what_has_changed_is_read_again(name):
    """By comparing bytes; what comes of it is what reading all objects comes to."""
    story = read_story(STORIES / name)
    commands = ["take all", "drop all", "open mailbox", "read leaflet", "enter", "north", "east"]
    with own_folder(), closing(Session(story)) as session:
        session.seed(5)
        session.reset()
        world = World(story.data, Dictionary(story.data))
        memories = [bytes(session.glance(command)[1]) for command in [*commands, *commands]]
    rng = random.Random(7)
    entries = range(world.table.start, world.table.attributes_end)
    for memory in memories[:7]:  # and what no story does: properties are elsewhere, too
        scrambled = bytearray(memory)
        for at in rng.sample(entries, 40):
            scrambled[at] = rng.randrange(256)
        memories.append(bytes(scrambled))
    changed = 0
    for before, after in pairwise(memories):
        expected = read_in_full(world.table, before, after)
        assert world.difference(before, after) == expected
        for thing in world.tree(after):  # names are read once in any case
            read = replace(world.table.read(after, thing.number), name=thing.name)
            assert thing == read
        changed += any(expected.values())
    assert changed > 8


def test_properties_are_compared_where_they_are(library):
    """No story is known that moves them; one that does is told the truth about all the same."""
    world = World(library, Dictionary(library))
    table, before = world.table, bytearray(library)
    mover, owner = 30, 40
    pointers = [table._entry(number) + table._layout.properties for number in (mover, owner)]
    before[pointers[0] : pointers[0] + 2] = before[pointers[1] : pointers[1] + 2]
    after = bytearray(before)
    after[table._property_places(library, owner)[0][1]] ^= 1
    assert world.difference(bytes(before), bytes(after))["properties"] == [mover, owner]


@pytest.mark.parametrize("name", ["spirit.z5", "theatre.z5"])
def test_there_is_a_place_where_jericho_has_none(name):
    with own_folder(), start(STORIES / name, EnvInfos(["walkthrough"], location=True)) as env:
        state = env.reset()
        for command in state["extra.walkthrough"][:60]:
            state, _, _ = env.step(command)
            assert state.location is not None, command


@pytest.mark.parametrize(
    "name",
    [
        *("anchor.z8", "awaken.z5", "library.z5", "moonlit.z5", "snacktime.z8", "spirit.z5"),
        *("temple.z5", "theatre.z5", "yomomma.z5"),
    ],
)
def test_the_player_is_found_without_jericho(name):
    """In stories of Inform 6, whose player is called so, and of 7, whose player has no name."""
    story = read_story(STORIES / name)
    with own_folder(), closing(Session(story)) as session:
        session.reset()
        theirs = session.frotz.player_obj_num
        found = set()
        for command in ["look", *walkthrough_of(session.frotz)[:20]]:
            session.step(command)
            found.add(World(story.data, Dictionary(story.data)).player(session.memory()))
    assert found == {theirs}


def test_the_player_of_an_unknown_story_of_inform_7_is_somewhere(tmp_path):
    path = tmp_path / "snack.z8"
    path.write_bytes((STORIES / "snacktime.z8").read_bytes() + b"\0")  # Jericho looks at its hash
    infos = EnvInfos(player_object=True, location=True, surrounding_objects=True)
    with own_folder(), start(path, infos, isolated=False) as env:
        state = env.reset()
        assert (state.player_object["number"], state.location) == (44, "Sitting Room")
        names = {thing["name"] for thing in state.surrounding_objects}
    assert {"four-legged thing", "box of light", "your pet"} <= names
