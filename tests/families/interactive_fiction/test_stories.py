"""Stories by other makers: what Jericho knows of them."""

from pathlib import Path

import pytest
from stories_at_hand import needs_stories, story

from twbench.errors import StoryFileError
from twbench.families import unknown_columns
from twbench.families.interactive_fiction.stories import look_at, story_id

TOLD = ("command_templates", "entities", "verbs", "vocab")


def test_of_a_story_that_nobody_knows_there_is_what_its_file_tells(unsigned):
    found = look_at(unsigned)
    assert (found.name, found.data) == ("Lost Cellar", unsigned.read_bytes())
    columns = dict(found.columns)
    assert {"coin", "take"} <= set(columns.pop("vocab"))
    names = [entity["name"] for entity in columns.pop("entities")]
    assert names == ["yourself", "cellar", "coin"]
    assert {"take OBJ", "ask"} <= set(columns.pop("command_templates"))
    assert {"take", "ask"} <= set(columns.pop("verbs"))
    assert len(columns.pop("structure_hash")) == 26
    told = {"challenge": "unscored", "seed": None, "verified": False}
    expected = {**unknown_columns(), **told}
    assert columns == {name: expected[name] for name in columns}
    assert columns.keys() | {*TOLD, "structure_hash"} == expected.keys()


def test_stories_are_equal_if_their_bytes_are(unsigned, tmp_path):
    renamed = tmp_path / "other.z8"
    renamed.write_bytes(unsigned.read_bytes())
    changed = tmp_path / "changed.z8"
    changed.write_bytes(unsigned.read_bytes() + b"\0")
    one, same, other = (
        look_at(path).columns["structure_hash"] for path in (unsigned, renamed, changed)
    )
    assert one == same != other


def test_a_story_is_not_taken_for_one_of_textworld_by_the_name_of_its_file(unsigned, tmp_path):
    """In a dataset it has another name, by which nobody knows its points."""
    renamed = tmp_path / "tw-cellar.z8"
    renamed.write_bytes(unsigned.read_bytes())
    assert look_at(renamed).columns == look_at(unsigned).columns


def test_nothing_is_written_where_one_works(unsigned, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    look_at(unsigned)
    assert Path.cwd() == tmp_path
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_played_is_refused(tmp_path):
    path = tmp_path / "half.z5"
    path.write_bytes(b"\5 no story")
    with pytest.raises(StoryFileError, match=r"half\.z5 is no sound story file"):
        look_at(path)


@needs_stories
@pytest.mark.parametrize(
    ("name", "max_score", "length", "is_verified"),
    [("snacktime.z8", 50, 34, True), ("yomomma.z5", 35, 98, False)],
)
def test_of_others_jericho_knows_a_walkthrough_and_it_is_tried(
    name, max_score, length, is_verified
):
    columns = look_at(story(name)).columns
    assert (columns["challenge"], columns["max_score"]) == ("jericho", max_score)
    assert len(columns["walkthrough"]) == columns["quest_length"] == length
    assert columns["verified"] is is_verified
    assert columns["vocab"] == sorted(set(columns["vocab"]))
    verbs = {verb for form in columns["command_templates"] for verb in form.split()[0].split("/")}
    assert columns["verbs"] == sorted(verbs)


@needs_stories
@pytest.mark.parametrize(
    ("name", "named"),
    [
        ("spirit.z5", "South of Frozen River"),  # Jericho: "South Frozen River"
        ("snacktime.z8", "four-legged thing"),  # a property of an object without a name
        ("baron_EN.z8", "Maartje s pillow"),  # a line break, which the author did not mean
    ],
)
def test_objects_have_the_names_that_the_story_has(name, named):
    names = [entity["name"] for entity in look_at(story(name)).columns["entities"]]
    assert named in names
    assert all(one and one == " ".join(one.split()) for one in names)


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("zork1", "zork1"),
        ("Lost Cellar", "lost_cellar"),
        ("--Ünder--ground! ", "nder_ground"),
        ("漢字", "story"),
        ("", "story"),
        ("tw-simple-x", "tw_simple_x"),
    ],
)
def test_ids_are_made_of_the_name_and_the_content(name, stem):
    found = story_id(name, b"some")
    head, made_of_name, digest = found.split("-")
    assert (head, made_of_name) == ("if", stem)
    assert story_id(name, b"others") != found
    assert story_id(stem, b"some").endswith(digest)


def test_an_id_is_the_id_of_its_file():
    """A story of a dataset is imported under the id that it has, unless it was changed."""
    known = story_id("zork1", b"some")
    assert story_id(known, b"some") == known
    assert story_id(known, b"others") != known
