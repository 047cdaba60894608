"""How much is tried in one state: work first, the clock last."""

import time

from twbench.envs.valid_actions.limits import Allowance, Limits
from twbench.envs.valid_actions.search import FAST, LIMITS


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


def test_nobody_waits_longer_than_two_seconds_for_the_fast_mode_and_is_not_told_so(monkeypatch):
    now = time.process_time()
    monkeypatch.setattr(time, "process_time", lambda: now)
    allowance = Allowance(LIMITS[FAST], lambda _: 5000)
    assert not allowance.is_over
    now += 2.001
    assert allowance.is_over
    assert allowance.timed_out
