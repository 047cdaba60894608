"""Which of many similar cases are in the default suite."""

from collections.abc import Iterable
from typing import Any

import pytest


def first_quick(cases: Iterable[Any], quick: int = 1) -> list[Any]:
    """Return the cases, all but the first few marked as slow."""
    marks = [pytest.mark.slow]
    return [
        case if number < quick else pytest.param(*_values(case), marks=marks)
        for number, case in enumerate(cases)
    ]


def _values(case: Any) -> tuple[Any, ...]:
    return case if isinstance(case, tuple) else (case,)
