"""How much work a search may be, where somebody waits for it."""

__all__ = ["ImpatientError", "Patience"]

from twbench.errors import TwbenchError

_NODES = 5  # states are looked at in the time that it takes to make an action


class ImpatientError(TwbenchError):
    """A search is more work than it is worth; whoever was patient up to some point expects it."""


class Patience:
    """Work that searches may share, in actions that are made."""

    def __init__(self, actions: int):
        self._left = actions

    def make_action(self) -> None:
        """Take note that one more action is made. Raises ImpatientError if it is too many."""
        self._left -= 1
        if self._left < 0:
            raise ImpatientError

    @property
    def is_at_its_end(self) -> bool:
        """Whether no action more may be made."""
        return self._left <= 0

    @property
    def nodes(self) -> int:
        """How many states there is patience to look at."""
        return max(0, _NODES * self._left)

    def look_at(self, nodes: int) -> None:
        """Take note that states were looked at."""
        self._left -= nodes // _NODES
