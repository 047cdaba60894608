"""Pieces of texts that change with the world, compiled as far as the logic tells.

The same functions stand in the texts of many games. What is left for a game is to fill in strings,
addresses and entities.
"""

__all__ = [
    "FUNCTION",
    "PLACEHOLDER_OR_FUNCTION",
    "PieceCode",
    "TextCondition",
    "excerpt",
    "piece_code",
]

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from twbench.bounded_cache import BoundedCache
from twbench.errors import GameFileError, nearest
from twbench.story.state.conditions import table_key
from twbench.story.state.representation import Representation
from twbench.story.texts.text_functions import Check, Function, known_functions, parse_function
from twbench.story.zcode.block import Table, Word
from twbench.story.zcode.layout import Test, TextStep

FUNCTION = re.compile(r"(\[[^\[\]]*\])")
"""A bracketed function."""
PLACEHOLDER_OR_FUNCTION = re.compile(r"(\[[^\[\]]*\]|\{[^{}]*\})")
_NAME = re.compile(r"(?:(the|The|a) )?(.+)")
_ARTICLES = {
    "the": int(TextStep.THE),
    "The": int(TextStep.CAPITAL_THE),
    "a": int(TextStep.A),
    None: int(TextStep.NAME),
}
_IF, _GO_TO, _CALL, _END = map(int, (TextStep.IF, TextStep.GO_TO, TextStep.CALL, TextStep.END))
_WITH_TERM = {
    "list": int(TextStep.LIST),
    "is list": int(TextStep.IS_LIST),
    "noun": int(TextStep.NAME),
}
_HAS, _ROW, _END_OF_TESTS = int(Test.HAS), int(Test.ROW), int(Test.END)
_SHORT: dict[Word, int] = {
    _HAS: int(TextStep.IF_HAS),
    int(Test.EMPTY): int(TextStep.IF_EMPTY),
    int(Test.FILLED): int(TextStep.IF_FILLED),
}
"""Steps for a condition that is one test of an object."""
_IF_HAS = int(TextStep.IF_HAS)
_OPPOSITES = {int(TextStep.IF_EMPTY), int(TextStep.IF_FILLED)}
_CONTENTS = {"empty": int(Test.EMPTY), "filled": int(Test.FILLED)}

Terms = tuple[tuple[str, tuple[int, ...]], ...]
"""What the text calls an entity, nothing if it is the text's owner, and the words for it."""


class TextCondition(NamedTuple):
    """The tests of a condition about an entity, which is the second word.

    ``at`` is the step's word that will hold their address.
    """

    at: int
    tests: tuple[Word, ...]
    subject: str


class _Jump(NamedTuple):
    """A word that will hold the way to a step, that step's place, and whether a test jumps."""

    position: int
    target: int
    is_test: bool

    @property
    def step(self) -> int:
        """The place of the step that jumps."""
        return self.position - (2 if self.is_test else 1)


class PieceCode(NamedTuple):
    """A piece of text, compiled; ``source`` is the text.

    Conditions, entities and strings are 0 in ``words``. ``texts`` tells what the words print that
    will hold strings; ``jumps`` whether some of its steps jump.
    """

    words: tuple[int, ...]
    texts: tuple[tuple[int, str], ...]
    terms: Terms
    conditions: tuple[TextCondition, ...]
    jumps: bool
    source: str


_Outline = tuple[Representation, bool, tuple[str, ...], tuple[bool, ...]]
"""What the code of a piece depends on; of its literal parts, only whether each is empty."""

_CACHED = 4096
"""The texts of our grammars have a few hundred outlines, those of strangers any number."""
_OUTLINES: BoundedCache[_Outline, tuple[PieceCode, tuple[tuple[int, int], ...]]]
_OUTLINES = BoundedCache(_CACHED)


