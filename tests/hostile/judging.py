"""What counts as an answer to hostile input: in time, the right error, a sentence for people."""

import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from twbench.errors import TwbenchError
from twbench.printable import printable

PYTHON_WORDS = re.compile(
    r"NoneType|codec|object has no|indices must|unhashable|keyword argument|positional|iterable"
    r"|unpack|Traceback|<class |\bat 0x|KeyError|index out of range|recursion|expected str|not str"
)
LONGEST_MESSAGE = 50_000


OTHERS = 12
"""How many times as long as its processor works one may wait for it, which others need as well."""


@contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    """Raise TimeoutError after so many seconds of work, or `OTHERS` times as many of waiting."""

    def stop(*_: object) -> None:
        raise TimeoutError(f"no answer within {seconds} seconds")

    before = {number: signal.signal(number, stop) for number in (signal.SIGVTALRM, signal.SIGALRM)}
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    signal.alarm(OTHERS * seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        for number, handler in before.items():
            signal.signal(number, handler)


def message_of(
    use: Callable[[], object], error: type[TwbenchError], seconds: int = 10
) -> str | None:
    """Return what ``use`` complains of, None if it does not.

    All other exceptions go through. The message must be for people, and fit to be shown.
    """
    try:
        with time_limit(seconds):
            use()
    except error as complaint:
        message = str(complaint)
        assert message == printable(message)
        assert not PYTHON_WORDS.search(message), message
        assert 0 < len(message) < LONGEST_MESSAGE
        return message
    return None
