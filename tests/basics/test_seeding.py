import base64
import hashlib

import pytest

from twbench.hashing import canonical_json, content_id, pieces_id, text_id
from twbench.seeding import derive_seed


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
