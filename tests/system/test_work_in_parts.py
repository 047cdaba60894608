"""Work in parts, done by one who waits for nothing."""

import pytest

from twbench.system.parts import Parts, completed, in_one_part


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


def test_work_without_parts_is_done_when_its_part_is_asked_for() -> None:
    done: list[int] = []
    parts = in_one_part(done.append, 1)
    assert done == []
    completed(parts)
    assert done == [1]
    assert completed(in_one_part(divmod, 7, 2)) == (3, 1)
