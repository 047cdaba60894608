"""How the text of a game is generated: the documented options."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twbench.errors import ConfigError
from twbench.generator import GrammarOptions

FLAGS = (
    *("include_adj", "blend_descriptions", "ambiguous_instructions", "only_last_action"),
    *("blend_instructions", "allowed_variables_numbering", "unique_expansion"),
)
all_options = st.builds(
    GrammarOptions,
    theme=st.sampled_from(["house", "basic", "castle"]),
    names_to_exclude=st.lists(st.sampled_from(["pen", "old pen", "key"]), max_size=3),
    noun_share=st.sampled_from([1.0, 0.8, -0.2]),
    **dict.fromkeys(FLAGS, st.booleans()),
)


def test_defaults_are_the_documented_ones():
    assert GrammarOptions().serialize() == {
        "theme": "house",
        "names_to_exclude": [],
        "include_adj": False,
        "blend_descriptions": False,
        "ambiguous_instructions": False,
        "only_last_action": False,
        "blend_instructions": False,
        "allowed_variables_numbering": False,
        "unique_expansion": False,
    }


def test_uuid_follows_the_content():
    one = GrammarOptions(names_to_exclude=["a", "b"])
    assert one.uuid == GrammarOptions(names_to_exclude=["b", "a"]).uuid
    assert one.uuid.startswith("house-")
    flags = [name for name, value in one.serialize().items() if value is False]
    uuids = {GrammarOptions(**{flag: True}).uuid for flag in flags}
    assert len(uuids | {one.uuid, GrammarOptions().uuid}) == len(flags) + 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"include_adjs": True},
            "Unknown grammar option 'include_adjs'. Did you mean 'include",
        ),
        ({"include_adj": "yes"}, "'include_adj' must be true or false, not 'yes'"),
        ({"theme": None}, "'theme' must be text, not None"),
        ({"names_to_exclude": "apple"}, "'names_to_exclude' is a list, not 'apple'"),
    ],
)
def test_wrong_options(options, message):
    with pytest.raises(ConfigError, match=message):
        GrammarOptions(options)


@given(all_options)
def test_options_are_read_as_they_were_written_and_copied(options):
    for again in (
        GrammarOptions.deserialize(options.serialize()),
        GrammarOptions(options),
        options.copy(),
    ):
        assert again == options
        assert again.uuid == options.uuid
        again.names_to_exclude.append("lamp")
        assert again != options
        assert again.uuid != options.uuid


def test_keywords_take_precedence():
    given_ = GrammarOptions(theme="basic", include_adj=True)
    options = GrammarOptions(given_, include_adj=False, unique_expansion=True)
    assert options == GrammarOptions(theme="basic", unique_expansion=True)
    assert given_.include_adj


@pytest.mark.parametrize("names", [["a", "b"], ("a", "b"), iter(["a", None, "b"])])
def test_names_to_exclude_may_come_in_any_way_but_as_one_text(names):
    assert GrammarOptions(names_to_exclude=names).names_to_exclude == ["a", "b"]


def test_options_of_old_are_read_and_left():
    given = {"include_adj": True, "refer_by_name_only": True, "instruction_extension": []}
    assert GrammarOptions(given) == GrammarOptions(include_adj=True)
    assert given["refer_by_name_only"]
