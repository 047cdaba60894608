"""Every page of the cookbook does what it says, typed by a user in an empty folder."""

import pytest
from cookbook_pages import PAGES, code_lines, commands, write_example

from twbench.dataset import load_dataset
from twbench.dataset.files.index import read_index

MINE = ("challenge", "sampler")
"""The pages that this file looks after; words and families have their own tests."""


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


def test_a_challenge(follow, tmp_path):
    *_, verified = follow("challenge")
    assert "5 rebuilt and compared" in verified
    (module,) = read_index(tmp_path / "datasets/walks").config["dataset"]["challenge_modules"]
    assert (module["name"], module["challenges"]) == ("my_challenge.py", ["walk"])
    assert "samplers" not in module


def test_a_sampler(follow, cli, tmp_path):
    follow("sampler")
    dataset = read_index(tmp_path / "datasets/peaks").config["dataset"]
    (module,) = dataset["challenge_modules"]
    assert (module["challenges"], module["samplers"]) == ([], ["peak"])
    assert dataset["mixture"]["all"]["challenge"]["level"] == {"peak": [5, 15]}
    assert len(load_dataset(tmp_path / "datasets/peaks")["train"]) == 4
    code, _, err = cli("verify", "datasets/peaks")
    assert code == 1
    assert "without --module my_sampler.py" in err
