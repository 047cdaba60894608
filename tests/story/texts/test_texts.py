import pytest
from hypothesis import given
from hypothesis import strategies as st

from twbench.errors import GameFileError
from twbench.generator.data import KnowledgeBase
from twbench.story.linking.programs import logic_program
from twbench.story.texts import texts
from twbench.story.texts.texts import TextCompiler
from twbench.story.zcode.block import Block, TextWord

TERMS = {"c_0": 5, "box": 6}
PLAIN = st.sampled_from(["", "It is open. ", "x", "]", "a ] b"])
FUNCTIONS = st.sampled_from(["[a list of things in the box]", "[noun]", "[line break]"])
CONDITIONS = st.sampled_from(
    ["open", "c_0 is closed", "box is open and there is something in the box", "edible", " open"]
)


def joined(*strategies):
    return st.tuples(*strategies).map("".join)


def branch(inside):
    opening = st.builds(str.format, st.sampled_from(["[if {}]", "[if {}]", "[ if {}]"]), CONDITIONS)
    middle = st.one_of(st.just(""), CONDITIONS.map("[else if {}]y".format), st.just("[otherwise]z"))
    return joined(opening, inside, middle, inside, st.sampled_from(["[end if]", "[end if ]"]))


written = st.lists(
    st.recursive(st.one_of(PLAIN, FUNCTIONS), branch, max_leaves=4), min_size=1, max_size=5
).map("".join)


def compiled(text):
    block = Block()
    representation = logic_program(KnowledgeBase.default()).representation
    handle = TextCompiler(block, representation, TERMS).compile(text, 7)
    return handle, block.words, block.texts, sorted(block.addresses), block.strings


def compiled_whole(text):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(texts, "cut", lambda text: (["", ""], [text]))
        return compiled(text)


@given(written)
def test_pieces_make_what_the_whole_text_makes(text):
    assert compiled(text) == compiled_whole(text)


@pytest.mark.parametrize(
    "text",
    [
        "a [b [if open]x[end if] c",
        "[if open]a [b[end if]x[noun]",
        "[if open][ if edible]x[end if][end if ]y [noun]",
        "[line break]x [if open]y[end if][if closed]z[end if][line break]",
        "[if open]x[if closed]y[end if]z[end if]u",
    ],
)
def test_oddly_written_texts_are_cut_where_branches_end(text):
    assert compiled(text) == compiled_whole(text)


def test_pieces_are_cut_before_literal_text():
    literals, pieces = texts.cut("a[if x]b[else]c[end if][if y]d[end if]e[noun]f")
    assert literals == ["a", "e", "f"]
    assert pieces == ["[if x]b[else]c[end if][if y]d[end if]", "[noun]"]


def test_a_text_without_functions_is_a_string():
    assert compiled("a ] b [ c") == (TextWord("a ] b [ c"), [], [], [], {})
    assert compiled("") == (0, [], [], [], {})


def test_a_branch_that_was_compiled_for_one_entity_speaks_of_another():
    _, words, *_ = compiled("[if open]x[end if]")
    block = Block()
    representation = logic_program(KnowledgeBase.default()).representation
    TextCompiler(block, representation, TERMS).compile("[if open]x[end if]", 9)
    assert [words[1], block.words[1]] == [7, 9]
    assert words[2:] == block.words[2:]


def test_a_faulty_piece_is_refused_each_time():
    for _ in range(2):
        with pytest.raises(GameFileError, match="Unknown entity 'c_9'"):
            compiled("[if c_9 is open]x[end if]")
        with pytest.raises(GameFileError, match="no fact 'purple'"):
            compiled("[if purple]x[end if]")
