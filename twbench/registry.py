"""Registries: what users can add to twbench, by name.

Each kind of extension (challenges, agents, samplers, ...) has one `Registry`. An entry comes into
it in one of three ways: twbench registers it when it is imported; a user's file does, which a
configuration names; or an installed package announces it as an entry point of the registry's group:

```
[project.entry-points."twbench.challenges"]
my_challenge = "my_package.games:MY_CHALLENGE"
```

Entry points are read when a name is asked for that nobody has registered, so that they cost nothing
otherwise, and in whichever process asks. The object behind one is the entry itself.
"""

__all__ = ["Named", "Registry"]

import sys
from collections.abc import Iterable
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import Generic, Protocol, TypeVar

from twbench.errors import InputError, nearest

_SEARCH_PATHS = 4
"""Values of `sys.path` whose entry points are remembered: to look for them takes milliseconds."""


class Named(Protocol):
    """What can be registered: anything with a name."""

    @property
    def name(self) -> str:
        """What configurations call it."""


Entry = TypeVar("Entry", bound=Named)


class Registry(Generic[Entry]):
    """The entries of one kind by name.

    Attributes:
        kind: what one of them is called in messages, such as "challenge".
        group: the group of entry points, such as "twbench.challenges".

    """

    def __init__(self, entry: type[Entry], kind: str, group: str, error: type[InputError]):
        """Make a registry of instances of ``entry``; what is wrong with one raises ``error``."""
        self.kind = kind
        self.group = group
        self._entry = entry
        self._error = error
        self._entries: dict[str, Entry] = {}

    def register(self, entry: Entry) -> Entry:
        """Add an entry and return it; raises the registry's error where its name is taken."""
        if self._entries.setdefault(entry.name, entry) is not entry:
            raise self._error(
                f"There is already {_a(self.kind)} called {entry.name!r}: choose another name."
            )
        return entry

    def forget(self, entries: Iterable[Entry]) -> None:
        """Remove entries that were added."""
        for entry in entries:
            del self._entries[entry.name]

    def registered(self) -> list[Entry]:
        """Return the entries that this process has met, in the order in which it did."""
        return list(self._entries.values())

    def names(self) -> list[str]:
        """Return the names of all entries, of installed packages too, sorted."""
        return sorted({*self._entries, *_announced(self.group)})

    def get(self, name: str) -> Entry:
        """Return an entry by its name.

        Raises the registry's error where there is none, or where an installed package announces one
        that cannot be used.
        """
        if name in self._entries:
            return self._entries[name]
        announced = _announced(self.group).get(name, ())
        if not announced:
            known = self.names()
            raise self._error(
                f"There is no {self.kind} {name!r}; known are {', '.join(known)}."
                f"{nearest(name, known)}"
            )
        if len(announced) > 1:
            packages = " and ".join(sorted(map(_package, announced)))
            raise self._error(f"Several packages announce the {self.kind} {name!r}: {packages}.")
        return self.register(self._load(announced[0]))

    def package(self, name: str) -> str | None:
        """Return the installed package, with its version, that announces an entry, or None."""
        announced = _announced(self.group).get(name, ())
        return _package(announced[0]) if announced else None

    def _load(self, point: EntryPoint) -> Entry:
        what = f"The {self.kind} {point.name!r} of {_package(point)}"
        try:
            entry = point.load()
        except Exception as error:  # the border to packages of anybody
            raise self._error(
                f"{what} cannot be loaded: {type(error).__name__}: {error}"
            ) from error
        if not isinstance(entry, self._entry):
            raise self._error(
                f"{what} must be {_a(self._entry.__name__)}, but {point.value} is"
                f" {_a(type(entry).__name__)}."
            )
        if entry.name != point.name:
            raise self._error(f"{what} calls itself {entry.name!r}; both names must be the same.")
        return entry


def _a(noun: str) -> str:
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def _package(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else "an unknown package"


def _announced(group: str) -> dict[str, tuple[EntryPoint, ...]]:
    return _announced_on(group, tuple(sys.path))


@lru_cache(maxsize=_SEARCH_PATHS * 8)
def _announced_on(group: str, _path: tuple[str, ...]) -> dict[str, tuple[EntryPoint, ...]]:
    found: dict[str, tuple[EntryPoint, ...]] = {}
    for point in entry_points(group=group):
        if point not in found.get(point.name, ()):  # a folder may be on the path twice
            found[point.name] = (*found.get(point.name, ()), point)
    return found
