from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twbench.dataset.config.sampling import (
    Choice,
    Constant,
    Place,
    RandInt,
    Range,
    Stratified,
    allocate,
    parse_sampler,
)
from twbench.errors import ConfigError
from twbench.seeding import Rng


def draws(sampler, total, seed=3):
    return [sampler.draw(Rng(rank), Place(rank, total, seed)) for rank in range(total)]


@pytest.mark.parametrize(
    ("written", "sampler"),
    [
        (5, Constant(5)),
        ([1, 2], Constant((1, 2))),
        ({"choice": [1, "a"]}, Choice((1, "a"))),
        ({"randint": [1, 9]}, RandInt(1, 9)),
        ({"stratified": [1, 2]}, Stratified((1, 2))),
        ({"range": [1, 9]}, Range(1, 9, 1)),
        ({"range": [1, 9, 4]}, Range(1, 9, 4)),
    ],
)
def test_samplers_are_read_and_written_back(written, sampler):
    assert parse_sampler(written, "level") == sampler
    assert parse_sampler(sampler.serialize(), "level") == sampler


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ({"chioce": [1]}, "no sampler 'chioce'.*Did you mean 'choice'"),
        ({"choice": []}, "level.choice must be a list with at least one value"),
        ({"choice": 3}, "level.choice must be a list"),
        ({"randint": [1]}, r"level.randint must be \[low, high\], all whole numbers"),
        ({"randint": [5, 1]}, "level.randint must rise: 5 is greater than 1"),
        ({"randint": [1, 2.5]}, "all whole numbers"),
        ({"range": [1, 5, 0]}, "step of at least 1, not 0"),
        ({"choice": [1], "randint": [1, 2]}, "exactly one of choice, randint, range, stratified"),
        ({}, "exactly one of"),
        (object(), "must be a number, a text, true, false or a list"),
    ],
)
def test_wrong_samplers_are_refused_in_one_sentence(written, message):
    with pytest.raises(ConfigError, match=message):
        parse_sampler(written, "level")


@given(st.integers(1, 60), st.integers(1, 7), st.integers(0, 2**31))
def test_stratified_gives_every_value_equally_often(total, count, seed):
    counts = Counter(draws(Stratified(tuple(range(count))), total, seed))
    assert set(counts.values()) <= {total // count, total // count + 1}


def test_stratified_order_depends_on_the_seed():
    sampler = Stratified(tuple(range(20)))
    assert draws(sampler, 20, seed=1) != draws(sampler, 20, seed=2)
    assert sorted(draws(sampler, 20, seed=1)) == list(range(20))


def test_range_rises_over_the_whole_split():
    assert draws(Range(1, 4), 8) == [1, 1, 2, 2, 3, 3, 4, 4]
    assert draws(Range(10, 20, 5), 3) == [10, 15, 20]
    assert draws(Range(1, 100), 2) == [1, 51]


def test_randint_and_choice_reach_all_values():
    assert set(draws(RandInt(2, 4), 60)) == {2, 3, 4}
    assert set(draws(Choice(("a", "b")), 30)) == {"a", "b"}


@given(st.lists(st.floats(0.1, 10), min_size=1, max_size=5), st.integers(1, 80))
def test_allocation_keeps_every_share_within_one(weights, size):
    places = list(allocate(weights, size))
    for member, weight in enumerate(weights):
        assert abs(places.count(member) - size * weight / sum(weights)) < len(weights)


def test_allocation_of_two_to_one():
    assert list(allocate([2, 1], 6)) == [0, 1, 0, 0, 1, 0]
