"""Games that chance draws to be made anew."""

from twbench.dataset.verifying.drawn import FEW, MOST, ONE_OF, drawn_games, drawn_places


def test_all_are_drawn_where_there_are_no_more() -> None:
    assert [*drawn_games(5, None)] == [*drawn_games(5, 5)] == [*drawn_games(5, 9)] == [*range(5)]


def test_of_each_split_there_are_few_and_one_more_of_so_many() -> None:
    sizes = {"great": 10**15, "train": 2 * ONE_OF, "valid": FEW + 1, "test": 1, "none": 0}
    for _ in range(20):
        places = drawn_places(sizes)
        assert [len(places[split]) for split in sizes] == [MOST, FEW + 2, FEW, 1, 0]
        assert all(0 <= place < sizes[split] for split in sizes for place in places[split])


def test_nobody_knows_before_which_they_are() -> None:
    samples = {frozenset(drawn_games(10_000, 16)) for _ in range(3)}
    assert [len(sample) for sample in samples] == [16] * 3
    assert all(0 <= place < 10_000 for sample in samples for place in sample)
