"""Registries: what users can add to twbench, by name.

Each kind of extension (challenges, agents, samplers, ...) has one `Registry`. An entry comes into
it in one of three ways: twbench registers it, when it is imported or (`Registry.ship`) when it is
asked for; a user's file does, which a configuration names (`twbench.modules`); or an installed
package announces it as an entry point of the registry's group:

```
[project.entry-points."twbench.challenges"]
my_challenge = "my_package.games:MY_CHALLENGE"
```

Entry points are read when a name is asked for that nobody has registered, so that they cost nothing
otherwise, and in whichever process asks. The object behind one is the entry itself. What is
registered goes before what is announced: no package replaces anything by being installed.
"""

__all__ = ["Announced", "Named", "Registry", "defining_file", "registries"]

import importlib.machinery
import importlib.util
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from twbench.errors import InputError, nearest
from twbench.hashing import sha256_hex

if TYPE_CHECKING:  # to load it takes longer than all else here
    from importlib.metadata import EntryPoint

_SEARCH_PATHS = 4
"""Values of `sys.path` whose entry points are remembered: to look for them takes milliseconds."""


class Named(Protocol):
    """What can be registered: anything with a name."""

    @property
    def name(self) -> str:
        """What configurations call it."""


Entry = TypeVar("Entry", bound=Named)


@dataclass(frozen=True, slots=True)
class Announced:
    """What an installed package announces: what of it is recorded, so that it is found again.

    ``sha256`` is the hash of the file that defines the entry, None where that is no file.
    """

    kind: str
    name: str
    package: str
    version: str
    sha256: str | None = None

    def __str__(self) -> str:
        return f"the {self.kind} {self.name} of the package {self.package} {self.version}"


class Registry(Generic[Entry]):
    """The entries of one kind by name.

    Attributes:
        kind: what one of them is called in messages, such as "challenge".
        group: the group of entry points, such as "twbench.challenges".
        shipped: the names of those that come with twbench, once it has called `seal` or `ship`.

    """

    def __init__(
        self, entry: type[Entry], kind: str, group: str, error: type[InputError], hint: str = ""
    ):
        """Make a registry of instances of ``entry``; what is wrong with one raises ``error``.

        ``hint`` is added to the message for a name that is not known.
        """
        self.kind = kind
        self.group = group
        self.shipped: frozenset[str] = frozenset()
        self._entry = entry
        self._error = error
        self._hint = f" {hint}" if hint else ""
        self._entries: dict[str, Entry] = {}
        self._homes: dict[str, str] = {}
        self._loaded: dict[EntryPoint, Entry] = {}
        _registries.append(self)

    def register(self, entry: Entry) -> Entry:
        """Add an entry and return it.

        Raises the registry's error where its name is taken, and for what is no entry.
        """
        if not isinstance(entry, self._entry):
            raise self._error(
                f"What is registered as {_a(self.kind)} must be {_a(self._entry.__name__)}, not"
                f" {_a(type(entry).__name__)}."
            )
        self._fetch(entry.name)
        if self._entries.setdefault(entry.name, entry) is not entry:
            raise self._error(
                f"There is already {_a(self.kind)} called {entry.name!r}: choose another name."
            )
        return entry

    def seal(self) -> None:
        """Note that what is registered now comes with twbench."""
        self.shipped = frozenset(self._entries)

    def ship(self, homes: Mapping[str, str]) -> None:
        """Note what comes with twbench: by its name, the module that registers it.

        The module is loaded when its entry is asked for.
        """
        self._homes = dict(homes)
        self.shipped = frozenset(homes)

    def forget(self, entries: Iterable[Entry]) -> None:
        """Remove entries that were added."""
        for entry in entries:
            del self._entries[entry.name]

    def registered(self) -> list[Entry]:
        """Return the entries that were registered in this process, first those of twbench."""
        return list(self.in_turn())

    def in_turn(self) -> Iterator[Entry]:
        """Yield the same one by one: what nobody gets to is not loaded."""
        for name in self._homes:
            self._fetch(name)
            yield self._entries[name]
        yield from [entry for name, entry in self._entries.items() if name not in self._homes]

    def added(self) -> list[Entry]:
        """Return the entries that were registered in this process, without those of twbench."""
        return [entry for name, entry in self._entries.items() if name not in self.shipped]

    def has(self, name: str) -> bool:
        """Say whether an entry was registered in this process; packages are not asked."""
        return name in self._entries or name in self._homes

    def names(self) -> list[str]:
        """Return the names of all entries, of installed packages too, sorted."""
        return sorted({*self._homes, *self._entries, *_announced(self.group)})

    def get(self, name: str, *, installed: bool = True) -> Entry:
        """Return an entry by its name; without ``installed`` no package is asked for it.

        Raises the registry's error where there is none, or where an installed package announces one
        that cannot be used.
        """
        self._fetch(name)
        if name in self._entries:
            return self._entries[name]
        point = self._point(name) if installed else None
        if point is None:
            known = self.names() if installed else sorted({*self._homes, *self._entries})
            raise self._error(
                f"There is no {self.kind} {name!r}; known are {', '.join(known) or 'none'}."
                f"{nearest(name, known)}{self._hint}"
            )
        if point not in self._loaded:
            self._loaded[point] = self._load(point)
        return self._loaded[point]

    def origin(self, name: str) -> Announced | None:
        """Return what an installed package announces under a name; None of what is registered.

        Nothing of the package is run. Raises the registry's error where several announce it.
        """
        point = None if self.has(name) else self._point(name)
        if point is None:
            return None
        package, version = _distribution(point)
        file = defining_file(point.module)
        digest = None if file is None else sha256_hex(file.read_bytes())
        return Announced(self.kind, name, package, version, digest)

    def reference(self, name: str) -> str | None:
        """Return where an installed package has what it announces, as MODULE:OBJECT; or None."""
        point = None if self.has(name) else self._point(name)
        return None if point is None else point.value

    def load(self, name: str, reference: str) -> Entry:
        """Return what `reference` has told, in a process that does not look for packages itself."""
        from importlib.metadata import EntryPoint

        return self._load(EntryPoint(name, reference, self.group))

    def package(self, name: str) -> str | None:
        """Return the installed package, with its version, that announces an entry, or None."""
        announced = _announced(self.group).get(name, ())
        return _package(announced[0]) if announced else None

    def _fetch(self, name: str) -> None:
        """Load what comes with twbench under a name, unless it was loaded."""
        if name not in self._entries and name in self._homes:
            import_module(self._homes[name])

    def _point(self, name: str) -> "EntryPoint | None":
        announced = _announced(self.group).get(name, ())
        if len(announced) > 1:
            packages = " and ".join(sorted(map(_package, announced)))
            raise self._error(f"Several packages announce the {self.kind} {name!r}: {packages}.")
        return announced[0] if announced else None

    def _load(self, point: "EntryPoint") -> Entry:
        what = f"The {self.kind} {point.name!r} of {_package(point)}"
        try:
            entry = point.load()
        except (Exception, SystemExit) as error:  # the border to packages of anybody
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


