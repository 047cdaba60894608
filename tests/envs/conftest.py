"""What the tests of environments share: the sample games of stories, and searches with patience."""

import sys
from pathlib import Path

import pytest

from twbench.core.environments import SEARCH_SECONDS
from twbench.envs.valid_actions.limits import Limits

STORY_TESTS = Path(__file__).resolve().parents[1] / "story"
sys.path[:0] = [str(STORY_TESTS), str(STORY_TESTS / "crafts")]


@pytest.fixture
def search_with(monkeypatch):
    """Return a function that sets the limits of searches, but for the work that they may do.

    The clock is the last defence, and not what is tested: a busy machine may take its time.
    """
    usual = Limits.lasting(SEARCH_SECONDS).work

    def set_limits(work=usual, seconds=60.0, wall=200.0):
        limits = Limits(work, seconds, wall)
        monkeypatch.setattr(Limits, "lasting", lambda _: limits)

    return set_limits
