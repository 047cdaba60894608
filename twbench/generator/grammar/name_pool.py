"""The names that a grammar offers for one type of thing in one type of room."""

__all__ = ["Name", "NamePool", "entries_with", "noun_of"]

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from twbench.errors import GrammarError
from twbench.seeding import Rng

_BLIND_DRAWS = 6
"""Names drawn without looking which are free, before the free ones are listed."""


class Name(NamedTuple):
    """A name: its noun, and an adjective or None."""

    noun: str
    adj: str | None = None

    @classmethod
    def read(cls, candidate: str) -> "Name":
        """Read ``adj | noun`` or ``noun``; raises GrammarError for several ``|``."""
        adj, bar, noun = candidate.partition("|")
        if not bar:
            return cls(" ".join(candidate.split()))
        if "|" in noun:
            raise GrammarError(f"A name is written 'adjective | noun', not {candidate!r}.")
        return cls(" ".join(noun.split()), " ".join(adj.split()) or None)

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


def noun_of(candidate: str) -> str:
    """Return the noun of a name as the grammar writes it."""
    return " ".join(candidate.rpartition("|")[2].split())


Entry = tuple[str, Name]
"""A name behind its text in lower case, by which it is looked up among those taken."""


@dataclass(frozen=True)
class NamePool:
    """All names of a type, without repetition, in the order of the grammar.

    ``candidates`` are the names as the grammar writes them. ``entries`` are the whole names,
    ``plain`` the different nouns as names without adjectives. Each is made when first asked for:
    most games draw nouns alone, of which there are few.
    """

    candidates: tuple[str, ...]

    @classmethod
    def of(cls, candidates: Iterable[str]) -> "NamePool":
        """Build the pool of ``candidates``, without those that have no noun.

        Raises GrammarError for one with several ``|``.
        """
        pool = cls(tuple([text for text in candidates if text[-1:] not in "| " or noun_of(text)]))
        for candidate in pool.candidates:
            if candidate.count("|") > 1:
                Name.read(candidate)
        return pool

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The whole names."""
        return _entries(self.names)

    @cached_property
    def plain(self) -> tuple[Entry, ...]:
        """The different nouns."""
        return _entries(dict.fromkeys(map(Name, map(noun_of, self.candidates))))

    def without(self, nouns: Container[str]) -> "NamePool":
        """Return the pool of the names whose noun, in lower case, is not in ``nouns``."""
        return NamePool(
            tuple([text for text in self.candidates if noun_of(text).lower() not in nouns])
        )

    @property
    def names(self) -> tuple[Name, ...]:
        """The whole names. There are thousands, so they are not kept before one is drawn."""
        return tuple(dict.fromkeys(map(Name.read, self.candidates)))

    @cached_property
    def nouns(self) -> tuple[str, ...]:
        """The different nouns, as texts."""
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


@lru_cache(maxsize=1024)
def entries_with(adjective: str, nouns: tuple[str, ...]) -> tuple[Entry, ...]:
    """Return the names that nouns and an adjective make."""
    return _entries([Name(noun, adjective) for noun in nouns])


def _entries(names: Iterable[Name]) -> tuple[Entry, ...]:
    return tuple((name.full.lower(), name) for name in names)


def _draw_free(rng: Rng, entries: Sequence[Entry], taken: Container[str]) -> Name | None:
    # Free names are equally likely either way: one that is taken tells nothing of the next draw.
    for _ in range(_BLIND_DRAWS if entries else 0):
        text, name = rng.choice(entries)
        if text not in taken:
            return name
    free = [name for text, name in entries if text not in taken]
    return rng.choice(free) if free else None
