"""A dataset of NetHack's levels from its making to its reading, by the command line."""

import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from twbench import load_dataset
from twbench.cli import main
from twbench.minihack import engine

HIDDEN = """
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name == "nle" else found(name, *more)
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("nle") is None, reason="NLE is not installed: make minihack"),
]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The smallest shipped dataset, with fewer games."""
    out = tmp_path_factory.mktemp("levels") / "minihack_demo"
    splits = "dataset.splits={train: 5, valid: 2, test: 5}"
    assert main(["build", "dataset=minihack_demo", splits, f"out={out}"]) == 0
    return out


def test_it_is_verified_and_made_anew(built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(built), "--rebuild"]) == 0
    assert "every file and walkthrough checked, 12 rebuilt and compared" in capsys.readouterr().out


def test_its_rows_tell_what_is_needed_without_nethack(built: Path) -> None:
    row: dict[str, Any] = load_dataset(built)["test"][0]
    assert (row["family"], row["story_format"], row["verified"]) == ("minihack", "json", True)
    assert row["guidance"] == "goal"
    game = json.loads(Path(row["story"]).read_text())
    assert game["walkthrough"] == row["walkthrough"] != []


def test_a_game_of_it_is_played(built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    story = str(next((built / "games" / "test").glob("*/*.json")))
    assert main(["play", story, "--mode", "walkthrough"]) == 0
    assert "*** You have won ***" in capsys.readouterr().out


def test_agents_are_evaluated_on_it(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    wanted = ("agent=walkthrough", "protocol=oracle", "episodes=1")
    assert main(["evaluate", f"dataset={built}", *wanted]) == 0
    assert re.search(r"overall +1\.000 .* 100\.0 %", capsys.readouterr().out)


@pytest.mark.parametrize(
    "verb",
    [
        ["build", "dataset=minihack_demo", "out=made"],
        ["verify", "BUILT"],
        ["verify", "BUILT", "--rebuild"],
        ["evaluate", "dataset=BUILT", "agent=walkthrough", "protocol=oracle"],
        ["import", "STORY", "--out", "imported"],
        ["make", "minihack_task"],
        ["make", "minihack_skill"],
        ["play", "STORY"],
        ["play", "STORY", "--mode", "walkthrough"],
    ],
)
def test_without_nle_every_verb_says_what_to_install(
    verb: list[str], built: Path, tmp_path: Path
) -> None:
    """The package is hidden from the process and its workers."""
    (tmp_path / "sitecustomize.py").write_text(HIDDEN, encoding="utf-8")
    story = str(next((built / "games" / "test").glob("*/*.json")))
    words = [word.replace("BUILT", str(built)).replace("STORY", story) for word in verb]
    done = subprocess.run(
        [sys.executable, "-m", "twbench", *words],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    told = done.stderr.splitlines()[-1]
    assert done.returncode == 1
    assert "needs the package nle, which is not installed: pip install 'twbench[minihack]'." in told


@pytest.mark.parametrize("verb", [["info"], ["extract", "vocab"], ["extract", "walkthroughs"]])
def test_without_nle_a_dataset_is_read(
    verb: list[str], built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(engine, "find_spec", lambda name: None)
    assert main([*verb, str(built)]) == 0


def test_what_can_be_extracted(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for kind in ("walkthroughs", "entities", "vocab"):
        assert main(["extract", kind, str(built)]) == 0
    assert len((tmp_path / "walkthroughs.txt").read_text().splitlines()) == 12
    assert {"north", "pray"} <= set((tmp_path / "vocab.txt").read_text().split())
