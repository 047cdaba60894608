"""The header that twbench writes, whatever the game and the runtime."""

from pathlib import Path

import pytest
from sample_games import bare_rooms

from twbench.errors import StoryFileError
from twbench.story import link
from twbench.story.zcode.header import check_header
from twbench.story.zcode.signature import CRAFTS_SIGNATURE, HEADER_SIZE, SIGNATURE
from twbench.story.zcode.template import load_template

TEMPLATE = load_template()
EARLIER = Path(__file__).parents[1] / "earlier" / "coins.z8"
ELSEWHERE = {*range(0x04, 0x0A), *range(0x0C, 0x10), 0x1C, 0x1D}
"""Bytes that the directory and the checksum tell of."""


@pytest.mark.parametrize("story", [link(bare_rooms()), EARLIER.read_bytes()], ids=["new", "old"])
def test_each_byte_is_known(story: bytes) -> None:
    check_header(story, TEMPLATE, SIGNATURE)
    for place in set(range(HEADER_SIZE)) - ELSEWHERE:
        changed = bytearray(story)
        changed[place] ^= 0x10
        with pytest.raises(StoryFileError, match=r"^Byte \d+ of the story's header is not what"):
            check_header(bytes(changed), TEMPLATE, SIGNATURE)


def test_what_is_added_to_a_file_is_told() -> None:
    story = link(bare_rooms())
    for size in (1, 8, 8 << 16):
        with pytest.raises(StoryFileError, match=r"^Byte 2[67] "):
            check_header(story + bytes(size), TEMPLATE, SIGNATURE)


def test_kinds_of_stories_are_told_apart() -> None:
    with pytest.raises(StoryFileError, match=r"^Byte 58 "):
        check_header(link(bare_rooms()), TEMPLATE, CRAFTS_SIGNATURE)