@lru_cache(maxsize=16384)
def piece_code(piece: str, representation: Representation, placeholders: bool) -> PieceCode:
    """Return the code of a piece; with ``placeholders``, all entities are operands in slots.

    Raises GameFileError for functions and facts that are unknown, and for branches that do not end.
    """
    parts = (PLACEHOLDER_OR_FUNCTION if placeholders else FUNCTION).split(piece)
    outline = representation, placeholders, tuple(parts[1::2]), tuple(map(bool, parts[::2]))
    known = _OUTLINES.get(outline)
    if known is None:
        known = _OUTLINES.keep(outline, _PieceCompiler(parts, representation, placeholders).code())
    code, literals = known
    texts = [(position, parts[number]) for position, number in literals]
    if code.texts:
        texts = sorted([*code.texts, *texts])
    return PieceCode(code.words, tuple(texts), code.terms, code.conditions, code.jumps, piece)


def _destination(jump: _Jump, words: Sequence[object], jumps: Mapping[int, _Jump]) -> int:
    """Return where a jump leads in the end: behind jumps and tests whose outcome is known."""
    target = jump.target
    while target < len(words):
        if words[target] == _GO_TO:
            target = jumps[target + 1].target
            continue
        test = jumps.get(target + 2)
        if test is None or not (test.is_test and jump.is_test):
            break
        behind = _behind(words, jump.step, test)
        if behind == target:
            break
        target = behind
    return target


def _behind(words: Sequence[object], failed: int, test: _Jump) -> int:
    """Return where a test leads just after the one that begins at ``failed`` has failed."""
    step = test.step
    if words[step + 1] != words[failed + 1]:
        return step
    if {words[step], words[failed]} == _OPPOSITES:
        return step + 3
    if words[step] != words[failed]:
        return step
    if words[step] == _IF_HAS and words[step + 3] != words[failed + 3]:
        return step
    return test.target


@dataclass(slots=True)
class _Branch:
    """An ``[if]`` being compiled: the jumps of its last tests, and the jumps to its end."""

    tests: list[int] = field(default_factory=list)
    exits: list[int] = field(default_factory=list)


