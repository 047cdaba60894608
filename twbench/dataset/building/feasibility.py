"""Before the long work of a build: are there enough different games? A look at a sample.

The sample is the build's own beginning: its first candidates, made for good and judged in the order
in which the build judges them. So the games accepted are those that the build will accept, and none
of the work is lost.

An accepted game is never given up again, and the more of them there are, the more likely the next
candidate is a duplicate. So the rate of acceptance in the sample is an upper bound of all later
ones. Where a part of the dataset had few candidates accepted, more of its candidates are made,
without their stories, and judged as if no other part accepted anything more.

A configuration is refused if one of its parts can hardly be filled. Suppose any rate of acceptance,
and ask how likely it is both to draw a sample as poor as this one and to fill all places that are
left, with all attempts that each of them has. If that chance is below one in a million for every
rate, the part will not be filled. Time limits how much is sampled, and a part that was sampled too
little is never refused. A candidate at which its challenge failed counts as accepted here: the
build has its own way to tell of failures.

A part is a member of a split's mixture. Where samplers give each place its value (stratified,
range), it is the places with the same values.
"""

__all__ = ["Feasibility", "SampleWork"]

import itertools
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from twbench.dataset.config.distribution import LEVELS
from twbench.dataset.config.plan import ItemSpec, Plan, Slot
from twbench.dataset.config.recipe import Split
from twbench.dataset.config.split_names import split_order
from twbench.dataset.items import item
from twbench.dataset.items.deduplication import Conflict, Deduplication
from twbench.dataset.items.failure import FAILURES
from twbench.dataset.items.item import Sample
from twbench.dataset.workers.engines import Engine
from twbench.dataset.workers.work import Loss
from twbench.system.collection import without_collection

SMALL = 200
"""Datasets with fewer games are made as quickly as they are sampled."""
FIRST = 600
"""Candidates of the build's beginning that are looked at, at most."""
MOST = 3_000
"""Further candidates of a part."""
SECONDS = 8.0
BATCH = 64
BATCH_SECONDS = 0.5
"""What a portion of candidates should take, so that time is looked at often enough."""
RARE = math.log(1e6)
"""Of a chance of one in a million, the logarithm."""
RATES = 1_000
"""Rates of acceptance that are considered, down to one in ten millions."""
SHARED = frozenset(f"shared_{level}" for level in LEVELS)
"""Reasons that less hygiene does away with."""
LIKELY = 0.5
"""The chance of being filled that parts of a proposed configuration should have."""
SUSPICIOUS = 0.25
"""The rate of acceptance below which a part is looked at more closely."""


class SampleWork(NamedTuple):
    """Makes games of candidates, and says what tells them apart."""

    quiet: bool = False

    def seconds(self, part: ItemSpec) -> float | None:
        """Return after what time a candidate is to be given up."""
        return item.patience(part)

    @without_collection()
    def do(
        self, parts: Sequence[ItemSpec], begin: Callable[[int], None]
    ) -> list[tuple[Slot, int, Sample]]:
        """Make the games of the candidates ``parts``."""
        found = []
        for number, spec in enumerate(parts):
            begin(number)
            found.append((spec.slot, spec.attempt, item.sample_item(spec)))
        return found

    def give_up(self, part: ItemSpec, loss: Loss) -> list[tuple[Slot, int, Sample]]:
        """Return the result of a candidate that a worker has been lost with."""
        return [(part.slot, part.attempt, Sample(item.lose_item(part, loss).reason))]


