import gc
import subprocess
import sys

import pytest

from twbench.system.collection import seldom_collecting, without_collection


def test_the_collector_rests_and_goes_on():
    with without_collection():
        assert not gc.isenabled()
        with without_collection():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_it_goes_on_after_an_error():
    @without_collection()
    def fail():
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert gc.isenabled()


def test_one_that_is_off_stays_off():
    gc.disable()
    try:
        with without_collection():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_the_collector_waits_longer_meanwhile():
    before = gc.get_threshold()
    with seldom_collecting():
        assert gc.isenabled()
        assert gc.get_threshold()[0] > 10 * before[0]
        assert gc.get_threshold()[1:] == before[1:]
    assert gc.get_threshold() == before


def test_what_was_made_meanwhile_is_not_looked_through_at_once():
    looked = []
    gc.callbacks.append(lambda phase, told: looked.append(phase))
    try:
        with seldom_collecting():
            kept = [[] for _ in range(100_000)]
        after = [[] for _ in range(10)]
    finally:
        gc.callbacks.pop()
    assert (looked, len(kept), len(after)) == ([], 100_000, 10)
    assert gc.get_freeze_count() == 0


@pytest.mark.parametrize(("first", "seen"), [("", "found\n"), ("leave_rest_at_exit()", "")])
def test_what_is_left_at_the_end_is_left_to_the_system(first, seen):
    code = f"""
import os
from twbench.system.collection import leave_rest_at_exit

class Loop:
    def __init__(self):
        self.itself = self
        self.write = os.write

    def __del__(self):
        self.write(1, b"found\\n")

Loop()
{first}
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == seen
