"""Maps of letters in colours on the terminal of whoever watches; agents see plain text."""

__all__ = ["ColoredMap"]

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

from twbench.core import Environment, GameState, Wrapper
from twbench.render.letters import TERMINAL_COLORS, LetterMap

_SCREEN = "screen"
_KEY = f"extra.{_SCREEN}"


class ColoredMap(Wrapper):
    """Shows the map of a game that has a screen in its colours.

    ``write`` is given what is shown in pieces, each with the order to the terminal that colours it
    ("" for none). Game states have the screen only where somebody else has asked for it.
    """

    def __init__(self, env: Environment, write: Callable[[Iterable[tuple[str, str]]], None]):
        super().__init__(env)
        self._write = write
        self._map: LetterMap | None = None

    def reset(self) -> GameState:
        """Start a game; see `Environment.reset`."""
        with self._looking():
            return super().reset()

    def step(self, command: str) -> tuple[GameState, float, bool]:
        """Perform ``command``; see `Environment.step`."""
        with self._looking():
            return super().step(command)

    @contextmanager
    def _looking(self) -> Iterator[None]:
        """Ask for the screen meanwhile, and keep it."""
        infos, extras = self.infos, self.infos.extras
        infos.extras = sorted({*extras, _SCREEN})
        try:
            yield
        finally:
            infos.extras = extras
        self._map = LetterMap.from_data(self.state[_KEY])
        if _SCREEN not in extras:
            del self.state[_KEY]

    def render(self, mode: str = "human") -> StringIO | str | None:
        """Show the last state; see `Environment.render`."""
        if mode != "human" or self._map is None:
            return super().render(mode)
        text = str(super().render("text")).rstrip() + "\n"
        pieces = self._map.spans(text)
        self._write((piece, TERMINAL_COLORS.get(color, "")) for piece, color in pieces)
        return None

    def _own_state(self) -> Any:
        return self._map

    def _set_own_state(self, own: Any) -> None:
        self._map = own
