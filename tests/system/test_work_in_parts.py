"""Work in parts, done by one who waits for nothing."""

import pytest

from twbench.system.parts import Parts, completed


def work(done: list[int], problem: Exception | None = None) -> Parts[str]:
    for number in range(3):
        done.append(number)
        yield 0
    if problem:
        raise problem
    return "made"


def test_all_parts_are_done_and_come_to_what_the_work_returns() -> None:
    done: list[int] = []
    assert completed(work(done)) == "made"
    assert done == [0, 1, 2]


def test_an_error_of_a_part_is_that_of_the_work() -> None:
    with pytest.raises(ValueError, match="bad luck"):
        completed(work([], ValueError("bad luck")))
