"""Engines for more than this machine: clusters of Dask and of Ray, through joblib's back ends.

Without an address, a cluster of ``n_jobs`` workers is started on this machine and stopped at the
end. With one (``tcp://scheduler:8786`` for Dask, ``ray://head:10001`` or ``auto`` for Ray) its
workers are used; they need the same version of twbench, and must see the output folder under the
same path. See docs/large-datasets.md.
"""

__all__ = ["CLUSTERS", "engine"]

import contextlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from types import ModuleType

import joblib

from twbench.dataset.config import ComputeConfig
from twbench.errors import ConfigError
from twbench.generator.data import KnowledgeBase


@contextlib.contextmanager
def engine(compute: ComputeConfig) -> Iterator[int]:
    """Get the back end of ``compute`` ready, and give the number of its workers.

    Raises ConfigError, with the line that installs it, if a package is missing.
    """
    if compute.backend not in CLUSTERS:
        if compute.backend == "threading":
            KnowledgeBase.default()  # its parser must not be imported by several threads at once
        yield joblib.effective_n_jobs(compute.n_jobs)
        return
    with CLUSTERS[compute.backend](compute) as workers:
        yield workers


@contextlib.contextmanager
def _dask(compute: ComputeConfig) -> Iterator[int]:
    distributed = _package("distributed", "dask")
    with contextlib.ExitStack() as stack:
        address = compute.address
        if not address:
            cluster = distributed.LocalCluster(
                n_workers=joblib.effective_n_jobs(compute.n_jobs),
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
        ray.init(address=compute.address, log_to_driver=False)
    else:
        workers = joblib.effective_n_jobs(compute.n_jobs)
        ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False)
    try:
        yield int(ray.cluster_resources().get("CPU", 1))
    finally:
        ray.shutdown()


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
