"""Z-machine text."""

import pytest
import z_machine
from hypothesis import given
from hypothesis import strategies as st

from twbench.errors import StoryLimitError
from twbench.story.zcode.zstring import WORD_SIZE, encode, encode_word, fold, significant

ASCII = "".join(map(chr, range(0x20, 0x7F))) + "\n"
WESTERN = "äöüÄÖÜßéèêëçñæœåø¡¿£"


@given(st.text(ASCII + WESTERN, max_size=200))
def test_texts_are_read_back(text: str) -> None:
    assert z_machine.text(encode(text)) == text


def test_encoding_is_that_of_the_standard() -> None:
    # "hello" is 0d 0a 11 11 14 and one pad: two words, the last one marked.
    assert encode("hello").hex() == "3551c685"
    # Section 3.7.1: "i" in a dictionary is followed by pads up to nine Z-characters.
    assert encode_word("i").hex() == "38a514a594a5"
    assert encode("") == bytes.fromhex("94a5")


def test_dictionary_words_are_six_bytes_without_capitals() -> None:
    for word in ("a", "Oak", "textworld", "king-size", "x" * 40):
        assert len(encode_word(word)) == 6
        assert encode_word(word) == encode_word(word.upper())
    assert encode_word("excaliburs") == encode_word("excalibur")
    assert encode_word("excalibu") != encode_word("excalibur")


def test_significant_part_of_a_word() -> None:
    assert significant("umbrellastand") == "umbrellas"
    assert significant("king-sized") == "king-siz"
    assert encode_word("king-siz") == encode_word("king-sized")[:6]
    assert len("umbrellas") == WORD_SIZE


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("it\u2019s", "it's"),
        ("\u201cso\u201d", '"so"'),
        ("a\u2013b\u2014c", "a-b-c"),
        ("wait…", "wait..."),
        ("ő", "o"),
        ("a\tb", "a b"),
    ],
)
def test_characters_that_stories_lack_are_spelt_out(text: str, printed: str) -> None:
    assert z_machine.text(encode(text)) == printed


@pytest.mark.parametrize("text", ["日本", "🗝", "a\rb"])
def test_other_characters_are_refused(text: str) -> None:
    with pytest.raises(StoryLimitError, match="cannot print the character"):
        encode(text)


def test_accents_are_left_out() -> None:
    assert fold("Café Ångström") == "Cafe Angstrom"
