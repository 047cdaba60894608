"""Checking the table of candidates that were not taken.

Which candidates these are follows from the plan and from the candidates that were taken: all the
earlier ones for the same places, and no others. Some of them are sound games, rejected only because
they are too much like a game that was taken. Whether that is true shows when all are made anew and
judged once more. Otherwise the maker of a dataset could call any game that they dislike a
duplicate, and take the next one.
"""

__all__ = ["Candidate", "rebuild_rejected", "rejected_faults", "verdict_faults"]

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from twbench.dataset.building.chunk_writer import rejection_row
from twbench.dataset.config.plan import Plan, Slot
from twbench.dataset.config.split_names import split_order
from twbench.dataset.items import item
from twbench.dataset.items.deduplication import CONFLICTS, CandidateGame, Conflict, Deduplication
from twbench.dataset.items.failure import GUARDED
from twbench.dataset.verifying.check import Row, make_again
from twbench.dataset.verifying.unplanned import OTHER_GAMES, Unplanned

PLANNED = ("seed", "challenge", "params")
"""The columns that follow from the plan."""


class Candidate(NamedTuple):
    """A game that was made for a place; the ``verdict`` of one that was taken is None."""

    slot: Slot
    attempt: int
    game: CandidateGame
    verdict: Conflict | None = None


def rejected_faults(rows: Sequence[Row], plan: Plan, taken: Mapping[Slot, int]) -> Iterator[str]:
    """Yield what is wrong with ``rows``; ``taken`` has the attempt that fills each place."""
    places = [(Slot(row["split"], row["index"]), row["attempt"]) for row in rows]
    expected = [(slot, attempt) for slot, last in taken.items() for attempt in range(last)]
    expected.sort(key=lambda place: (split_order(place[0].split), place[0].index, place[1]))
    if places != expected:
        yield "it has not each candidate before those that were taken, once and in order"
        return
    unplanned = Unplanned[str]()
    for row, (slot, attempt) in zip(rows, places, strict=True):
        planned = rejection_row(plan.spec(slot, attempt), "", "")
        name = _name(slot, attempt)
        unplanned.agrees(name, row, {column: planned[column] for column in PLANNED})
        has_game = row["game_id"] is not None
        if has_game != (row["structure_hash"] is not None) or (
            has_game and row["reason"] not in CONFLICTS
        ):
            yield f"{name}: its game does not go with its reason"
        if row["reason"] == "over_budget" and plan.recipe.dataset.budget.seconds is None:
            yield f"{name}: nothing has limited its time"
    for place, what in unplanned.faults(str):
        yield f"{place or OTHER_GAMES}: {what}"


def rebuild_rejected(row: Row, plan: Plan) -> tuple[list[str], Candidate | None]:
    """Make the candidate anew; return what is not so in the record of its rejection, and its game.

    Whether that stands in the way of others is left to `verdict_faults`. A candidate that was given
    up may be made here, by a machine with more time or memory: it is not looked at.
    """
    if row["reason"] in GUARDED:
        return [], None
    slot = Slot(row["split"], row["index"])
    spec = plan.spec(slot, row["attempt"])
    result = make_again(spec)
    candidate = None
    if isinstance(result, item.Rejection):
        found = rejection_row(spec, result.reason, result.detail)
    else:
        verdict = Conflict(row["reason"], row["detail"])
        candidate = Candidate(slot, row["attempt"], CandidateGame.of_row(result.row), verdict)
        game = result.row["game_id"], result.row["structure_hash"]
        found = rejection_row(spec, *verdict, *game)
    faults = [
        f"{_name(slot, row['attempt'])}: making it anew gives another {column}"
        for column, value in found.items()
        if value != row[column]
    ]
    return faults, candidate


def verdict_faults(
    rejected: Sequence[Candidate], taken: Iterable[tuple[Slot, Row]], plan: Plan
) -> Iterator[str]:
    """Judge the ``rejected`` games once more; yield which of them the build would not reject so.

    Of the games that were ``taken``, only those are held that share a hash with a rejected one: no
    other can be the reason why it was rejected.
    """
    hashes = set[str | None]().union(*[_hashes(candidate.game) for candidate in rejected])
    candidates = list(rejected)
    for slot, row in taken:
        game = CandidateGame.of_row(row)
        if not hashes.isdisjoint(_hashes(game)):
            candidates.append(Candidate(slot, row["attempt"], game))
    candidates.sort(key=lambda candidate: (candidate.attempt, plan.decision_order(candidate.slot)))
    deduplication = Deduplication(plan.strictest, plan.recipe.dataset.held_out)
    for slot, attempt, game, verdict in candidates:
        level = plan.hygiene(slot)
        if verdict is None:
            deduplication.accept(slot, game, level)
        elif deduplication.check(slot, game, level) != verdict:
            yield f"{_name(slot, attempt)}: it was not rejected for the reason that is told"


def _hashes(game: CandidateGame) -> set[str | None]:
    return {game.game_id, game.structure_hash, game.puzzle_hash, game.map_hash}


def _name(slot: Slot, attempt: int) -> str:
    return f"candidate {attempt} for {slot.split} {slot.index}"
