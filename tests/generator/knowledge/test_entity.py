"""What a game says about an entity, and how it is written down."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from twbench.errors import GameFileError
from twbench.generator.knowledge.entity import EntityInfo
from twbench.shape import LONGEST_NAME, ShapeError

KEYS = ("id", "type", "name", "noun", "adj", "desc", "room_type", "definite", "indefinite")
some_text = st.text("ab é'\n", max_size=5)
entities = st.builds(
    EntityInfo,
    id=st.sampled_from(["o_0", "P"]),
    type=st.sampled_from(["o", "P"]),
    **dict.fromkeys(KEYS[2:], st.none() | some_text),
    synonyms=st.none() | st.lists(some_text, max_size=2),
)


@given(entities)
@settings(max_examples=40)
def test_entities_are_read_as_they_were_written(info):
    data = info.serialize()
    assert list(data) == [*KEYS, "synonyms"]  # the order of TextWorld's files
    assert EntityInfo.deserialize(json.loads(json.dumps(data))) == info


def test_nothing_is_said_before_there_is_text():
    info = EntityInfo("o_0", "o")
    assert info.serialize() == {**dict.fromkeys((*KEYS, "synonyms")), "id": "o_0", "type": "o"}
    assert EntityInfo.deserialize({"id": "o_0", "type": "o"}) == info


def test_synonyms_are_written_as_a_list_of_their_own():
    info = EntityInfo("o_0", "o", name="coin", synonyms=["token"])
    info.serialize()["synonyms"].append("medal")
    assert info.synonyms == ["token"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"colour": "red"}, "An entity has no attribute 'colour'."),
        ({"nmae": "coin"}, "An entity has no attribute 'nmae'. Did you mean 'name'?"),
        ({"id": ""}, "id must not be empty"),
        ({"type": None}, "type must be a text, not null"),
        ({"name": 3}, "name must be a text, not the number 3"),
        ({"adj": "x" * (LONGEST_NAME + 1)}, f"adj is a text of {LONGEST_NAME + 1} characters"),
        ({"synonyms": "token"}, "synonyms must be a list, not the text 'token'"),
        ({"synonyms": ["token", 3]}, "synonyms[1] must be a text, not the number 3"),
    ],
    ids=str,
)
def test_the_attribute_that_is_wrong_is_named(change, message):
    with pytest.raises(GameFileError) as caught:
        EntityInfo.deserialize({"id": "o_0", "type": "o", **change})
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("key", ["id", "type"])
def test_id_and_type_are_needed(key):
    data = {"id": "o_0", "type": "o"}
    del data[key]
    with pytest.raises(GameFileError, match=f"An entity lacks its '{key}'"):
        EntityInfo.deserialize(data)


def test_what_is_no_object_is_no_entity():
    with pytest.raises(ShapeError, match="must be an object, not a list"):
        EntityInfo.deserialize(["o_0", "o"])


def test_entities_have_a_place_in_sets_whatever_becomes_of_their_texts():
    entity = EntityInfo("o_0", "o")
    known = {entity, EntityInfo("o_0", "o")}
    assert len(known) == 1
    entity.name = "pen"
    assert entity in known
