"""How a game stands: its score, moves and ending, read from the memory of its running story."""

__all__ = ["Standing", "own_standing"]

import struct
from collections.abc import Mapping
from functools import cache, cached_property
from typing import NoReturn

from twbench.errors import StoryFileError
from twbench.story.zcode.layout import Ending
from twbench.story.zcode.template import load_template

_ENDINGS: list[Ending] = [*Ending]
_NOT_ENDED = Ending.NONE
_standing = struct.Struct(">hHH").unpack_from


class Standing:
    """Reads how a game stands in the memory of its story, given where the ``variables`` are.

    Every method takes the story's dynamic memory as it is now. That is what the story made of it:
    StoryFileError is raised where it makes no sense.
    """

    def __init__(self, variables: Mapping[str, int]):
        self.variables = variables

    def variable(self, memory: bytes | memoryview, name: str) -> int:
        """Return one of the runtime's variables, such as ``moves``, as an unsigned number."""
        address = self.variables[name]
        return memory[address] << 8 | memory[address + 1]

    def score(self, memory: bytes | memoryview) -> int:
        """Return the score, which may be negative."""
        value = self.variable(memory, "score")
        return value - 0x10000 if value & 0x8000 else value

    def ending(self, memory: bytes | memoryview) -> Ending:
        """Return whether and how the game has ended."""
        ending = self.variable(memory, "ending")
        if ending >= len(_ENDINGS):
            self._refuse(f"there is no ending {ending}")
        return _ENDINGS[ending]

    def standing(self, memory: bytes | memoryview) -> tuple[int, int, Ending]:
        """Return score, moves and ending, as `score`, `variable` and `ending` do, in one look."""
        at = self._standing_at
        if at is None:
            moves = self.variable(memory, "moves")
            return self.score(memory), moves, self.ending(memory)
        score, moves, ending = _standing(memory, at)
        return score, moves, self.ending(memory) if ending else _NOT_ENDED

    @cached_property
    def _standing_at(self) -> int | None:
        """Where score, moves and ending stand behind each other; None where they do not."""
        first = self.variables["score"]
        places = [self.variables[name] for name in ("score", "moves", "ending")]
        return first if places == [first, first + 2, first + 4] else None

    def _refuse(self, reason: str) -> NoReturn:
        raise StoryFileError(f"The story's memory makes no sense: {reason}.")


@cache
def own_standing() -> Standing:
    """Return what reads stories that this process has linked: its runtime has the variables."""
    return Standing(load_template().symbols)
