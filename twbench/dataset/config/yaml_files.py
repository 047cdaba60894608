"""YAML files as somebody else may have written them: read bit by bit before they are loaded.

A file of a few lines can stand for billions of values (aliases of aliases), be nested without end,
or name Python code. All of that shows in the events that a parser gives, before anything is built.
Source: YAML 1.1, as PyYAML reads it.
"""

__all__ = ["MAX_FILE", "MAX_VALUES", "NO_TARGET", "check_yaml", "load_yaml"]

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

from twbench.errors import ConfigError
from twbench.untrusted import MAX_DEPTH, read_bytes

MAX_FILE = 1 << 18
"""Bytes of a file."""
MAX_VALUES = 20_000
"""Values of one file, those that an alias (``*name``) repeats counted each time."""
NO_TARGET = "_target_ names code to be run, which configurations may not do"
_TAGS = {
    f"tag:yaml.org,2002:{kind}" for kind in ("bool", "float", "int", "map", "null", "seq", "str")
}


def check_yaml(path: Path) -> None:
    """Raise ConfigError unless the file at ``path`` is YAML of plain values, of bounded size."""
    data = read_bytes(path, ConfigError, MAX_FILE)
    try:
        _check_events(yaml.parse(data.decode(), Loader=yaml.SafeLoader))
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: byte {error.start} is no UTF-8.") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f" in line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        reason = getattr(error, "problem", None) or "it cannot be read"
        raise ConfigError(f"{path} is no sound YAML: {reason}{where}.") from None


def load_yaml(path: Path) -> Any:
    """Return the plain values of the file at ``path``; raises as `check_yaml` does."""
    check_yaml(path)
    return yaml.safe_load(path.read_bytes().decode())


def _check_events(events: Iterable[yaml.Event]) -> None:
    """Read YAML bit by bit, and stop where it grows too deep or too large."""
    tree = _Tree()
    for event in events:
        tree.note(event)
        if tree.depth > MAX_DEPTH:
            raise _fault(f"it is nested more than {MAX_DEPTH} levels deep", event)
        if tree.size > MAX_VALUES:
            raise _fault(f"it holds more than {MAX_VALUES:,} values", event)


class _Tree:
    """What is known of a file of YAML so far: ``depth`` and ``size`` of what is open."""

    def __init__(self) -> None:
        self._sizes = [0]
        self._open: list[str | None] = []
        self._anchored: dict[str | None, int] = {}

    @property
    def depth(self) -> int:
        return len(self._open)

    @property
    def size(self) -> int:
        return self._sizes[-1]

    def note(self, event: yaml.Event) -> None:
        """Take note of the next piece; raises MarkedYAMLError if it may not be there."""
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in self._anchored:
                raise _fault(
                    f"the alias *{event.anchor} means what it stands in, or nothing", event
                )
            self._sizes[-1] += self._anchored[event.anchor]
        elif isinstance(event, yaml.ScalarEvent):
            _check_tag(event)
            if event.value == "_target_":
                raise _fault(NO_TARGET, event)
            self._sizes[-1] += 1
            self._anchored[event.anchor] = 1
        elif isinstance(event, yaml.CollectionStartEvent):
            _check_tag(event)
            self._sizes.append(1)
            self._open.append(event.anchor)
            self._anchored.pop(event.anchor, None)
        elif isinstance(event, yaml.CollectionEndEvent):
            size = self._sizes.pop()
            self._sizes[-1] += size
            self._anchored[self._open.pop()] = size


def _check_tag(event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
    if event.tag not in (None, "!") and event.tag not in _TAGS:
        raise _fault(f"the tag {event.tag} is not one of plain values", event)


def _fault(reason: str, event: Any) -> yaml.MarkedYAMLError:
    return yaml.MarkedYAMLError(problem=reason, problem_mark=event.start_mark)
