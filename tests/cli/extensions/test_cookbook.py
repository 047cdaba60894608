"""Every page of the cookbook does what it says, typed by a user in an empty folder."""

import json
import os
import subprocess
import sys

import pytest
from cookbook_pages import PAGES, code_lines, commands, write_example

from twbench.dataset import load_dataset
from twbench.dataset.files.index import read_index

MINE = ("agent", "challenge", "exporter", "family", "metric", "sampler", "theme")
"""The pages that this file looks after; words have a test of their own."""


@pytest.fixture
def follow(cli, tmp_path):
    """Do what a page says; returns what was printed by each command."""

    def run(page):
        write_example(page, tmp_path)
        printed = []
        for line in commands(page):
            code, out, err = cli(*line)
            assert (code, err.count("twbench:")) == (0, 0), (line, out, err)
            printed.append(out)
        return printed

    return run


@pytest.mark.parametrize("page", MINE)
def test_an_example_is_short_and_complete(page):
    assert 8 <= code_lines(page) <= 40


def test_the_index_names_every_page():
    index = (PAGES / "README.md").read_text()
    for page in PAGES.glob("*.md"):
        assert page.name == "README.md" or f"({page.name})" in index


@pytest.mark.slow
def test_a_theme(follow, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(write_example("theme", tmp_path).read_text(), {})
    *_, verified = follow("theme")
    assert ", 4 rebuilt and compared" in verified
    (theme,) = read_index(tmp_path / "datasets/castles").config["dataset"]["themes"]
    assert theme["name"] == "castle"


@pytest.mark.slow
def test_a_challenge(follow, tmp_path):
    *_, verified = follow("challenge")
    assert ", 6 rebuilt and compared" in verified
    (module,) = read_index(tmp_path / "datasets/walks").config["dataset"]["challenge_modules"]
    assert (module["name"], module["challenges"]) == ("my_challenge.py", ["walk"])
    assert "samplers" not in module


@pytest.mark.slow
def test_a_sampler(follow, cli, tmp_path):
    follow("sampler")
    dataset = read_index(tmp_path / "datasets/peaks").config["dataset"]
    (module,) = dataset["challenge_modules"]
    assert (module["challenges"], module["samplers"]) == ([], ["peak"])
    assert dataset["mixture"]["all"]["challenge"]["level"] == {"peak": [5, 15]}
    assert len(load_dataset(tmp_path / "datasets/peaks")["train"]) == 3
    code, _, err = cli("verify", "datasets/peaks")
    assert code == 1
    assert "without --module my_sampler.py" in err
    alone = subprocess.run(
        [sys.executable, "-m", "twbench", "verify", "datasets/peaks", "--module", "my_sampler.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(PAGES.parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )  # whose workers have never heard of the module
    assert alone.returncode == 0, alone.stderr


@pytest.mark.slow
def test_a_family(follow, tmp_path):
    built, verified, evaluated, validated, _, imported = follow("family")
    *_, verify, play = built.splitlines()
    assert verify.endswith("twbench verify datasets/sums --module my_sums.py")
    assert play.endswith(".json --module my_sums.py")
    assert "6 games, every file and walkthrough checked, 6 rebuilt" in verified
    assert "adding" in evaluated
    assert "as recorded; replayed" in validated
    assert "6 games imported, 0 files refused." in imported
    assert imported.endswith("twbench verify datasets/sums_of_others --module my_sums.py\n")
    (run,) = (tmp_path / "runs").iterdir()
    (module,) = json.loads((run / "run.json").read_text())["metrics"]["modules"]
    assert (module["file"], module["families"]) == ("my_sums.py", ["sums"])
    assert len((tmp_path / "sums.txt").read_text().splitlines()) == 6


@pytest.mark.slow
def test_a_metric(follow, tmp_path):
    _, evaluated, known, unknown = follow("metric")
    assert "Pace" in evaluated.splitlines()[0]
    assert "Pace" in known
    assert "Pace" not in unknown
    (run,) = (tmp_path / "runs").iterdir()
    assert f"not shown   {run.name}: pace (metrics not known here)" in unknown
    (module,) = json.loads((run / "run.json").read_text())["metrics"]["modules"]
    assert (module["file"], module["metrics"]) == ("my_metric.py", ["pace"])


@pytest.mark.slow
def test_an_agent(follow, tmp_path):
    *_, validated = follow("agent")
    assert "re-run" in validated
    (run,) = (tmp_path / "runs").iterdir()
    agent = json.loads((run / "run.json").read_text())["agent"]
    assert (agent["name"], agent["arguments"]) == ("taker", {"patience": 2})
    assert agent["module"]["file"] == "my_agent.py"
    assert "package" not in agent


@pytest.mark.slow
def test_an_exporter(follow, tmp_path):
    *_, pairs, _, _ = follow("exporter")
    assert pairs == "coins_pairs: 4 games of train, valid, test\n"
    dataset = load_dataset(tmp_path / "datasets/coins")
    lines = (tmp_path / "coins_pairs/train.jsonl").read_text().splitlines()
    walkthroughs = [row["walkthrough"] for row in dataset["train"]]
    assert [json.loads(line)["completion"].split("\n") for line in lines] == walkthroughs
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == []
