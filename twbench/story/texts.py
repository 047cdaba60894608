"""Texts that change with the world, from their written form to text programs.

Bracketed functions are those of `twbench.story.text_functions`. Texts of commands also use
``{the o}``, ``{The o}``, ``{a o}`` and ``{o}`` for the rule's placeholders, and ``[look]`` and the
like for texts of the runtime's own.

A text is cut into pieces: literal text, and between it functions and whole branches, from
``[if ...]`` to ``[end if]``. The same functions stand in the texts of many games, so that each
piece is compiled as far as the logic tells (`_Code`) and kept; what is left for a game is to fill
in literal text, addresses and entities.
"""

__all__ = ["TextCompiler"]

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from twbench.errors import GameFileError, nearest
from twbench.story.block import Block, Pointer, Table, Word
from twbench.story.block import Text as TextWord
from twbench.story.conditions import table_key
from twbench.story.layout import Test, Text
from twbench.story.representation import Representation
from twbench.story.text_functions import Check, Function, known_functions, parse_function

_PARTS = re.compile(r"(\[[^\[\]]*\])")
_PARTS_WITH_PLACEHOLDERS = re.compile(r"(\[[^\[\]]*\]|\{[^{}]*\})")
_NAME = re.compile(r"(?:(the|The|a) )?(.+)")
_ARTICLES = {
    "the": int(Text.THE),
    "The": int(Text.CAPITAL_THE),
    "a": int(Text.A),
    None: int(Text.NAME),
}
_IF, _GO_TO, _CALL, _END = map(int, (Text.IF, Text.GO_TO, Text.CALL, Text.END))
_WITH_TERM = {"list": int(Text.LIST), "is list": int(Text.IS_LIST), "noun": int(Text.NAME)}
_HAS, _ROW, _END_OF_TESTS = int(Test.HAS), int(Test.ROW), int(Test.END)
_SHORT: dict[Word, int] = {
    _HAS: int(Text.IF_HAS),
    int(Test.EMPTY): int(Text.IF_EMPTY),
    int(Test.FILLED): int(Text.IF_FILLED),
}
"""Steps for a condition that is one test of an object."""
_IF_HAS = int(Text.IF_HAS)
_OPPOSITES = {int(Text.IF_EMPTY), int(Text.IF_FILLED)}
_CONTENTS = {"empty": int(Test.EMPTY), "filled": int(Test.FILLED)}

Terms = tuple[tuple[int, str], ...]
"""Which words stand for entities, and what the text calls each; nothing is the text's owner."""


class _Condition(NamedTuple):
    """The tests of a condition; ``at`` is the step's word that will hold their address."""

    at: int
    tests: tuple[Word, ...]
    terms: Terms


class _Jump(NamedTuple):
    """A word that will hold the address of a step, that step's place, and whether a test jumps."""

    position: int
    target: int
    is_test: bool


class _Code(NamedTuple):
    """The functions of a piece of text, compiled.

    Addresses, entities and strings are 0 in ``words``. ``texts`` tells what the words print that
    will hold strings: a part of the piece, or what a function prints; ``jumps`` tells what step
    each word leads to that will hold the address of one.
    """

    words: tuple[int, ...]
    texts: tuple[tuple[int, int | TextWord], ...]
    terms: Terms
    conditions: tuple[_Condition, ...]
    jumps: tuple[tuple[int, int], ...]


_Outline = tuple[Representation, bool, tuple[str, ...], tuple[bool, ...]]
"""What the code of a piece depends on; the last are its literal parts: whether each is there."""

_CACHED = 4096
_CODES: dict[_Outline, _Code] = {}


