"""The words of rules, read as `twbench.story.state.conditions` writes them."""

__all__ = [
    "RuleWords",
    "arity_of",
    "effects_of",
    "number_of",
    "operand",
    "table_of",
    "tests_of",
    "variable_of",
]

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from twbench.story.zcode.assembler import Variable
from twbench.story.zcode.block import Table, Word
from twbench.story.zcode.layout import BOUND_SLOT, FREE_SLOT, Effect, RuleKind, Test

_OPERANDS = {Test.HERE: 1, Test.EACH: 2, Test.EMPTY: 1, Test.FILLED: 1} | dict.fromkeys(
    (Test.IN, Test.HAS, Test.DIFFERENT), 2
)
"""Of the tests that do not have three, but for rows, which have as many as their relations."""


class RuleWords(NamedTuple):
    """A rule as words.

    ``nouns`` are the slots that are filled before its condition is tested, by a routine if it
    ``has_routine``, by the runtime if not.
    """

    number: int
    kind: RuleKind
    nouns: int
    slots: int
    condition: Sequence[Word]
    effects: Sequence[Word]
    report: Word
    has_routine: bool = True


def tests_of(words: Sequence[Word]) -> Iterator[tuple[int, Sequence[Word]]]:
    """Yield the tests of a condition, each with its operands."""
    at = 0
    while (kind := number_of(words[at])) != Test.END:
        count = 1 if kind <= Test.LAST_ATTRIBUTE else _OPERANDS.get(Test(kind), 3)
        if kind == Test.ROW:
            count = 1 + arity_of(words[at + 2])
        yield kind, words[at + 1 : at + 1 + count]
        at += 1 + count


def arity_of(table: Word) -> int:
    """Return how many arguments the relation of a table has."""
    _, _, arity, _ = table_of(table).key
    return int(arity)


def table_of(word: Word) -> Table:
    """Return a word that is a table."""
    if not isinstance(word, Table):
        raise TypeError(f"{word!r} is no table")
    return word


def number_of(word: Word) -> int:
    """Return a word that is a number."""
    if not isinstance(word, int):
        raise TypeError(f"{word!r} is no number")
    return word


def variable_of(number: int) -> Variable:
    """Return the variable that a routine has for a slot, behind its argument."""
    return Variable(2 + number)


def operand(word: Word) -> int | Variable:
    """Return the variable of a slot, or the object or attribute that a word is."""
    number = number_of(word)
    return variable_of(number & ~FREE_SLOT) if number & BOUND_SLOT else number


def effects_of(words: Sequence[Word]) -> Iterator[tuple[int, Effect, Sequence[Word]]]:
    """Yield the effects of a rule: where it stands in the words, its kind, its operands."""
    at = 0
    while (word := words[at]) != Effect.END:
        kind = Effect(number_of(word))
        has_row = kind in (Effect.SET_ROW, Effect.CLEAR_ROW)
        count = 1 + arity_of(words[at + 1]) if has_row else 2
        yield at, kind, words[at + 1 : at + 1 + count]
        at += 1 + count
