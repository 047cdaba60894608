"""The checksum of stories is the sum of their bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twbench.story.zcode.checksum import byte_sum


@given(st.binary(max_size=2000))
def test_the_sum_is_taken_modulo_65536(data: bytes) -> None:
    assert byte_sum(data) == sum(data) % 65_536


@pytest.mark.parametrize("size", [0, 1, 255, 256, 257, 65_536, 300_001])
@pytest.mark.parametrize("value", [0, 1, 255])
def test_large_sums_and_pieces_of_every_size(size: int, value: int) -> None:
    assert byte_sum(bytes([value]) * size) == size * value % 65_536


@given(st.binary(max_size=600), st.binary(max_size=600))
def test_sums_of_parts_add_up(one: bytes, other: bytes) -> None:
    assert byte_sum(bytearray(one + other)) == (byte_sum(one) + byte_sum(other)) % 65_536
