"""The candidates of a dataset: those that an earlier, interrupted run has left, and new ones."""

__all__ = ["CandidatePlan", "Candidates", "Made", "progress_bar"]

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from tqdm import tqdm

from twbench.dataset.building.chunk import Chunk, Outcome
from twbench.dataset.building.chunk_work import ChunkWork
from twbench.dataset.building.workspace import Workspace
from twbench.dataset.config.plan import Slot, Spec
from twbench.dataset.items.failure import FAILURES
from twbench.dataset.items.item import Sample
from twbench.dataset.workers.engines import Engine
from twbench.errors import ChallengeError

FIRST = 8
"""Candidates of a challenge that must all fail to tell that it always does."""

Made = tuple[Outcome, Chunk]
"""What became of a candidate, and the chunk that holds its game."""


def progress_bar(name: str, total: int, shown: bool) -> "tqdm[Any]":
    """Return a bar on the standard error stream that counts the games of a dataset."""
    return tqdm(total=total, desc=name, unit="game", disable=not shown, dynamic_ncols=True)


class CandidatePlan(Protocol):
    """Says which candidates there can be, and what each is made from."""

    def has(self, slot: Slot, attempt: int) -> bool:
        """Say whether there can be a candidate number ``attempt`` for ``slot``."""

    def spec(self, slot: Slot, attempt: int) -> Spec:
        """Return what the candidate number ``attempt`` for ``slot`` is made from."""


class Candidates:
    """Makes candidates in a locked workspace, and knows what became of each.

    ``made`` has them by place and attempt: from the beginning those of the workspace's chunks that
    ``plan`` would make in the same way.
    """

    def __init__(self, workspace: Workspace, plan: CandidatePlan, work: ChunkWork, engine: Engine):
        self.made: dict[tuple[Slot, int], Made] = {}
        self._plan = plan
        self._work = work
        self._engine = engine
        self._chunks: list[Chunk] = []
        self._first: dict[str, list[tuple[Slot, int]]] = {}
        useless = 0
        for chunk in workspace.chunks():
            found = chunk.outcomes()
            fitting = [outcome for outcome in found if self._fits(outcome, chunk)]
            useless += len(found) - len(fitting)
            self._note(chunk, fitting)
        workspace.begin(len(self.made), useless)

    def make(self, slots: Sequence[Slot], attempt: int, chunk_size: int) -> Iterator[None]:
        """Make the candidates number ``attempt`` of the places ``slots``, unless they exist.

        Yields at the beginning, and whenever some have been made. Raises ChallengeError if the
        first candidates of a challenge have all failed, unless nobody keeps failures.
        """
        yield
        missing = [slot for slot in slots if (slot, attempt) not in self.made]
        # Two portions for each worker at least: in a short round one large portion would have all
        # the candidates, and the other workers none.
        size = max(1, min(chunk_size, -(-len(missing) // (2 * self._engine.workers))))
        for folder, outcomes in self._engine.run(
            self._work, self._portions(missing, attempt, size)
        ):
            self._note(Chunk(folder), outcomes)
            if self._work.failures is not None:
                for challenge in {outcome.challenge for outcome in outcomes}:
                    self._look_at_first(challenge, self._work.failures)
            yield

    def sample(self, slot: Slot, attempt: int) -> Sample:
        """Return what tells a candidate that was made apart, or why it cannot be taken."""
        game = self.made[slot, attempt][0].game
        if game is not None:
            return Sample(game=game)
        row = self._rejection((slot, attempt))
        return Sample(row["reason"], row["detail"] if row["reason"] == "held_out" else "")

    def rejections(self) -> list[dict[str, Any]]:
        """Return the rows of those that could not be made."""
        return [
            row
            for chunk in self._chunks
            for row in chunk.rejections().drop_columns(["key"]).to_pylist()
            # Two chunks may have the same candidate. It counts once: in the chunk that was noted
            # last.
            if self._holder(Slot(row["split"], row["index"]), row["attempt"]) is chunk
        ]

    def _portions(
        self, missing: Sequence[Slot], attempt: int, size: int
    ) -> Iterator[Sequence[Spec]]:
        """Yield what to make, ``size`` candidates at a time, and note the first of a challenge."""
        for start in range(0, len(missing), size):
            slots = missing[start : start + size]
            specs = [self._plan.spec(slot, attempt) for slot in slots]
            for slot, spec in zip(slots, specs, strict=True):
                first = self._first.setdefault(spec.challenge, [])
                if len(first) < FIRST:
                    first.append((slot, attempt))
            yield specs

    def _look_at_first(self, challenge: str, failures: Path) -> None:
        """Raise ChallengeError if the first candidates of ``challenge`` have all failed."""
        first = self._first.get(challenge, [])
        if len(first) < FIRST or not all(
            place in self.made and self.made[place][0].game_id is None for place in first
        ):
            return
        rows = [self._rejection(place) for place in first]
        if not all(row["reason"] in FAILURES for row in rows):
            return
        trace = failures / f"{challenge}.txt"
        where = f" The last traceback is in {trace}." if trace.is_file() else ""
        raise ChallengeError(
            challenge,
            f"Challenge {challenge} fails whatever is asked of it: none of its first {FIRST}"
            f" candidates could be made. Of the first, with seed {rows[0]['seed']} and"
            f" {rows[0]['params']}: {rows[0]['detail'].rstrip('.')}.{where}",
        )

    def _rejection(self, place: tuple[Slot, int]) -> dict[str, Any]:
        """Return the row of a candidate that could not be made."""
        slot, attempt = place
        rows: list[dict[str, Any]] = self.made[place][1].rejections().to_pylist()
        return next(
            row
            for row in rows
            if (row["split"], row["index"], row["attempt"]) == (slot.split, slot.index, attempt)
        )

    def _fits(self, outcome: Outcome, chunk: Chunk) -> bool:
        """Say whether the plan would make the candidate just as it was made."""
        place = outcome.slot, outcome.attempt
        return (
            chunk.is_packed == self._work.packed
            and self._plan.has(*place)
            and self._plan.spec(*place).key == outcome.key
        )

    def _holder(self, slot: Slot, attempt: int) -> Chunk | None:
        made = self.made.get((slot, attempt))
        return None if made is None else made[1]

    def _note(self, chunk: Chunk, outcomes: Sequence[Outcome]) -> None:
        self._chunks.append(chunk)
        for outcome in outcomes:
            self.made[outcome.slot, outcome.attempt] = (outcome, chunk)
