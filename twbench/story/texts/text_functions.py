"""Reading the bracketed functions of changing texts.

The written form is that of the documentation's "Inform 7 Functions" (docs: Context-Free
Grammars): ``[if X is open]...[else if ...]...[otherwise]...[end if]``, ``[a list of things in the
X]``, ``[is-are a list of things on the X]``; X is the name or id of an entity, or is left out where
the entity that the text belongs to is meant. TextWorld's themes also say ``[list of things in X]``.
"""

__all__ = [
    "Check",
    "Function",
    "known_functions",
    "lists_contents",
    "parse_function",
    "tells_state",
]

import re
from functools import lru_cache
from typing import NamedTuple

from twbench.story.zcode.layout import Call

_LIST = re.compile(r"(is-are )?(?:a )?list of things (?:in|on) (?:the )?(.+)")
_IS = re.compile(r"(?:the )?(.+) is (\w+)")
_THERE_IS = re.compile(r"there is (something|nothing) (?:in|on) (?:the )?(.+)")
_CONTAINS = re.compile(r"(?:the )?(.+) contains nothing")
_BREAKS = {"line break": "\n", "paragraph break": "\n\n"}
_CALLS = {call.name.lower(): call.value for call in Call}


class Check(NamedTuple):
    """One part of a condition: ``kind`` is ``empty``, ``filled`` or ``has`` (with a predicate).

    ``subject`` is the name of an entity, or empty for the owner of the text.
    """

    kind: str
    subject: str
    predicate: str = ""


class Function(NamedTuple):
    """A bracketed function: what it does, and with what.

    ``kind`` is ``if``, ``else if`` (both with checks), ``else``, ``end if``, ``list``, ``is list``
    (both with an entity as argument), ``noun``, ``print`` (argument: the text), or ``call``
    (number: a `Call`).
    """

    kind: str
    argument: str = ""
    checks: tuple[Check, ...] = ()
    number: int = 0


@lru_cache(maxsize=8192)
def parse_function(text: str) -> Function | None:
    """Return the function written between brackets, or None if there is no such function.

    The same few hundred functions stand in the texts of all games of a theme, so they are kept.
    """
    if text.startswith("if "):
        return Function("if", checks=_checks(text[3:]))
    if text.startswith("else if "):
        return Function("else if", checks=_checks(text[8:]))
    if text in {"else", "otherwise"}:
        return Function("else")
    if text in {"end if", "noun"}:
        return Function(text)
    if match := _LIST.fullmatch(text):
        return Function("is list" if match[1] else "list", match[2])
    if text in _BREAKS:
        return Function("print", _BREAKS[text])
    if text in _CALLS:
        return Function("call", number=_CALLS[text])
    return None


def known_functions() -> list[str]:
    """Return what a function may begin with, for messages."""
    return ["if", "else if", "otherwise", "end if", "noun", "a list of things", *_BREAKS]


def lists_contents(text: str) -> bool:
    """Whether a description tells what is in or on its entity."""
    return "list of things" in text


def tells_state(text: str) -> bool:
    """Whether a description tells if its entity is open."""
    return "[if open]" in text or "[if closed]" in text


def _checks(condition: str) -> tuple[Check, ...]:
    return tuple(_check(part.strip()) for part in condition.split(" and "))


def _check(condition: str) -> Check:
    if match := _THERE_IS.fullmatch(condition):
        return Check("empty" if match[1] == "nothing" else "filled", match[2])
    if match := _CONTAINS.fullmatch(condition):
        return Check("empty", match[1])
    if match := _IS.fullmatch(condition):
        return Check("has", match[1], match[2])
    return Check("has", "", condition)