_registries: list[Registry[Any]] = []


def registries() -> list[Registry[Any]]:
    """Return the registries that this process has met."""
    return list(_registries)


def _a(noun: str) -> str:
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def _distribution(point: "EntryPoint") -> tuple[str, str]:
    return (point.dist.name, point.dist.version) if point.dist else ("unknown", "unknown")


def _package(point: "EntryPoint") -> str:
    return " ".join(_distribution(point)) if point.dist else point.module


def defining_file(module: str) -> Path | None:
    """Return the file of a module without running it or the packages that it is in."""
    first, *rest = module.split(".")
    name = first
    try:
        spec = importlib.util.find_spec(first)
        for part in rest:
            name = f"{name}.{part}"
            places = None if spec is None else spec.submodule_search_locations
            spec = importlib.machinery.PathFinder.find_spec(name, places) if places else None
    except (ImportError, ValueError):  # what cannot be found cannot be loaded either
        return None
    file = None if spec is None or not spec.has_location else spec.origin
    return Path(file) if file and Path(file).is_file() else None


def _announced(group: str) -> "dict[str, tuple[EntryPoint, ...]]":
    return _announced_on(group, tuple(sys.path))


# The path is a key only: `entry_points` looks along `sys.path` as it is.
@lru_cache(maxsize=_SEARCH_PATHS * 8)
def _announced_on(group: str, _path: tuple[str, ...]) -> "dict[str, tuple[EntryPoint, ...]]":
    from importlib.metadata import entry_points

    found: dict[str, tuple[EntryPoint, ...]] = {}
    for point in entry_points(group=group):
        if point not in found.get(point.name, ()):  # a folder may be on the path twice
            found[point.name] = (*found.get(point.name, ()), point)
    return found
