"""Doing chunks of work in parallel with joblib, and surviving workers that die.

Chunks come back in the order in which they end; whoever consumes them must not care.
"""

__all__ = ["Task", "run_chunks"]

import concurrent.futures
import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path

import joblib
from joblib.externals.loky.process_executor import TerminatedWorkerError

from twbench.dataset.chunk import Outcome, build_chunk, write_crashed
from twbench.dataset.config import ComputeConfig
from twbench.dataset.plan import ItemSpec, Plan, Slot
from twbench.dataset.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Task:
    """Candidates to build into one chunk folder."""

    slots: tuple[Slot, ...]
    attempt: int
    folder: Path

    def specs(self, plan: Plan) -> list[ItemSpec]:
        """Return what to build."""
        return [plan.spec(slot, self.attempt) for slot in self.slots]


def run_chunks(
    tasks: Sequence[Task], plan: Plan, compute: ComputeConfig, workspace: Workspace
) -> Iterator[tuple[Path, list[Outcome]]]:
    """Build every task; yield each chunk folder with what became of its candidates, in any order.

    If a worker process dies, the chunks that were being built are done again one candidate at a
    time, each in a process of its own; a candidate that kills its process twice is rejected.
    """
    waiting = {task.folder: task for task in tasks}
    while waiting:
        try:
            for folder, outcomes in _run(list(waiting.values()), plan, compute):
                del waiting[folder]
                yield folder, outcomes
        except TerminatedWorkerError:
            begun = workspace.unfinished_chunks()
            suspects = [folder for folder in waiting if folder.name in begun]
            for folder in suspects or list(waiting)[:1]:
                for spec in waiting.pop(folder).specs(plan):
                    single = folder.with_name(f"{folder.name}-{spec.split}-{spec.index}")
                    yield single, _build_isolated(spec, single)


def _run(
    tasks: Sequence[Task], plan: Plan, compute: ComputeConfig
) -> Iterator[tuple[Path, list[Outcome]]]:
    parent = os.getpid()
    if compute.backend == "serial" or joblib.effective_n_jobs(compute.n_jobs) == 1:
        for task in tasks:
            yield task.folder, build_chunk(task.specs(plan), task.folder, parent)
        return
    parallel = joblib.Parallel(
        n_jobs=compute.n_jobs,
        backend=compute.backend,
        return_as="generator_unordered",
        batch_size=1,
        pre_dispatch="2 * n_jobs",
    )
    calls = (joblib.delayed(_build)(task.specs(plan), task.folder, parent) for task in tasks)
    yield from parallel(calls)


def _build(specs: Sequence[ItemSpec], folder: Path, parent: int) -> tuple[Path, list[Outcome]]:
    return folder, build_chunk(specs, folder, parent)


def _build_isolated(spec: ItemSpec, folder: Path) -> list[Outcome]:
    """Build one candidate in a process that may die."""
    context = multiprocessing.get_context("spawn")
    for _ in range(2):
        with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as executor:
            try:
                return executor.submit(build_chunk, [spec], folder, os.getpid()).result()
            except BrokenProcessPool:
                continue
    return write_crashed([spec], folder)
