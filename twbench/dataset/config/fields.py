"""Reading plain data (mappings, lists, numbers, texts) with one-sentence complaints.

Every function takes a value and the dotted ``path`` of the key it stands under, and raises
ConfigError naming the key, what was found, what is allowed, and the nearest allowed name.
"""

__all__ = [
    "check_type",
    "check_value",
    "flag",
    "mapping",
    "matching",
    "one_of",
    "place",
    "text",
]

import re
import types
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

from twbench.errors import ConfigError, nearest

_NAMES_OF_TYPES = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}


def mapping(value: Any, path: str, allowed: Collection[str] | None = None) -> dict[str, Any]:
    """Return ``value`` as a dictionary; with ``allowed``, refuse other keys (empty path: root)."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise ConfigError(f"{path or 'The configuration'} must be a mapping, not {value!r}.")
    for key in value:
        if allowed is not None and key not in allowed:
            raise ConfigError(
                f"{path or 'The configuration'} has no key {key!r}; it knows"
                f" {', '.join(allowed)}.{nearest(str(key), allowed)}"
            )
        if not isinstance(key, str):
            raise ConfigError(f"{path or 'The configuration'} has a key that is no text: {key!r}.")
    return dict(value)


def flag(value: Any, path: str) -> bool:
    """Return ``value`` if it is true or false."""
    if not isinstance(value, bool):
        raise ConfigError(f"{path} must be true or false, not {value!r}.")
    return value


def text(value: Any, path: str) -> str:
    """Return ``value`` if it is a text."""
    if not isinstance(value, str):
        raise ConfigError(f"{path} must be a text, not {value!r}.")
    return value


def place(value: Any, path: str, kind: str = "folder") -> Path:
    """Return the path of a file or folder: an empty one would be that of the working folder."""
    if not isinstance(value, str) or not value:
        raise ConfigError(f"{path} must be the path of a {kind}, not {value!r}.")
    return Path(value)


def matching(value: Any, path: str, pattern: str) -> str:
    """Return ``value`` if it is a text that ``pattern`` describes from beginning to end."""
    if not isinstance(value, str) or not re.fullmatch(pattern, value):
        raise ConfigError(f"{path} must be a text of the form {pattern}, not {value!r}.")
    return value


def one_of(value: Any, path: str, allowed: Collection[Any]) -> Any:
    """Return ``value`` if it is one of ``allowed``."""
    if value not in allowed or isinstance(value, bool) != any(
        isinstance(item, bool) for item in allowed if item == value
    ):
        names = [str(item) for item in allowed]
        raise ConfigError(
            f"{path} must be one of {', '.join(names)}, not {value!r}.{nearest(str(value), names)}"
        )
    return value


def check_type(value: Any, expected: Any, path: str) -> None:
    """Raise unless ``value`` is of the annotated type ``expected``.

    Known are int, float, bool, str, None, Literal, unions of these, and tuples or lists of one of
    these. Other annotations are left to the class that carries them.
    """
    problem = _mismatch(value, expected)
    if problem is not None:
        raise ConfigError(f"{path} must be {problem}, not {value!r}.{_hint(value, expected)}")


def check_value(value: Any, path: str) -> Any:
    """Return a plain value with its lists as tuples; refuse what JSON could not hold."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list | tuple):
        return tuple(check_value(item, f"{path}[{i}]") for i, item in enumerate(value))
    raise ConfigError(f"{path} must be a number, a text, true, false or a list, not {value!r}.")


def _mismatch(value: Any, expected: Any) -> str | None:
    """Return what ``value`` should have been, or None if it fits."""
    origin = get_origin(expected)
    if origin is Literal:
        choices = get_args(expected)
        fits = any(value == item and type(value) is type(item) for item in choices)
        return None if fits else f"one of {', '.join(map(str, choices))}"
    if origin in (Union, types.UnionType):
        wants = [_mismatch(value, option) for option in get_args(expected)]
        return None if None in wants else " or ".join(want for want in wants if want)
    if origin in (tuple, list):
        inner = next((item for item in get_args(expected) if item is not Ellipsis), None)
        fits = isinstance(value, tuple | list) and all(_mismatch(v, inner) is None for v in value)
        return None if fits else f"a list of which every member is {_name(inner)}"
    return _plain_mismatch(value, expected)


def _plain_mismatch(value: Any, expected: Any) -> str | None:
    if expected in (None, type(None)):
        return None if value is None else "null"
    if expected is float:
        fits = isinstance(value, int | float) and not isinstance(value, bool)
    elif expected in (int, str, bool):
        fits = type(value) is expected
    else:
        fits = True
    return None if fits else _name(expected)


def _name(expected: Any) -> str:
    return _NAMES_OF_TYPES.get(expected, str(expected))


def _hint(value: Any, expected: Any) -> str:
    names = [str(item) for item in get_args(expected)] if get_origin(expected) is Literal else []
    return nearest(str(value), names)
