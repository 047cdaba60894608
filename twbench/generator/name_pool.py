"""The names that a grammar offers for one type of thing in one type of room."""

__all__ = ["Name", "NamePool"]

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from twbench.errors import GrammarError
from twbench.seeding import Rng

_BLIND_DRAWS = 6
"""Names drawn without looking which are free, before the free ones are listed."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name: its noun, and an adjective or None."""

    noun: str
    adj: str | None = None

    @classmethod
    def read(cls, candidate: str) -> "Name":
        """Read ``adj | noun`` or ``noun``; raises GrammarError for several ``|``."""
        parts = [" ".join(part.split()) for part in candidate.split("|")]
        if len(parts) > 2:
            raise GrammarError(f"A name is written 'adjective | noun', not {candidate!r}.")
        return cls(parts[-1], parts[0] or None) if len(parts) == 2 else cls(parts[0])

    @property
    def full(self) -> str:
        """The whole name: adjective and noun."""
        return f"{self.adj} {self.noun}" if self.adj else self.noun

    @property
    def candidate(self) -> str:
        """The name as a grammar writes it: ``adj|noun``."""
        return f"{self.adj}|{self.noun}" if self.adj else self.noun

    def first_free_number(self, taken: Container[str]) -> "Name":
        """Return this name with the least number, from 2, with which it is not ``taken``."""
        number = 2
        while f"{self.full} {number}".lower() in taken:
            number += 1
        return Name(f"{self.noun} {number}", self.adj)


Entry = tuple[str, Name]
"""A name behind its text in lower case, by which it is looked up among those taken."""


@dataclass(frozen=True)
class NamePool:
    """All names of a type, without repetition, in the order of the grammar.

    ``entries`` are the whole names, ``plain`` the different nouns as names without adjectives.
    """

    entries: tuple[Entry, ...]
    plain: tuple[Entry, ...]

    @classmethod
    def of(cls, candidates: Iterable[str]) -> "NamePool":
        """Build the pool of ``candidates`` as the grammar writes them."""
        names = dict.fromkeys(Name.read(candidate) for candidate in candidates)
        nouns = dict.fromkeys(Name(name.noun) for name in names)
        return cls(_entries(names), _entries(nouns))

    @property
    def names(self) -> tuple[Name, ...]:
        """The whole names."""
        return tuple(name for _, name in self.entries)

    @property
    def nouns(self) -> tuple[str, ...]:
        """The different nouns."""
        return tuple(name.noun for _, name in self.plain)

    def draw(self, rng: Rng, taken: Container[str], with_adj: bool) -> Name | None:
        """Draw a name that is not ``taken`` (in lower case), or return None if none is left.

        Without ``with_adj`` a noun alone is preferred as long as there is a free one.
        """
        name = None if with_adj else _draw_free(rng, self.plain, taken)
        return name or _draw_free(rng, self.entries, taken)

    def draw_numbered(self, rng: Rng, taken: Container[str], with_adj: bool) -> Name:
        """Draw a name that is free with a number behind it."""
        _, name = rng.choice(self.entries if with_adj else self.plain)
        return name.first_free_number(taken)


def _entries(names: Iterable[Name]) -> tuple[Entry, ...]:
    return tuple((name.full.lower(), name) for name in names)


def _draw_free(rng: Rng, entries: Sequence[Entry], taken: Container[str]) -> Name | None:
    for _ in range(_BLIND_DRAWS):
        text, name = rng.choice(entries)
        if text not in taken:
            return name
    free = [name for text, name in entries if text not in taken]
    return rng.choice(free) if free else None
