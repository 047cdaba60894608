"""Reading story files so that only sound ones reach the interpreter.

Frotz ends the process, or hangs, on files whose header lies. Everything that its header says and
that can be checked is checked here first. Source: The Z-Machine Standards Document 1.1, section 11.
"""

__all__ = ["LARGEST", "StoryFile", "check_story", "loaded_part", "read_story", "refuse_doubtful"]

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from twbench.bounded_cache import BoundedCache
from twbench.errors import StoryFileError
from twbench.story.zcode.checksum import byte_sum
from twbench.story.zcode.signature import CRAFTS_SIGNATURE, HEADER_SIZE, SIGNATURE, SIGNATURE_AT
from twbench.system.at_hand import as_path
from twbench.untrusted import beginning

if TYPE_CHECKING:
    from twbench.story.contents.directory import Directory

_LENGTH_UNIT = {1: 2, 2: 2, 3: 2, 4: 4, 5: 4, 6: 8, 7: 8, 8: 8}
_WITH_PACKED_START = 6
"""The version whose stories begin with a routine, whose address is packed."""
_WITH_EXTENSION = 5
"""The first version whose header may go on elsewhere."""
LARGEST = 1 << 20
"""Bytes of a file that is read: twice as many as a story of any version can have."""
_MOST_KNOWN = 128
"""Stories with what was found out about them, a few dozen kilobytes each."""


@dataclass(frozen=True)
class StoryFile:
    """A story that has passed the checks; what is found out about it is remembered in it."""

    name: str
    data: bytes

    @property
    def version(self) -> int:
        """The version of the Z-machine: 1 to 8."""
        return self.data[0]

    @property
    def is_ours(self) -> bool:
        """Whether twbench linked it of rooms and things, or so it says."""
        return self._signature == SIGNATURE

    @property
    def is_linked(self) -> bool:
        """Whether twbench linked it, stories of crafting included, or so it says."""
        return self._signature in (SIGNATURE, CRAFTS_SIGNATURE)

    @property
    def is_crafts(self) -> bool:
        """Whether it is a story of crafting (`twbench.story.crafts`), or so it says."""
        return self._signature == CRAFTS_SIGNATURE

    @cached_property
    def directory(self) -> "Directory":
        """The directory of a story of ours. Raises StoryFileError if it cannot be used."""
        from twbench.story.contents.directory import read_directory

        if not self.is_ours:
            raise StoryFileError("This story was not made by twbench.")
        return read_directory(self.data)

    @cached_property
    def doubt(self) -> str | None:
        """Why the story must not be played in the calling process; None if it may be.

        Raises StoryFileError if it is one of ours, and its directory cannot be used.
        """
        if self.is_crafts:
            from twbench.story.crafts.memory import doubt_about as doubt_about_crafts

            return doubt_about_crafts(self.data)
        if not self.is_ours:
            return "it was not made by twbench"
        from twbench.story.reading.soundness import doubt_about

        return doubt_about(self.data, self.directory)

    @property
    def _signature(self) -> bytes:
        return self.data[SIGNATURE_AT : SIGNATURE_AT + len(SIGNATURE)]


_KNOWN: BoundedCache[tuple[str, bytes], StoryFile] = BoundedCache(_MOST_KNOWN)
"""Stories of ours that were read lately, by their names and headers."""


def read_story(path: str | Path) -> StoryFile:
    """Read and check the story file at ``path``. Raises StoryFileError saying what is wrong.

    What was found out about a story of ours that was read before holds for the same bytes.
    """
    path = as_path(path)
    try:
        story = StoryFile(path.name, beginning(path, LARGEST + 1))
    except OSError as error:
        raise StoryFileError(f"Cannot read the story {path}: {error.strerror}.") from None
    if len(story.data) > LARGEST:
        raise StoryFileError(f"{story.name} is no sound story file: more than {LARGEST} bytes.")
    key = story.name, story.data[:HEADER_SIZE]
    known = _KNOWN.get(key)
    if known is not None and known.data == story.data:
        return known
    check_story(story)
    if story.is_linked:
        _KNOWN.pop(key, None)
        _KNOWN.keep(key, story)
    return story


def refuse_doubtful(story: StoryFile) -> None:
    """Raise StoryFileError if playing ``story`` in the calling process could do harm."""
    if (doubt := story.doubt) is not None:
        raise StoryFileError(
            f"{story.name} cannot be played in this process, since {doubt}: twbench.start plays"
            " it in one of its own."
        )


def check_story(story: StoryFile) -> None:
    """Raise StoryFileError if the header of ``story`` cannot be true."""
    data = story.data

    def refuse(reason: str) -> None:
        raise StoryFileError(f"{story.name} is no sound story file: {reason}.")

    def word(address: int) -> int:
        return data[address] << 8 | data[address + 1]

    if len(data) < HEADER_SIZE:
        refuse(f"it has {len(data)} bytes, fewer than a header")
    unit = _LENGTH_UNIT.get(story.version)
    if unit is None:
        refuse(f"its first byte says version {data[0]}, but stories are of version 1 to 8")
        return
    length = word(0x1A) * unit or len(data)
    if length > len(data):
        refuse(f"it should have {length} bytes and has {len(data)}")
    static, dictionary = word(0x0E), word(0x08)
    first = word(0x06)
    if story.version == _WITH_PACKED_START:
        first = 4 * first + 8 * word(0x28)
    tables = {
        "object table": word(0x0A),
        "global variables": word(0x0C),
        "static memory": static,
        "dictionary": dictionary,
        "first instruction": first,
    }
    for name, address in tables.items():
        if not HEADER_SIZE <= address < len(data) - 8:
            refuse(f"its {name} would begin at byte {address} of {len(data)}")
    if max(tables["object table"], tables["global variables"]) >= static:
        refuse("its objects and variables lie outside its dynamic memory")
    if story.version >= _WITH_EXTENSION and word(0x36) >= len(data) - 8:
        refuse("its header extension lies outside the file")
    if story.is_linked and byte_sum(data[HEADER_SIZE:length]) != word(0x1C):
        refuse("its checksum is wrong, so some byte of it was changed")


def loaded_part(data: bytes) -> bytes:
    """Return what an interpreter loads of a story: what lies behind its length is not the game.

    Files are filled up to whole blocks, by some with zeros, by others with whatever was there. All
    of it is returned where the header cannot be true.
    """
    unit = _LENGTH_UNIT.get(data[0]) if len(data) >= HEADER_SIZE else None
    length = 0 if unit is None else int.from_bytes(data[0x1A:0x1C]) * unit
    return data[:length] if length >= HEADER_SIZE else data
