"""docs/gymnasium.md: its code is run, and prints what the page says."""

import re
import time
from pathlib import Path

import gymnasium
import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "gymnasium.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
LEARNER = next(number for number, block in enumerate(BLOCKS) if "def play(" in block)


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    before = dict(gymnasium.registry)
    yield
    gymnasium.registry.clear()
    gymnasium.registry.update(before)


@pytest.mark.slow
def test_the_page_runs_and_prints_what_it_says(here, capsys):
    [printed] = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, object] = {}
    spent = 0.0
    for number, block in enumerate(BLOCKS):
        if "stable_baselines3" not in block:  # that is run in tests/gym/wrappers
            begun = time.process_time()
            exec(block, names)
            spent += time.process_time() - begun if number == LEARNER else 0
    assert capsys.readouterr().out == printed
    assert spent < 60


def test_the_learner_has_30_lines():
    assert len([line for line in BLOCKS[LEARNER].splitlines() if line.strip()]) <= 30
    assert len(BLOCKS) == 6
