"""Doing chunks of work in parallel with joblib, and surviving workers that die.

Chunks come back in the order in which they end; whoever consumes them must not care.
"""

__all__ = ["Task", "run_chunks"]

import concurrent.futures
import itertools
import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import joblib
from joblib.externals.loky.process_executor import TerminatedWorkerError

from twbench.dataset.chunk import Outcome, build_chunk, write_crashed
from twbench.dataset.config import CLUSTERS, ComputeConfig
from twbench.dataset.plan import ItemSpec, Plan, Slot
from twbench.dataset.workspace import Workspace

PORTION = 8
"""Chunks for each worker that Ray gets at a time."""


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
    tasks: Sequence[Task], plan: Plan, compute: ComputeConfig, workers: int, workspace: Workspace
) -> Iterator[tuple[Path, list[Outcome]]]:
    """Build every task; yield each chunk folder with what became of its candidates, in any order.

    If a worker process dies, the chunks that were being built are done again one candidate at a
    time, each in a process of its own; a candidate that kills its process twice is rejected.
    """
    waiting = {task.folder: task for task in tasks}
    while waiting:
        try:
            for folder, outcomes in _run(list(waiting.values()), plan, compute, workers):
                del waiting[folder]
                yield folder, outcomes
        except TerminatedWorkerError:
            begun = workspace.unfinished_chunks()
            suspects = [folder for folder in waiting if folder.name in begun]
            for folder in suspects or list(waiting)[:1]:
                for spec in waiting.pop(folder).specs(plan):
                    single = folder.with_name(f"{folder.name}-{spec.split}-{spec.index}")
                    yield single, _build_isolated(spec, single, plan.recipe.output.packed)


def _run(
    tasks: Sequence[Task], plan: Plan, compute: ComputeConfig, workers: int
) -> Iterator[tuple[Path, list[Outcome]]]:
    parent = os.getpid()
    packed = plan.recipe.output.packed
    if compute.backend == "serial" or (workers == 1 and compute.backend not in CLUSTERS):
        for task in tasks:
            yield task.folder, build_chunk(task.specs(plan), task.folder, parent, packed)
        return
    calls = (
        joblib.delayed(_build)(task.specs(plan), task.folder, parent, packed) for task in tasks
    )
    with joblib.parallel_config(backend=compute.backend, n_jobs=workers):
        yield from _in_parallel(calls, workers)


def _in_parallel(calls: Iterator[Any], workers: int) -> Iterator[tuple[Path, list[Outcome]]]:
    """Do ``calls`` with joblib's back end of the moment; yield results as they come.

    Ray's back end gives results only when all calls are done, so it gets them in portions.
    """
    backend, _ = joblib.parallel.get_active_backend()
    if backend.supports_return_generator:
        parallel = joblib.Parallel(
            return_as="generator_unordered", batch_size=1, pre_dispatch="2 * n_jobs"
        )
        yield from parallel(calls)
        return
    while portion := list(itertools.islice(calls, PORTION * workers)):
        yield from joblib.Parallel(batch_size=1)(portion)


def _build(
    specs: Sequence[ItemSpec], folder: Path, parent: int, packed: bool
) -> tuple[Path, list[Outcome]]:
    return folder, build_chunk(specs, folder, parent, packed)


def _build_isolated(spec: ItemSpec, folder: Path, packed: bool) -> list[Outcome]:
    """Build one candidate in a process that may die."""
    context = multiprocessing.get_context("spawn")
    for _ in range(2):
        with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as executor:
            try:
                return executor.submit(build_chunk, [spec], folder, os.getpid(), packed).result()
            except BrokenProcessPool:
                continue
    return write_crashed([spec], folder, packed)