@dataclass(slots=True)
class TextCompiler:
    """Compiles texts into the programs of a block.

    ``terms`` maps what a text may call an entity to the operand that stands for it.
    """

    block: Block
    representation: Representation
    terms: Mapping[str, int]

    def compile(self, text: str, owner: int = 0, placeholders: bool = False) -> Word:
        """Return the handle of ``text``; ``owner`` is the operand of the entity it describes.

        With ``placeholders``, all entities are operands in slots. Raises GameFileError for
        functions, entities and facts that are unknown, and for branches that do not end.
        """
        if not text:
            return 0
        parts = _parts(text, placeholders)
        if len(parts) == 1:
            return TextWord(text)
        program = _Program()
        for start, end in _pieces(parts):
            program.print(parts[start])
            self._add(program, parts[start + 1 : end], owner, placeholders)
        program.print(parts[-1])
        program.words.append(_END)
        return Pointer(program.placed(self.block), halved=True)

    def _add(self, program: "_Program", piece: list[str], owner: int, placeholders: bool) -> None:
        """Append a piece of text to a program."""
        code = _code(piece, self.representation, placeholders)
        start = len(program.words)
        program.words += code.words
        for position, name in code.terms:
            program.words[start + position] = self._term(name, piece, owner)
        for position, what in code.texts:
            text = TextWord(piece[what], False) if isinstance(what, int) else what
            program.texts.append((start + position, text))
        program.jumps += [(start + position, start + target) for position, target in code.jumps]
        for position, tests, terms in code.conditions:
            filled = list(tests)
            for place, name in terms:
                filled[place] = self._term(name, piece, owner)
            program.conditions.append((start + position, Pointer(self.block.place(filled))))

    def _term(self, name: str, piece: list[str], owner: int) -> int:
        """Return the operand of an entity that a piece of text speaks of."""
        term = self.terms.get(name) if name else owner
        if not term:
            raise self._unknown(name, "".join(piece))
        return term

    def _unknown(self, name: str, text: str) -> GameFileError:
        if not name:
            return GameFileError(f"The text {_excerpt(text)} does not say of what.")
        return GameFileError(
            f"Unknown entity {name!r} in the text {_excerpt(text)}." + nearest(name, self.terms)
        )


@dataclass(slots=True)
class _Program:
    """The program of a text; addresses and strings are 0 in ``words``."""

    words: list[int] = field(default_factory=list)
    texts: list[tuple[int, TextWord]] = field(default_factory=list)
    conditions: list[tuple[int, Pointer]] = field(default_factory=list)
    jumps: list[tuple[int, int]] = field(default_factory=list)

    def print(self, text: str) -> None:
        """Append a step that prints a text, unless it is empty."""
        if text:
            self.texts.append((len(self.words), TextWord(text, False)))
            self.words.append(0)

    def placed(self, block: Block) -> int:
        """Place the program and return its offset; one that jumps is never equal to another."""
        if self.jumps:
            start = len(block.words)
            jumps = [(position, Pointer(start + target)) for position, target in self.jumps]
            return block.append(self.words, self.conditions + jumps, self.texts)
        words: list[Word] = list(self.words)
        for position, word in self.texts:
            words[position] = word
        return block.place(words)


def _parts(text: str, placeholders: bool) -> list[str]:
    """Return the literal parts of a text, and between them what stands in brackets."""
    return (_PARTS_WITH_PLACEHOLDERS if placeholders else _PARTS).split(text)


