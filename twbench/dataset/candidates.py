"""The candidates of a dataset: those that an earlier, interrupted run has left, and new ones."""

__all__ = ["Candidates", "Made", "progress_bar"]

from collections.abc import Sequence
from typing import Any

from tqdm import tqdm

from twbench.dataset.chunk import Chunk, Outcome
from twbench.dataset.config import ComputeConfig
from twbench.dataset.plan import Slot
from twbench.dataset.workers import Job, Task, run_chunks
from twbench.dataset.workspace import Workspace

Made = tuple[Outcome, Chunk]
"""What became of a candidate, and the chunk that holds its game."""


def progress_bar(name: str, total: int, shown: bool) -> "tqdm[Any]":
    """Return a bar on the standard error stream that counts the games of a dataset."""
    return tqdm(total=total, desc=name, unit="game", disable=not shown, dynamic_ncols=True)


class Candidates:
    """Makes candidates in a locked workspace, and knows what became of each.

    ``made`` has them by place and attempt, from the beginning those of the workspace's chunks.
    ``bar`` shows how many games there are.
    """

    def __init__(
        self,
        workspace: Workspace,
        job: Job,
        compute: ComputeConfig,
        workers: int,
        bar: "tqdm[Any]",
    ):
        self.made: dict[tuple[Slot, int], Made] = {}
        self._workspace = workspace
        self._job = job
        self._compute = compute
        self._workers = workers
        self._bar = bar
        self._chunks: list[Chunk] = []
        for chunk in workspace.chunks():
            self._note(chunk, chunk.outcomes())

    def make(self, slots: Sequence[Slot], attempt: int = 0) -> None:
        """Make the candidates number ``attempt`` of the places ``slots``, unless they exist."""
        missing = [slot for slot in slots if (slot, attempt) not in self.made]
        size = max(1, min(self._compute.chunk_size, -(-len(missing) // (2 * self._workers))))
        tasks = []
        for start in range(0, len(missing), size):
            part = missing[start : start + size]
            name = f"{attempt:05d}-{part[0].split}-{part[0].index:09d}"
            tasks.append(Task(tuple(part), attempt, self._workspace.chunk_folder / name))
        done = run_chunks(tasks, self._job, self._compute, self._workers, self._workspace)
        for folder, outcomes in done:
            self._note(Chunk(folder), outcomes)

    def rejections(self) -> list[dict[str, Any]]:
        """Return the rows of those that could not be made."""
        return [row for chunk in self._chunks for row in chunk.rejections().to_pylist()]

    def _note(self, chunk: Chunk, outcomes: Sequence[Outcome]) -> None:
        self._chunks.append(chunk)
        for outcome in outcomes:
            self.made[outcome.slot, outcome.attempt] = (outcome, chunk)
        self._bar.update(sum(outcome.game_id is not None for outcome in outcomes))
