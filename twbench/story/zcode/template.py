"""The compiled runtime: a story file without a game, the addresses of its variables, its words.

The package ships ``runtime/runtime.z8`` and ``runtime/symbols.json``, made of the Inform 6 source
beside them by `twbench.story.zcode.compile_runtime`; users need no compiler. The runtime of worlds
of items and zones is in a folder of its own, see `twbench.story.crafts`.
"""

__all__ = ["ENTRY_SIZE", "RUNTIME", "Template", "load_template", "runtime_version"]

import json
import struct
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from twbench.hashing import sha256_hex
from twbench.story.zcode.assembler import FIRST_GLOBAL, PACKED, MovableCode, Variable

RUNTIME = Path(__file__).parents[1] / "runtime"
ENTRY_SIZE = 4
"""Bytes of the instructions that a story begins with."""
_WORD = struct.Struct(">H")
_VERSION_DIGITS = 12


@dataclass(frozen=True)
class Template:
    """A compiled runtime: ``story`` is the story file's bytes up to its last string.

    ``symbols`` maps the names of global variables and arrays to byte addresses; ``texts`` are all
    texts that the runtime itself can print. ``main`` is the address of the first routine, and
    ``calls`` tells where, in the code, there are packed addresses of routines and strings;
    ``routines`` are those of some routines, counted from the beginning of the code.
    """

    story: bytes
    symbols: dict[str, int]
    texts: tuple[str, ...]
    main: int
    calls: tuple[int, ...]
    routines: dict[str, int]

    @property
    def code_size(self) -> int:
        """Bytes of routines and strings."""
        return len(self.story) - self._word(0x04)

    def variable(self, name: str) -> Variable:
        """Return the global variable of a name."""
        return Variable(FIRST_GLOBAL + (self.symbols[name] - self._word(0x0C)) // 2)

    @property
    def data(self) -> bytes:
        """The header and the runtime's variables: dynamic memory."""
        return self.story[: self._word(0x0E)]

    def code_at(self, address: int) -> bytes:
        """Return routines and strings as they are at an address, a multiple of eight."""
        return self._code.at((address - self._word(0x04)) // PACKED)

    def entry_at(self, address: int) -> bytes:
        """Return instructions that call the first routine and then quit, for code at an address."""
        main = (self.main - self._word(0x04) + address) // 8
        # call_1n main; quit
        return b"\x8f" + _WORD.pack(main) + b"\xba"

    @cached_property
    def _code(self) -> MovableCode:
        return MovableCode(self.story[self._word(0x04) :], self.calls)

    def _word(self, address: int) -> int:
        word: int = _WORD.unpack_from(self.story, address)[0]
        return word


@cache
def runtime_version(folder: Path = RUNTIME) -> str:
    """Return which runtime this twbench puts into stories: 12 hexadecimal digits of its SHA-256.

    It changes with the least change of what the runtime does.
    """
    return sha256_hex((folder / "runtime.z8").read_bytes())[:_VERSION_DIGITS]


@cache
def load_template(folder: Path = RUNTIME) -> Template:
    """Return a template that ships with the package."""
    symbols = json.loads((folder / "symbols.json").read_text())
    return Template(
        (folder / "runtime.z8").read_bytes(),
        symbols["addresses"],
        tuple(symbols["texts"]),
        symbols["main"],
        tuple(symbols["calls"]),
        symbols["routines"],
    )
