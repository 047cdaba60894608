"""Texts that change with the world, from their written form to text programs.

The written form is that of the documentation's "Inform 7 Functions" (seeds, Context-Free
Grammars): ``[if X is open]...[else if ...]...[otherwise]...[end if]``, ``[a list of things in the
X]``, ``[is-are a list of things on the X]``; X is the name or id of an entity, or is left out where
the entity that the text belongs to is meant. Texts of commands also use ``{the o}``, ``{The o}``,
``{a o}`` and ``{o}`` for the rule's placeholders, and ``[look]`` for texts of the runtime's own.
"""

__all__ = ["TextCompiler", "lists_contents", "tells_state"]

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from twbench.errors import GameFileError, nearest
from twbench.story.block import Block, Pointer, Table, Word
from twbench.story.block import Text as TextWord
from twbench.story.conditions import table_key
from twbench.story.layout import Call, Test, Text
from twbench.story.representation import Representation

_PARTS = re.compile(r"(\[[^\[\]]*\])")
_PARTS_WITH_PLACEHOLDERS = re.compile(r"(\[[^\[\]]*\]|\{[^{}]*\})")
_LIST = re.compile(r"(is-are )?a list of things (?:in|on) (?:the )?(.+)")
_IS = re.compile(r"(?:the )?(.+) is (\w+)")
_THERE_IS = re.compile(r"there is (something|nothing) (?:in|on) (?:the )?(.+)")
_CONTAINS = re.compile(r"(?:the )?(.+) contains nothing")
_NAME = re.compile(r"(?:(the|The|a) )?(.+)")
_BREAKS = {"line break": "\n", "paragraph break": "\n\n"}
_CALLS = {call.name.lower(): call for call in Call}


def lists_contents(text: str) -> bool:
    """Whether a description tells what is in or on its entity."""
    return "a list of things" in text


def tells_state(text: str) -> bool:
    """Whether a description tells if its entity is open."""
    return "[if open]" in text or "[if closed]" in text


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
            self.words += [Text.PRINT.value, TextWord(part, handle=False)]

    def finished(self) -> list[Word]:
        """Return the words, with jumps as pointers into the block they are placed in next."""
        if self.branches:
            raise GameFileError(f"[if] without [end if] in the text {_excerpt(self.text)}.")
        start = len(self.compiler.block.words)
        for position in self.jumps:
            target = self.words[position]
            assert isinstance(target, int)  # noqa: S101 - jumps hold marks until here
            self.words[position] = Pointer(start + target)
        return [*self.words, Text.END.value]

    def _add_name(self, content: str) -> None:
        match = _NAME.fullmatch(content)
        article, name = match.groups() if match else (None, content)
        step = {"the": Text.THE, "The": Text.CAPITAL_THE, "a": Text.A, None: Text.NAME}[article]
        self.words += [step.value, self._term(name)]

    def _add_function(self, function: str) -> None:
        if function.startswith("if "):
            self._begin_if(function[3:])
        elif function.startswith("else if "):
            self._else()
            self._test(function[8:])
        elif function in {"else", "otherwise"}:
            self._else()
        elif function == "end if":
            self._end_if()
        elif match := _LIST.fullmatch(function):
            step = Text.IS_LIST if match[1] else Text.LIST
            self.words += [step.value, self._term(match[2])]
        elif function == "noun":
            self.words += [Text.NAME.value, self._own()]
        elif function in _BREAKS:
            self.words += [Text.PRINT.value, TextWord(_BREAKS[function], handle=False)]
        elif function in _CALLS:
            self.words += [Text.CALL.value, _CALLS[function].value]
        else:
            known = ["if", "else if", "otherwise", "end if", "a list of things", *_BREAKS]
            raise GameFileError(
                f"Unknown text function [{function}] in {_excerpt(self.text)}."
                + nearest(function, known)
            )

    def _begin_if(self, condition: str) -> None:
        self.branches.append(_Branch(0))
        self._test(condition)

    def _test(self, condition: str) -> None:
        tests = [word for part in condition.split(" and ") for word in self._tests(part.strip())]
        address = self.compiler.block.place([*tests, Test.END.value])
        self.branches[-1].test = len(self.words) + 2
        self.words += [Text.IF.value, Pointer(address), 0]

    def _else(self) -> None:
        branch = self._branch()
        self.words += [Text.GO_TO.value, 0]
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

    def _tests(self, condition: str) -> list[Word]:
        if match := _THERE_IS.fullmatch(condition):
            test = Test.EMPTY if match[1] == "nothing" else Test.FILLED
            return [test.value, self._term(match[2])]
        if match := _CONTAINS.fullmatch(condition):
            return [Test.EMPTY.value, self._term(match[1])]
        if match := _IS.fullmatch(condition):
            return self._has(self._term(match[1]), match[2])
        return self._has(self._own(), condition)

    def _has(self, term: int, predicate: str) -> list[Word]:
        representation = self.compiler.representation
        if representation.has_fact_attribute(predicate):
            return [Test.HAS.value, term, representation.fact_attribute(predicate), 0]
        if not representation.is_unary(predicate):
            raise GameFileError(
                f"The logic knows no fact {predicate!r} of one entity (in {_excerpt(self.text)})."
            )
        return [Test.ROW.value, Table(table_key(predicate, 1, 0)), term]

    def _own(self) -> int:
        if not self.owner:
            raise GameFileError(f"The text {_excerpt(self.text)} does not say of what.")
        return self.owner

    def _term(self, name: str) -> int:
        term = self.compiler.terms.get(name)
        if term is None:
            raise GameFileError(
                f"Unknown entity {name!r} in the text {_excerpt(self.text)}."
                + nearest(name, self.compiler.terms)
            )
        return term


def _excerpt(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:77] + "...")
