import gc

import pytest

from twbench.system.collection import without_collection


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
