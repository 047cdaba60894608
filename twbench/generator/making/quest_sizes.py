"""How long and how broad quests are: where chaining options have a range for it, it is drawn."""

__all__ = ["drawn_sizes_first", "with_drawn_sizes"]

from collections.abc import Iterator
from typing import NamedTuple

from twbench.errors import ConfigError
from twbench.generator.chains.chaining import ChainingOptions
from twbench.generator.games.options import GameOptions
from twbench.seeding import Rng, derive_seed
from twbench.whole_numbers import whole_number

_UNSET = 1


def with_drawn_sizes(options: GameOptions) -> GameOptions:
    """Return options that have a ``quest_length`` and a ``quest_breadth`` of their chaining.

    ``options.chaining`` has ranges of both. An end of them that is 1, as by default, is what
    ``options`` themselves say. What is drawn fits together, if anything within the ranges does: a
    largest breadth is no request for a quest so broad. Raises ConfigError for a range without a
    number.
    """
    if not _has_ranges(options.chaining):
        return options
    chaining, rng = options.chaining, Rng(derive_seed(options.seeds["quest"], "sizes"))
    breadths = _Range.of("breadth", options.quest_breadth, chaining)
    lengths = _Range.of("length", options.quest_length, chaining)
    breadth = breadths.drawn(rng)
    if chaining.independent_chains:
        length = lengths.drawn(rng)
    else:
        # Subquests meet in one action, at least, and each has one of its own.
        longest = whole_number(chaining.max_depth, "chaining.max_depth", 1) - 1
        is_limited = chaining.max_depth != _UNSET
        narrowest = -((1 - lengths.low) // longest) if is_limited else 1
        breadth = breadths.nearest(breadth, max(lengths.high - 1, 1), narrowest)
        length = lengths.drawn(rng, 1 if breadth == 1 else breadth + 1)
        if is_limited:
            length = lengths.nearest(length, breadth * longest + 1)
    return _sized(options, length, breadth)


def drawn_sizes_first(options: GameOptions) -> Iterator[GameOptions]:
    """Yield options `with_drawn_sizes`, and then with all others that their ranges have.

    This is for a world that is given, which may have no quests of the sizes drawn. The drawn
    breadth is tried with all lengths before another one is. A search in vain takes long, so of the
    shorter lengths those are tried first that go halfway to the least, and halfway from there.
    """
    drawn = with_drawn_sizes(options)
    yield drawn
    if drawn is options:
        return
    lengths = _Range.of("length", options.quest_length, options.chaining)
    breadths = _Range.of("breadth", options.quest_breadth, options.chaining)
    for breadth in breadths.from_there(drawn.quest_breadth):
        for length in lengths.from_there(drawn.quest_length):
            if (length, breadth) != (drawn.quest_length, drawn.quest_breadth):
                yield _sized(options, length, breadth)


def _sized(options: GameOptions, length: int, breadth: int) -> GameOptions:
    sized = options.copy()
    sized.quest_length, sized.quest_breadth = length, breadth
    return sized


def _has_ranges(chaining: ChainingOptions) -> bool:
    ends = (chaining.min_length, chaining.max_length, chaining.min_breadth, chaining.max_breadth)
    return any(end != _UNSET for end in ends)


class _Range(NamedTuple):
    """The sizes that a chaining allows."""

    low: int
    high: int

    @classmethod
    def of(cls, what: str, given: int, chaining: ChainingOptions) -> "_Range":
        names = (f"min_{what}", f"max_{what}")
        ends = [whole_number(getattr(chaining, name), f"chaining.{name}", 1) for name in names]
        low, high = (given if end == _UNSET else end for end in ends)
        if low > high:
            raise ConfigError(
                f"chaining.min_{what} must be at most chaining.max_{what}: {low} is more than"
                f" {high}."
            )
        return cls(low, high)

    def drawn(self, rng: Rng, least: int = 1) -> int:
        """Draw a size, at ``least`` so much if there is any."""
        return rng.between(min(max(self.low, least), self.high), self.high)

    def from_there(self, size: int) -> Iterator[int]:
        """Yield a drawn ``size``, smaller ones by halves down to the least, and all others."""
        first = [size]
        while first[-1] > self.low:
            first.append((self.low + first[-1]) // 2)
        yield from first
        yield from (other for other in range(self.low, self.high + 1) if other not in first)

    def nearest(self, size: int, most: int, least: int = 1) -> int:
        """Return what is allowed nearest to a ``size``, from ``least`` to ``most`` if it can be."""
        return max(self.low, min(max(size, least), most, self.high))
