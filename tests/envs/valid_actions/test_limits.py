"""How much is tried in one state: work first, the clock last."""

import time

import pytest

from twbench.core.environments import SEARCH_SECONDS
from twbench.envs.valid_actions.limits import SLOW_SECONDS, Allowance, Limits
from twbench.errors import ConfigError


def typed(allowance, most=10_000):
    """Type until it is over; return how many commands that were."""
    commands = {}
    while not allowance.is_over and len(commands) < most:
        commands[f"command {len(commands)}"] = None
        allowance.typed(commands)
    return len(commands)


def test_dear_commands_use_up_the_work_sooner():
    counts = {cost: typed(Allowance(Limits(10_000_000), lambda _, c=cost: c)) for cost in (2, 7000)}
    assert counts == {2: 3331, 7000: 1000}


def test_work_that_is_used_up_is_no_matter_of_time():
    allowance = Allowance(Limits(1, 1000.0), lambda _: 5000)
    assert typed(allowance) < 500
    assert allowance.is_over
    assert not allowance.timed_out


def test_the_clock_says_so():
    allowance = Allowance(Limits(None, -1.0), lambda _: 5000)
    assert typed(allowance) == 0
    assert allowance.timed_out


def test_without_limits_nothing_is_counted():
    def count(_):
        raise AssertionError("It takes time.")

    assert typed(Allowance(Limits(), count), 2000) == 2000


def test_nobody_waits_longer_than_two_seconds_without_being_told(monkeypatch):
    now = time.process_time()
    monkeypatch.setattr(time, "process_time", lambda: now)
    allowance = Allowance(Limits.lasting(SEARCH_SECONDS), lambda _: 5000)
    now += 1.999
    assert not allowance.is_slow_here
    now += 0.002
    assert allowance.is_slow_here
    assert not allowance.is_slow_work
    assert not allowance.is_over
    now += SEARCH_SECONDS - 2.0
    assert allowance.is_over
    assert allowance.timed_out


def test_slow_is_what_does_more_than_two_seconds_of_search_may_do():
    def searched(seconds, most):
        allowance = Allowance(Limits.lasting(seconds), lambda _: 5000)
        return typed(allowance, most), allowance.is_slow_work

    quick, slow = searched(SLOW_SECONDS, 100_000)
    assert (quick, slow) == (7500, False)
    assert searched(60, quick) == (quick, False)
    assert searched(60, quick + 1) == (quick + 1, True)


def test_who_asks_for_two_seconds_gets_nothing_that_is_slow():
    allowance = Allowance(Limits.lasting(SLOW_SECONDS), lambda _: 5000)
    commands = {str(number): None for number in range(7600)}  # some are typed without looking
    for _ in commands:
        allowance.typed(commands)
    assert allowance.is_over
    assert not allowance.is_slow_work


def test_who_asks_for_more_gets_as_much_more_work():
    usual, longer = Limits.lasting(SEARCH_SECONDS), Limits.lasting(10 * SEARCH_SECONDS)
    assert longer.work == 10 * usual.work
    assert longer.seconds == 10 * usual.seconds
    assert longer.until_answered > longer.wall > longer.seconds


@pytest.mark.parametrize("seconds", [0, -1.0, 3601, float("nan"), float("inf"), True, "2", None])
def test_what_is_no_time_is_refused(seconds):
    with pytest.raises(ConfigError, match="more than 0 seconds and at most 3600"):
        Limits.lasting(seconds)
