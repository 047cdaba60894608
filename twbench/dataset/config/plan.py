"""The plan of a dataset: which games to try for which place, before anything is made.

An item's key is (dataset seed, split, index, attempt); its seed derives from the key alone, and
its parameters from the seed and the place. The order of work and the number of workers do not
enter.
"""

__all__ = ["ItemSpec", "Plan", "Slot", "Spec"]

import heapq
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Protocol

from twbench.dataset.config.budget import Budget
from twbench.dataset.config.distribution import LEVELS, Distribution
from twbench.dataset.config.extensions import Extensions
from twbench.dataset.config.held_out import Names
from twbench.dataset.config.recipe import Recipe, Split, parse_recipe
from twbench.dataset.config.sampling import Place, allocate
from twbench.hashing import content_id
from twbench.seeding import derive_seed, shared_seed
from twbench.version import __version__


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a split, to be filled by one game."""

    split: str
    index: int


class Spec(Protocol):
    """What a candidate is made from, as far as the record of a rejected one tells it."""

    @property
    def split(self) -> str:
        """The split of the place that it is for."""

    @property
    def index(self) -> int:
        """The position of that place in the split."""

    @property
    def attempt(self) -> int:
        """How many candidates there were before for the same place."""

    @property
    def seed(self) -> int | None:
        """The seed of the game, if it is made here."""

    @property
    def challenge(self) -> str:
        """The challenge that the game is one of."""

    @property
    def params(self) -> dict[str, Any]:
        """The parameters of the game, or where it is from."""

    @property
    def key(self) -> str:
        """A short text that is equal for candidates that are made in the same way, and no others.

        All that enters the making enters the key, the version of twbench as well.
        """


@dataclass(frozen=True, slots=True)
class ItemSpec:
    """Everything one candidate is made from."""

    split: str
    index: int
    attempt: int
    seed: int
    challenge: str
    params: dict[str, Any]
    grammar: dict[str, Any]
    story_format: str = "z8"
    budget: Budget = field(default_factory=Budget)
    names: Names = field(default_factory=Names)
    extensions: Extensions = field(default_factory=Extensions)

    @property
    def slot(self) -> Slot:
        """The place that this candidate is for."""
        return Slot(self.split, self.index)

    @property
    def key(self) -> str:
        """A short text that is equal for candidates that are made in the same way; see `Spec`."""
        content = {name: getattr(self, name) for name in _PLAIN}
        content["budget"] = self.budget.serialize()
        content["names"] = [self.names.none_of, self.names.one_of]
        content["extensions"] = self.extensions.behind(self.challenge, self.grammar["theme"])
        return content_id([__version__, content])


_PLAIN = ("attempt", "challenge", "grammar", "index", "params", "seed", "split", "story_format")


class Plan:
    """The candidates of a recipe: all its `slots`, and the `spec` of each."""

    def __init__(self, recipe: Recipe):
        self.recipe = recipe
        self._splits = {split.name: split for split in recipe.dataset.splits}
        self._members = {split.name: _Members(split) for split in recipe.dataset.splits}

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel as plain data: what samplers of one's own are, another process must read first."""
        if not self.extensions.needed_to_plan:
            return Plan, (self.recipe,)
        return _plan_again, (self.recipe.serialize(), self.extensions)

    @property
    def extensions(self) -> Extensions:
        """The modules, themes and packages that it needs beside those of twbench."""
        return self.recipe.dataset.extensions

    def slots(self) -> Iterator[Slot]:
        """Return all places, split by split."""
        return chain.from_iterable(map(_slots, self.recipe.dataset.splits))

    def decided(self) -> Iterator[Slot]:
        """Return all places in the `decision_order`."""
        return heapq.merge(*map(_slots, self.recipe.dataset.splits), key=self.decision_order)

    def has(self, slot: Slot, attempt: int) -> bool:
        """Say whether candidate number ``attempt`` for ``slot`` is one of this plan."""
        split = self._splits.get(slot.split)
        return (
            split is not None
            and slot.index < split.size
            and attempt < self.recipe.dataset.max_attempts
        )

    def part_name(self, split: str, member: str) -> str:
        """Return the name of a split; if it has several members, SPLIT/MEMBER."""
        return split if len(self._splits[split].mixture) == 1 else f"{split}/{member}"

    def fixed(self, slot: Slot) -> str:
        """Return the parameters that all candidates for ``slot`` have alike, and others have not.

        They are those that a sampler gives to the place; an empty text if there are none.
        """
        distribution = self._distribution(slot)
        names = [
            name
            for name, sampler in (*distribution.parameters, *distribution.grammar)
            if sampler.by_place
        ]
        if not names:
            return ""
        spec = self.spec(slot, 0)
        values = {**spec.grammar, **spec.params}
        return ", ".join(f"{name}={values[name]}" for name in names)

    def member(self, slot: Slot) -> str:
        """Return the name of the member of its split's mixture that the place belongs to."""
        return self._distribution(slot).name

    def decision_order(self, slot: Slot) -> tuple[float, int]:
        """Return the sort key by which it is decided which place has a game several could have.

        Splits take turns in proportion to their sizes, so that none of them empties a small
        supply of structures before the others come.
        """
        position = list(self._splits).index(slot.split)
        return (slot.index + 0.5) / self._splits[slot.split].size, position

    @property
    def strictest(self) -> dict[str, str]:
        """The strictest hygiene of any member of each challenge."""
        levels: dict[str, str] = {}
        for split in self._splits.values():
            for member in split.mixture:
                known = levels.get(member.challenge, member.hygiene)
                levels[member.challenge] = max(known, member.hygiene, key=LEVELS.index)
        return levels

    def hygiene(self, slot: Slot) -> str:
        """Return the level of hygiene of the member that ``slot`` belongs to."""
        return self._distribution(slot).hygiene

    def _distribution(self, slot: Slot) -> Distribution:
        """Return the member of its split's mixture that ``slot`` belongs to."""
        member, _, _ = self._members[slot.split].at(slot.index)
        return self._splits[slot.split].mixture[member]

    def spec(self, slot: Slot, attempt: int) -> ItemSpec:
        """Return the candidate number ``attempt`` for ``slot``."""
        dataset = self.recipe.dataset
        split = self._splits[slot.split]
        member, rank, total = self._members[slot.split].at(slot.index)
        distribution = split.mixture[member]
        seed = derive_seed(dataset.seed, slot.split, slot.index, attempt)
        stratum = shared_seed(dataset.seed, "stratum", slot.split, distribution.name)
        params, grammar = distribution.draw(seed, Place(rank, total, stratum))
        return ItemSpec(
            split=slot.split,
            index=slot.index,
            attempt=attempt,
            seed=seed,
            challenge=distribution.challenge,
            params=params,
            grammar=dataset.held_out.grammar(slot.split, grammar),
            story_format=self.recipe.output.story_format,
            budget=dataset.budget,
            names=dataset.held_out.names(slot.split),
            extensions=self.extensions,
        )


def _slots(split: Split) -> Iterator[Slot]:
    return (Slot(split.name, index) for index in range(split.size))


def _plan_again(config: dict[str, Any], extensions: Extensions) -> Plan:
    if extensions.is_at_hand:
        extensions.use()
    return Plan(parse_recipe(config, extensions))


class _Members:
    """Which member of a split's mixture each place belongs to, and its rank there."""

    def __init__(self, split: Split):
        self._size = split.size
        self._single = len(split.mixture) == 1
        if self._single:
            return
        self._members = allocate([member.weight for member in split.mixture], split.size)
        self._totals = [0] * len(split.mixture)
        self._ranks = array("L")
        for member in self._members:
            self._ranks.append(self._totals[member])
            self._totals[member] += 1

    def at(self, index: int) -> tuple[int, int, int]:
        """Return the member, the rank of the place within it, and how many places it has."""
        if self._single:
            return 0, index, self._size
        member = self._members[index]
        return member, self._ranks[index], self._totals[member]