def _pieces(parts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Return where each piece of a text is: the literal part before it, and the one behind it.

    A piece ends where all branches have ended and literal text follows.
    """
    start = depth = 0
    last = len(parts) - 1
    for end in range(2, last + 1, 2):
        depth += _nesting(parts[end - 1])
        if end == last or (depth <= 0 and parts[end]):
            yield start, end
            start = end


@lru_cache(maxsize=4096)
def _nesting(bracketed: str) -> int:
    """Return 1 for a function that begins a branch, -1 for one that ends it."""
    content = bracketed[1:-1].strip()
    return content.startswith("if ") - (content == "end if")


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
        behind = _behind(words, jump.position - 2, test)
        if behind == target:
            break
        target = behind
    return target


def _behind(words: Sequence[object], failed: int, test: _Jump) -> int:
    """Return where a test leads just after the one that begins at ``failed`` has failed."""
    step = test.position - 2
    if words[step + 1] != words[failed + 1]:
        return step
    if {words[step], words[failed]} == _OPPOSITES:
        return step + 3
    if words[step] != words[failed]:
        return step
    if words[step] == _IF_HAS and words[step + 3] != words[failed + 3]:
        return step
    return test.target


def _code(piece: list[str], representation: Representation, placeholders: bool) -> _Code:
    """Return the code of a piece: functions, and between them literal parts, if only empty ones."""
    outline = representation, placeholders, tuple(piece[::2]), tuple(map(bool, piece[1::2]))
    code = _CODES.get(outline)
    if code is None:
        code = _PieceCompiler(piece, representation, placeholders).code()
        if len(_CODES) >= _CACHED:
            _CODES.clear()
        _CODES[outline] = code
    return code


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
        self.texts: list[tuple[int, int | TextWord]] = []
        self.terms: list[tuple[int, str]] = []
        self.conditions: list[_Condition] = []
        self.jumps: list[_Jump] = []
        self.branches: list[_Branch] = []

    @property
    def text(self) -> str:
        """The piece as it was written."""
        return "".join(self.piece)

    def code(self) -> _Code:
        """Compile the piece."""
        for number, part in enumerate(self.piece):
            if number % 2 == 0:
                self._add(part)
            elif part:
                self._print(number)
        if self.branches:
            raise GameFileError(f"[if] without [end if] in the text {_excerpt(self.text)}.")
        return _Code(
            tuple(self.words),
            tuple(self.texts),
            tuple(self.terms),
            tuple(self.conditions),
            self._aimed(),
        )

    def _print(self, what: int | TextWord) -> None:
        """Append a step that prints a part of the piece, or a text."""
        self.texts.append((len(self.words), what))
        self.words.append(0)

    def _add(self, bracketed: str) -> None:
        """Append the steps of a ``[function]`` or a ``{placeholder}``."""
        if bracketed[0] == "{":
            self._add_name(bracketed[1:-1])
        else:
            self._add_function(bracketed[1:-1].strip())

    def _aimed(self) -> tuple[tuple[int, int], ...]:
        """Return the jumps to where they lead in the end.

        Operands are compared by what the text calls the entities.
        """
        words: list[object] = list(self.words)
        for position, name in self.terms:
            words[position] = name
        for condition in self.conditions:
            words[condition.at] = condition[1:]
        jumps = {jump.position: jump for jump in self.jumps}
        return tuple([(jump.position, _destination(jump, words, jumps)) for jump in jumps.values()])

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
                f"Unknown text function [{text}] in {_excerpt(self.text)}."
                + nearest(text, known_functions())
            )
        if function.checks:
            self._add_condition(function)
        elif function.kind == "else":
            self._else()
        elif function.kind == "end if":
            self._end_if()
        elif function.kind == "print":
            self._print(TextWord(function.argument, False))
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
            self.conditions.append(_Condition(place + 1, tests, ((1, check.subject),)))
            self.words += (_IF, 0, 0)
        self.branches[-1].tests.append(place + 2)

    def _test(self, check: Check) -> tuple[Word, ...]:
        """Return a test without the operand of its entity, which comes first."""
        if check.kind in _CONTENTS:
            return (_CONTENTS[check.kind],)
        if self.representation.has_fact_attribute(check.predicate):
            return _HAS, self.representation.fact_attribute(check.predicate)
        if not self.representation.is_unary(check.predicate):
            raise GameFileError(
                f"The logic knows no fact {check.predicate!r} of one entity"
                f" (in {_excerpt(self.text)})."
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
            raise GameFileError(f"[otherwise] or [end if] without [if] in {_excerpt(self.text)}.")
        return self.branches[-1]


def _excerpt(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:77] + "...")
