"""The shapes of texts: what a text has in common with others that print other strings and things.

To follow a text step by step takes long, and most texts of most games have the same steps in the
same order. They differ in the strings that they print, the things and conditions that they ask
about, and whether a list of things begins with a verb. All other words (steps, ways, attributes)
are *fixed*. Once a text was found to be sound, the fixed words of the next one are compared with
it, as one number; if they are equal, only its other words are left to be checked.
`twbench.story.reading.sound_tables` does that, and has the plain twin, which follows the steps.
"""

__all__ = ["IF_OBJECT", "LISTING", "TextShape", "remember", "shape_of"]

import struct
from collections.abc import Callable, Sequence

from twbench.bounded_cache import BoundedCache
from twbench.story.zcode.block import as_number
from twbench.story.zcode.layout import TextStep

_LONGEST = 256
"""Words of the longest text whose shape is remembered."""
_MOST_PATTERNS = 1024
"""Shapes take a kilobyte or two."""
_MOST_ALIKE = 4
"""Shapes that are remembered of texts whose strings are in the same places."""
# As plain numbers, as in `sound_tables`.
_END, _GO_TO, _IF_HAS, _IF, _LAST = map(
    int, (TextStep.END, TextStep.GO_TO, TextStep.IF_HAS, TextStep.IF, TextStep.LAST)
)
_OF_NONE = {_END, _GO_TO, _IF}
IF_OBJECT = {int(TextStep.IF_EMPTY), int(TextStep.IF_FILLED)}
LISTING = {int(TextStep.LIST), int(TextStep.IS_LIST)}
_NAME = int(TextStep.NAME)
_EITHER_LIST = 0xFFFF ^ TextStep.LIST ^ TextStep.IS_LIST
"""All bits of a step but the one in which those that list things differ."""
_ZERO = bytes(2)
_LOWER = 0xFF
_SMALL_OR_NOT = bytes([0, *[1] * _LOWER])
_Reader = Callable[[bytes, int], tuple[int, ...]]


class TextShape:
    """The shape of a text that was found to be sound.

    Attributes:
        size: its words.
        strings, objects, conditions: given a story and the address of a text, the words that are
            packed addresses of strings, numbers of objects, addresses of conditions.
        jumps: the steps that lead elsewhere, but for those with conditions.
        names: the steps that print what an object is called.
        lists: those of them that print what is in one, with articles.
        has_articles: whether any of these prints an article.
        has_conditions: whether there are any conditions.

    """

    __slots__ = (
        "_fixed",
        "_mask",
        "conditions",
        "has_articles",
        "has_conditions",
        "jumps",
        "lists",
        "names",
        "objects",
        "size",
        "strings",
    )

    def __init__(self, words: Sequence[int], steps: Sequence[int]):
        """Take the ``words`` of a sound text, and the places of all ``steps`` in it."""
        kinds = [words[at] for at in steps]
        strings = [at for at in steps if words[at] > _LAST]
        objects = [at + 1 for at in steps if words[at] not in _OF_NONE and words[at] <= _LAST]
        conditions = [at + 1 for at in steps if words[at] == _IF]
        self.has_conditions = bool(conditions)
        masks = dict.fromkeys((*strings, *objects, *conditions), 0)
        masks |= {at: _EITHER_LIST for at in steps if words[at] in LISTING}
        self.size = len(words)
        self.strings, self.objects, self.conditions = map(_reader, (strings, objects, conditions))
        self._mask = as_number([masks.get(at, 0xFFFF) for at in range(self.size)])
        self._fixed = as_number(words) & self._mask
        self.jumps = sum(kind in (_GO_TO, _IF_HAS) or kind in IF_OBJECT for kind in kinds)
        naming = [kind for kind in kinds if _NAME <= kind <= _LAST]
        self.names = len(naming)
        self.lists = sum(kind in LISTING for kind in naming)
        self.has_articles = any(kind != _NAME for kind in naming)

    def fits(self, story: bytes, address: int) -> bool:
        """Whether the text at an address is one of this shape."""
        text = story[address : address + 2 * self.size]
        return int.from_bytes(text, "big") & self._mask == self._fixed

    def is_as(self, other: "TextShape") -> bool:
        """Whether this is the same shape as another."""
        mine, others = (self.size, self._mask, self._fixed), (other.size, other._mask, other._fixed)
        return mine == others


def shape_of(story: bytes, address: int) -> TextShape | None:
    """Return the shape of the text at an address, which is even; None if it is not known."""
    last = address + 2 * _LONGEST
    zero = story.find(_ZERO, address, last)
    while zero > 0 and zero & 1:  # halves of two words
        zero = story.find(_ZERO, zero + 1, last)
    if zero < 0:  # a longer text: what is behind it is not to be looked through
        return None
    for shape in _SHAPES.get(story[address:zero:2].translate(_SMALL_OR_NOT), ()):
        if shape.fits(story, address):
            return shape
    return None


def remember(words: Sequence[int], steps: Sequence[int]) -> None:
    """Remember the shape of a sound text: its ``words``, and the places of all ``steps`` there."""
    if len(words) <= _LONGEST:
        pattern = bytes([word > _LOWER for word in words[: words.index(0)]])
        shape, known = TextShape(words, steps), _SHAPES.pop(pattern, ())
        others = [one for one in known if not one.is_as(shape)]
        _SHAPES.keep(pattern, (shape, *others[: _MOST_ALIKE - 1]))


_SHAPES: BoundedCache[bytes, tuple[TextShape, ...]] = BoundedCache(_MOST_PATTERNS)
"""By which of the words before the first 0 are above 255, as strings are.

The end of a text is a 0; an attribute may be one.
"""


def _reader(places: Sequence[int]) -> _Reader:
    """Return what reads the words at some places behind an address."""
    skipped = [2 * (at - before - 1) for before, at in zip((-1, *places), places, strict=False)]
    return struct.Struct(">" + "".join([f"{size}xH" for size in skipped])).unpack_from
