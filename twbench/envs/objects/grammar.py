"""What an Inform parser understands: the lines of its grammar tables.

A line says which words and blanks make a command, and which action that is. So lines of one action
are synonyms, and the kinds of their blanks tell what fits: something held, somebody, anything.

Sources: Inform Technical Manual, "Format of the grammar table" (versions 1 and 2); infodump's
notes. Infocom's stories have other tables: see `twbench.envs.objects.infocom`.
"""

__all__ = ["BLANK", "GrammarLine", "read_grammar", "takes_several"]

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from twbench.envs.objects.dictionary import Dictionary

BLANK = "OBJ"
"""What stands in a pattern for something that is named (as in Jericho's templates)."""
NOUN, HELD, CREATURE, OTHER, TOPIC = "noun", "held", "creature", "other", "text"
_KINDS = {
    0: NOUN,
    1: HELD,
    2: NOUN,
    3: HELD,
    4: HELD,
    5: NOUN,
    6: CREATURE,
}
"""Kinds of blank by the number of the elementary token; ``multiexcept`` wants held things."""
_SEVERAL = frozenset({2, 3, 4, 5})
"""Elementary tokens that take more than one thing."""
_ELEMENTARY = 1 << 16
_END = 15
_REVERSED = 0x400
_MOST_LINES = 32
_GV1_LINE = 8


@dataclass(frozen=True, slots=True)
class GrammarLine:
    """A line of the grammar: a ``pattern`` of words and blanks behind its verb.

    Each part of the pattern is a tuple of words of which one is typed, or of `BLANK` alone.
    ``kinds`` has one word for each blank: ``noun``, ``held``, ``creature``, ``other`` or ``text``.
    Lines of one ``meaning`` are synonyms: action, and what the parser wants in each blank, in the
    order in which the action has them.
    """

    verb: int
    pattern: tuple[tuple[str, ...], ...]
    kinds: tuple[str, ...]
    tokens: tuple[int, ...]
    action: int
    is_reversed: bool

    @property
    def meaning(self) -> tuple[int, tuple[int, ...]]:
        """What tells synonyms; of a command in reverse, that of the plain one."""
        return self.action, self.tokens[::-1] if self.is_reversed else self.tokens

    @property
    def blanks(self) -> int:
        """How many things the command names."""
        return len(self.kinds)


@dataclass(frozen=True)
class Grammar:
    """The lines of a story, and the words for each verb."""

    lines: tuple[GrammarLine, ...]
    verbs: dict[int, tuple[str, ...]]
    end: int = 0
    """Where the lines end in the story, and the table of the routines of all actions begins."""

    @cached_property
    def by_pattern(self) -> dict[tuple[str, ...], GrammarLine]:
        """The lines by what is typed: a verb, then words and blanks."""
        found: dict[tuple[str, ...], GrammarLine] = {}
        for typed, line in self._typed():
            found.setdefault(typed, line)
        return found

    @cached_property
    def ambiguous(self) -> frozenset[tuple[str, ...]]:
        """What is typed for several lines that want different things in their blanks."""
        known = self.by_pattern
        return frozenset(
            typed for typed, line in self._typed() if line.tokens != known[typed].tokens
        )

    def _typed(self) -> Iterator[tuple[tuple[str, ...], GrammarLine]]:
        """Yield all that may be typed, with its line: a verb, then words and blanks."""
        for line in self.lines:
            for verb in self.verbs.get(line.verb, ()):
                for words in product(*line.pattern):
                    yield (verb, *words), line


def takes_several(token: int) -> bool:
    """Whether a blank with a token of the grammar takes "all", and other names of several things.

    Elsewhere a parser refuses them, unless they happen to name one thing alone.
    """
    return token in _SEVERAL or token - _ELEMENTARY in _SEVERAL


