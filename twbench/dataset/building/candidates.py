"""The candidates of a dataset: those that an earlier, interrupted run has left, and new ones."""

__all__ = ["CandidatePlan", "Candidates", "progress_bar"]

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from twbench.bounded_cache import BoundedCache
from twbench.dataset.building.chunk import Chunk
from twbench.dataset.building.chunk_work import ChunkWork
from twbench.dataset.building.chunk_writer import Outcome
from twbench.dataset.building.places import Holders, Places, Taken
from twbench.dataset.building.workspace import Workspace
from twbench.dataset.config.plan import Slot, Spec
from twbench.dataset.items.failure import FAILURES
from twbench.dataset.items.item import Sample
from twbench.dataset.workers.engines import Engine
from twbench.errors import ChallengeError

if TYPE_CHECKING:
    from tqdm import tqdm

FIRST = 8
"""Candidates of a challenge that must all fail to tell that it always does."""

REREAD = 16
"""Chunks whose outcomes are held when they are asked for again: candidates come chunk by chunk."""
Place = tuple[Slot, int]
"""A place, and the number of an attempt to fill it."""


def progress_bar(name: str, total: int, shown: bool) -> "tqdm[Any]":
    """Return a bar on the standard error stream that counts the games of a dataset."""
    from tqdm import tqdm

    return tqdm(total=total, desc=name, unit="game", disable=not shown, dynamic_ncols=True)


class CandidatePlan(Protocol):
    """Says which candidates there can be, and what each is made from."""

    def has(self, slot: Slot, attempt: int) -> bool:
        """Say whether there can be a candidate number ``attempt`` for ``slot``."""

    def spec(self, slot: Slot, attempt: int) -> Spec:
        """Return what the candidate number ``attempt`` for ``slot`` is made from."""


