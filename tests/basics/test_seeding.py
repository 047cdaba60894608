import base64
import copy
import hashlib

import pytest
from numpy.random import RandomState

from twbench.hashing import canonical_json, content_id, pieces_id, text_id
from twbench.seeding import NumPyRng, Rng, derive_seed


@pytest.mark.parametrize(
    "key", [(0,), (-3, "map"), (2**80, "map", 7), (1, 'quo"te', "naïve", "\n"), (True, "map")]
)
def test_seeds_are_those_of_the_canonical_key(key):
    digest = hashlib.sha256(canonical_json(list(key)).encode()).digest()
    assert derive_seed(*key) == int.from_bytes(digest[:8], "big") >> 1


@pytest.mark.parametrize("length", [1, 16, 25, 26, 51])
def test_identifiers_are_the_beginning_of_a_digest_in_base_32(length):
    for number in range(100):
        digest = hashlib.sha256(str(number).encode()).digest()
        expected = base64.b32encode(digest).decode().lower()[:length]
        assert content_id(number, length) == expected


def test_short_identifiers_begin_long_ones():
    longest = text_id('{"a":1}', 51)
    assert len(longest) == 51
    for length in range(1, 51):
        assert content_id({"a": 1}, length) == longest[:length]


def test_a_text_has_the_identifier_of_its_pieces():
    assert pieces_id([b'{"a"', b"", b":1}"]) == text_id('{"a":1}') != pieces_id([b'{"a":', b"1"])


def test_generators_for_scripts_draw_as_others_do_and_as_those_of_numpy():
    ours, plain, numpy = NumPyRng(7), Rng(7), RandomState(7)
    assert [ours.randint(2, 9) for _ in range(5)] == [numpy.randint(2, 9) for _ in range(5)]
    assert list(ours.choice(["a", "b", "c"], size=2, replace=False)) == list(
        numpy.choice(["a", "b", "c"], size=2, replace=False)
    )
    assert ours.choice(9) == numpy.choice(9)
    assert list(ours.permutation(5)) == list(numpy.permutation(5))
    assert [ours.choice("abc") for _ in range(9)] == [plain.choice("abc") for _ in range(9)]
    assert ours.sample(range(9), 4) == plain.sample(range(9), 4)
    with pytest.raises(AttributeError, match="rand_int"):
        ours.rand_int(3)
    copied = copy.copy(ours)
    assert copied.seed == 7
