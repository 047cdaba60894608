"""What an Infocom parser understands: the lines of its syntax, and their prepositions.

Sources: infodump's notes on the grammar of Infocom's stories. At the beginning of static memory is
a table of the verbs, from number 255 down. A line of a verb has eight bytes, in later stories two,
four or seven. Behind the lines are the routines of the actions, those that come before these, and
the prepositions.
"""

__all__ = ["SyntaxLine", "read_syntax"]

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from twbench.envs.objects.dictionary import Dictionary

_VERB = 0x40
_WHICH_FIRST, _VERB_FIRST = 0x03, 0x01
"""Of a word's two numbers the first is that of its verb, or of something else."""
_LAST_VERB = 0xFF
_LINE = 8
_SIZES = (2, 4, 7)
"""Of a line without blanks, with one and with two, where lines are as long as they have to be."""
_PREPOSITION = 0x3F
"""The bits of its number that such lines have; those above them count the blanks."""
_ROUTINES = 2 * 2
"""Bytes of the two routines of an action."""


@dataclass(frozen=True, slots=True)
class SyntaxLine:
    """The ``verbs`` of which one is typed, and the words before each of the blanks behind it.

    An empty word stands where there is none. Lines of one ``action`` do the same to as many things.
    """

    verbs: tuple[str, ...]
    prepositions: tuple[str, ...]
    action: int


_Coded = tuple[int, tuple[int, ...]]
"""An action, and the numbers of the prepositions before its blanks, 0 for none."""
_Reader = Callable[[bytes, int], tuple[_Coded, int]]
"""Reads the line that begins at a place, and says where it ends."""


def read_syntax(dictionary: Dictionary) -> tuple[SyntaxLine, ...]:
    """Return the syntax lines of a story of Infocom's; none if its tables are others, or damaged.

    >>> read_syntax(Dictionary(bytes(64)))
    ()
    """
    if not dictionary.is_infocom:
        return ()
    story, verbs = dictionary.story, _verbs(dictionary)
    for reader in (_line_of_eight, _line_as_long_as_need_be):
        try:
            coded, end = _read(story, verbs, reader)
            actions = 1 + max(action for lines in coded.values() for action, _ in lines)
            words = _prepositions(dictionary, end + _ROUTINES * actions)
            return tuple(
                SyntaxLine(tuple(verbs[verb]), tuple(words[one] for one in numbers), action)
                for verb, lines in coded.items()
                for action, numbers in lines
            )
        except (IndexError, KeyError, ValueError):
            continue
    return ()


def _verbs(dictionary: Dictionary) -> dict[int, list[str]]:
    """Return the words of each verb."""
    found: dict[int, list[str]] = {}
    for text, word in dictionary.words.items():
        flags, first, second = word.data
        if flags & _VERB:
            number = first if flags & _WHICH_FIRST == _VERB_FIRST else second
            found.setdefault(number, []).append(text)
    return found


def _read(
    story: bytes, verbs: Iterable[int], reader: _Reader
) -> tuple[dict[int, list[_Coded]], int]:
    """Return the lines of each verb, and where the last of them end.

    Raises ValueError if those of one verb do not end where others begin.
    """
    start = story[0x0E] << 8 | story[0x0F]
    found: dict[int, list[_Coded]] = {}
    ends, begins = set(), set()
    for verb in sorted(verbs, reverse=True):
        entry = start + 2 * (_LAST_VERB - verb)
        at = begin = story[entry] << 8 | story[entry + 1]
        lines: list[_Coded] = []
        for _ in range(story[begin]):
            line, at = reader(story, at if lines else begin + 1)
            lines.append(line)
        found[verb] = lines
        begins.add(begin)
        ends.add(at if lines else begin + 1)
    last = max(ends)
    if not ends <= begins | {last}:
        raise ValueError("The lines do not end where the next ones begin.")
    return found, last


def _line_of_eight(story: bytes, at: int) -> tuple[_Coded, int]:
    blanks, first, second, *_, action = story[at : at + _LINE]
    if blanks >= len(_SIZES):
        raise ValueError("A line has two blanks at most.")
    return (action, (first, second)[:blanks]), at + _LINE


def _line_as_long_as_need_be(story: bytes, at: int) -> tuple[_Coded, int]:
    blanks = story[at] >> 6
    size = _SIZES[blanks]
    line = story[at : at + size]
    return (line[1], tuple(line[i] & _PREPOSITION for i in (0, 4)[:blanks])), at + size


def _prepositions(dictionary: Dictionary, at: int) -> dict[int, str]:
    """Return the first word of each preposition by its number, as lines have it."""
    story = dictionary.story
    found = {0: ""}
    for place in range(at + 2, at + 2 + 4 * (story[at] << 8 | story[at + 1]), 4):
        word, number = (story[i] << 8 | story[i + 1] for i in (place, place + 2))
        for known in (number, number & _PREPOSITION):
            found.setdefault(known, dictionary.by_address[word])
    return found
