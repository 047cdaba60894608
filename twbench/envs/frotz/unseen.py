"""What Frotz knows of a game that is not in the story's memory.

That is the screen, whether the story has quit, keys that it has not read yet, and the points that
Jericho has read in the story's answers.
"""

__all__ = ["Unseen"]

import ctypes

from twbench.envs.frotz.library import KeptVariables, Variables, bytes_in
from twbench.envs.frotz.loops import READS_KEY

_SCREEN = frozenset(
    """
    depth cursor font_width font_height prev_c bufpos buffer
    enable_buffering enable_scrolling enable_scripting enable_wrapping mwin cwin
    ostream_memory redirect wp input_window discarding more_prompts input_redraw
    cursor_col cursor_row current_style ostream_screen
    """.split()  # noqa: SIM905 - a list of thirty words in quotes is harder to read
)
"""Those of the screen and its windows: where the next word goes, and whether it needs a new line.

They have letters that were not shown yet, and are not in the story's memory.
"""
_WINDOW = frozenset({"cwp"})
"""A pointer to the one of them that is written to."""
_READ = frozenset({"score", "tw_score", "move_count"})
"""Points and moves that Jericho reads in the text of each answer, and keeps until the next one.

So it does for afflicted.z8 and for the stories of TextWorld; of all others they are in the memory.
"""
_FINISHED = "finished"
"""Whether the story has quit: 0 as long as it has not.

Jericho does not look at it, and runs on into whatever stands behind the instruction.
"""
_KEYS, _LINE = "read_key_buffer", "read_line_buffer"
"""What was typed and not read yet, up to a NUL.

A story that waits for a key takes the first letter of a line, and the others when it waits for
keys again.
"""


class Unseen:
    """These variables in a copy of the library that has one game.

    They are found in the library's file. Where its format is another one, none of them is known.
    """

    def __init__(self, functions: ctypes.CDLL):
        self._waiting_at = functions.get_opcode
        kept = _SCREEN | _READ | {_FINISHED, _KEYS, _LINE}
        self._variables = Variables(functions, kept, _WINDOW)
        finished = bytes_in(functions, _FINISHED)
        self._finished = None if finished is None else finished.cast("i")
        self._keys = bytes_in(functions, _KEYS)
        self._unread = (self._keys, bytes_in(functions, _LINE))

    def kept(self) -> KeptVariables:
        """Return what the variables are now."""
        return self._variables.kept()

    def put_back(self, kept: KeptVariables) -> None:
        """Let the variables be what they were."""
        self._variables.put_back(kept)

    def forget_keys(self) -> None:
        """Let nothing of what was typed be left to be read: Frotz keeps it when a game begins."""
        for letters in self._unread:
            if letters is not None:
                letters[:1] = b"\0"

    @property
    def has_quit(self) -> bool:
        """Whether the story has quit: nothing that it does later is meant."""
        return self._finished is not None and self._finished[0] != 0

    @property
    def waits_for_key(self) -> bool:
        """Whether the story waits for a key, and not for a line."""
        return bool(self._waiting_at() == READS_KEY)

    @property
    def keys(self) -> bytes:
        """What a story that waits for a key will read before what is typed next."""
        if self._keys is None or not self.waits_for_key:
            return b""
        return self._keys.tobytes().partition(b"\0")[0]
