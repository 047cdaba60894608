"""Batches of the texts that are typed."""

import numpy as np
import pytest
from gymnasium.spaces import Text, Tuple
from gymnasium.vector.utils import batch_space, iterate

from twbench.errors import ConfigError
from twbench.gym.text_space import StoryText


def test_a_batch_is_gone_through_one_by_one():
    space = batch_space(StoryText(20), 3)
    for items in (("look", "wait", "take coin"), ["look"] * 3, np.array(["a", "b", "c"])):
        assert list(iterate(space, items)) == list(items)


@pytest.mark.parametrize("alone", ["look", 3, None])
def test_one_text_alone_is_no_batch(alone):
    with pytest.raises(ConfigError, match="3 environments take as many texts"):
        iterate(batch_space(StoryText(20), 3), alone)


def test_a_batch_is_what_gymnasium_makes_of_texts():
    space = StoryText(20)
    space.seed(5)
    ours = batch_space(space, 4)
    plain = Text(20, min_length=0, charset="".join(space.character_list))
    plain.seed(5)
    theirs = batch_space(plain, 4)
    assert isinstance(ours, Tuple)
    assert len(ours) == len(theirs) == 4
    assert ours == batch_space(space, 4)
    assert ours.sample() == theirs.sample()
