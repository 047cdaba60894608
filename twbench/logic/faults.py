"""The faults of logic documents, and how they are shown."""

__all__ = ["Fault", "LogicWarning", "raise_faults", "shown_faults"]

from collections.abc import Iterable
from typing import NamedTuple

from twbench.errors import InputWarning, LogicError
from twbench.printable import excerpt, shortened

_LONGEST_MESSAGE = 500


class Fault(NamedTuple):
    """Something wrong in a text, and where.

    ``tolerable`` faults do not keep a logic from working: an author is warned of them.
    """

    source: str
    text: str
    position: int
    message: str
    tolerable: bool = False

    @property
    def line(self) -> int:
        """The number of the line, from 1."""
        return self.text.count("\n", 0, self.position) + 1

    @property
    def column(self) -> int:
        """The number of the character in its line, from 1."""
        return self.position - self.text.rfind("\n", 0, self.position)

    def __str__(self) -> str:
        start, end = self.position - self.column + 1, self.text.find("\n", self.position)
        line = self.text[start : len(self.text) if end < 0 else end]
        shown, caret = excerpt(line, self.column - 1)
        place = f"{self.source}:{self.line}:{self.column}"
        return f"{place}: {shortened(self.message, _LONGEST_MESSAGE)}\n    {shown}\n    {caret}"


class LogicWarning(InputWarning):
    """A logic was read although something is wrong in it; the message shows line and caret."""


def raise_faults(faults: Iterable[Fault]) -> None:
    """Raise one LogicError that shows all ``faults``, if one of them is not to be tolerated."""
    listed = list(faults)
    if not all(fault.tolerable for fault in listed):
        raise LogicError(shown_faults(listed))


def shown_faults(faults: Iterable[Fault]) -> str:
    """Return one message for ``faults``, in the order of the text; an empty one for none."""
    listed = list(faults)
    places = {source: index for index, source in enumerate(dict.fromkeys(f.source for f in listed))}
    listed.sort(key=lambda fault: (places[fault.source], fault.position))
    shown = list(dict.fromkeys(map(str, listed)))
    if len(shown) < 2:
        return "".join(shown)
    return "\n".join([f"{len(shown)} faults in the logic:", *shown])
