"""Values of a game's JSON that are read only if they are written as the same text again.

What `twbench.generator.games.quick_reading` and `quick_quests` cut a file into are read here.
"""

__all__ = [
    "TEXTS",
    "TEXT_OR_NULL",
    "WRITTEN",
    "OtherFormError",
    "json_object",
    "known",
    "proven",
    "texts_of",
    "value_of",
]

import json
import re
from collections.abc import Callable
from json.encoder import encode_basestring_ascii
from typing import Any, TypeVar

from twbench.bounded_cache import BoundedCache
from twbench.errors import GameFileError
from twbench.generator.games.game_json import GameEncoder
from twbench.untrusted import parse_json

T = TypeVar("T")

_TEXT = r'"[ !#-\[\]-~]*+(?:\\.[ !#-\[\]-~]*+)*+"'
TEXT_OR_NULL = f"null|{_TEXT}"
TEXTS = f"(?:{_TEXT}(?:,{_TEXT})*+)?"
_ONE_TEXT = re.compile(_TEXT)

WRITTEN = GameEncoder(canonical=True)
"""Writes what was read."""


class OtherFormError(Exception):
    """The text is not of the form that is read here."""


def json_object(**values: str) -> str:
    """Return the pattern of an object with these keys, whose values have these patterns."""
    fields = [f'"{key}":{values[key]}' for key in sorted(values)]
    return rf"\{{{','.join(fields)}\}}"


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
    if "\\" not in value:  # so there was nothing else that is escaped, nor what escapes itself
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
