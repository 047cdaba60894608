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
generation nor the other parameters can change it. The keys are the names of a registry: a module of
one's own (`twbench.modules`) and installed packages (``twbench.samplers``) can have more.
"""

__all__ = [
    "SAMPLERS",
    "Choice",
    "Constant",
    "OwnSampler",
    "Place",
    "RandInt",
    "Range",
    "Sampler",
    "SamplerEntry",
    "Stratified",
    "Unknown",
    "allocate",
    "parse_sampler",
]

from array import array
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol

from twbench.dataset.config.fields import check_value
from twbench.errors import ConfigError
from twbench.registry import Registry
from twbench.seeding import Rng, derive_seed


class Place(NamedTuple):
    """Where a game stands: ``rank`` of ``total`` within its split's share of one distribution.

    ``seed`` is the seed of the parameter, common to all games of that share.
    """

    rank: int
    total: int
    seed: int


class Sampler(Protocol):
    """What finds the value of a parameter for each game; those of one's own can derive from it."""

    @property
    def by_place(self) -> bool:
        """Whether all candidates for a place have the same value."""
        return False

    def draw(self, rng: Rng, place: Place) -> Any:
        """Return the value of the game at ``place``; ``rng`` is the game's own."""

    @property
    def possible(self) -> Sequence[Any]:
        """All values that can be drawn."""

    @property
    def extremes(self) -> tuple[Any, ...]:
        """Values to check before a build, at least one."""

    def serialize(self) -> Any:
        """Return the sampler as configured, with every default spelled out."""


class SamplerEntry(NamedTuple):
    """A registered sampler: ``{NAME: arguments}`` in a configuration is ``parse(arguments, path)``.

    ``arguments`` is a list of at least one value; ``path`` says where it stands, for messages.
    ``parse`` raises ConfigError for arguments that make no sense.
    """

    name: str
    parse: Callable[[Sequence[Any], str], Sampler]
    description: str = ""


@dataclass(frozen=True, slots=True)
class Constant:
    """The same value for every game."""

    value: Any
    by_place: ClassVar[bool] = False

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
class _Listed:
    """What is drawn from a list."""

    values: tuple[Any, ...]

    @property
    def possible(self) -> Sequence[Any]:
        """All values that can be drawn."""
        return self.values

    @property
    def extremes(self) -> tuple[Any, ...]:
        """Values to check before a build."""
        return self.values


class Choice(_Listed):
    """One of the values, each as likely as the others."""

    __slots__ = ()
    by_place: ClassVar[bool] = False

    def draw(self, rng: Rng, place: Place) -> Any:
        """Draw one of the values."""
        return rng.choice(self.values)

    def serialize(self) -> Any:
        """Return the sampler as configured."""
        return {"choice": _plain(self.values)}


@dataclass(frozen=True, slots=True)
class _Between:
    """What is drawn of the numbers from ``low`` to ``high``."""

    low: int
    high: int

    @property
    def extremes(self) -> tuple[Any, ...]:
        """Values to check before a build."""
        return (self.low, self.high)


class RandInt(_Between):
    """A whole number between ``low`` and ``high``, both included."""

    __slots__ = ()
    by_place: ClassVar[bool] = False

    def draw(self, rng: Rng, place: Place) -> Any:
        """Draw a number."""
        return rng.between(self.low, self.high)

    @property
    def possible(self) -> Sequence[Any]:
        """All values that can be drawn."""
        return range(self.low, self.high + 1)

    def serialize(self) -> Any:
        """Return the sampler as configured."""
        return {"randint": [self.low, self.high]}


class Stratified(_Listed):
    """Every value equally often: each run of ``len(values)`` games has each of them once."""

    __slots__ = ()
    by_place: ClassVar[bool] = True

    def draw(self, rng: Rng, place: Place) -> Any:
        """Return the value of this place, which does not depend on the game's own seed."""
        block, offset = divmod(place.rank, len(self.values))
        order = list(self.values)
        Rng(derive_seed(place.seed, "block", block)).shuffle(order)
        return order[offset]

    def serialize(self) -> Any:
        """Return the sampler as configured."""
        return {"stratified": _plain(self.values)}


@dataclass(frozen=True, slots=True)
class Range(_Between):
    """The numbers ``low, low + step, ... <= high``, rising evenly over the split."""

    step: int = 1
    by_place: ClassVar[bool] = True

    def draw(self, rng: Rng, place: Place) -> Any:
        """Return the number of this place."""
        count = (self.high - self.low) // self.step + 1
        return self.low + place.rank * count // place.total * self.step

    @property
    def possible(self) -> Sequence[Any]:
        """All values that can be drawn."""
        return range(self.low, self.high + 1, self.step)

    def serialize(self) -> Any:
        """Return the sampler as configured."""
        return {"range": [self.low, self.high, self.step]}


