"""Texts that change with the world, from their written form to text programs.

Bracketed functions are those of `twbench.story.texts.text_functions`. Texts of commands also use
``{the o}``, ``{The o}``, ``{a o}`` and ``{o}`` for the rule's placeholders, and ``[look]`` and the
like for texts of the runtime's own.

A text is cut into literal text and pieces: functions and whole branches, from ``[if ...]`` to
``[end if]``. The same pieces stand in the texts of many games (see
`twbench.story.texts.text_pieces`).
"""

__all__ = ["TextCompiler", "cut", "unknown_entity"]

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from twbench.errors import GameFileError, nearest
from twbench.story.state.representation import Representation
from twbench.story.texts.text_pieces import (
    FUNCTION,
    PLACEHOLDER_OR_FUNCTION,
    PieceCode,
    excerpt,
    piece_code,
)
from twbench.story.zcode.block import Block, Pointer, TextWord, Word
from twbench.story.zcode.layout import TextStep

_END = int(TextStep.END)
_BRANCH = r"if [^\[]*(?:\[(?!if |end if\])[^\[]*)*\[end if\]"
_OTHER = r"(?!\s*(?:if |else|otherwise|end if))[^\[\]]*\]"
_PIECE = re.compile(rf"(\[(?:{_BRANCH}|{_OTHER})(?:\[(?:{_BRANCH}|{_OTHER}))*)")
"""Functions, and branches without branches in them, with no literal text between."""


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
        code = _code(text, self.representation, placeholders)
        if code is None:
            return TextWord(text)
        placed = (self._append if code.jumps else self._share)(code.literals, code.pieces, owner)
        return Pointer(placed, halved=True)

    def _append(self, literals: Sequence[str], codes: Sequence[PieceCode], owner: int) -> int:
        """Append a program that jumps, which is never equal to another one."""
        block, words = self.block, self.block.words
        # Conditions are placed first: they go into the same block, and a program must be in one
        # piece.
        conditions = [
            block.place([tests[0], self._term(subject, code, owner), *tests[2:]])
            for code in codes
            for _, tests, subject in code.conditions
        ]
        offset, placed = len(words), iter(conditions)
        for literal, code in zip(literals, codes, strict=False):
            if literal:
                block.append_text(literal)
            start = block.append(code.words, code.texts)
            for name, positions in code.terms:
                term = self._term(name, code, owner)
                for position in positions:
                    words[start + position] = term
            for condition in code.conditions:
                block.set_address(start + condition.at, next(placed))
        if literals[-1]:
            block.append_text(literals[-1])
        words.append(_END)
        return offset

    def _share(self, literals: Sequence[str], codes: Sequence[PieceCode], owner: int) -> int:
        """Place a program that does not jump."""
        words: list[Word] = []
        for literal, code in zip(literals, codes, strict=False):
            words += [TextWord(literal, False)] if literal else []
            start = len(words)
            words += code.words
            for name, positions in code.terms:
                for position in positions:
                    words[start + position] = self._term(name, code, owner)
            for position, text in code.texts:
                words[start + position] = TextWord(text, False)
        words += [TextWord(literals[-1], False)] if literals[-1] else []
        return self.block.place([*words, _END])

    def _term(self, name: str, code: PieceCode, owner: int) -> int:
        """Return the operand of an entity that a piece of text speaks of."""
        term = self.terms.get(name) if name else owner
        if not term:
            raise unknown_entity(name, code.source, self.terms)
        return term


class _Code(NamedTuple):
    """A text in literal parts and the code of what is between them; whether some of it jumps."""

    literals: tuple[str, ...]
    pieces: tuple[PieceCode, ...]
    jumps: bool


@lru_cache(maxsize=8192)
def _code(text: str, representation: Representation, placeholders: bool) -> _Code | None:
    """Return the code of a text, None for one without functions: many games have the same ones."""
    function = (PLACEHOLDER_OR_FUNCTION if placeholders else FUNCTION).search(text)
    if function is None:
        return None
    literals, pieces = (["", ""], [text]) if placeholders else cut(text)
    codes = tuple([piece_code(piece, representation, placeholders) for piece in pieces])
    return _Code(tuple(literals), codes, any(code.jumps for code in codes))


def unknown_entity(name: str, text: str, terms: Mapping[str, int]) -> GameFileError:
    """Return the error about a name in a text that is none of ``terms``."""
    if not name:
        return GameFileError(f"The text {excerpt(text)} does not say of what.")
    return GameFileError(
        f"Unknown entity {name!r} in the text {excerpt(text)}." + nearest(name, terms)
    )


def cut(text: str) -> tuple[list[str], list[str]]:
    """Return the literal parts of a text, and the pieces between them.

    A text with branches in branches, or with brackets in literal parts, is one piece.
    """
    parts = _PIECE.split(text)
    literals = parts[::2]
    if "[" in "".join(literals):
        return ["", ""], [text]
    return literals, parts[1::2]
