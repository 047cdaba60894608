"""NetHack itself: keys go in, and what it shows comes out."""

__all__ = ["Screen"]

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from twbench.hashing import sha256_hex
from twbench.minihack.engine import MH_NETHACKOPTIONS, nethack
from twbench.minihack.levels.geometry import MapOnScreen
from twbench.minihack.text.names import glyph_names

_KEYS = (
    *("glyphs", "chars", "blstats", "message", "internal", "program_state"),
    *("inv_letters", "inv_strs", "inv_oclasses", "colors", "tty_chars", "tty_cursor"),
)
_COLORS, _WHOLE, _CURSOR = 9, 10, 11
_STANDING = (0, 2, 6, 7)
"""Where it is shown how a game stands: squares, how the player is, and what is carried."""
_SPACE = ord(" ")
_WIDTH = 80
_REMEMBERED = 256
_MOST_PAGES = 1000
_POINTING = "(For instructions type a"
"""NetHack says so where it waits for a place, which no flag of NLE tells."""
_PAGE_ENDS = re.compile(r"--More--|\(end\)|\(\d+ of \d+\)")
_MENU_ENDS = re.compile(r"\(end\)|\((\d+) of (\d+)\)")


class _AnyKey:
    """The actions of an environment whose actions are the keys themselves."""

    def __getitem__(self, key: int) -> int:
        return key


class Screen:
    """A running NetHack on one level.

    To events it is an environment like others: they see ``actions``, ``level_map`` and
    observations in the order of ``_observation_keys``.

    Attributes:
        observation: what is shown; the next key changes it.
        message: what NetHack says.
        asks_for_line: whether it waits for a line of text.
        asks_for_place: whether it waits until a square is pointed at.
        has_more: whether it waits until its page is read.
        waits: whether it waits for any of these.
        on_stairs_down: whether the player stands on a stair down.

    """

    message: str
    asks_for_line: bool
    asks_for_place: bool
    has_more: bool
    waits: bool
    on_stairs_down: bool

    def __init__(self, level: bytes, character: str, level_map: MapOnScreen):
        self.actions = _AnyKey()
        self.level_map = level_map
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
        self._engine = self._game._pynethack
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
        _, key, line, page, stairs, *_ = observation[4].tolist()
        text = observation[3].tobytes()
        message = text.partition(b"\0")[0].decode("latin-1").strip() if text[0] else ""
        points = bool(message) and _POINTING in message
        self.message = message
        self.asks_for_line, self.has_more = bool(line), bool(page)
        self.asks_for_place = points
        self.waits = bool(key or line or page or points)
        self.on_stairs_down = bool(stairs)

    def press(self, key: int) -> bool:
        """Press a key; return whether the game has ended."""
        self._engine.step(key)
        self._look(self.observation)  # the same arrays, with what is shown now
        return bool(self._engine.done())

    def kept(self) -> tuple[Any, ...]:
        """Return a copy of what is shown, which the next key does not change."""
        return tuple(part.copy() for part in self.observation)

    def standing(self) -> str:
        """Return a hash of how the game stands, as far as that is shown."""
        return sha256_hex(b"".join(self.observation[at].tobytes() for at in _STANDING))

    @property
    def is_over(self) -> bool:
        """Whether the player's life has ended, and NetHack tells about it."""
        return bool(self.observation[5][0])

    @property
    def is_last_of_menu(self) -> bool:
        """Whether what is shown is a menu, or the last part of one."""
        end = _MENU_ENDS.search(self._row_of_cursor()) if self.has_more else None
        return end is not None and end[1] == end[2]

    def page(self) -> list[str]:
        """Return the lines of the page or menu that is shown over the map; none for a message.

        They begin where the mark at their end does.
        """
        end = _PAGE_ENDS.search(self._row_of_cursor())
        if not self.has_more or end is None or self.message:
            return []
        last = int(self.observation[_CURSOR][0])
        rows = self.observation[_WHOLE][:last]
        lines = [_text(row)[end.start() :].strip() for row in rows]
        return [line for line in lines if line]

    def _row_of_cursor(self) -> str:
        return _text(self.observation[_WHOLE][int(self.observation[_CURSOR][0])])

    def cursor(self) -> tuple[int, int]:
        """Return the column and the row of the cursor on the whole screen."""
        row, column = self.observation[_CURSOR].tolist()
        return column, row

    def rows(self) -> str:
        """Return the rows of the screen below the message: the map, and how the player is."""
        return _rows(self.observation[_WHOLE][1:].tobytes())

    def colors(self) -> Any:
        """Return the numbers of NetHack's colours of all squares."""
        return self.observation[_COLORS]

    def inventory(self) -> list[tuple[str, str]]:
        """Return the letters of what the player carries, and what that is."""
        letters = self.observation[6].tobytes().rstrip(b"\0")
        return list(_carried(letters, self.observation[7][: len(letters)].tobytes()))

    def classes(self) -> list[int]:
        """Return the classes of what the player carries, in the order of `inventory`."""
        letters, kinds = self.observation[6], self.observation[8]
        return [int(kind) for letter, kind in zip(letters, kinds, strict=True) if letter]

    def player(self) -> tuple[int, int]:
        """Return the column and the row of the screen where the player is."""
        status = self.observation[2]
        return int(status[0]), int(status[1])

    def glyph(self, x: int, y: int) -> int | None:
        """Return the number of what is shown on a square of the screen, None outside of it."""
        glyphs = self.observation[0]
        inside = 0 <= y < glyphs.shape[0] and 0 <= x < glyphs.shape[1]
        return int(glyphs[y, x]) if inside else None

    def square_name(self, observation: Any, x: int, y: int) -> str:
        """Return what a square of the screen looked like, in an observation."""
        return glyph_names()[int(observation[0][y, x])]

    def close(self) -> None:
        """End NetHack."""
        self._game.close()


@lru_cache(_REMEMBERED)
def _carried(letters: bytes, names: bytes) -> tuple[tuple[str, str], ...]:
    """Return the letters and the names of things, of which all have the same number of bytes."""
    size = len(names) // max(len(letters), 1)
    told = (names[at : at + size].partition(b"\0")[0] for at in range(0, len(names), size or 1))
    return tuple(
        (chr(letter), name.decode("latin-1")) for letter, name in zip(letters, told, strict=True)
    )


@lru_cache(_REMEMBERED)
def _rows(letters: bytes) -> str:
    text = letters.decode("latin-1")
    return "".join(f"{text[at : at + _WIDTH]}\n" for at in range(0, len(text), _WIDTH))


def _text(row: Any) -> str:
    text: str = row.tobytes().decode("latin-1")
    return text.rstrip()
