"""What does the work of a build: worker processes, this process, its threads, or a cluster.

The worker processes are `twbench.dataset.workers.pool`, which survives what happens in them. All
others go through joblib's back ends; there the end of a process is the end of the build.

Clusters are of Dask and of Ray. Without an address, a cluster of ``n_jobs`` workers is started on
this machine and stopped at the end. With one (``tcp://scheduler:8786`` for Dask, ``ray://head:10001``
or ``auto`` for Ray) its workers are used; they need the same version of twbench, and must see the
output folder under the same path. See docs/large-datasets.md.
"""

__all__ = ["CLUSTERS", "Engine", "engine"]

import contextlib
import ctypes
import itertools
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from types import ModuleType
from typing import Protocol, TypeVar

from twbench import families
from twbench.dataset.config.recipe import ComputeConfig
from twbench.dataset.workers.pool import Work, Workers, number_of_workers
from twbench.dataset.workers.results import results_of
from twbench.errors import ConfigError

P = TypeVar("P")
R = TypeVar("R")
# Results are seen when a whole portion is done, for whose slowest call all workers wait.
PORTION = 8
"""Calls for each worker that Ray gets at a time."""


class Engine(Protocol):
    """Something that does work; ``workers`` is how many parts it can do at a time."""

    @property
    def workers(self) -> int:
        """The number of workers."""

    def run(self, work: Work[P, R], portions: Iterable[Sequence[P]]) -> Iterator[R]:
        """Do ``portions``, each a sequence of parts; yield what comes of it, in any order."""


@contextlib.contextmanager
def engine(compute: ComputeConfig) -> Iterator[Engine]:
    """Get what does the work of ``compute`` ready.

    Raises ConfigError if a package is missing, with the line that installs it, or if there are no
    workers at the address.
    """
    if compute.backend in CLUSTERS:
        with CLUSTERS[compute.backend](compute) as workers:
            yield _Joblib(compute.backend, workers)
    elif compute.backend == "processes":
        with Workers(compute.n_jobs) as processes:
            yield processes
    else:
        families.prepare()
        serial = compute.backend == "serial"
        workers = 1 if serial else number_of_workers(compute.n_jobs)
        with _output_to_errors():
            yield _Joblib("sequential" if serial else compute.backend, workers)


class _Joblib:
    """A back end of joblib with a number of workers."""

    def __init__(self, backend: str, workers: int):
        self.workers = workers
        self._backend = backend

    def run(self, work: Work[P, R], portions: Iterable[Sequence[P]]) -> Iterator[R]:
        """Do ``portions``; see `Engine`.

        Ray's back end gives results only when all calls are done, so it gets them in portions.
        """
        import joblib

        calls = (joblib.delayed(_do)(work, parts) for parts in portions)
        with joblib.parallel_config(backend=self._backend, n_jobs=self.workers):
            backend, _ = joblib.parallel.get_active_backend()
            if backend.supports_return_generator:
                parallel = joblib.Parallel(
                    return_as="generator_unordered", batch_size=1, pre_dispatch="2 * n_jobs"
                )
                yield from results_of(parallel, calls)
                return
            while portion := list(itertools.islice(calls, PORTION * self.workers)):
                yield from joblib.Parallel(batch_size=1)(portion)


def _do(work: Work[P, R], parts: Sequence[P]) -> R:
    return work.do(parts, lambda number: None)


@contextlib.contextmanager
def _output_to_errors() -> Iterator[None]:
    """Let what is printed in this process, by whatever part of it, be no part of its output."""
    sys.stdout.flush()
    kept = os.dup(1)
    try:
        os.dup2(2, 1)
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        ctypes.CDLL(None).fflush(None)  # what C code has printed and still holds back
        os.dup2(kept, 1)
        os.close(kept)


@contextlib.contextmanager
def _dask(compute: ComputeConfig) -> Iterator[int]:
    distributed = _package("distributed", "dask")
    with contextlib.ExitStack() as stack:
        if compute.address:
            with _reaching(compute):
                client = stack.enter_context(distributed.Client(compute.address))
                client.wait_for_workers(1, timeout=10)
        else:
            cluster = distributed.LocalCluster(
                n_workers=number_of_workers(compute.n_jobs),
                threads_per_worker=1,
                dashboard_address=None,
                silence_logs="ERROR",
            )
            address = stack.enter_context(cluster).scheduler_address
            client = stack.enter_context(distributed.Client(address))
        yield sum(client.nthreads().values())


@contextlib.contextmanager
def _ray(compute: ComputeConfig) -> Iterator[int]:
    ray = _package("ray", "ray")
    _package("ray.util.joblib", "ray").register_ray()
    if compute.address:
        with _reaching(compute):
            ray.init(address=compute.address, log_to_driver=False)
    else:
        workers = number_of_workers(compute.n_jobs)
        ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False)
    try:
        yield int(ray.cluster_resources().get("CPU", 1))
    finally:
        ray.shutdown()


@contextlib.contextmanager
def _reaching(compute: ComputeConfig) -> Iterator[None]:
    """Say which address it was that a package cannot use, for one reason or another."""
    try:
        yield
    except (ImportError, OSError, RuntimeError, ValueError) as error:
        reason = str(error).partition("\n")[0].rstrip(".")
        raise ConfigError(
            f"compute.address={compute.address} leads to no workers of {compute.backend}: {reason}."
        ) from error


def _package(name: str, extra: str) -> ModuleType:
    """Import an optional package."""
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError as error:
        raise ConfigError(
            f"compute.backend={extra} needs a package that is not installed: pip install"
            f" 'twbench[{extra}]'."
        ) from error


CLUSTERS: dict[str, Callable[[ComputeConfig], AbstractContextManager[int]]] = {
    "dask": _dask,
    "ray": _ray,
}
