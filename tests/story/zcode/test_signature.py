"""What the header of every story has that twbench linked."""

from pathlib import Path

import pytest
from sample_games import bare_rooms

from twbench.errors import StoryFileError
from twbench.story import link, read_memory_map
from twbench.story.zcode.signature import SIGNATURE, SIGNATURE_AT

EARLIER = Path(__file__).parents[1] / "earlier" / "coins.z8"


def test_it_stands_where_the_standard_leaves_room_for_a_name() -> None:
    """Section 11 of the Standard: from 0x38 on, eight bytes that interpreters do not touch."""
    assert 0x38 <= SIGNATURE_AT <= SIGNATURE_AT + len(SIGNATURE) <= 0x40


@pytest.mark.parametrize("story", [link(bare_rooms()), EARLIER.read_bytes()], ids=["new", "old"])
def test_stories_have_it_and_those_that_do_not_are_not_ours(story: bytes) -> None:
    assert story[SIGNATURE_AT : SIGNATURE_AT + len(SIGNATURE)] == SIGNATURE
    read_memory_map(story)
    foreign = story[:SIGNATURE_AT] + b"twb0" + story[SIGNATURE_AT + len(SIGNATURE) :]
    with pytest.raises(StoryFileError, match=r"^This story was not made by twbench\.$"):
        read_memory_map(foreign)
