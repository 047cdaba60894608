"""What is said of entities is read by its pieces as it was written, or left to others."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twbench.errors import GameFileError
from twbench.generator.games.quick_infos import read_infos
from twbench.generator.games.quick_values import OtherFormError, text_of
from twbench.generator.knowledge.entity import EntityInfo
from twbench.hashing import canonical_json
from twbench.shape import LONGEST_NAME, LONGEST_TEXT

# What divides the text of an entity, and what is escaped in it, is what it may be confused with.
PIECES = ["a", " ", '"', "\\", "\n", "n", "\t", "é", "\x01", "\x7f", ',"id":', "}],[", "null"]
words = st.lists(st.sampled_from(PIECES), max_size=6).map("".join)
names = st.none() | words


@given(words)
def test_texts_are_read_as_written(word):
    assert text_of(canonical_json(word)) == word


@pytest.mark.parametrize(
    "text",
    ["", '"', "a", '"a', '"a\\"', '"a"b"', '"\\u0061"', '"\\/"', '"\\\\\\"', '"\\q"', 'a""', "[]"],
)
def test_what_is_no_text_as_it_is_written_is_left_to_others(text):
    with pytest.raises(OtherFormError):
        text_of(text)


def written(*infos: EntityInfo) -> str:
    return canonical_json([[info.id, info.serialize()] for info in infos])[1:-1]


@given(names, names, names, names, st.none() | st.lists(words, max_size=3))
def test_entities_are_read_as_written_or_left_to_others(name, adj, desc, room_type, synonyms):
    info = EntityInfo("c_0", "c", name, name, adj, desc, room_type, synonyms=synonyms)
    text = written(info, EntityInfo("P", "P"))
    try:
        read = read_infos(text)
    except OtherFormError:
        # That is for texts that look as if an entity, or its description, ended there.
        assert "}],[" in json.dumps([name, adj, desc, room_type, synonyms])
        return
    assert read == [info, EntityInfo("P", "P")]


def test_what_is_remembered_does_not_change_with_an_entity():
    text = written(EntityInfo("c_0", "c", "box", synonyms=["chest"]))
    (first,) = read_infos(text)
    first.synonyms.append("case")
    first.name = "case"
    assert read_infos(text) == [EntityInfo("c_0", "c", "box", synonyms=["chest"])]


@pytest.mark.parametrize(
    "info",
    [
        EntityInfo("c_0", "c", (LONGEST_NAME + 1) * "a"),
        EntityInfo("c_0", "c", adj=(LONGEST_NAME + 1) * "a"),
        EntityInfo("c_0", "c", desc=(LONGEST_TEXT + 1) * "a"),
        EntityInfo("c_0", "c", synonyms=[(LONGEST_NAME + 1) * "a"]),
        EntityInfo("c_0", (LONGEST_NAME + 1) * "a"),
        EntityInfo((LONGEST_NAME + 1) * "a", "c"),
        EntityInfo("c_0", ""),
        EntityInfo("", "c"),
    ],
)
def test_no_entity_is_beyond_the_limits(info):
    with pytest.raises((OtherFormError, GameFileError)):
        read_infos(written(info))


def test_long_names_are_names_together():
    info = EntityInfo("c_0", "c", 900 * "a", 900 * "b", 900 * "c", LONGEST_TEXT * "d")
    assert read_infos(written(info)) == [info]
