"""Configurations composed at once are those that an application of Hydra would compose."""

import pytest

from twbench.cli import application

LINES = [
    ["dataset=simple", "dataset.splits.train=7"],
    ["dataset=coin_collector", "challenge.level={randint: [1, 30]}", "output=packed"],
    ["dataset=custom_small", "compute=joblib", "compute.n_jobs=2", "out=somewhere"],
]


def composed(line: list[str]) -> object:
    found: list[object] = []
    application.run_application("build", line, lambda config: found.append(config) or 0, "")
    (config,) = found
    return config


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[0])
def test_a_plain_line_is_composed_as_by_an_application(line, monkeypatch):
    monkeypatch.setattr(application.hydra, "main", None)  # the application is not needed
    config = composed(line)
    monkeypatch.undo()
    monkeypatch.setattr(application, "_composed", lambda *_: None)
    assert config == composed(line)


@pytest.mark.parametrize(
    "line",
    [["dataset=simple", "--multirun"], ["hydra.mode=MULTIRUN", "out=a,b"], ["out=${dataset.name}"]],
    ids=["option", "setting of Hydra", "reference"],
)
def test_other_lines_go_to_the_application(line, monkeypatch):
    monkeypatch.setattr(application, "_composed", lambda *_: pytest.fail("it was composed"))
    assert application.run_application("build", line, lambda _: 0, "") == 0
