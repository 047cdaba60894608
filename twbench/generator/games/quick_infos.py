"""Reading what a game's JSON says of its entities by its pieces: see `quick_reading`.

What stands before and behind the description of an entity is much the same in other games, and is
remembered; descriptions are not.
"""

__all__ = ["read_infos"]

import re
from collections.abc import Sequence
from typing import Any

from twbench import shape
from twbench.bounded_cache import BoundedCache
from twbench.generator.games.quick_values import (
    PRINTABLE,
    TEXT_OR_NULL,
    TEXTS,
    OtherFormError,
    keep,
    text_of,
    value_of,
)
from twbench.generator.knowledge.entity import EntityInfo

_BEGINS = '["'
_ENDS = "}]"
_BETWEEN = f"{_ENDS},{_BEGINS}"
_DESC = ',"desc":'
_ID = ',"id":'
_VALUE = f"({TEXT_OR_NULL})"
_BEFORE = re.compile(rf'([^"\\]*)",\{{"adj":{_VALUE},"definite":{_VALUE}')
_BEHIND = re.compile(
    rf'{_VALUE},"indefinite":{_VALUE},"name":{_VALUE},"noun":{_VALUE},"room_type":{_VALUE},'
    rf'"synonyms":(null|\[{TEXTS}\]),"type":{_VALUE}'
)
"""What follows the description, but for the key of the id: values in the order of their keys."""

_KNOWN_BEFORE: BoundedCache[str, tuple[Any, ...]] = BoundedCache(4096)
_KNOWN_BEHIND: BoundedCache[str, tuple[Any, ...]] = BoundedCache(4096)
"""Values by the texts that they are written in, a hundred and two hundred characters each: those of
a hundred games of cooking, and many more, since most have been in one before."""


def read_infos(text: str) -> list[EntityInfo]:
    """Return the entities of an ASCII text, which are divided by commas.

    Raises OtherFormError, or GameFileError.
    """
    if not text:
        return []
    is_framed = text.startswith(_BEGINS) and text.endswith(_ENDS)
    if not is_framed or text.encode().translate(None, PRINTABLE):
        raise OtherFormError
    texts = text[len(_BEGINS) : -len(_ENDS)].split(_BETWEEN)
    if len(texts) > shape.MOST_ITEMS:
        raise OtherFormError
    return [*map(_info, texts)]


def _info(text: str) -> EntityInfo:
    before, _, others = text.partition(_DESC)
    desc, _, behind = others.partition(_ID)
    id_, adj, definite = _KNOWN_BEFORE.get(before) or _before(before)
    known = _KNOWN_BEHIND.get(behind) or _behind(behind)
    own_id, indefinite, name, noun, room_type, synonyms, type_ = known
    if own_id != id_:
        raise OtherFormError
    return EntityInfo(
        id_,
        type_,
        name,
        noun,
        adj,
        None if desc == "null" else text_of(desc),
        room_type,
        definite,
        indefinite,
        None if synonyms is None else [*synonyms],  # what is remembered is not to be changed
    )


def _before(text: str) -> tuple[Any, ...]:
    """Return id, adjective and definite article, which are not remembered."""
    found = _BEFORE.fullmatch(text)
    if found is None:
        raise OtherFormError
    id_, *others = found.groups()
    return keep(_KNOWN_BEFORE, text, (id_, *_names(others, text)))


def _behind(text: str) -> tuple[Any, ...]:
    """Return the values behind the description, which are not remembered."""
    found = _BEHIND.fullmatch(text)
    if found is None:
        raise OtherFormError
    *texts, synonyms, type_ = found.groups()
    *names, last = _names([*texts, type_], text)
    if not names[0] or not last:
        raise OtherFormError
    others = None if synonyms == "null" else _SYNONYMS(value_of(synonyms))
    return keep(_KNOWN_BEHIND, text, (*names, others, last))


def _names(texts: Sequence[str], whole: str) -> list[str | None]:
    """Return names, or None for null, whose ``texts`` are in the ``whole``."""
    has_escapes = "\\" in whole
    values: list[Any] = [
        None if text == "null" else value_of(text) if has_escapes else text[1:-1] for text in texts
    ]
    if len(whole) > shape.LONGEST_NAME:  # none is longer than all together
        shape.items(values, _NAME_OR_NONE)
    return values


_NAME_OR_NONE = shape.optional(shape.name)
_SYNONYMS = shape.each(shape.name)
