"""Doing chunks of work in parallel with joblib, and surviving workers that die.

Chunks come back in the order in which they end; whoever consumes them must not care.
"""

__all__ = ["Job", "Task", "run_chunks"]

import concurrent.futures
import itertools
import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import joblib
from joblib.externals.loky.process_executor import TerminatedWorkerError

from twbench.dataset.chunk import Outcome, make_chunk, write_crashed
from twbench.dataset.config import CLUSTERS, ComputeConfig
from twbench.dataset.item import Item, Rejection
from twbench.dataset.plan import Slot, Spec
from twbench.dataset.workspace import Workspace

PORTION = 8
"""Chunks for each worker that Ray gets at a time."""


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be done: ``spec`` plans the candidate for a place, and ``make`` makes it.

    ``make`` goes to the workers; ``packed`` chunks keep no separate files.
    """

    spec: Callable[[Slot, int], Spec]
    make: Callable[[Any], Item | Rejection]
    packed: bool

    def specs(self, task: "Task") -> list[Spec]:
        """Return what to make for ``task``."""
        return [self.spec(slot, task.attempt) for slot in task.slots]


@dataclass(frozen=True, slots=True)
class Task:
    """Candidates to make into one chunk folder."""

    slots: tuple[Slot, ...]
    attempt: int
    folder: Path


def run_chunks(
    tasks: Sequence[Task], job: Job, compute: ComputeConfig, workers: int, workspace: Workspace
) -> Iterator[tuple[Path, list[Outcome]]]:
    """Do every task; yield each chunk folder with what became of its candidates, in any order.

    If a worker process dies, the chunks that were being made are done again one candidate at a
    time, each in a process of its own; a candidate that kills its process twice is rejected.
    """
    waiting = {task.folder: task for task in tasks}
    while waiting:
        try:
            for folder, outcomes in _run(list(waiting.values()), job, compute, workers):
                del waiting[folder]
                yield folder, outcomes
        except TerminatedWorkerError:
            begun = workspace.unfinished_chunks()
            suspects = [folder for folder in waiting if folder.name in begun]
            for folder in suspects or list(waiting)[:1]:
                for spec in job.specs(waiting.pop(folder)):
                    single = folder.with_name(f"{folder.name}-{spec.split}-{spec.index}")
                    yield single, _make_isolated(job, spec, single)


def _run(
    tasks: Sequence[Task], job: Job, compute: ComputeConfig, workers: int
) -> Iterator[tuple[Path, list[Outcome]]]:
    def arguments(task: Task) -> tuple[Any, ...]:
        return job.make, job.specs(task), task.folder, os.getpid(), job.packed

    if compute.backend == "serial" or (workers == 1 and compute.backend not in CLUSTERS):
        for task in tasks:
            yield _make(*arguments(task))
        return
    calls = (joblib.delayed(_make)(*arguments(task)) for task in tasks)
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


def _make(
    make: Callable[[Any], Item | Rejection],
    specs: Sequence[Spec],
    folder: Path,
    parent: int,
    packed: bool,
) -> tuple[Path, list[Outcome]]:
    return folder, make_chunk(make, specs, folder, parent, packed)


def _make_isolated(job: Job, spec: Spec, folder: Path) -> list[Outcome]:
    """Make one candidate in a process that may die."""
    context = multiprocessing.get_context("spawn")
    arguments = job.make, [spec], folder, os.getpid(), job.packed
    for _ in range(2):
        with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as executor:
            try:
                return executor.submit(make_chunk, *arguments).result()
            except BrokenProcessPool:
                continue
    return write_crashed(spec, folder, job.packed)
