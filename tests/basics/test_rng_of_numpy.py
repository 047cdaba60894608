"""What an `Rng` has of NumPy's ``RandomState``; what it draws itself is as before."""

import copy

import numpy as np
import pytest

from twbench.seeding import Rng


def drawn(rng):
    return [rng.random(), rng.choice("abcdef"), rng.integer(100), rng.sample(range(9), 3)]


def test_one_is_chosen_as_before():
    index = int(Rng(5).random() * 6)
    assert Rng(5).choice("abcdef") == "abcdef"[index]


def test_the_numbers_are_those_of_a_random_state_with_the_next_draw_as_seed():
    seed = Rng(5).integer(2**31)
    expected = np.random.RandomState(seed)
    rng = Rng(5)
    assert rng.randint(1, 1000) == expected.randint(1, 1000)
    assert rng.normal(2.0, 3.0) == expected.normal(2.0, 3.0)
    assert list(rng.permutation(7)) == list(expected.permutation(7))
    assert rng.randn(1).shape == (1,)


def test_the_sequence_stays_what_it_is():
    assert Rng(3).randint(0, 10**6, size=3).tolist() == [444570, 321322, 743019]


def test_it_takes_one_draw_of_its_own_however_often_it_is_asked():
    one, other = Rng(8), Rng(8)
    for _ in range(5):
        one.rand()
    other.random()
    assert drawn(one) == drawn(other)


def test_several_are_chosen():
    rng = Rng(2)
    assert sorted(rng.choice("abc", 3, replace=False)) == ["a", "b", "c"]
    assert set(rng.choice([(0, 1), (2, 3)], size=50)) == {(0, 1), (2, 3)}
    assert rng.choice("abc", 4, p=[0, 1, 0]) == ["b"] * 4
    assert rng.choice("abc", p=[0, 0, 1]) == "c"
    with pytest.raises(ValueError, match="larger sample"):
        rng.choice("abc", 4, replace=False)


def test_copies_go_on_alike():
    rng = Rng(4)
    rng.rand()
    again = copy.deepcopy(rng)
    assert again.rand() == rng.rand()


def test_a_slip_is_no_method():
    with pytest.raises(AttributeError, match="intger"):
        Rng(1).intger(3)
    assert not hasattr(Rng(1), "__array__")
