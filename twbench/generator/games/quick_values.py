"""Values of a game's JSON that are read only if they are written as the same text again.

What `twbench.generator.games.quick_reading` and `quick_quests` cut a file into are read here.
"""

__all__ = [
    "PRINTABLE",
    "TEXTS",
    "TEXT_OR_NULL",
    "WRITTEN",
    "OtherFormError",
    "divided",
    "keep",
    "known",
    "proven",
    "text_of",
    "texts_of",
    "value_of",
]

import json
import re
from collections.abc import Callable
from json.encoder import encode_basestring_ascii
from typing import Any, TypeVar

from twbench import shape
from twbench.bounded_cache import BoundedCache
from twbench.errors import GameFileError
from twbench.generator.games.game_json import LONGEST_KEPT, game_encoder
from twbench.untrusted import parse_json

T = TypeVar("T")

_TEXT = r'"[ !#-\[\]-~]*+(?:\\.[ !#-\[\]-~]*+)*+"'
TEXT_OR_NULL = f"null|{_TEXT}"
TEXTS = f"(?:{_TEXT}(?:,{_TEXT})*+)?"
_ONE_TEXT = re.compile(_TEXT)
PRINTABLE = bytes(range(ord(" "), ord("~") + 1))
"""The letters that a game is written with: all others are escaped."""
_QUOTE = "\1"
"""Stands for a quote within a text, as long as others are looked for."""

WRITTEN = game_encoder(True)
"""Writes what was read."""


class OtherFormError(Exception):
    """The text is not of the form that is read here."""


def keep(found: BoundedCache[str, T], text: str, value: T) -> T:
    """Return a ``value``, which is remembered by its ``text`` if that is as short as most are."""
    return found.keep(text, value) if len(text) <= LONGEST_KEPT else value


def known(
    found: BoundedCache[str, T], text: str, read: Callable[[Any], T], write: Callable[[T], str]
) -> T:
    """Return what ``read`` makes of the JSON ``text``, which is remembered."""
    value = found.get(text)
    return found.keep(text, proven(text, read, write)) if value is None else value


def proven(text: str, read: Callable[[Any], T], write: Callable[[T], str]) -> T:
    """Return what ``read`` makes of the JSON ``text``, if it is written as that again."""
    found = read(parse_json(text, "a part of the game", GameFileError))
    if write(found) != text:
        raise OtherFormError
    return found


def divided(text: str, beginning: str) -> list[str]:
    """Return the texts that commas divide in ``text``, each without what all of them begin with."""
    if not text.startswith(beginning):
        raise OtherFormError
    texts = text[len(beginning) :].split(f",{beginning}")
    if len(texts) > shape.MOST_ITEMS:
        raise OtherFormError
    return texts


def text_of(text: str) -> str:
    """Return what is written as ``text``, in which all letters are printable.

    Raises OtherFormError if it is no text, ShapeError if it is too long.
    """
    value = text[1:-1].replace("\\n", "\n").replace('\\"', _QUOTE)
    is_text = len(text) > 1 and text[0] == text[-1] == '"' and '"' not in value
    # A backslash that is left is none of these, or stood before one.
    if is_text and "\\" not in value:
        return shape.text(value.replace(_QUOTE, '"'))
    if _ONE_TEXT.fullmatch(text) is None:
        raise OtherFormError
    return shape.text(_escaped(text))


def value_of(text: str) -> str | list[str] | None:
    """Return null, a text or a list of texts."""
    if text == "null":
        return None
    return texts_of(text[1:-1]) if text[0] == "[" else _escaped(text)


def texts_of(text: str) -> list[str]:
    """Return the texts in ``text``, which has nothing else but commas."""
    if "\\" in text:
        return [_escaped(one) for one in _ONE_TEXT.findall(text)]
    return text[1:-1].split('","') if text else []


def _escaped(text: str) -> str:
    """Return what is written as ``text``."""
    value: Any = text[1:-1].replace("\\n", "\n").replace('\\"', '"')
    if "\\" not in value:  # nothing else was escaped, and no backslash either
        return str(value)
    if "\\u" in text:  # which may be half of a letter
        value = parse_json(text, "a text of the game", GameFileError)
    else:
        try:
            value = json.loads(text)
        except ValueError:
            raise OtherFormError from None
    if type(value) is not str or encode_basestring_ascii(value) != text:
        raise OtherFormError
    return value
