"""Where a story keeps its score, for stories that Jericho does not know.

Stories of version 3 that show a score have it, and the number of moves, in their second and third
global variables, since the interpreter prints them (The Z-Machine Standards Document 1.1, section
8.2). Of others a person may know more: a *binding file* beside the story, of its whole name and
``.toml``, says what to read and what texts mean an end, all of it optional:

```toml
score_address = 0x0A53                   # of a word, signed, in dynamic memory
moves_address = 0x0A55
max_score = 100
won = ["*** You have won ***"]           # texts that are printed at the end, and then only
lost = ["*** You have died ***"]
```
"""

__all__ = [
    "SUFFIX",
    "Binding",
    "binding_beside",
    "check_unbound",
    "parse_binding",
    "read_binding",
]

import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from twbench.errors import StoryFileError, nearest
from twbench.untrusted import read_text

SUFFIX = ".toml"
_STATUS_LINE = 3
_TIME_GAME = 0x02
"""Of the first flags in the header: the status line shows the time, not score and moves."""
_KEYS = ("lost", "max_score", "moves_address", "score_address", "won")
_MOST = 2**31 - 1
_MOST_BYTES = 1 << 16
"""Of a binding file, which has five lines."""
_MEMORY = 1 << 16
"""Where the memory that changes ends at the latest, in any story."""


@dataclass(frozen=True, slots=True)
class Binding:
    """What is to be read of a story: addresses in its memory, and texts that end it."""

    score_address: int | None = None
    moves_address: int | None = None
    max_score: int | None = None
    won: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return what is known, by its names in a file, as values that JSON can hold."""
        known = {field.name: getattr(self, field.name) for field in fields(self)}
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in sorted(known.items())
            if value not in (None, ())
        }

    @property
    def unknown(self) -> tuple[str, ...]:
        """What nobody can tell of the story's games, in words; an ending that is won counts."""
        told = {
            "score": self.score_address is not None,
            "moves": self.moves_address is not None,
            "maximum score": self.max_score is not None,
            "ending": bool(self.won),
        }
        return tuple(name for name, is_told in told.items() if not is_told)

    def to_toml(self) -> str:
        """Return the text of a file that says the same; equal bindings have equal texts."""
        lines = [f"{name} = {_toml(value)}" for name, value in self.to_json().items()]
        return "".join(line + "\n" for line in lines)

    def score(self, memory: bytes) -> int | None:
        """Return the score, None where nobody knows."""
        return _word(memory, self.score_address)

    def moves(self, memory: bytes) -> int | None:
        """Return the number of moves, None where nobody knows."""
        return _word(memory, self.moves_address)

    def has_won(self, text: str) -> bool | None:
        """Say whether a text tells that the story was won, None where no such text is known."""
        return _tells(self.won, text)

    def has_lost(self, text: str) -> bool | None:
        """Say whether a text tells that the story was lost, None where no such text is known."""
        return _tells(self.lost, text)


def read_binding(path: Path, story: bytes) -> Binding:
    """Return what the file beside the story at ``path`` says, and else what its version tells.

    Raises StoryFileError for a file that cannot be used.
    """
    told, usual = binding_beside(path, story) or Binding(), _by_version(story)
    if told.score_address is not None or told.moves_address is not None:
        return told
    return replace(told, score_address=usual.score_address, moves_address=usual.moves_address)


def binding_beside(path: Path, story: bytes) -> Binding | None:
    """Return what the file beside the story at ``path`` says, None if there is none.

    Raises StoryFileError for a file that cannot be used.
    """
    file = _file_beside(path)
    if not os.path.lexists(file):
        return None
    text = read_text(file, StoryFileError, _MOST_BYTES)
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise StoryFileError(f"{file} is no sound TOML: {error}.") from None
    except RecursionError:
        raise StoryFileError(f"{file} is no sound TOML: it is nested too deep.") from None
    return parse_binding(values, str(file), int.from_bytes(story[0x0E:0x10]))


def check_unbound(path: Path) -> None:
    """Raise StoryFileError if there is a binding file beside a story that Jericho knows.

    Nothing of it would be read, whatever it says.
    """
    file = _file_beside(path)
    if os.path.lexists(file):
        raise StoryFileError(
            f"{file} has no use: Jericho knows {path.name}, and where its score is. Remove the"
            " file; it is for stories that Jericho does not know."
        )


def parse_binding(values: Mapping[str, Any], where: str, end: int = _MEMORY) -> Binding:
    """Return the binding of which `Binding.to_json` has made ``values``.

    Its addresses lie before the ``end`` of what changes. Raises StoryFileError, which names
    ``where`` they stand, for others.
    """
    told = dict(values)
    for key, value in values.items():
        if key not in _KEYS:
            raise StoryFileError(
                f"{where} has no use for {key!r}; it knows {', '.join(_KEYS)}.{nearest(key, _KEYS)}"
            )
        if key in ("won", "lost"):
            if not (isinstance(value, list) and all(isinstance(one, str) and one for one in value)):
                raise StoryFileError(f"{where}: {key} must be a list of texts, not {value!r}.")
            told[key] = tuple(value)
            continue
        least, most = (0, end - 2) if key.endswith("_address") else (1, _MOST)
        if type(value) is not int or not least <= value <= most:
            raise StoryFileError(
                f"{where}: {key} must be a whole number from {least} to {most}, not {value!r}."
            )
    return Binding(**told)


def _file_beside(path: Path) -> Path:
    return path.with_name(path.name + SUFFIX)


def _by_version(story: bytes) -> Binding:
    if story[0] > _STATUS_LINE or story[1] & _TIME_GAME:
        return Binding()
    variables, end = int.from_bytes(story[0x0C:0x0E]), int.from_bytes(story[0x0E:0x10])
    if variables + 6 > end:  # a story that has none has no score either
        return Binding()
    return Binding(score_address=variables + 2, moves_address=variables + 4)


def _toml(value: Any) -> str:
    """Return a number, a text or a list of texts as TOML has it: as JSON does, but for DEL."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _word(memory: bytes, address: int | None) -> int | None:
    return None if address is None else int.from_bytes(memory[address : address + 2], signed=True)


def _tells(texts: tuple[str, ...], text: str) -> bool | None:
    return any(one in text for one in texts) if texts else None