def read_grammar(story: bytes, dictionary: Dictionary) -> Grammar | None:
    """Return the grammar of a story; None for one whose tables are not Inform's, or damaged."""
    if dictionary.is_infocom:
        return None
    verbs: dict[int, list[str]] = {}
    for text, word in dictionary.words.items():
        if word.data[0] & 0x01:
            verbs.setdefault(0xFF - word.data[1], []).append(text)
    if not verbs:
        return None
    tables = _tables(story, max(verbs) + 1)
    if tables is None:
        return None
    prepositions = {
        word.data[2]: text for text, word in dictionary.words.items() if word.data[0] & 0x08
    }
    last = max(place for place, _ in tables)
    for reader, size in ((_lines_of_version_2, _size_2), (_lines_of_version_1, _size_1)):
        try:
            lines = tuple(
                line
                for verb in sorted(verbs)
                for line in reader(story, verb, tables[verb], dictionary.by_address, prepositions)
            )
            end = last + size(story, last)
        except (ValueError, IndexError):  # a grammar of the other version, or none
            continue
        return Grammar(lines, {verb: tuple(words) for verb, words in verbs.items()}, end)
    return None


def _tables(story: bytes, count: int) -> list[tuple[int, int]] | None:
    """Return where the table of each verb begins and ends; None if these are none."""
    start = story[0x0E] << 8 | story[0x0F]
    places = [int.from_bytes(story[start + 2 * i : start + 2 * i + 2]) for i in range(count)]
    if any(not start < place < len(story) for place in places):
        return None
    later = [min((p for p in places if p > place), default=0) for place in places]
    return list(zip(places, later, strict=True))


def _lines_of_version_2(
    story: bytes,
    verb: int,
    place: tuple[int, int],
    words: dict[int, str],
    _prepositions: dict[int, str],
) -> Iterator[GrammarLine]:
    at, end = place
    count = story[at]
    at += 1
    if count > 4 * _MOST_LINES:
        raise ValueError("Too many lines.")
    for _ in range(count):
        head = story[at] << 8 | story[at + 1]
        at += 2
        pattern: list[tuple[str, ...]] = []
        kinds: list[str] = []
        tokens: list[int] = []
        while story[at] != _END:
            kind, data = story[at], story[at + 1] << 8 | story[at + 2]
            at += 3
            if kind & 0x0F == 2:
                word = words[data] if data in words else _fail()
                if kind & 0x10 and pattern:
                    pattern[-1] += (word,)
                else:
                    pattern.append((word,))
                continue
            pattern.append((BLANK,))
            kinds.append(_kind_of_version_2(kind & 0x0F, data))
            tokens.append((kind & 0x0F) << 16 | data)
        at += 1
        yield GrammarLine(
            verb,
            tuple(pattern),
            tuple(kinds),
            tuple(tokens),
            head & 0x3FF,
            bool(head & _REVERSED),
        )
    if end and at != end:
        raise ValueError("The lines do not end where the next table begins.")


def _size_2(story: bytes, start: int) -> int:
    """Return how long the lines of a verb are, with their number."""
    at = start + 1
    for _ in range(story[start]):
        at += 2
        while story[at] != _END:
            at += 3
        at += 1
    return at - start


def _size_1(story: bytes, start: int) -> int:
    """Return how long the lines of a verb are, with their number."""
    return 1 + _GV1_LINE * story[start]


def _kind_of_version_2(kind: int, data: int) -> str:
    if kind == 1:
        return _KINDS.get(data, TOPIC)
    if kind not in (3, 4, 5, 6):
        raise ValueError("No such token.")
    return NOUN if kind in (3, 4) else OTHER


def _lines_of_version_1(
    story: bytes,
    verb: int,
    place: tuple[int, int],
    _words: dict[int, str],
    prepositions: dict[int, str],
) -> Iterator[GrammarLine]:
    at, end = place
    count = story[at]
    if end and at + 1 + _GV1_LINE * count != end:
        raise ValueError("The lines do not end where the next table begins.")
    for number in range(count):
        line = story[at + 1 + _GV1_LINE * number : at + 1 + _GV1_LINE * (number + 1)]
        pattern: list[tuple[str, ...]] = []
        kinds: list[str] = []
        tokens: list[int] = []
        for token in line[1:7]:
            if token >= 180:
                pattern.append((prepositions.get(token) or _fail(),))
            elif len(kinds) < line[0]:
                pattern.append((BLANK,))
                kinds.append(_kind_of_version_1(token))
                tokens.append(token)
        yield GrammarLine(verb, tuple(pattern), tuple(kinds), tuple(tokens), line[7], False)


def _kind_of_version_1(token: int) -> str:
    if token < 16:
        return _KINDS.get(token, TOPIC)
    return NOUN if token < 48 or token >= 128 else OTHER


def _fail() -> str:
    raise ValueError("No such word.")
