import contextlib

import pytest
from configs import config
from fake_items import build_fake_in_one_part

from twbench.dataset.building.build import build_dataset
from twbench.dataset.config.budget import OverBudget
from twbench.dataset.config.recipe import parse_build


class InProcess:
    """Does the work of `Workers` in this process, where a test can change what it does."""

    workers = 1

    def __init__(self, n_jobs):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def run(self, work, portions):
        return (work.do(parts, lambda number: None) for parts in portions)


@pytest.fixture
def in_process(monkeypatch):
    monkeypatch.setattr("twbench.dataset.workers.engines.Workers", InProcess)
    monkeypatch.setattr("twbench.dataset.verifying.verify.Workers", InProcess)


@pytest.fixture
def slow_machine(monkeypatch):
    """Have no time suffice for the making of a game, where it is limited."""

    def within(seconds):
        if seconds is None:
            return contextlib.nullcontext()
        raise OverBudget

    monkeypatch.setattr("twbench.dataset.config.budget.within", within)


@pytest.fixture
def fake_items(monkeypatch):
    monkeypatch.setattr("twbench.dataset.items.item.build_in_parts", build_fake_in_one_part)


@pytest.fixture
def build(fake_items, tmp_path):
    """Build a dataset of fake items into a new folder of the given name; return the folder."""

    def run(name="out", **changes):
        out = tmp_path / name
        build_dataset(parse_build(config(out=str(out), **changes)), progress=False)
        return out

    return run
