"""How long and how broad quests are: where chaining options have a range for it, it is drawn."""

__all__ = ["with_drawn_sizes"]

from twbench.errors import ConfigError
from twbench.generator.chains.chaining import ChainingOptions
from twbench.generator.games.options import GameOptions
from twbench.seeding import Rng, derive_seed
from twbench.whole_numbers import whole_number

_UNSET = 1


def with_drawn_sizes(options: GameOptions) -> GameOptions:
    """Return options that have a ``quest_length`` and a ``quest_breadth`` of their chaining.

    ``options.chaining`` has ranges of both. An end of them that is 1, as by default, is what
    ``options`` themselves say. Raises ConfigError for a range without a number.
    """
    if not _has_ranges(options.chaining):
        return options
    chaining, rng = options.chaining, Rng(derive_seed(options.seeds["quest"], "sizes"))
    breadth = _drawn(rng, "breadth", options.quest_breadth, chaining)
    # Subquests meet in one action, at least, and each has one of its own.
    least = 1 if breadth == 1 or chaining.independent_chains else breadth + 1
    length = _drawn(rng, "length", options.quest_length, chaining, least)
    sized = options.copy()
    sized.quest_length, sized.quest_breadth = length, breadth
    return sized


def _has_ranges(chaining: ChainingOptions) -> bool:
    ends = (chaining.min_length, chaining.max_length, chaining.min_breadth, chaining.max_breadth)
    return any(end != _UNSET for end in ends)


def _drawn(rng: Rng, what: str, given: int, chaining: ChainingOptions, least: int = 1) -> int:
    """Draw a size from the range of the chaining, at ``least`` so much if there is any."""
    names = (f"min_{what}", f"max_{what}")
    ends = [whole_number(getattr(chaining, name), f"chaining.{name}", 1) for name in names]
    low, high = (given if end == _UNSET else end for end in ends)
    if low > high:
        raise ConfigError(
            f"chaining.min_{what} must be at most chaining.max_{what}: {low} is more than {high}."
        )
    return rng.between(min(max(low, least), high), high)
