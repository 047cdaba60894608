"""Results that somebody has heard enough of are left without a warning."""

import warnings

import pytest

from twbench.dataset.workers.results import results_of


def warning_where_it_is_left(calls):
    try:
        yield from calls
    except GeneratorExit:
        warnings.warn("tasks have been cancelled", UserWarning, stacklevel=2)
        raise


def test_who_has_heard_enough_is_not_warned():
    results = results_of(warning_where_it_is_left, iter(range(9)))
    assert next(results) == 0
    results.close()
    left = warning_where_it_is_left(iter(range(9)))
    next(left)
    with pytest.warns(UserWarning, match="cancelled"):
        left.close()


def test_what_is_raised_where_calls_are_made_comes_after_all_before():
    def calls():
        yield from range(3)
        raise LookupError("no more of them")

    results = results_of(warning_where_it_is_left, calls())
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(LookupError, match="no more"):
        next(results)
