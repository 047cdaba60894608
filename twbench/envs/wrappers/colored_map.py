"""Maps of letters in colours on the terminal of whoever watches; agents see plain text."""

__all__ = ["ColoredMap"]

from collections.abc import Callable, Iterable
from io import StringIO

from twbench.core import Environment, GameState, Wrapper
from twbench.render.letters import TERMINAL_COLORS, LetterMap

_SCREEN = "extra.screen"


class ColoredMap(Wrapper):
    """Shows the map of a game that has a screen in its colours.

    ``write`` is given what is shown in pieces, each with the order to the terminal that colours it
    ("" for none). Game states have the screen only where somebody else has asked for it.
    """

    _of_episode = ("_map",)

    def __init__(self, env: Environment, write: Callable[[Iterable[tuple[str, str]]], None]):
        super().__init__(env)
        self._write = write
        self._map: LetterMap | None = None

    def reset(self) -> GameState:
        """Start a game; see `Environment.reset`."""
        with self._asking(_SCREEN) as known:
            state = super().reset()
        self._map = LetterMap.from_data(known[_SCREEN])
        return state

    def step(self, command: str) -> tuple[GameState, float, bool]:
        """Perform ``command``; see `Environment.step`."""
        with self._asking(_SCREEN) as known:
            result = super().step(command)
        self._map = LetterMap.from_data(known[_SCREEN])
        return result

    def render(self, mode: str = "human") -> StringIO | str | None:
        """Show the last state; see `Environment.render`."""
        if mode != "human" or self._map is None:
            return super().render(mode)
        text = str(super().render("text")).rstrip() + "\n"
        pieces = self._map.spans(text)
        self._write((piece, TERMINAL_COLORS.get(color, "")) for piece, color in pieces)
        return None
