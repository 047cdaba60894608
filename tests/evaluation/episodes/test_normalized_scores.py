"""Scores as parts of the maximum."""

import pytest

from twbench.evaluation.episodes.episode import normalized


@pytest.mark.parametrize(
    ("score", "most", "part"),
    [
        (3, 4, 0.75),
        (4, 4, 1.0),
        (-1, 4, -0.25),
        (3, 2, 1.0),  # before what must be done and costs a point
        (0, 0, None),
        (-1, -1, None),
        (7, None, None),  # nobody knows it, or there is no end
        (None, 4, None),
    ],
)
def test_a_part_is_at_most_the_whole(score: int | None, most: int | None, part: float) -> None:
    assert normalized(score, most) == part
