"""The candidates of a dataset: those that an earlier, interrupted run has left, and new ones."""

__all__ = ["Candidates", "Made", "progress_bar"]

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tqdm import tqdm

from twbench.dataset.chunk import Chunk, Outcome
from twbench.dataset.chunk_work import ChunkWork
from twbench.dataset.engines import Engine
from twbench.dataset.failure import FAILURES
from twbench.dataset.plan import Slot, Spec
from twbench.dataset.workspace import Workspace
from twbench.errors import ChallengeError

FIRST = 8
"""Candidates of a challenge that must all fail to tell that it always does."""

Made = tuple[Outcome, Chunk]
"""What became of a candidate, and the chunk that holds its game."""


def progress_bar(name: str, total: int, shown: bool) -> "tqdm[Any]":
    """Return a bar on the standard error stream that counts the games of a dataset."""
    return tqdm(total=total, desc=name, unit="game", disable=not shown, dynamic_ncols=True)


class Candidates:
    """Makes candidates in a locked workspace, and knows what became of each.

    ``spec`` plans the candidate for a place. ``made`` has them by place and attempt, from the
    beginning those of the workspace's chunks. ``bar`` shows how many games there are.
    """

    def __init__(
        self,
        workspace: Workspace,
        spec: Callable[[Slot, int], Spec],
        work: ChunkWork,
        engine: Engine,
        bar: "tqdm[Any]",
    ):
        self.made: dict[tuple[Slot, int], Made] = {}
        self._spec = spec
        self._work = work
        self._engine = engine
        self._bar = bar
        self._chunks: list[Chunk] = []
        self._first: dict[str, list[tuple[Slot, int]]] = {}
        for chunk in workspace.chunks():
            self._note(chunk, chunk.outcomes())

    def make(self, slots: Sequence[Slot], attempt: int, chunk_size: int) -> None:
        """Make the candidates number ``attempt`` of the places ``slots``, unless they exist.

        Raises ChallengeError if the first candidates of a challenge have all failed, unless nobody
        keeps failures.
        """
        missing = [slot for slot in slots if (slot, attempt) not in self.made]
        size = max(1, min(chunk_size, -(-len(missing) // (2 * self._engine.workers))))
        for folder, outcomes in self._engine.run(
            self._work, self._portions(missing, attempt, size)
        ):
            self._note(Chunk(folder), outcomes)
            if self._work.failures is not None:
                for challenge in {outcome.challenge for outcome in outcomes}:
                    self._look_at_first(challenge, self._work.failures)

    def rejections(self) -> list[dict[str, Any]]:
        """Return the rows of those that could not be made."""
        return [row for chunk in self._chunks for row in chunk.rejections().to_pylist()]

    def _portions(
        self, missing: Sequence[Slot], attempt: int, size: int
    ) -> Iterator[Sequence[Spec]]:
        """Yield what to make, ``size`` candidates at a time, and note the first of a challenge."""
        for start in range(0, len(missing), size):
            slots = missing[start : start + size]
            specs = [self._spec(slot, attempt) for slot in slots]
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
            f"Challenge {challenge} fails whatever is asked of it: none of its first {FIRST}"
            f" candidates could be made. Of the first, with seed {rows[0]['seed']} and"
            f" {rows[0]['params']}: {rows[0]['detail'].rstrip('.')}.{where}"
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

    def _note(self, chunk: Chunk, outcomes: Sequence[Outcome]) -> None:
        self._chunks.append(chunk)
        for outcome in outcomes:
            self.made[outcome.slot, outcome.attempt] = (outcome, chunk)
        self._bar.update(sum(outcome.game_id is not None for outcome in outcomes))
