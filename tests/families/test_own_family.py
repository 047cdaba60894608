"""A family of one's own, installed as a package, goes through every command of twbench.

`guessing` is that family, with a challenge, an environment and a file format.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ENTRY_POINTS = """\
[twbench.families]
guessing = guessing:FAMILY

[twbench.challenges]
guess = guessing:GUESS
"""
AGENT = '''\
"""Halves what is left, as everybody does."""

from twbench.agents import register
from twbench.core import Agent


class Halving(Agent):
    def reset(self, env):
        self.low, self.high = 1, None

    def act(self, state, reward, done):
        if self.high is None:
            self.high = int(state.feedback.rstrip(".").split()[-1])
        elif "low" in state.feedback:
            self.low = self.guess + 1
        else:
            self.high = self.guess - 1
        self.guess = (self.low + self.high) // 2
        return str(self.guess)


register("halving", Halving, "halves what is left", deterministic=True)
'''


@pytest.fixture(scope="module")
def work(tmp_path_factory):
    """A folder to work in, beside an installed package with the family."""
    folder = tmp_path_factory.mktemp("guessing")
    site, info = folder / "site", folder / "site" / "guessing-1.0.dist-info"
    info.mkdir(parents=True)
    shutil.copy(HERE / "guessing.py", site)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: guessing\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    (folder / "halving.py").write_text(AGENT)
    return folder


@pytest.fixture(scope="module")
def twbench(work):
    """Run the real command in that folder, and return what it printed."""
    paths = [str(work / "site"), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}

    def run(*arguments, typed="", code=0):
        done = subprocess.run(
            [sys.executable, "-m", "twbench", *arguments],
            cwd=work,
            env=environment,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout if code == 0 else done.stderr

    return run


@pytest.fixture(scope="module")
def built(twbench, work):
    twbench(
        *("build", "dataset=coin_collector", "dataset.name=numbers", "out=numbers"),
        "dataset.mixture={guess: {challenge: {name: guess, most: 1000}}}",
        *("dataset.splits={train: 4, valid: 2, test: 4}", "compute.n_jobs=2"),
    )
    return work / "numbers"


def rows(folder, split):
    import pyarrow.parquet as pq

    return pq.read_table(next((folder / "data").glob(f"{split}-*.parquet"))).to_pylist()


def test_it_is_listed(twbench):
    assert "guessing             a number that somebody thinks of\n" in twbench("list", "families")


def test_a_dataset_is_built_in_worker_processes(built):
    for row in rows(built, "test"):
        assert (row["family"], row["challenge"], row["story_format"]) == (
            *("guessing", "guess"),
            "guess",
        )
        assert (row["game"], row["grammar"], row["n_rooms"]) == (None, "{}", None)
        secret = json.loads((built / row["story"]).read_text())["secret"]
        assert row["walkthrough"] == [str(secret)]
    card = (built / "README.md").read_text()
    assert "Every game\nis a number that has been guessed." in card
    assert "the stories (`.guess`) |" in card


def test_the_record_says_which_package_it_is_of(built):
    packages = json.loads((built / "dataset.json").read_text())["config"]["dataset"]["packages"]
    assert [(entry["kind"], entry["name"], entry["package"]) for entry in packages] == [
        ("challenge", "guess", "guessing"),
        ("family", "guessing", "guessing"),
    ]


def test_it_is_verified_and_built_anew(built, twbench):
    said = twbench("verify", "numbers", "-q", "--rebuild")
    assert "10 games, every file and walkthrough checked, 10 rebuilt" in said


@pytest.mark.slow
def test_a_game_that_was_changed_is_found(built, work, twbench):
    shutil.copytree(built, work / "changed")
    row = rows(built, "test")[0]
    (work / "changed" / row["story"]).write_text('{"family": "guessing", "most": 9, "secret": 1}')
    twbench("verify", "changed", "-q", code=1)


def test_a_game_is_played_at_the_keyboard(built, twbench):
    row = rows(built, "train")[0]
    said = twbench("play", f"numbers/{row['story']}", typed=f"0\n{row['walkthrough'][0]}\n")
    assert "I think of a number from 1 to 1000." in said
    assert "Too low." in said
    assert said.rstrip().endswith("Right!\nDone after 2 steps. Score 1.")


@pytest.mark.slow
def test_an_agent_is_evaluated_and_its_run_is_replayed(built, work, twbench):
    said = twbench(
        *("evaluate", "dataset=numbers", "protocol=text", "episodes=2"),
        *("agent=halving", "agent_module=halving.py", "out=runs", "compute.n_jobs=1"),
    )
    assert "100.0 %" in said
    (run,) = (work / "runs").iterdir()
    assert json.loads((run / "run.json").read_text())["protocol"]["runtime"] == "guessing"
    assert "6" in twbench("validate-run", str(run), "--dataset", "numbers")


def test_words_and_walkthroughs_are_extracted(built, work, twbench):
    row = rows(built, "train")[0]
    twbench("extract", "walkthroughs", "numbers", "--output", "all.txt")
    assert row["walkthrough"][0] in (work / "all.txt").read_text().splitlines()
    twbench("extract", "vocab", f"numbers/{row['story']}", "--output", "one.txt")
    assert len((work / "one.txt").read_text().splitlines()) == 1000
    said = twbench("extract", "commands", "numbers", "--output", "none.txt", code=2)
    assert "Games of the family guessing have no commands to extract" in said


@pytest.mark.slow
def test_games_of_somebody_are_imported(built, work, twbench):
    files = sorted(map(str, (built / "games").rglob("*.guess")))
    (work / "bad.guess").write_text('{"family": "guessing", "most": 9}')
    said = twbench("import", *files, "bad.guess", "--out", "imported", "--name", "imported", "-q")
    assert "10 games imported, 1 file refused" in said, said
    assert {row["verified"] for row in rows(work / "imported", "test")} == {True}
    assert "10 games" in twbench("verify", "imported", "-q")


@pytest.mark.slow
def test_without_the_package_it_is_told_what_is_missing(built, work):
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    said = subprocess.run(
        [sys.executable, "-m", "twbench", "verify", str(built), "-q"],
        env={**environment, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 1
    known = "hierarchycraft, interactive_fiction, minihack, textworld"
    assert f"There is no family 'guessing'; known are {known}." in said.stdout