class _PieceCompiler:
    """One piece of text being compiled."""

    def __init__(self, piece: list[str], representation: Representation, placeholders: bool):
        self.piece = piece
        self.representation = representation
        self.placeholders = placeholders
        self.words: list[int] = []
        self.texts: list[tuple[int, str]] = []
        self.literals: list[tuple[int, int]] = []
        self.terms: list[tuple[int, str]] = []
        self.conditions: list[TextCondition] = []
        self.jumps: list[_Jump] = []
        self.branches: list[_Branch] = []

    @property
    def text(self) -> str:
        """The piece as it was written."""
        return "".join(self.piece)

    def code(self) -> tuple[PieceCode, tuple[tuple[int, int], ...]]:
        """Return the code without literal parts, and which of these the other words print."""
        for number, part in enumerate(self.piece):
            if number % 2:
                self._add(part)
            elif part:
                self.literals.append((len(self.words), number))
                self.words.append(0)
        if self.branches:
            raise GameFileError(f"[if] without [end if] in the text {excerpt(self.text)}.")
        for position, way in self._ways():
            self.words[position] = way
        code = PieceCode(
            tuple(self.words),
            tuple(self.texts),
            _by_name(self.terms),
            tuple(self.conditions),
            bool(self.jumps),
            self.text,
        )
        return code, tuple(self.literals)

    def _add(self, bracketed: str) -> None:
        """Append the steps of a ``[function]`` or a ``{placeholder}``."""
        if bracketed[0] == "{":
            self._add_name(bracketed[1:-1])
        else:
            self._add_function(bracketed[1:-1].strip())

    def _ways(self) -> list[tuple[int, int]]:
        """Return the words of the jumps, and how many bytes these lead on in the end.

        Operands are compared by what the text calls the entities.
        """
        words: list[object] = list(self.words)
        for position, name in self.terms:
            words[position] = name
        for condition in self.conditions:
            words[condition.at] = condition[1:]
        jumps = {jump.position: jump for jump in self.jumps}
        return [
            (jump.position, 2 * (_destination(jump, words, jumps) - jump.step))
            for jump in jumps.values()
        ]

    def _add_name(self, content: str) -> None:
        match = _NAME.fullmatch(content)
        article, name = match.groups() if match else (None, content)
        self._add_with_term(_ARTICLES[article], name)

    def _add_with_term(self, step: int, name: str) -> None:
        self.terms.append((len(self.words) + 1, name))
        self.words += (step, 0)

    def _add_function(self, text: str) -> None:
        function = parse_function(text)
        if function is None:
            raise GameFileError(
                f"Unknown text function [{text}] in {excerpt(self.text)}."
                + nearest(text, known_functions())
            )
        if function.checks:
            self._add_condition(function)
        elif function.kind == "else":
            self._else()
        elif function.kind == "end if":
            self._end_if()
        elif function.kind == "print":
            self.texts.append((len(self.words), function.argument))
            self.words.append(0)
        elif function.kind == "call":
            self.words += (_CALL, function.number)
        else:
            self._add_with_term(_WITH_TERM[function.kind], function.argument)

    def _add_condition(self, function: Function) -> None:
        if function.kind == "if":
            self.branches.append(_Branch())
        else:
            self._else()
        for check in function.checks:
            self._add_check(check)

    def _add_check(self, check: Check) -> None:
        """Append a step that leads behind the branch where the check fails."""
        test, *operands = self._test(check)
        place = len(self.words)
        if test in _SHORT and not self.placeholders:
            attribute = [word for word in operands if isinstance(word, int)]
            self.words += (_SHORT[test], 0, 0, *attribute)
            self.terms.append((place + 1, check.subject))
        else:
            tests = (test, 0, *operands, _END_OF_TESTS)
            self.conditions.append(TextCondition(place + 1, tests, check.subject))
            self.words += (_IF, 0, 0)
        self.branches[-1].tests.append(place + 2)

    def _test(self, check: Check) -> tuple[Word, ...]:
        """Return a test without the operand of its entity, which comes first."""
        if check.kind in _CONTENTS:
            return (_CONTENTS[check.kind],)
        if self.representation.has_fact_attribute(check.predicate):
            return _HAS, self.representation.fact_attribute(check.predicate)
        known = self.representation.unary()
        if check.predicate not in known:
            raise GameFileError(
                f"The logic knows no fact {check.predicate!r} of one entity"
                f" (in {excerpt(self.text)}).{nearest(check.predicate, known)}"
            )
        return _ROW, Table(table_key(check.predicate, 1, 0))

    def _else(self) -> None:
        branch = self._branch()
        self.words += (_GO_TO, 0)
        branch.exits.append(len(self.words) - 1)
        for position in branch.tests:
            self._aim(position, True)
        branch.tests.clear()

    def _end_if(self) -> None:
        branch = self._branch()
        self.branches.pop()
        for position in branch.exits:
            self._aim(position, False)
        for position in branch.tests:
            self._aim(position, True)

    def _aim(self, position: int, is_test: bool) -> None:
        """Let the jump at ``position`` lead to the step that comes next."""
        self.jumps.append(_Jump(position, len(self.words), is_test))

    def _branch(self) -> _Branch:
        if not self.branches:
            raise GameFileError(f"[otherwise] or [end if] without [if] in {excerpt(self.text)}.")
        return self.branches[-1]


def _by_name(terms: Iterable[tuple[int, str]]) -> Terms:
    places: dict[str, list[int]] = {}
    for position, name in terms:
        places.setdefault(name, []).append(position)
    return tuple([(name, tuple(positions)) for name, positions in places.items()])


def excerpt(text: str) -> str:
    """Return the beginning of a text, for messages."""
    return repr(text if len(text) <= 80 else text[:77] + "...")
