"""How long valid actions are searched for is a setting of an environment."""

import re
import time
from fractions import Fraction

import numpy as np
import pytest
from stories_at_hand import needs_stories, story

from twbench.core import EnvInfos, Wrapper
from twbench.envs import own_folder
from twbench.envs.detection import EXHAUSTIVE_ACTIONS
from twbench.errors import ConfigError
from twbench.families import start

pytestmark = needs_stories
ALL = f"extra.{EXHAUSTIVE_ACTIONS}"
INFOS = EnvInfos([EXHAUSTIVE_ACTIONS])
LITTLE = 0.05


def test_who_asks_for_less_is_told_of_less_and_that_there_is_more():
    with own_folder(), start(story("library.z5"), INFOS, isolated=False) as env:
        whole = env.reset()[ALL]
        env.search_seconds = LITTLE
        assert env.reset()[ALL] != whole
        assert env.state[ALL]["incomplete"]
        assert env.state[ALL]["tried"] < whole["tried"]
        copy = env.copy()
        env.search_seconds = 50
        assert env.reset()[ALL]["groups"] == whole["groups"]
        assert copy.reset()[ALL]["tried"] < whole["tried"]


def test_who_asks_for_nothing_gets_all_and_is_told_if_it_was_slow():
    with own_folder(), start(story("library.z5"), INFOS, isolated=False) as env:
        whole = env.reset()[ALL]
        assert (whole["incomplete"], whole["slow"], whole["slow_by_clock"]) == (False, True, False)
        env.search_seconds = 2
        quick = env.reset()[ALL]
        assert (quick["incomplete"], quick["slow"] and not quick["slow_by_clock"]) == (True, False)


@pytest.mark.parametrize("isolated", [False, True])
@pytest.mark.parametrize("seconds", [0, -2.0, float("nan"), 10_000, "2"])
def test_what_is_no_time_is_refused(isolated, seconds):
    with own_folder(), start(story("library.z5"), INFOS, isolated=isolated) as env:
        env.search_seconds = seconds
        with pytest.raises(
            ConfigError, match=r"A search may last .*, not " + re.escape(f"{seconds!r}")
        ):
            env.reset()


@pytest.mark.parametrize("isolated", [False, True])
@pytest.mark.parametrize("seconds", [np.int64(60), np.float32(60), Fraction(60)])
def test_any_number_of_seconds_will_do(isolated, seconds):
    with own_folder(), start(story("library.z5"), INFOS, isolated=isolated) as env:
        whole = env.reset()[ALL]
        env.search_seconds = seconds
        assert env.reset()[ALL]["groups"] == whole["groups"]


def test_a_story_in_a_process_of_its_own_is_searched_as_long():
    with start(story("library.z5"), INFOS) as env:
        wrapped = Wrapper(env)
        wrapped.search_seconds = LITTLE
        assert wrapped.search_seconds == env.search_seconds == LITTLE
        assert env.reset()[ALL]["incomplete"]


def test_a_search_may_take_longer_than_the_story_itself():
    infos = EnvInfos([EXHAUSTIVE_ACTIONS], valid_actions=True)
    with start(story("library.z5"), infos) as env:
        begun = time.monotonic()
        env.reset()
        took = time.monotonic() - begun  # which differs a lot from one machine to another
    with start(story("library.z5"), infos, timeout=took / 2) as env:
        begun = time.monotonic()
        found = env.reset()[ALL]
        assert time.monotonic() - begun > took / 2
        assert not found["incomplete"]
        assert env.copy().step("north")[0][ALL]["tried"] > 0
