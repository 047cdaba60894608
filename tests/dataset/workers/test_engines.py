"""Clusters of two workers on this machine: the same fingerprint as one process."""

import builtins
import importlib.util
from types import ModuleType

import pytest
from configs import config

from twbench.dataset.building.build import build_dataset
from twbench.dataset.config.recipe import parse_build
from twbench.dataset.workers.engines import CLUSTERS
from twbench.errors import ConfigError

PACKAGES = {"dask": "distributed", "ray": "ray"}


def build(folder, backend, **compute):
    settings = config(
        out=str(folder),
        dataset__splits={"train": 4, "test": 2},
        compute={"backend": backend, "chunk_size": 1, **compute},
    )
    return build_dataset(parse_build(settings), progress=False).index


def test_every_cluster_has_its_test():
    assert set(PACKAGES) == set(CLUSTERS)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of packages that are not ours
@pytest.mark.parametrize("backend", sorted(CLUSTERS))
def test_a_cluster_of_two_workers_builds_the_same_dataset(tmp_path, backend, tree):
    if importlib.util.find_spec(PACKAGES[backend]) is None:
        pytest.skip(f"the extra twbench[{backend}] is not installed")
    build(tmp_path / "alone", "serial")
    build(tmp_path / "cluster", backend, n_jobs=2)
    assert tree(tmp_path / "cluster") == tree(tmp_path / "alone")


@pytest.mark.parametrize("backend", sorted(CLUSTERS))
def test_a_missing_package_is_named_with_the_line_that_installs_it(tmp_path, monkeypatch, backend):
    real = builtins.__import__

    def refuse(name, *arguments, **keywords):
        if name.split(".")[0] in PACKAGES.values():
            raise ImportError(name)
        return real(name, *arguments, **keywords)

    monkeypatch.setattr("importlib.import_module", refuse)
    with pytest.raises(ConfigError, match=rf"pip install 'twbench\[{backend}\]'"):
        build(tmp_path / "out", backend, n_jobs=2)


class Unreachable(ModuleType):
    """A package of clusters that reaches none."""

    def register_ray(self):
        """Do as Ray does."""

    def init(self, *positional, **named):
        raise ValueError("no port.\nAnd much more.")

    Client = init


@pytest.mark.parametrize("backend", sorted(CLUSTERS))
def test_an_address_without_a_cluster_is_named(tmp_path, monkeypatch, backend):
    monkeypatch.setattr("importlib.import_module", Unreachable)
    with pytest.raises(
        ConfigError, match=rf"^compute\.address=there leads to no workers of {backend}: no port\.$"
    ):
        build(tmp_path / "out", backend, address="there")


def test_an_address_belongs_to_a_cluster():
    with pytest.raises(
        ConfigError, match=r"compute\.address belongs to dask and ray, not to processes"
    ):
        parse_build(config(compute={"backend": "processes", "address": "tcp://there:8786"}))
