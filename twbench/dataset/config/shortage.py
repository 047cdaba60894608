"""What is said of a build that runs short of games: which part of which split, and why.

A part of a split is a member of its mixture; a split without a mixture is one part.
"""

__all__ = ["Shortage", "short_of"]

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from twbench.dataset.config.plan import Plan, Slot
from twbench.dataset.config.split_names import split_order

Part = tuple[str, str]
"""A split and the name of a member of its mixture."""

MOST_SHOWN = 3
MORE_GAMES = (
    "Ask for fewer games, vary the parameters more, or allow more attempts (dataset.max_attempts);"
    " then give the same command again."
)
SHARE_MORE = (
    "Ask for fewer games, vary the parameters more, allow more attempts (dataset.max_attempts), or"
    " let splits share more (dataset.hygiene=none); then give the same command again."
)
NOBODY_WINS = (
    "No candidate was won, and more of them will not help: see whether the rules let anybody do"
    " what the quests ask for, in a game that twbench make makes."
)


class Shortage(NamedTuple):
    """The places ``empty`` of a plan that stay without a game.

    ``structures`` has the place of each candidate and its structure, None where there is none;
    ``rejected`` are the rows of the candidates that were rejected.
    """

    plan: Plan
    empty: Sequence[Slot]
    structures: Iterable[tuple[Slot, str | None]]
    rejected: Iterable[Mapping[str, Any]]

    def text(self) -> str:
        """Return a line for each part that is short: what it has, and why it has no more."""
        missing = _parts(self.empty, self.plan)
        wanted = _parts(self.plan.slots(), self.plan)
        candidates: Counter[Part] = Counter()
        different: dict[Part, set[str]] = {part: set() for part in missing}
        for slot, structure in self.structures:
            part = slot.split, self.plan.member(slot)
            candidates[part] += 1
            if part in missing and structure is not None:
                different[part].add(structure)
        reasons: dict[Part, Counter[str]] = {part: Counter() for part in missing}
        for row in self.rejected:
            part = row["split"], self.plan.member(Slot(row["split"], row["index"]))
            if part in missing:
                reasons[part][row["reason"]] += 1
        lines = [
            f"  {self.plan.part_name(*part)}:"
            f" {wanted[part] - missing[part]} of {wanted[part]} games;"
            f" {len(different[part])} different structures among {candidates[part]} candidates,"
            f" rejected as {_listed(reasons[part])}"
            for part in sorted(missing, key=lambda part: (split_order(part[0]), part[1]))
        ]
        attempts = self.plan.recipe.dataset.max_attempts
        return "\n".join(
            [
                f"Not enough different games after {attempts} attempts for each place:",
                *lines,
                _advice(reasons.values()),
            ]
        )


def short_of(empty: Iterable[Slot], plan: Plan) -> str:
    """Say in a few words which parts lack most games."""
    missing = _parts(empty, plan)
    ranked = sorted(missing, key=lambda part: (-missing[part], split_order(part[0]), part[1]))
    shown = [f"{plan.part_name(*part)} {missing[part]}" for part in ranked[:MOST_SHOWN]]
    more = ["..."] if len(ranked) > MOST_SHOWN else []
    return f"short: {', '.join(shown + more)}"


def _parts(slots: Iterable[Slot], plan: Plan) -> Counter[Part]:
    return Counter((slot.split, plan.member(slot)) for slot in slots)


def _advice(reasons: Iterable[Counter[str]]) -> str:
    found = {reason for counts in reasons for reason in counts}
    if found == {"not_won"}:
        return NOBODY_WINS
    return SHARE_MORE if any(reason.startswith("shared_") for reason in found) else MORE_GAMES


def _listed(reasons: Counter[str]) -> str:
    ranked = sorted(reasons.items(), key=lambda found: (-found[1], found[0]))
    return ", ".join(f"{reason} {count}" for reason, count in ranked)
