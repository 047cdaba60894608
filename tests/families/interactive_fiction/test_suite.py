"""The Jericho suite: what is known of its stories without having them."""

import os
import shutil

import pytest
from jericho.defines import BINDINGS_DICT
from stories_at_hand import STORIES, known_stories, needs_stories, story

from twbench.errors import StoryFileError
from twbench.families import get
from twbench.families.interactive_fiction.stories import story_id
from twbench.families.interactive_fiction.suite import (
    SUITE_FILE,
    suite,
    suite_story,
    suite_story_at,
)

FAMILY = get("interactive_fiction")


def test_the_suite_has_what_jericho_knows_and_a_story_more():
    names = [story.name for story in suite().values()]
    assert (len(names), names) == (57, sorted(names))
    known = {digest: bindings["name"] for digest, bindings in BINDINGS_DICT.items()}
    assert {story.name for digest, story in suite().items() if digest not in known} == {"lgop"}
    assert set(known.values()) - set(names) == {"sherbet"}
    assert all(known.get(story.md5, story.name) == story.name for story in suite().values())


def test_thirty_two_of_them_have_the_results_of_the_paper():
    published = {story.name: story for story in suite().values() if story.published}
    assert len(published) == 32
    zork1 = published["zork1"]
    assert (zork1.templates, zork1.vocabulary) == (237, 697)
    assert zork1.published == {"RAND": 0, "NAIL": 10.3, "TDQN": 9.9, "DRRN": 32.6}
    assert {name for name, story in published.items() if story.published["RAND"]} == {
        *("advent", "deephome", "detective", "ludicorp", "sorcerer", "spellbrkr", "spirit"),
        "zork3",
    }


def test_where_paper_and_jericho_differ_both_maxima_are_told():
    story = next(story for story in suite().values() if story.name == "inhumane")
    assert (story.max_score, story.published_max_score) == (90, 300)


def test_the_catalogue_names_the_registry_of_hashes():
    catalogue = FAMILY.catalogue()
    assert catalogue.names == tuple(story.name for story in suite().values())
    assert catalogue.file == SUITE_FILE
    assert "daf57133d346442b983bd333fb586cc4" in SUITE_FILE.read_text()


def test_a_story_that_nobody_knows_is_told_by_its_header(unsigned):
    note = FAMILY.note(unsigned)
    assert (note.challenge, note.name) == ("unscored", None)
    assert note.text.startswith("Z-machine 8, release ")
    assert note.text.endswith("; not known to Jericho")
    assert FAMILY.facts(FAMILY.read(unsigned)) == {}


def test_a_pipe_and_what_is_too_large_are_no_story_of_the_suite(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "large").open("wb") as file:
        file.write(b"\5")
        file.truncate(1 << 40)
    for name in ("pipe", "large", "none"):
        assert suite_story_at(tmp_path / name) is None


def test_a_file_that_is_no_story_is_told_by_what_is_wrong(tmp_path):
    path = tmp_path / "half.z5"
    path.write_bytes(b"\5 no story")
    with pytest.raises(StoryFileError, match=r"half\.z5 is no sound story file"):
        FAMILY.note(path)


@needs_stories
def test_a_story_of_the_suite_is_told_by_its_content_whatever_its_name(tmp_path):
    path = tmp_path / "some.z5"
    shutil.copy(story("library.z5"), path)
    note = FAMILY.note(path)
    assert (note.challenge, note.name) == ("jericho", "library")
    assert note.text == (
        "Z-machine 5, release 2 / 951204; library of the Jericho suite (freeware-explicit);"
        " maximum score 30; known to Jericho"
    )
    assert story_id(path.stem, path.read_bytes()).startswith("if-library-")


@needs_stories
def test_a_copy_that_was_padded_is_told_from_what_nobody_knows(tmp_path):
    path = tmp_path / "library.z5"
    path.write_bytes(story("library.z5").read_bytes() + b"\0")
    assert FAMILY.note(path).text == (
        "Z-machine 5, release 2 / 951204; of the same release as library of the Jericho suite, but"
        " other bytes; not known to Jericho"
    )


def test_stories_of_the_suite_differ_in_their_releases():
    releases = [(story.z_version, story.release) for story in suite().values()]
    assert len(set(releases)) == len(releases)


@needs_stories
def test_licence_published_scores_and_the_end_of_the_walkthrough_are_facts():
    assert FAMILY.facts(FAMILY.read(story("yomomma.z5"))) == {
        "suite": {
            "name": "yomomma",
            "licence": "open",
            "published": {"RAND": 0, "NAIL": 0, "TDQN": 0, "DRRN": 0.4, "max_score": 35},
        },
        "walkthrough": {"score": 34, "won": True, "lost": False},
    }


@needs_stories
@pytest.mark.parametrize("name", known_stories())
def test_the_table_has_the_sizes_that_the_story_has(name):
    """The paper counts one template more than there are lines in Jericho's grammar, or two."""
    entry = suite_story((STORIES / name).read_bytes())
    if entry is None or entry.templates is None:
        pytest.skip(f"the paper does not tell of {name}")
    columns = FAMILY.read(STORIES / name).columns
    assert len(columns["command_templates"]) + 1 == pytest.approx(entry.templates, abs=2)
    assert len(columns["vocab"]) == pytest.approx(entry.vocabulary, abs=1)
    assert columns["max_score"] == entry.max_score
