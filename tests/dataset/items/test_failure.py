"""Failures of code that was to make a game: the words for them are the same on every machine."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twbench.dataset.items.failure import (
    FAILURES,
    LONGEST,
    describe_error,
    is_reproducible,
)


class UnprintableError(Exception):
    def __str__(self) -> str:
        raise ValueError


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ValueError("no way"), "ValueError: no way"),
        (ValueError(), "ValueError"),
        (ValueError("  \n "), "ValueError"),
        (KeyError("r_0"), "KeyError: 'r_0'"),
        (ValueError("a\nb\tc\x1b[2J"), "ValueError: a b c [2J"),
        (TypeError("<object at 0x7f2A00bc>"), "TypeError: <object at 0x...>"),
        (RecursionError("maximum recursion depth exceeded"), "RecursionError"),
        (UnprintableError(), "UnprintableError"),
        (ValueError("half \udc80"), "ValueError: half \\udc80"),
    ],
)
def test_an_error_is_its_type_and_its_message(error: BaseException, words: str) -> None:
    assert describe_error(error) == words


def test_of_a_path_the_name_of_the_file_is_left() -> None:
    error = FileNotFoundError("no file '/home/me/games/level2.json' there")
    assert describe_error(error) == "FileNotFoundError: no file 'level2.json' there"
    assert describe_error(ValueError("1/2 of a/b")) == "ValueError: 1/2 of a/b"


@given(st.text(max_size=600))
def test_whatever_is_said_one_short_printable_line_is_left(message: str) -> None:
    described = describe_error(ValueError(message))
    assert len(described) <= LONGEST
    assert described.isprintable()
    assert described.startswith("ValueError")


@pytest.mark.parametrize("reason", [*sorted(FAILURES), "not_generated", "duplicate"])
def test_what_time_or_memory_decided_another_machine_may_decide_otherwise(reason: str) -> None:
    rows = [{"reason": "not_generated"}, {"reason": reason}]
    assert is_reproducible(rows) == (reason in ("failed", "not_generated", "duplicate"))
    assert is_reproducible([])
