"""The order of games: all once, before any is played again."""

import pytest
from numpy.random import RandomState

from twbench.gym.batches.order import GameOrder
from twbench.gym.envs.utils import shuffled_cycle


def test_a_cycle_begins_in_order_and_is_shuffled_then():
    cycle = shuffled_cycle(range(5), RandomState(3))
    # As TextWorld 1.7 does it.
    assert [next(cycle) for _ in range(15)] == [0, 1, 2, 3, 4, 3, 4, 1, 0, 2, 1, 4, 0, 2, 3]


@pytest.mark.parametrize(("loops", "length"), [(0, 3), (1, 3), (2, 6), (5, 15)])
def test_a_cycle_may_end(loops, length):
    """TextWorld 1.7 goes through the elements once for 0 as well."""
    elements = list(shuffled_cycle("abc", RandomState(1), nb_loops=loops))
    assert len(elements) == length
    assert all(set(elements[at : at + 3]) == set("abc") for at in range(0, length, 3))


def test_a_cycle_of_nothing_ends():
    assert list(shuffled_cycle([], RandomState(1))) == []


def test_the_elements_themselves_are_left_alone():
    elements = [1, 2, 3]
    list(shuffled_cycle(elements, RandomState(2), nb_loops=4))
    assert elements == [1, 2, 3]


def test_each_episode_has_a_seed_of_its_own(pool):
    order = GameOrder(pool)
    seeds = [order.next().seed for _ in range(8)]
    assert len(set(seeds)) == 8
    order.seed(1234)
    assert [order.next().seed for _ in range(8)] == seeds


def test_skipped_games_take_their_seeds_along(pool):
    order = GameOrder(pool)
    starts = [order.next() for _ in range(6)]
    order.seed(1234)
    order.skip(4)
    assert [order.next(), order.next()] == starts[4:]


def test_a_file_that_is_named_twice_is_played_twice_as_often(pool):
    order = GameOrder([pool[0], pool[0], pool[1]])
    played = [order.next().path for _ in range(9)]
    assert (played.count(pool[0]), played.count(pool[1])) == (6, 3)
