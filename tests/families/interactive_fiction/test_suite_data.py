"""What Jericho's tables say of all stories of the suite, most of which are not at hand."""

from collections.abc import Mapping
from typing import Any

import pytest
from jericho.defines import BINDINGS_DICT

from twbench.envs.frotz.one_command import CHAINED, OneCommand
from twbench.envs.frotz.typing_in import line_of
from twbench.envs.objects.templates import TemplateActions, templates_of
from twbench.families.interactive_fiction.stories import published
from twbench.families.interactive_fiction.suite import suite
from twbench.story.zcode.zstring import encode_word

STORIES = {digest: bindings for digest, bindings in BINDINGS_DICT.items() if digest in suite()}
NAMES = [bindings["name"] for bindings in STORIES.values()]
SEVERAL = {
    "ballyhoo": {"take all except key, whip, stool"},
    "curses": {'[ Repeatedly "turn sceptre" until the coffin opens ]'},
    "enchanter": {"TURTLE, SE AND GET SCROLL THEN NW", "SHOW EGG TO ADVENTURER THEN EAST"},
    "ludicorp": {"punch cat_robot->desist(); on blank card"},
    "planetfall": {"DROP KEY AND BRUSH"},
    "sherlock": {"GET KEY, JEWELS AND WHISTLE"},
    "sorcerer": {"LEARN MEEF, MEEF AND SWANZO"},
    "tryst205": {"open box then get cube"},
    "zork2": {
        *("REMOVE OPENER AND DROP IT", "ROBOT, EAST AND SOUTH"),
        "ROBOT, NORTH AND PRESS TRIANGULAR BUTTON",
    },
    "zork3": {"DUNGEON MASTER, TURN DIAL TO 8 AND PRESS BUTTON"},
}
"""Lines of walkthroughs that hold more than one command, or look as if they did."""
OTHER_COUNTS = {"905": 2, "detective": -2, "jewel": 1, "omniquest": -2, "ztuu": -2}
"""How many templates more Jericho has than the paper counts, which counts one for an empty line."""


def forms(bindings: Mapping[str, Any]) -> list[str]:
    return [form for form in bindings["grammar"].split(";") if form.strip()]


def story_with_verbs(words: set[str], version: int) -> bytes:
    """A story that has a dictionary of verbs, and nothing else."""
    letters = 4 if version == 3 else 6
    codes = [bytearray(encode_word(word)[:letters]) for word in sorted(words)]
    for code in codes:
        code[-2] |= 0x80
    header = bytes((version, *bytes(7), 0, 0x40, *bytes(0x36)))
    sizes = bytes((0, letters + 3)) + len(codes).to_bytes(2)
    return header + sizes + b"".join(bytes(code) + b"\x41\0\0" for code in codes)


@pytest.mark.parametrize("bindings", STORIES.values(), ids=NAMES)
def test_walkthroughs_are_typed_letter_by_letter_as_jericho_types_them(bindings):
    commands = bindings["walkthrough"].split("/")
    assert [line_of(command) for command in commands] == [f"{one}\n".encode() for one in commands]


@pytest.mark.parametrize(("digest", "bindings"), STORIES.items(), ids=NAMES)
def test_walkthroughs_hold_one_command_in_a_line_but_for_ten(digest, bindings):
    """As far as Jericho's lists of verbs tell; none takes back turns, restores or leaves."""
    verbs = {verb for form in forms(bindings) for verb in form.split()[0].split("/")}
    rule = OneCommand(story_with_verbs(verbs, suite()[digest].z_version))
    told = {line: rule.refusal(line) for line in bindings["walkthrough"].split("/")}
    refused = {line for line, refusal in told.items() if refusal is not None}
    assert refused == SEVERAL.get(bindings["name"], set())
    assert {told[line] for line in refused} <= {CHAINED}


def test_the_ten_are_of_the_suite():
    assert len(SEVERAL) == 10
    assert SEVERAL.keys() <= set(NAMES)


def test_seeds_are_those_that_frotz_takes_as_they_are():
    """Other numbers are cut to 31 bits, and -1 is none."""
    assert all(0 <= bindings["seed"] < 2**31 for bindings in BINDINGS_DICT.values())
    assert all(type(bindings["seed"]) is int for bindings in BINDINGS_DICT.values())


@pytest.mark.parametrize(("digest", "bindings"), STORIES.items(), ids=NAMES)
def test_words_have_the_letters_that_the_version_keeps(digest, bindings):
    """Three stories that are called .z5 are of version 3, which a suffix does not tell."""
    assert bindings["max_word_length"] == (6 if suite()[digest].z_version <= 3 else 9)
    assert bindings["rom"] == suite()[digest].file


@pytest.mark.parametrize(("digest", "bindings"), STORIES.items(), ids=NAMES)
def test_templates_are_as_many_as_the_paper_counts_but_for_five_games(digest, bindings):
    counted = suite()[digest].templates
    if counted is not None:
        more = len(forms(bindings)) + 1 - counted
        assert more == OTHER_COUNTS.get(bindings["name"], 0)


@pytest.mark.parametrize("bindings", BINDINGS_DICT.values(), ids=lambda one: one["name"])
def test_templates_have_up_to_two_blanks_that_can_be_filled(bindings):
    templates = templates_of(bindings, None, None)
    actions = TemplateActions(templates)
    assert {template.count("OBJ") for template in templates} == {0, 1, 2}
    filled = [actions.fill(one, ["lamp", "box"][: one.count("OBJ")]) for one in templates]
    assert all(line_of(command) == f"{command}\n".encode() for command in filled)
    assert not [one for one in filled if "/" in one or "OBJ" in one]


def test_scores_of_the_paper_are_found_by_the_ids_of_games():
    found = {story.name: published(f"if-{story.name}-abc", "jericho") for story in suite().values()}
    for story in suite().values():
        theirs = {**story.published, "max_score": story.published_max_score}
        assert found[story.name] == (theirs if story.published else {})
    assert published("if-zork1-abc", "unscored") == {}
