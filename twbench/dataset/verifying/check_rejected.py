"""Checking the table of candidates that were not taken.

Which candidates these are follows from the plan and from the candidates that were taken: all the
earlier ones for the same places, and no others.
"""

__all__ = ["rebuild_rejected", "rejected_faults"]

from collections.abc import Iterator, Mapping, Sequence

from twbench.dataset.building.chunk_writer import rejection_row
from twbench.dataset.config.plan import Plan, Slot
from twbench.dataset.config.recipe import split_order
from twbench.dataset.items import item
from twbench.dataset.items.deduplication import CONFLICTS
from twbench.dataset.items.failure import GUARDED
from twbench.dataset.verifying.check import Row

PLANNED = ("seed", "challenge", "params")
"""The columns that follow from the plan."""


def rejected_faults(rows: Sequence[Row], plan: Plan, taken: Mapping[Slot, int]) -> Iterator[str]:
    """Yield what is wrong with ``rows``; ``taken`` has the attempt that fills each place."""
    places = [(Slot(row["split"], row["index"]), row["attempt"]) for row in rows]
    expected = [(slot, attempt) for slot, last in taken.items() for attempt in range(last)]
    expected.sort(key=lambda place: (split_order(place[0].split), place[0].index, place[1]))
    if places != expected:
        yield "it has not each candidate before those that were taken, once and in order"
        return
    for row, (slot, attempt) in zip(rows, places, strict=True):
        planned = rejection_row(plan.spec(slot, attempt), "", "")
        for column in PLANNED:
            if row[column] != planned[column]:
                yield f"{_name(row)}: {column} is not as planned"
        has_game = row["game_id"] is not None
        if has_game != (row["structure_hash"] is not None) or (
            has_game and row["reason"] not in CONFLICTS
        ):
            yield f"{_name(row)}: its game does not go with its reason"


def rebuild_rejected(row: Row, plan: Plan) -> list[str]:
    """Make the candidate anew; return what is not so in the record of its rejection.

    One that was given up may be made here, by a machine with more time or memory.
    """
    if row["reason"] in GUARDED:
        return []
    spec = plan.spec(Slot(row["split"], row["index"]), row["attempt"])
    result = item.build_item(spec)
    if isinstance(result, item.Rejection):
        found = rejection_row(spec, result.reason, result.detail)
    else:
        game = result.row["game_id"], result.row["structure_hash"]
        found = rejection_row(spec, row["reason"], row["detail"], *game)
    return [
        f"{_name(row)}: making it anew gives another {column}"
        for column, value in found.items()
        if value != row[column]
    ]


def _name(row: Row) -> str:
    return f"candidate {row['attempt']} for {row['split']} {row['index']}"
