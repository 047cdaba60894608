"""What joblib makes of calls, for whoever takes results as they come, perhaps not all of them."""

__all__ = ["results_of"]

import warnings
from collections.abc import Callable, Generator, Iterator
from typing import Any, TypeVar

from twbench.errors import ConfigError

C = TypeVar("C")
R = TypeVar("R")
_NO_THREAD = "can't start new thread"


def results_of(
    parallel: Callable[[Iterator[Any]], Generator[R, None, None]], calls: Iterator[Any]
) -> Iterator[R]:
    """Yield what a ``joblib.Parallel`` that yields its results makes of ``calls``.

    An error in making the next of the ``calls`` is raised here, after the results of all calls
    before it. A caller may stop before the last result, as where a challenge always fails: joblib
    would warn of that, and does not. Raises ConfigError where the system has no thread for each of
    the workers.
    """
    guarded = _Guarded(calls)
    try:
        results = parallel(guarded)
    except (AttributeError, RuntimeError) as error:
        # Python's pool of threads complains of its own, when it takes back those it has begun.
        if any(_NO_THREAD in str(problem) for problem in (error, error.__context__)):
            raise ConfigError("The system begins no more threads: set fewer workers.") from error
        raise
    try:
        for result in results:  # noqa: UP028 - that would close them before, with the warning
            yield result
        guarded.check()
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            results.close()


class _Guarded(Iterator[C]):
    """What an iterator yields, up to an error, which `check` raises.

    It is one of joblib's threads that asks for the next call, and an error there would be lost.
    """

    def __init__(self, calls: Iterator[C]) -> None:
        self._calls = calls
        self._error: Exception | None = None

    def __next__(self) -> C:
        try:
            return next(self._calls)
        except StopIteration:
            raise
        except Exception as error:
            self._error = error
            raise StopIteration from error

    def check(self) -> None:
        """Raise what was raised."""
        if self._error is not None:
            raise self._error