@dataclass(slots=True)
class _Part:
    """What was found of a part.

    ``verdicts`` has a reason for each candidate of the beginning, or "" if it was accepted,
    ``probes`` the same for further ones, of which ``own`` has the games; ``details`` counts
    sentences about names.
    """

    places: int = 0
    slots: list[Slot] = field(default_factory=list)
    verdicts: list[str] = field(default_factory=list)
    probes: list[str] = field(default_factory=list)
    structures: set[str] = field(default_factory=set)
    details: Counter[str] = field(default_factory=Counter)
    own: set[str | None] = field(default_factory=set)

    def note(self, sample: Sample) -> None:
        """Count what is to be told of a candidate."""
        if sample.game is not None:
            self.structures.add(sample.game.structure_hash)
        if sample.detail:
            self.details[sample.detail] += 1

    @property
    def filled(self) -> int:
        """How many games were found for its places."""
        return self.verdicts.count("") + self.probes.count("")

    @property
    def reasons(self) -> Counter[str]:
        """For what reasons its candidates could not be taken."""
        return Counter(filter(None, [*self.verdicts, *self.probes]))

    @property
    def rate(self) -> float:
        """The rate at which the last candidates were accepted."""
        last = self.probes or self.verdicts[len(self.verdicts) // 2 :]
        return last.count("") / len(last)

    def cannot_be_filled(self, attempts: int) -> bool:
        """Say whether its places will not be filled, by the rule of this module.

        The rate of all is a bound of what follows, as that of the last ones is; either will do.
        """
        missing = self.places - self.filled
        if missing <= 0:
            return False
        everything = [*self.verdicts, *self.probes]
        return any(
            not _may_be_filled(found.count(""), len(found), missing, attempts)
            for found in (everything, everything[len(everything) // 2 :])
        )

    def is_doubtful(self, attempts: int) -> bool:
        """Say whether its places will rather not be filled, if candidates go on as those sampled.

        That refuses no configuration, but none is proposed that keeps such a part.
        """
        accepted = self.probes.count("")
        if len(self.probes) < BATCH or accepted == len(self.probes):
            return False
        missing = self.places - self.filled
        rate = accepted / len(self.probes)
        return missing > 0 and missing * _log_filled(rate, attempts) < math.log(LIKELY)


class Feasibility:
    """Samples the candidates of a plan, with a ``deduplication`` that is of no further use.

    ``make_first`` makes the first candidate of each of some places, keeps them for the build, and
    says what tells them apart.
    """

    def __init__(
        self,
        plan: Plan,
        deduplication: Deduplication,
        engine: Engine,
        make_first: Callable[[Sequence[Slot]], Sequence[Sample]],
    ):
        self._plan = plan
        self._make_first = make_first
        self._splits = plan.recipe.dataset.splits
        self._deduplication = deduplication
        self._engine = engine
        self._attempts = plan.recipe.dataset.max_attempts
        self._started = time.monotonic()
        self._together = 1
        self._parts: dict[tuple[str, str, str], _Part] = {}

    def problems(self) -> list[str]:
        """Return a line for each part that cannot be filled, none if it is not certain of any.

        Where one is, those that seem to be as short are told as well, and what could be asked for.
        """
        self._begin()
        # All suspicious parts get a short look before any gets a long one, as time is limited for
        # all together.
        for most in (BATCH, MOST):
            for part in self._suspicious():
                self._probe(part, most)
        certain = [key for key, part in self._ordered() if part.cannot_be_filled(self._attempts)]
        if not certain:
            return []
        short = {
            key: part
            for key, part in self._ordered()
            if key in certain or part.is_doubtful(self._attempts)
        }
        lines = [
            self._problem(key, part, "" if key in certain else "probably ")
            for key, part in short.items()
        ]
        return [*lines, f"The nearest that can be filled: {self._nearest(short)}."]

    def _nearest(self, short: Mapping[tuple[str, str, str], _Part]) -> str:
        """Return what to change so that nothing is asked of the parts that are short."""
        if all(part.reasons.most_common(1)[0][0] in SHARED for part in short.values()):
            named = sorted({member for _, member, _ in short})
            everyone = {member.name for split in self._splits for member in split.mixture}
            if len(named) == len(everyone):
                return f"dataset.hygiene={LEVELS[0]}"
            return f"hygiene: {LEVELS[0]} for member {' and '.join(named)} of the mixture"
        changes = []
        for split in self._splits:
            parts = {key: part for key, part in short.items() if key[0] == split.name}
            if parts:
                changes.append(_change(split, parts))
        return "; ".join(changes)

    def lines(self) -> list[str]:
        """Return a line for each split and member: how many structures were found in the sample."""
        found: dict[tuple[str, str], tuple[set[str], int]] = {}
        for (split, member, _), part in self._ordered():
            structures, count = found.get((split, member), (set(), 0))
            seen = count + len(part.verdicts) + len(part.probes)
            found[split, member] = (structures | part.structures, seen)
        return [
            f"{self._plan.part_name(*names)}: {len(structures)} different structures"
            f" among {count} sampled"
            for names, (structures, count) in found.items()
        ]

    def _ordered(self) -> list[tuple[tuple[str, str, str], _Part]]:
        return sorted(
            self._parts.items(), key=lambda found: (split_order(found[0][0]), *found[0][1:])
        )

    def _begin(self) -> None:
        """Judge the first candidates of the build as it would."""
        places = Counter((slot.split, self._plan.member(slot)) for slot in self._plan.slots())
        order = itertools.islice(self._plan.decided(), FIRST)
        # Half of the time; the rest is for further candidates of parts that look poor.
        for slot, _, sample in self._samples(
            ((slot, 0) for slot in order),
            SECONDS / 2,
            lambda places: self._make_first([slot for slot, _ in places]),
        ):
            member = self._plan.member(slot)
            fixed = self._plan.fixed(slot)
            part = self._parts.setdefault((slot.split, member, fixed), _Part())
            part.slots.append(slot)
            part.places = len(part.slots) if fixed else places[slot.split, member]
            part.verdicts.append(self._verdict(slot, sample, self._deduplication.accept))
            part.note(sample)

    def _suspicious(self) -> list[_Part]:
        """Return the parts of which few candidates were accepted, the worst first."""
        rated = sorted((part.rate, key) for key, part in self._ordered())
        return [
            self._parts[key]
            for rate, key in rated
            if rate < SUSPICIOUS and not self._parts[key].cannot_be_filled(self._attempts)
        ]

    def _probe(self, part: _Part, most: int) -> None:
        """Judge further candidates of a part until it is decided what is to be said of it."""
        every = ((slot, attempt) for attempt in range(1, self._attempts) for slot in part.slots)
        further = itertools.islice(every, len(part.probes), most)
        for slot, _, sample in self._samples(further, SECONDS, self._further_samples):
            # Checked and not accepted: a further candidate may not take anything away from another
            # part. That it may be the same game as another further one is looked at here.
            verdict = self._verdict(slot, sample, self._deduplication.check)
            game_id = None if sample.game is None else sample.game.game_id
            again = game_id is not None and game_id in part.own
            part.probes.append("duplicate" if again else verdict)
            if not verdict:
                part.own.add(game_id)
            part.note(sample)
            if len(part.probes) % BATCH == 0:
                accepted = part.probes.count("")
                if accepted > SUSPICIOUS * BATCH or part.cannot_be_filled(self._attempts):
                    return

    def _samples(
        self,
        places: Iterator[tuple[Slot, int]],
        seconds: float,
        make: Callable[[Sequence[tuple[Slot, int]]], Sequence[Sample]],
    ) -> Iterator[tuple[Slot, int, Sample]]:
        """Make candidates and yield them in their order, up to ``seconds`` from the beginning."""
        while time.monotonic() < self._started + seconds:
            batch = list(itertools.islice(places, self._together * self._engine.workers))
            if not batch:
                return
            begun = time.monotonic()
            samples = make(batch)
            # The first portion says nothing of how long candidates take: workers are started by it,
            # as the build needs them in any case. So the time counts from its end.
            if self._together == 1:
                self._started = time.monotonic()
            if time.monotonic() - begun < BATCH_SECONDS or self._together == 1:
                self._together *= 2
            yield from ((*place, sample) for place, sample in zip(batch, samples, strict=True))

    def _further_samples(self, places: Sequence[tuple[Slot, int]]) -> Sequence[Sample]:
        """Make the games of candidates that the build may not come to."""
        specs = [self._plan.spec(slot, attempt) for slot, attempt in places]
        workers = min(self._engine.workers, len(specs))
        portions = [specs[number::workers] for number in range(workers)]
        results = self._engine.run(SampleWork(), portions)
        found = {(slot, attempt): sample for part in results for slot, attempt, sample in part}
        return [found[place] for place in places]

    def _verdict(self, slot: Slot, sample: Sample, judge: Callable[..., Conflict | None]) -> str:
        """Return why a candidate is not taken, or nothing."""
        if sample.reason in FAILURES:
            return ""
        if sample.reason or sample.game is None:
            return sample.reason
        conflict = judge(slot, sample.game, self._plan.hygiene(slot))
        return "" if conflict is None else conflict.reason

    def _problem(self, key: tuple[str, str, str], part: _Part, likely: str) -> str:
        split, member, fixed = key
        listed = ", ".join(f"{reason} {count}" for reason, count in sorted(part.reasons.items()))
        detail = "".join(f" {sentence}" for sentence, _ in part.details.most_common(1))
        sampled = len(part.verdicts) + len(part.probes)
        where = f" with {fixed}" if fixed else ""
        return (
            f"{likely}{self._plan.part_name(split, member)}{where}: {part.places} games wanted;"
            f" {len(part.structures)} different structures among {sampled} sampled, of which"
            f" {part.filled} could be taken ({listed}).{detail}"
        )


def _change(split: Split, parts: Mapping[tuple[str, str, str], _Part]) -> str:
    """Return what to change of a split so that nothing is asked of these parts of it."""
    members = sorted({member for _, member, _ in parts})
    fixed = sorted({values for _, _, values in parts if values})
    if fixed or len(members) < len(split.mixture):
        return f"split {split.name} without {', '.join(fixed or members)}"
    if any(part.details for part in parts.values()):
        return (
            f"other held-out names for split {split.name}, or a share of all nouns"
            " (dataset.held_out.entity_names=0.2)"
        )
    filled = sum(part.filled for part in parts.values())
    return f"split {split.name} with no more than {filled} games"


def _may_be_filled(accepted: int, count: int, places: int, attempts: int) -> bool:
    """Say whether there is a rate at which `_chances` is not below one in a million."""
    # Nearly always the rate that was seen does, and no other has to be looked at.
    return any(chance >= -RARE for chance in _chances(accepted, count, places, attempts))


def _chances(accepted: int, count: int, places: int, attempts: int) -> Iterator[float]:
    """Yield, for many rates, the logarithm of an upper bound of the chance of two things together.

    At most ``accepted`` candidates of ``count`` are accepted (by the bound of Chernoff, which is
    exp(-count * KL(accepted / count, rate))), and ``places`` are filled, each within ``attempts``.
    """
    if accepted == count:
        yield 0.0
        return
    seen = accepted / count
    for step in reversed(range(1, RATES)):
        rate = seen + (1 - seen) * 10 ** (-7 * step / RATES)
        yield places * _log_filled(rate, attempts) - count * _divergence(seen, rate)


def _log_filled(rate: float, attempts: int) -> float:
    """Return the logarithm of the chance that a place is filled in so many attempts."""
    return math.log(-math.expm1(attempts * math.log1p(-rate))) if rate else -math.inf


def _divergence(one: float, other: float) -> float:
    """Return the Kullback-Leibler divergence of two rates, the first being the lower one."""
    first = one * math.log(one / other) if one else 0.0
    return first + (1 - one) * math.log((1 - one) / (1 - other))
