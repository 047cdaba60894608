"""NetHack itself: keys go in, and what it shows comes out."""

__all__ = ["Screen"]

from pathlib import Path
from typing import Any

from twbench.minihack.engine import MH_NETHACKOPTIONS, nethack
from twbench.minihack.text.names import glyph_names

_KEYS = (
    *("glyphs", "chars", "blstats", "message", "internal", "program_state"),
    *("inv_letters", "inv_strs", "inv_oclasses"),
)
_SPACE = ord(" ")
_MOST_PAGES = 1000


class _AnyKey:
    """The actions of an environment whose actions are the keys themselves."""

    def __getitem__(self, key: int) -> int:
        return key


class Screen:
    """A running NetHack on one level.

    To events it is an environment like others: they see ``actions``, ``map_origin`` and
    observations in the order of ``_observation_keys``.

    Attributes:
        observation: what is shown; the next key changes it.
        message: what NetHack says.
        asks_for_key: whether it waits for an answer of one letter.
        asks_for_line: whether it waits for a line of text.
        has_more: whether it waits until its page is read.
        waits: whether it waits for any of these.
        on_stairs_down: whether the player stands on a stair down.

    """

    message: str
    asks_for_key: bool
    asks_for_line: bool
    has_more: bool
    waits: bool
    on_stairs_down: bool

    def __init__(self, level: bytes, character: str, map_origin: tuple[int, int] | None):
        self.actions = _AnyKey()
        self.map_origin = map_origin
        self._observation_keys = _KEYS
        options = (*MH_NETHACKOPTIONS, "menustyle:traditional", "!autopickup", "pettype:none")
        self._game = nethack().Nethack(
            observation_keys=_KEYS,
            options=options,
            playername=f"Agent-{character}",
            ttyrec=None,
            spawn_monsters=False,
            fix_moon_phase=True,
        )
        path = Path(self._game._vardir) / "nhdat"
        path.unlink()
        path.write_bytes(level)
        self.observation: Any = ()

    def start(self, seed: int) -> None:
        """Begin the game that belongs to a seed."""
        self._game.set_initial_seeds(seed, seed, False, None)
        observation = self._game.reset()
        for _ in range(_MOST_PAGES):
            if observation[5][3]:
                break
            observation, _ = self._game.step(_SPACE)
        self._look(observation)

    def _look(self, observation: Any) -> None:
        """Note what is shown, and what NetHack waits for."""
        self.observation = observation
        flags = observation[4].tolist()
        _, key, line, page, stairs, *_ = flags
        self.asks_for_key, self.asks_for_line, self.has_more = bool(key), bool(line), bool(page)
        self.waits = self.asks_for_key or self.asks_for_line or self.has_more
        self.on_stairs_down = bool(stairs)
        self.message = observation[3].tobytes().partition(b"\0")[0].decode("latin-1").strip()

    def press(self, key: int) -> bool:
        """Press a key; return whether the game has ended."""
        observation, ended = self._game.step(key)
        self._look(observation)
        return bool(ended)

    def kept(self) -> tuple[Any, ...]:
        """Return a copy of what is shown, which the next key does not change."""
        return tuple(part.copy() for part in self.observation)

    def inventory(self) -> list[tuple[str, str]]:
        """Return the letters of what the player carries, and what that is."""
        return [
            (chr(letter), bytes(text).partition(b"\0")[0].decode("latin-1"))
            for letter, text in zip(self.observation[6], self.observation[7], strict=True)
            if letter
        ]

    def classes(self) -> list[int]:
        """Return the classes of what the player carries, in the order of `inventory`."""
        letters, kinds = self.observation[6], self.observation[8]
        return [int(kind) for letter, kind in zip(letters, kinds, strict=True) if letter]

    def square_name(self, observation: Any, x: int, y: int) -> str:
        """Return what a square of the screen looked like, in an observation."""
        return glyph_names()[int(observation[0][y, x])]

    def close(self) -> None:
        """End NetHack."""
        self._game.close()
