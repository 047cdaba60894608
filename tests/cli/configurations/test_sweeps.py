"""Settings with several values, of which each leads to a job."""

import shutil

import pytest

from twbench.cli import application, hydra_application
from twbench.cli.configurations import conf_directory
from twbench.cli.main import main
from twbench.errors import ConfigError


def configurations_of(*line: str) -> list[dict]:
    found: list[dict] = []
    application.run_application("build", line, lambda config: found.append(config) or 0, "")
    return found


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (["dataset.seed=range(1,1e99)"], "dataset.seed lead to more than 10,000 jobs"),
        (["dataset.seed=range(1,inf)"], "dataset.seed lead to more than 10,000 jobs"),
        (["dataset.seed=range(1,2,1e-30)"], "dataset.seed lead to more than 10,000 jobs"),
        (["dataset.seed=shuffle(range(0,10000000000))"], "lead to more than 10,000 jobs"),
        (
            ["dataset.seed=range(1,1001)", "dataset.splits.train=range(1,12)"],
            "dataset.seed and dataset.splits.train lead to more than 10,000 jobs",
        ),
        (["dataset.seed=range(5,1)"], "dataset.seed lead to no job; a command runs 1 to 10,000."),
        (["dataset=glob(none*)"], "dataset lead to no job"),
        (["dataset.seed=interval(1,2)"], "dataset.seed=interval(1,2) says no values"),
        (["dataset.seed=1,2", "--cfg=job"], "--cfg shows one configuration"),
    ],
)
def test_too_many_jobs_and_none_are_refused(settings, message, capsys):
    assert main(["build", "--multirun", *settings]) == 2
    out, err = capsys.readouterr()
    assert (out, message in err, err.count("\n")) == ("", True, 1)


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("split=train,valid", "split has several values: --multirun runs once for each; a list"),
        ("seed=range(1,3)", "seed has several values"),
        ("=", "'=' is no setting: write KEY=VALUE."),
    ],
)
def test_settings_that_a_single_job_cannot_have(setting, told, capsys):
    assert main(["evaluate", "dataset=x", setting]) == 2
    out, err = capsys.readouterr()
    assert (out, told in err, err.count("\n")) == ("", True, 1)


def test_it_is_said_why_a_value_cannot_be_merged(capsys):
    assert main(["build", "dataset=coin_collector", "challenge.level=[]"]) == 2
    assert "challenge.level=[]: Cannot merge DictConfig with" in capsys.readouterr().err


def test_jobs_that_are_not_begun_after_one_that_failed_are_told(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["evaluate", "--multirun", "dataset=nowhere", "agent=random,greedy,simple"]) == 1
    stopped, why = capsys.readouterr().err.splitlines()
    assert stopped == (
        "twbench: Of 3 jobs, number 1 has failed as follows, and those after it were not begun."
    )
    assert why.startswith("twbench: There is no dataset at nowhere")


def test_as_many_jobs_as_a_command_runs_are_counted(monkeypatch):
    monkeypatch.setattr(hydra_application, "MAX_JOBS", 6)
    line = ["--multirun", "dataset.seed=range(1,4)"]
    jobs = configurations_of(*line, "dataset.splits.train=shuffle(1,2)")
    assert sorted(job["dataset"]["seed"] for job in jobs) == [1, 1, 2, 2, 3, 3]
    with pytest.raises(ConfigError, match="more than 6 jobs"):
        configurations_of(*line, "dataset.splits.train=1,2,3")


def test_options_of_a_folder_are_among_those_of_a_pattern(tmp_path, monkeypatch):
    (tmp_path / "mine/dataset").mkdir(parents=True)
    for name in ("own_a.yaml", "own_b.yaml"):
        shutil.copy(conf_directory() / "dataset/simple.yaml", tmp_path / "mine/dataset" / name)
    monkeypatch.chdir(tmp_path)
    line = ["--multirun", "--config-dir=mine", "dataset=glob(own_*)", "dataset.seed=3"]
    assert [job["dataset"]["seed"] for job in configurations_of(*line)] == [3, 3]
