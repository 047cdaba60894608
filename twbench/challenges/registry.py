"""The registry of challenges: parametrised distributions of games, by name.

A challenge is a settings type and a function of (settings, options) that makes one game. The same
arguments make the same game, whatever was made before.
"""

__all__ = [
    "CHALLENGES",
    "LATER",
    "Challenge",
    "ChallengeRegistry",
    "get",
    "maker_in",
    "names",
    "plain_name",
    "register",
]

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

from twbench.errors import ConfigError
from twbench.registry import Registry
from twbench.system.collection import without_collection
from twbench.system.parts import Parts, completed

LATER = "later"
"""In the metadata of a setting: it came later, and is recorded only where it is given.

So datasets that were made before keep their bytes.
"""
_TEXTWORLD = "textworld"
_NAME = re.compile(r"\w[\w.-]*", re.ASCII)
_PREFIX = "tw-"  # TextWorld's names of its challenges begin with it


@dataclass(frozen=True, slots=True)
class Challenge:
    """A kind of games.

    TextWorld has a tuple in its place, which it can be taken for: of the description, a function
    that makes a game of a mapping of settings and options, and one that adds the options of the
    settings to a parser.

    Attributes:
        name: lower-case words joined by underscores, without a prefix.
        description: one sentence for users who choose a challenge.
        settings: a frozen dataclass of the parameters; it validates itself (ConfigError).
        make: makes one game of settings and options, and leaves those it has made alone.
            Of the family ``textworld`` the options are `GameOptions`, which give the seeds and the
            grammar of the texts. See `maker_in` for makers that do it in parts.
        family: the family of its games, see `twbench.families`.
        note: what the cards of datasets tell readers who know games of that name from elsewhere.

    """

    name: str
    description: str
    settings: type[Any]
    make: Callable[[Any, Any], Any]
    note: str = ""
    family: str = _TEXTWORLD

    def __iter__(self) -> Iterator[Any]:
        from twbench.challenges.setting_options import add_settings
        from twbench.challenges.textworld_calls import maker

        yield self.description
        yield maker(self)
        yield partial(add_settings, settings=self.settings)

    def __getitem__(self, index: int) -> Any:
        return tuple(self)[index]

    def make_in_parts(self, settings: Any, options: Any) -> Parts[Any]:
        """Return what ``make`` makes, between parts of the work where it has some."""
        if isinstance(self.make, _Maker):
            return (yield from self.make.in_parts(settings, options))
        return self.make(settings, options)


class ChallengeRegistry(Registry[Challenge]):
    """The challenges by their names without a prefix.

    As TextWorld's users know it, it is also a mapping: iteration yields its names (those of what
    twbench brings along have the prefix ``tw-``, and ``custom`` is none there, nor is what makes
    other games than TextWorld's), and ``CHALLENGES[name]`` is a challenge (docs:
    textworld.challenges).
    """

    def register(self, entry: Challenge) -> Challenge:
        """Add a challenge and return it.

        Raises ConfigError for a name that is taken or can be no folder, and for what is none.
        """
        if isinstance(entry, Challenge) and not _NAME.fullmatch(entry.name):
            raise ConfigError(
                f"The name of a challenge, {entry.name!r}, must be of letters, digits, '_', '-' and"
                " '.': folders and games are called by it."
            )
        return super().register(entry)

    def __iter__(self) -> Iterator[str]:
        for challenge in self.registered():
            if challenge.name != "custom" and challenge.family == _TEXTWORLD:
                shipped = challenge.name in self.shipped
                yield f"{_PREFIX}{challenge.name}" if shipped else challenge.name

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and (self.has(name) or self.has(plain_name(name)))

    def __getitem__(self, name: str) -> Challenge:
        # Somebody else's may have the prefix in its own name: TextWorld's users give it.
        return self.get(name if self.has(name) else plain_name(name))


CHALLENGES = ChallengeRegistry(
    Challenge,
    "challenge",
    "twbench.challenges",
    ConfigError,
    "One of your own is in a file that is named: dataset.modules=[FILE], or --module FILE.",
)
"""The challenges."""

register = CHALLENGES.register
names = CHALLENGES.names


def get(name: str) -> Challenge:
    """Return a challenge by its name, with or without the prefix ``tw-``.

    Raises ConfigError if there is none, or if a package announces one that cannot be used.
    """
    return CHALLENGES[name]


def plain_name(name: str) -> str:
    """Return the name of a challenge without the prefix ``tw-``."""
    return name.removeprefix(_PREFIX)


def maker_in(module: str, function: str) -> Callable[[Any, Any], Any]:
    """Return the maker of a challenge that loads its module when it makes the first game.

    ``function`` makes it in parts: it returns `Parts`.
    """
    return _Maker(module, function)


@dataclass(frozen=True, slots=True)
class _Maker:
    module: str
    function: str

    @without_collection()
    def __call__(self, settings: Any, options: Any) -> Any:
        return completed(self.in_parts(settings, options))

    def in_parts(self, settings: Any, options: Any) -> Parts[Any]:
        """Make a game in parts."""
        parts: Parts[Any] = getattr(import_module(self.module), self.function)(settings, options)
        return parts
