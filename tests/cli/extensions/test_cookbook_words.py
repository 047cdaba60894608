"""docs/cookbook/words.md: its code is run, it prints what the page says, and a dataset has it."""

import json
import re
from pathlib import Path

import pytest

from twbench import challenges, start
from twbench.cli import main
from twbench.generator import KnowledgeBase, create_data_files

PAGE = (Path(__file__).parents[3] / "docs" / "cookbook" / "words.md").read_text()


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def example(tmp_path, monkeypatch):
    """Return the names of the challenge module, run in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "example"}
    exec(blocks("python")[0], names)
    yield names
    challenges.registry.CHALLENGES.forget([challenges.get("polishing")])


def test_the_page_prints_what_it_says(example, capsys):
    (_, played), (printed,) = blocks("python"), blocks("text")
    exec(played, example)
    assert capsys.readouterr().out == printed


def test_a_folder_of_logic_brings_the_same_words(example, tmp_path):
    (written,) = blocks("json")
    assert json.loads(written) == example["WORDS"].serialize()
    create_data_files(tmp_path)
    (tmp_path / "logic" / "silver.twl").write_text(example["POLISH"])
    (tmp_path / "logic" / "phrasebook.json").write_text(written)
    assert KnowledgeBase.load(tmp_path).phrasebook == example["WORDS"]


def test_the_example_is_short(example):
    code = [line for line in blocks("python")[0].splitlines() if line.strip()]
    assert 10 <= len(code) <= 40


@pytest.mark.slow
def test_a_dataset_is_built_of_it_in_other_processes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("polishing.py").write_text(blocks("python")[0])
    settings = [
        "dataset.challenge_modules=[polishing.py]",
        "dataset.name=silver",
        "dataset.splits={train: 1, valid: 1, test: 1}",
        "dataset.mixture={silver: {challenge: {name: polishing, thing: spoon}}}",
        "dataset.hygiene=none",
        "compute.n_jobs=2",
        "out=silver",
    ]
    assert main(["build", "dataset=coin_collector", *settings]) == 0
    assert main(["verify", "silver"]) == 0
    (story,) = Path("silver").rglob("train/*/*.z8")
    env = start(story)
    env.reset()
    assert env.step("p spoon")[0].feedback.startswith("You aren't carrying the spoon.")