@dataclass(frozen=True, slots=True)
class OwnSampler:
    """A sampler that is none of twbench's own: what it does is checked before it is believed."""

    name: str
    sampler: Sampler

    @property
    def by_place(self) -> bool:
        """Whether all candidates for a place have the same value; no, unless it says so."""
        return getattr(self.sampler, "by_place", False)

    def draw(self, rng: Rng, place: Place) -> Any:
        """Draw a value; raises ConfigError unless it is among those that are possible."""
        value = check_value(self.sampler.draw(rng, place), f"What the sampler {self.name} draws")
        if value not in self.sampler.possible:
            raise ConfigError(f"The sampler {self.name} draws {value!r}, which is not possible.")
        return value

    @property
    def possible(self) -> Sequence[Any]:
        """All values that can be drawn."""
        return self.sampler.possible

    @property
    def extremes(self) -> tuple[Any, ...]:
        """Values to check before a build."""
        return self.sampler.extremes

    def serialize(self) -> Any:
        """Return the sampler as configured."""
        return self.sampler.serialize()


@dataclass(frozen=True, slots=True)
class Unknown:
    """A sampler of a dataset's record whose code is not at hand: it can be told, and not drawn."""

    name: str
    arguments: tuple[Any, ...]
    by_place: ClassVar[bool] = False
    possible: ClassVar[Sequence[Any]] = ()
    extremes: ClassVar[tuple[Any, ...]] = ()

    def draw(self, rng: Rng, place: Place) -> Any:
        """Raise ConfigError."""
        raise ConfigError(f"The sampler {self.name} is not at hand.")

    def serialize(self) -> Any:
        """Return the sampler as configured."""
        return {self.name: _plain(self.arguments)}


def _listed(kind: type[Choice | Stratified]) -> Callable[[Sequence[Any], str], Sampler]:
    return lambda arguments, path: kind(check_value(arguments, path))


def _parse_randint(arguments: Sequence[Any], path: str) -> Sampler:
    low, high = _interval(arguments, path, "[low, high]", (2,))
    return RandInt(low, high)


def _parse_range(arguments: Sequence[Any], path: str) -> Sampler:
    low, high, *more = _interval(arguments, path, "[low, high] or [low, high, step]", (2, 3))
    step = more[0] if more else 1
    if step < 1:
        raise ConfigError(f"{path} must have a step of at least 1, not {step}.")
    return Range(low, high, step)


def _interval(
    arguments: Sequence[Any], path: str, shape: str, lengths: Collection[int]
) -> Sequence[int]:
    """Return ``arguments`` that are of a ``shape``: whole numbers, of which the first two rise."""
    whole = all(isinstance(item, int) and not isinstance(item, bool) for item in arguments)
    if len(arguments) not in lengths or not whole:
        raise ConfigError(f"{path} must be {shape}, all whole numbers, not {list(arguments)!r}.")
    low, high = arguments[:2]
    if low > high:
        raise ConfigError(f"{path} must rise: {low} is greater than {high}.")
    return arguments


SAMPLERS = Registry(SamplerEntry, "sampler", "twbench.samplers", ConfigError)
"""The samplers by the keys that name them."""

for _entry in (
    SamplerEntry("choice", _listed(Choice), "one of the values, at random"),
    SamplerEntry("randint", _parse_randint, "a whole number between two, at random"),
    SamplerEntry("range", _parse_range, "numbers rising evenly over the split"),
    SamplerEntry("stratified", _listed(Stratified), "every value equally often, in random order"),
):
    SAMPLERS.register(_entry)
SAMPLERS.seal()


def parse_sampler(
    value: Any, path: str, *, lacking: Collection[str] = (), installed: bool = True
) -> Sampler:
    """Return the sampler written as ``value`` under the key ``path``; raises ConfigError.

    Those named in ``lacking`` are taken as they are written. Without ``installed`` no package is
    asked for one that nobody has registered.
    """
    if not isinstance(value, dict):
        return Constant(check_value(value, path))
    if len(value) != 1:
        raise ConfigError(
            f"{path} must be a value or a mapping with exactly one of"
            f" {', '.join(SAMPLERS.names())}, not {value!r}."
        )
    name, arguments = next(iter(value.items()))
    if name not in lacking:
        entry = _entry_of(name, path, installed)
    path = f"{path}.{name}"
    if not isinstance(arguments, list | tuple) or not arguments:
        raise ConfigError(f"{path} must be a list with at least one value, not {arguments!r}.")
    if name in lacking:
        return Unknown(name, check_value(arguments, path))
    if name in SAMPLERS.shipped:
        return entry.parse(arguments, path)
    return _checked(OwnSampler(name, entry.parse(arguments, path)), path)


def _entry_of(name: Any, path: str, installed: bool) -> SamplerEntry:
    try:
        return SAMPLERS.get(str(name), installed=installed)
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from error


def _checked(own: OwnSampler, path: str) -> OwnSampler:
    """Return a sampler of somebody else's, if it says all that a build needs to know of it."""
    if not own.extremes:
        raise ConfigError(f"{path}: the sampler {own.name} has no extremes to check.")
    for value in own.extremes:
        check_value(value, path)
    written = own.serialize()
    if not isinstance(written, dict) or list(written) != [own.name]:
        raise ConfigError(
            f"{path}: the sampler {own.name} must be written as {{{own.name}: [...]}}, not as"
            f" {written!r}."
        )
    return own


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
