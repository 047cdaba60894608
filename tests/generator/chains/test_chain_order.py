"""In what order a search tries things: each once, and the first ones mostly first."""

from twbench.generator.chains.chain_order import in_any_order, more_often_first
from twbench.seeding import Rng


def test_without_a_generator_the_order_is_kept() -> None:
    assert list(in_any_order([3, 1, 2], None)) == [3, 1, 2]


def test_each_comes_once_and_every_one_may_be_the_first() -> None:
    rng = Rng(1)
    orders = [list(in_any_order([1, 2, 3], rng)) for _ in range(60)]
    assert all(sorted(order) == [1, 2, 3] for order in orders)
    assert {order[0] for order in orders} == {1, 2, 3}


def test_a_part_of_the_time_one_of_the_first_comes_next() -> None:
    rng = Rng(2)
    orders = [list(more_often_first([1, 2], [3, 4], 0.9, rng)) for _ in range(200)]
    assert all(sorted(order) == [1, 2, 3, 4] for order in orders)
    assert 160 <= sum(order[0] in (1, 2) for order in orders) <= 198
