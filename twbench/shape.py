"""Reading plain data of a known shape: objects with names, lists, texts, numbers.

Games are read from JSON that anybody may have written. Each class reads its own part with these
functions, which raise `ShapeError`; what holds the part adds where in it the fault is, so that the
message names the place: ``quests[2].win_events[0].commands[1] must be a text, not a number``.
Texts, names and lists are of a limited size: see the constants.
"""

__all__ = [
    "LONGEST_NAME",
    "LONGEST_TEXT",
    "MOST_ITEMS",
    "ShapeError",
    "each",
    "flag",
    "identifier",
    "items",
    "mapping",
    "member",
    "member_or_none",
    "name",
    "optional",
    "pair",
    "text",
    "texts",
    "whole_number",
]

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from twbench.errors import GameFileError, InputError
from twbench.printable import shown

LONGEST_NAME = 1_000
"""Characters of an id, a type or a name; those of TextWorld have at most some dozens."""
LONGEST_TEXT = 100_000
"""Characters of any other text; a story file has room for a few times as much in all."""
MOST_ITEMS = 100_000
"""Items of a list: facts, entities, quests, commands."""
_LARGEST = 1 << 63

T = TypeVar("T")


class ShapeError(GameFileError):
    """Data is not of the shape it should have; ``where`` is the place, ``reason`` what is wrong."""

    def __init__(self, reason: str, where: str = ""):
        end = "" if reason.endswith(("?", "^")) else "."
        super().__init__(f"{where or 'It'} {reason}{end}")
        self.reason = reason
        self.where = where

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return type(self), (self.reason, self.where)

    def inside(self, part: str) -> "ShapeError":
        """Return this error as one of the whole that has it in its ``part``."""
        gap = "." if self.where and not self.where.startswith("[") else ""
        return ShapeError(self.reason, f"{part}{gap}{self.where}")


def _inside(error: InputError, part: str) -> ShapeError:
    """Return ``error`` as one of the whole that has it in its ``part``."""
    if isinstance(error, ShapeError):
        return error.inside(part)
    return ShapeError(f"cannot be used: {str(error).removesuffix('.')}", part)


def mapping(value: Any) -> Mapping[str, Any]:
    """Return ``value`` if it is an object: names with values."""
    if type(value) is dict or isinstance(value, Mapping):  # the first is what takes no time
        return value
    raise _wrong(value, "an object")


def member(value: Any, key: str, read: Callable[[Any], T]) -> T:
    """Return what ``read`` makes of what the object ``value`` has under ``key``."""
    try:
        part = mapping(value)[key]
    except KeyError:
        raise ShapeError("is missing", key) from None
    try:
        return read(part)
    except InputError as error:
        raise _inside(error, key) from None


def member_or_none(value: Any, key: str, read: Callable[[Any], T]) -> T | None:
    """Return what `member` returns; None where there is nothing, or null, under ``key``."""
    if mapping(value).get(key) is None:
        return None
    return member(value, key, read)


def each(read: Callable[[Any], T], most: int = MOST_ITEMS) -> Callable[[Any], list[T]]:
    """Return what reads a list of at most ``most`` items, each of them with ``read``."""

    def read_all(value: Any) -> list[T]:
        return items(value, read, most)

    return read_all


def items(value: Any, read: Callable[[Any], T], most: int = MOST_ITEMS) -> list[T]:
    """Return what ``read`` makes of the items of the list ``value``, at most ``most``."""
    if type(value) is not list and not isinstance(value, tuple):
        raise _wrong(value, "a list")
    if len(value) > most:
        raise ShapeError(f"has {len(value)} items, more than {most}")
    found: list[T] = []
    try:
        for item in value:
            found.append(read(item))
    except InputError as error:
        raise _inside(error, f"[{len(found)}]") from None
    return found


def text(value: Any) -> str:
    """Return ``value`` if it is a text of at most `LONGEST_TEXT` characters."""
    return _limited(value, LONGEST_TEXT)


def texts(value: Any) -> list[str]:
    """Return ``value`` if it is a list of texts."""
    # Most lists are short even if all texts are joined: then no text is looked at by itself.
    are_texts = type(value) is list and len(value) <= MOST_ITEMS and {*map(type, value)} <= {str}
    if are_texts and sum(map(len, value)) <= LONGEST_TEXT:
        return list(value)
    return items(value, text)


def pair(value: Any) -> list[Any]:
    """Return ``value`` if it is a list of two."""
    if type(value) is not list:
        raise _wrong(value, "a list")
    if len(value) != 2:
        raise ShapeError(f"has {len(value)} items, not 2")
    return value


def name(value: Any) -> str:
    """Return ``value`` if it is a text of at most `LONGEST_NAME` characters."""
    return _limited(value, LONGEST_NAME)


def identifier(value: Any) -> str:
    """Return ``value`` if it is a name as `name` reads it, and not empty."""
    if value == "":
        raise ShapeError("must not be empty")
    return name(value)


def optional(read: Callable[[Any], T]) -> Callable[[Any], T | None]:
    """Return what reads null as None, all else with ``read``."""

    def read_or_none(value: Any) -> T | None:
        return None if value is None else read(value)

    return read_or_none


def flag(value: Any) -> bool:
    """Return ``value`` if it is true or false."""
    if isinstance(value, bool):
        return value
    raise _wrong(value, "true or false")


def whole_number(value: Any) -> int:
    """Return ``value`` if it is a whole number of 64 bits."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong(value, "a whole number")
    if not -_LARGEST <= value < _LARGEST:
        raise ShapeError("is too large a number")
    return value


def _limited(value: Any, limit: int) -> str:
    if not isinstance(value, str):
        raise _wrong(value, "a text")
    if len(value) > limit:
        raise ShapeError(f"is a text of {len(value)} characters, more than {limit}")
    return value


def _wrong(value: Any, expected: str) -> ShapeError:
    return ShapeError(f"must be {expected}, not {_kind(value)}")


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"the number {value}" if abs(value) < _LARGEST else "a number"
    if isinstance(value, str):
        return f"the text {shown(value)}"
    if isinstance(value, Mapping):
        return "an object"
    return "null" if value is None else "a list"