class Candidates:
    """Makes candidates in a locked workspace, and knows what became of each.

    From the beginning it has those of the workspace's chunks that ``plan`` would make in the same
    way. What became of one is held until it is taken; afterwards, and for those of the beginning,
    it is read from the chunk: of a hundred million candidates no more is known than where each is.
    """

    def __init__(self, workspace: Workspace, plan: CandidatePlan, work: ChunkWork, engine: Engine):
        self._plan = plan
        self._work = work
        self._engine = engine
        # By number; names, since they take less than paths.
        self._chunks: list[str] = []
        self._holders = Holders()
        self._waiting: dict[Place, Outcome] = {}
        self._with_rejections: list[int] = []
        self._reread: BoundedCache[int, dict[Place, Outcome]] = BoundedCache(REREAD)
        # Of the first candidates of each challenge, whether they were rejected, once they are made.
        self._first: dict[str, dict[Place, bool | None]] = {}
        useless = 0
        for chunk in workspace.chunks():
            found = chunk.outcomes()
            packed_alike = chunk.is_packed == self._work.packed
            fitting = [one for one in found if packed_alike and self._fits(one)]
            useless += len(found) - len(fitting)
            self._note(chunk, fitting)
            self._waiting.clear()
        workspace.begin(len(self), useless)

    def __len__(self) -> int:
        return len(self._holders)

    def has(self, slot: Slot, attempt: int) -> bool:
        """Say whether the candidate was made."""
        return self._holders.get(slot, attempt) is not None

    def take(self, slot: Slot, attempt: int) -> tuple[Outcome, Taken]:
        """Return what became of a candidate that was made, and where it is; for good."""
        outcome = self._outcome(slot, attempt)
        self._waiting.pop((slot, attempt), None)
        return outcome, Taken(self._number(slot, attempt), slot.index, attempt)

    def chunk(self, number: int) -> Chunk:
        """Return the chunk of a number."""
        return Chunk(self._work.folder / self._chunks[number])

    def structures(self) -> Iterator[tuple[Slot, str | None]]:
        """Yield the place of each candidate that was made, and the structure of its game, if any.

        All chunks are read again.
        """
        for number in range(len(self._chunks)):
            for outcome in self.chunk(number).outcomes():
                if self._holders.get(outcome.slot, outcome.attempt) == number:
                    yield outcome.slot, outcome.structure_hash

    def make(self, slots: Sequence[Slot], attempt: int, chunk_size: int) -> Iterator[None]:
        """Make the candidates number ``attempt`` of the places ``slots``, unless they exist.

        Yields at the beginning, and whenever some have been made. Raises ChallengeError if the
        first candidates of a challenge have all failed, unless nobody keeps failures.
        """
        yield
        missing = slots
        if any(self.has(slot, attempt) for slot in slots):
            splits = sorted({slot.split for slot in slots})
            missing = Places(splits, (slot for slot in slots if not self.has(slot, attempt)))
        # Two portions for each of several workers at least: in a short round one large portion
        # would have all the candidates, and the other workers none.
        portions = 2 * self._engine.workers if self._engine.workers > 1 else 1
        size = max(1, min(chunk_size, -(-len(missing) // portions)))
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
        game = self._outcome(slot, attempt).game
        if game is not None:
            return Sample(game=game)
        row = self._rejection((slot, attempt))
        return Sample(row["reason"], row["detail"] if row["reason"] == "held_out" else "")

    def rejections(self) -> list[dict[str, Any]]:
        """Return the rows of those that could not be made."""
        return [
            row
            for number in self._with_rejections
            for row in self.chunk(number).rejections().drop_columns(["key"]).to_pylist()
            # Two chunks may have the same candidate. It counts once: in the chunk that was noted
            # last.
            if self._holders.get(Slot(row["split"], row["index"]), row["attempt"]) == number
        ]

    def _portions(
        self, missing: Sequence[Slot], attempt: int, size: int
    ) -> Iterator[Sequence[Spec]]:
        """Yield what to make, ``size`` candidates at a time, and note the first of a challenge."""
        for start in range(0, len(missing), size):
            slots = missing[start : start + size]
            specs = [self._plan.spec(slot, attempt) for slot in slots]
            for slot, spec in zip(slots, specs, strict=True):
                first = self._first.setdefault(spec.challenge, {})
                if len(first) < FIRST:
                    first[slot, attempt] = None
            yield specs

    def _look_at_first(self, challenge: str, failures: Path) -> None:
        """Raise ChallengeError if the first candidates of ``challenge`` have all failed."""
        first = self._first.get(challenge, {})
        if len(first) < FIRST or not all(first.values()):
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

    def _rejection(self, place: Place) -> dict[str, Any]:
        """Return the row of a candidate that could not be made."""
        slot, attempt = place
        chunk = self.chunk(self._number(slot, attempt))
        rows: list[dict[str, Any]] = chunk.rejections().to_pylist()
        return next(
            row
            for row in rows
            if (row["split"], row["index"], row["attempt"]) == (slot.split, slot.index, attempt)
        )

    def _fits(self, outcome: Outcome) -> bool:
        """Say whether the plan would make the candidate just as it was made."""
        place = outcome.slot, outcome.attempt
        return self._plan.has(*place) and self._plan.spec(*place).key == outcome.key

    def _number(self, slot: Slot, attempt: int) -> int:
        """Return the number of the chunk of a candidate that was made."""
        number = self._holders.get(slot, attempt)
        if number is None:
            raise KeyError(slot, attempt)
        return number

    def _outcome(self, slot: Slot, attempt: int) -> Outcome:
        """Return what became of a candidate that was made."""
        place = slot, attempt
        if place in self._waiting:
            return self._waiting[place]
        number = self._number(slot, attempt)
        found = self._reread.get(number)
        if found is None:
            outcomes = self.chunk(number).outcomes()
            found = {(outcome.slot, outcome.attempt): outcome for outcome in outcomes}
            self._reread.keep(number, found)
        return found[place]

    def _note(self, chunk: Chunk, outcomes: Sequence[Outcome]) -> None:
        number = len(self._chunks)
        self._chunks.append(chunk.folder.name)
        if any(outcome.game_id is None for outcome in outcomes):
            self._with_rejections.append(number)
        for outcome in outcomes:
            place = outcome.slot, outcome.attempt
            self._holders.put(*place, number)
            self._waiting[place] = outcome
            first = self._first.get(outcome.challenge, {})
            if place in first:
                first[place] = outcome.game_id is None
