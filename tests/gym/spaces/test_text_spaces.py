"""Texts as rows of numbers."""

import pickle

import numpy as np
import pytest
from gymnasium.spaces import MultiDiscrete

from twbench.errors import ConfigError
from twbench.gym.spaces import Char, VocabularyHasDuplicateTokens, Word

WORDS = ["open", "door", "don't", "half-empty"]


def test_words_of_a_text():
    space = Word(max_length=8, vocab=WORDS)
    row = space.tokenize("Open the half-empty door; don't!")
    names = [space.id2w[number] for number in row]
    assert names == ["<S>", "open", "<UNK>", "half-empty", "door", "don't", "</S>"]
    assert (space.BOS_id, space.UNK_id, space.EOS_id) == (row[0], row[2], row[6])


def test_a_padded_text_is_within_the_space():
    space = Word(max_length=6, vocab=WORDS)
    row = space.tokenize("open door", padding=True)
    assert list(row[4:]) == [space.PAD_id] * 2
    assert space.contains(row)
    assert not space.contains(space.tokenize("open door"))
    assert isinstance(space, MultiDiscrete)


def test_special_words_come_first_unless_they_are_there():
    assert Word(4, WORDS).vocab == ["<PAD>", "<UNK>", "<S>", "</S>", *WORDS]
    assert Word(4, ["a", "</S>", "<PAD>"]).vocab == ["<UNK>", "<S>", "a", "</S>", "<PAD>"]


def test_a_sample_is_a_row_of_words():
    space = Word(max_length=5, vocab=WORDS)
    space.seed(1)
    sample = space.sample()
    assert sample.shape == (5,)
    assert all(int(number) in space.id2w for number in sample)
    assert list(space.nvec) == [8] * 5


def test_characters_of_a_text():
    space = Char(max_length=20)
    row = space.tokenize("Don't go!")
    assert "".join(space.id2c[number] for number in row) == "don't go"
    assert space.filter_unknown("go, ästhete!") == "go sthete"
    assert space.vocab[0] == "#"
    assert len(space.vocab) == 1 + 26 + 10 + 3


def test_characters_may_be_chosen():
    space = Char(max_length=4, vocab=["A", "a", "#"], extra_vocab=["?"])
    assert space.vocab == ["A", "a", "#", "?"]
    assert list(space.tokenize("Aa?b", padding=True)) == [0, 1, 3, space.PAD_id]
    assert space.PAD_id == 2


@pytest.mark.parametrize("make", [lambda: Word(3, ["a", "b", "a"]), lambda: Char(3, ["a", "a"])])
def test_no_token_is_there_twice(make):
    with pytest.raises(VocabularyHasDuplicateTokens, match="has 'a' twice") as caught:
        make()
    assert isinstance(caught.value, ValueError)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)  # noqa: S301


def test_an_extra_character_may_not_be_there_already():
    with pytest.raises(VocabularyHasDuplicateTokens, match="'-' twice"):
        Char(3, extra_vocab=["-"])


def test_a_text_that_is_too_long_is_not_padded():
    space = Word(max_length=3, vocab=WORDS)
    assert len(space.tokenize("open the door")) == 5
    with pytest.raises(ConfigError, match="has 5 tokens, more than the max_length of 3"):
        space.tokenize("open the door", padding=True)


def test_a_row_has_at_least_one_token():
    with pytest.raises(ConfigError, match="max_length must be a whole number of at least 1, not 0"):
        Word(0, WORDS)


def test_a_space_travels():
    space = Word(max_length=3, vocab=WORDS)
    other = pickle.loads(pickle.dumps(space))  # noqa: S301 - our own
    assert other == space
    assert np.array_equal(other.tokenize("open"), space.tokenize("open"))
