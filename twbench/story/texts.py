"""Texts that change with the world, from their written form to text programs.

Bracketed functions are those of `twbench.story.text_functions`. Texts of commands also use
``{the o}``, ``{The o}``, ``{a o}`` and ``{o}`` for the rule's placeholders, and ``[look]`` and the
like for texts of the runtime's own.
"""

__all__ = ["TextCompiler"]

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from twbench.errors import GameFileError, nearest
from twbench.story.block import Block, Pointer, Table, Word
from twbench.story.block import Text as TextWord
from twbench.story.conditions import table_key
from twbench.story.layout import BOUND_SLOT, Test, Text
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
_PRINT, _IF, _GO_TO, _CALL, _END = map(int, (Text.PRINT, Text.IF, Text.GO_TO, Text.CALL, Text.END))
_WITH_TERM = {"list": int(Text.LIST), "is list": int(Text.IS_LIST), "noun": int(Text.NAME)}
_HAS, _ROW, _END_OF_TESTS = int(Test.HAS), int(Test.ROW), int(Test.END)
_SHORT: dict[Word, int] = {
    _HAS: int(Text.IF_HAS),
    int(Test.EMPTY): int(Text.IF_EMPTY),
    int(Test.FILLED): int(Text.IF_FILLED),
}
"""Steps for a condition that is one test of an object."""
_CONTENTS = {"empty": int(Test.EMPTY), "filled": int(Test.FILLED)}


@dataclass(slots=True)
class TextCompiler:
    """Compiles texts into the programs of a block.

    ``terms`` maps what a text may call an entity to the operand that stands for it.
    """

    block: Block
    representation: Representation
    terms: Mapping[str, int]

    def compile(self, text: str, owner: int = 0, placeholders: bool = False) -> Word:
        """Return the handle of ``text``; ``owner`` is the operand of the entity it describes."""
        if "[" not in text and not placeholders:
            return TextWord(text) if text else 0
        pattern = _PARTS_WITH_PLACEHOLDERS if placeholders else _PARTS
        parts = [part for part in pattern.split(text) if part]
        if not parts:
            return 0
        if len(parts) == 1 and parts[0] == text and text[0] not in "[{":
            return TextWord(text)
        program = _Program(self, text, owner)
        for part in parts:
            program.add(part, placeholders)
        return Pointer(self.block.place(program.finished()), halved=True)


@dataclass(slots=True)
class _Branch:
    """An ``[if]`` being compiled: where the last test jumps to, and the jumps to its end."""

    test: int
    exits: list[int] = field(default_factory=list)


class _Program:
    """One text program being compiled.

    Jumps inside it need addresses that are known once it is placed, so the steps are kept with
    marks: a negative number -1 - n in a jump stands for the step that begins at word n.
    """

    def __init__(self, compiler: TextCompiler, text: str, owner: int):
        self.compiler = compiler
        self.text = text
        self.owner = owner
        self.words: list[Word] = []
        self.jumps: list[int] = []
        self.branches: list[_Branch] = []

    def add(self, part: str, placeholders: bool) -> None:
        """Append the steps of a part: text, ``[function]`` or ``{placeholder}``."""
        if placeholders and part[0] == "{" and part[-1] == "}":
            self._add_name(part[1:-1])
        elif part[0] == "[" and part[-1] == "]":
            self._add_function(part[1:-1].strip())
        else:
            self.words += [_PRINT, TextWord(part, handle=False)]

    def finished(self) -> list[Word]:
        """Return the words, with jumps as pointers into the block they are placed in next."""
        if self.branches:
            raise GameFileError(f"[if] without [end if] in the text {_excerpt(self.text)}.")
        start = len(self.compiler.block.words)
        for position in self.jumps:
            target = self.words[position]
            assert isinstance(target, int)  # noqa: S101 - jumps hold marks until here
            self.words[position] = Pointer(start + target)
        return [*self.words, _END]

    def _add_name(self, content: str) -> None:
        match = _NAME.fullmatch(content)
        article, name = match.groups() if match else (None, content)
        self.words += [_ARTICLES[article], self._term(name)]

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
            self.words += [_PRINT, TextWord(function.argument, handle=False)]
        elif function.kind == "call":
            self.words += [_CALL, function.number]
        else:
            self.words += [_WITH_TERM[function.kind], self._term(function.argument)]

    def _add_condition(self, function: Function) -> None:
        if function.kind == "if":
            self.branches.append(_Branch(0))
        else:
            self._else()
        tests = [word for check in function.checks for word in self._tests(check)]
        short = self._short_step(tests) if len(function.checks) == 1 else []
        if short:
            self.words += [*short, 0]
        else:
            address = self.compiler.block.place([*tests, _END_OF_TESTS])
            self.words += [_IF, Pointer(address), 0]
        self.branches[-1].test = len(self.words) - 1

    def _short_step(self, tests: list[Word]) -> list[Word]:
        """Return the step for a condition that is one test of one object, where there is such."""
        test, term, *operands = tests
        if not isinstance(term, int) or term >= BOUND_SLOT or test not in _SHORT:
            return []
        return [_SHORT[test], term, *operands[:1]]

    def _else(self) -> None:
        branch = self._branch()
        self.words += [_GO_TO, 0]
        branch.exits.append(len(self.words) - 1)
        self._aim(branch.test)
        branch.test = 0

    def _end_if(self) -> None:
        branch = self._branch()
        self.branches.pop()
        for position in (*branch.exits, branch.test):
            if position:
                self._aim(position)

    def _aim(self, position: int) -> None:
        """Let the jump at ``position`` lead to the step that comes next."""
        self.words[position] = len(self.words)
        self.jumps.append(position)

    def _branch(self) -> _Branch:
        if not self.branches:
            raise GameFileError(f"[otherwise] or [end if] without [if] in {_excerpt(self.text)}.")
        return self.branches[-1]

    def _tests(self, check: Check) -> list[Word]:
        term = self._term(check.subject)
        if check.kind in _CONTENTS:
            return [_CONTENTS[check.kind], term]
        representation = self.compiler.representation
        if representation.has_fact_attribute(check.predicate):
            return [_HAS, term, representation.fact_attribute(check.predicate), 0]
        if not representation.is_unary(check.predicate):
            raise GameFileError(
                f"The logic knows no fact {check.predicate!r} of one entity"
                f" (in {_excerpt(self.text)})."
            )
        return [_ROW, Table(table_key(check.predicate, 1, 0)), term]

    def _term(self, name: str) -> int:
        """Return the operand of an entity, or of the owner of the text if there is no name."""
        if not name:
            if not self.owner:
                raise GameFileError(f"The text {_excerpt(self.text)} does not say of what.")
            return self.owner
        term = self.compiler.terms.get(name)
        if term is None:
            raise GameFileError(
                f"Unknown entity {name!r} in the text {_excerpt(self.text)}."
                + nearest(name, self.compiler.terms)
            )
        return term


def _excerpt(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:77] + "...")
