"""Samplers: how the value of a parameter is found for each game of a split.

In a configuration a parameter is a plain value or a mapping with one of these keys:

```
level: 5                            the same value for every game
level: {choice: [1, 5, 9]}          one of the values, at random
level: {randint: [1, 100]}          a whole number between the two, both included, at random
level: {stratified: [1, 5, 9]}      every value equally often, in random order
level: {range: [1, 100]}            rising evenly over the split; a third number is the step
```

What a game gets depends on its place in the split and its own seed alone, so neither the order of
generation nor the other parameters can change it.
"""

__all__ = [
    "SAMPLERS",
    "Choice",
    "Constant",
    "Place",
    "RandInt",
    "Range",
    "Sampler",
    "Stratified",
    "allocate",
    "parse_sampler",
]

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from twbench.dataset.config.fields import check_value
from twbench.errors import ConfigError, nearest
from twbench.seeding import Rng, derive_seed


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game stands: ``rank`` of ``total`` within its split's share of one distribution.

    ``seed`` is the seed of the parameter, common to all games of that share.
    """

    rank: int
    total: int
    seed: int


@dataclass(frozen=True, slots=True)
class Constant:
    """The same value for every game."""

    value: Any

    def draw(self, rng: Rng, place: Place) -> Any:
        """Return the value."""
        return self.value

    @property
    def possible(self) -> Sequence[Any]:
        """All values that can be drawn."""
        return (self.value,)

    @property
    def extremes(self) -> tuple[Any, ...]:
        """Values to check before a build."""
        return (self.value,)

    def serialize(self) -> Any:
        """Return the value as configured."""
        return _plain(self.value)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the values, each as likely as the others."""

    values: tuple[Any, ...]

    def draw(self, rng: Rng, place: Place) -> Any:
        """Draw one of the values."""
        return rng.choice(self.values)

    @property
    def possible(self) -> Sequence[Any]:
        """All values that can be drawn."""
        return self.values

    @property
    def extremes(self) -> tuple[Any, ...]:
        """Values to check before a build."""
        return self.values

    def serialize(self) -> Any:
        """Return the sampler as configured."""
        return {"choice": _plain(self.values)}


@dataclass(frozen=True, slots=True)
class RandInt:
    """A whole number between ``low`` and ``high``, both included."""

    low: int
    high: int

    def draw(self, rng: Rng, place: Place) -> Any:
        """Draw a number."""
        return rng.between(self.low, self.high)

    @property
    def possible(self) -> Sequence[Any]:
        """All values that can be drawn."""
        return range(self.low, self.high + 1)

    @property
    def extremes(self) -> tuple[Any, ...]:
        """Values to check before a build."""
        return (self.low, self.high)

    def serialize(self) -> Any:
        """Return the sampler as configured."""
        return {"randint": [self.low, self.high]}


@dataclass(frozen=True, slots=True)
class Stratified:
    """Every value equally often: each run of ``len(values)`` games has each of them once."""

    values: tuple[Any, ...]

    def draw(self, rng: Rng, place: Place) -> Any:
        """Return the value of this place, which does not depend on the game's own seed."""
        block, offset = divmod(place.rank, len(self.values))
        order = list(self.values)
        Rng(derive_seed(place.seed, "block", block)).shuffle(order)
        return order[offset]

    @property
    def possible(self) -> Sequence[Any]:
        """All values that can be drawn."""
        return self.values

    @property
    def extremes(self) -> tuple[Any, ...]:
        """Values to check before a build."""
        return self.values

    def serialize(self) -> Any:
        """Return the sampler as configured."""
        return {"stratified": _plain(self.values)}


@dataclass(frozen=True, slots=True)
class Range:
    """The numbers ``low, low + step, ... <= high``, rising evenly over the split."""

    low: int
    high: int
    step: int = 1

    def draw(self, rng: Rng, place: Place) -> Any:
        """Return the number of this place."""
        count = (self.high - self.low) // self.step + 1
        return self.low + place.rank * count // place.total * self.step

    @property
    def possible(self) -> Sequence[Any]:
        """All values that can be drawn."""
        return range(self.low, self.high + 1, self.step)

    @property
    def extremes(self) -> tuple[Any, ...]:
        """Values to check before a build."""
        return (self.low, self.high)

    def serialize(self) -> Any:
        """Return the sampler as configured."""
        return {"range": [self.low, self.high, self.step]}


Sampler = Constant | Choice | RandInt | Stratified | Range

SAMPLERS = ("choice", "randint", "range", "stratified")


def parse_sampler(value: Any, path: str) -> Sampler:
    """Return the sampler written as ``value`` under the key ``path``; raises ConfigError."""
    if not isinstance(value, dict):
        return Constant(check_value(value, path))
    if len(value) != 1:
        raise ConfigError(
            f"{path} must be a value or a mapping with exactly one of {', '.join(SAMPLERS)},"
            f" not {value!r}."
        )
    name, arguments = next(iter(value.items()))
    if name not in SAMPLERS:
        raise ConfigError(
            f"{path} has no sampler {name!r}; there are {', '.join(SAMPLERS)}."
            f"{nearest(str(name), SAMPLERS)}"
        )
    path = f"{path}.{name}"
    if not isinstance(arguments, list | tuple) or not arguments:
        raise ConfigError(f"{path} must be a list with at least one value, not {arguments!r}.")
    if name == "choice":
        return Choice(check_value(arguments, path))
    if name == "stratified":
        return Stratified(check_value(arguments, path))
    return _parse_interval(name, arguments, path)


def _parse_interval(name: str, arguments: Sequence[Any], path: str) -> Sampler:
    lengths = (2,) if name == "randint" else (2, 3)
    whole = all(isinstance(item, int) and not isinstance(item, bool) for item in arguments)
    if len(arguments) not in lengths or not whole:
        shape = "[low, high]" if name == "randint" else "[low, high] or [low, high, step]"
        raise ConfigError(f"{path} must be {shape}, all whole numbers, not {list(arguments)!r}.")
    low, high = arguments[:2]
    if low > high:
        raise ConfigError(f"{path} must rise: {low} is greater than {high}.")
    if name == "randint":
        return RandInt(low, high)
    step = arguments[2] if len(arguments) == 3 else 1
    if step < 1:
        raise ConfigError(f"{path} must have a step of at least 1, not {step}.")
    return Range(low, high, step)


def allocate(weights: Sequence[float], size: int) -> "array[int]":
    """Share ``size`` places among the members of a mixture.

    Returns for each place the position of its member. After any number of places each member has
    its exact share, up to one place: the next place goes to whoever is furthest behind.
    """
    total = sum(weights)
    counts = [0] * len(weights)
    places = array("H")
    for place in range(size):
        due = [
            weight / total * (place + 1) - count
            for weight, count in zip(weights, counts, strict=True)
        ]
        member = max(range(len(due)), key=due.__getitem__)
        counts[member] += 1
        places.append(member)
    return places


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
