"""Stories of ours that somebody has changed: an answer or a sentence, and nothing else."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import mutated_stories
import pytest

from twbench.errors import StoryFileError
from twbench.story import read_memory_map

PROGRAM = Path(mutated_stories.__file__)


def ends(first: int, last: int, folder: Path, *how: str) -> dict[str, int]:
    """Return how often each end was met when the stories of some seeds were played."""
    command = [sys.executable, str(PROGRAM), str(first), str(last), str(folder), *how]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=3000)
    seed, *trace = result.stderr.rsplit("\n", 30)[-1:]
    assert result.returncode == 0, f"seed {seed}: {trace} {result.stderr[-2000:]}"
    found: dict[str, int] = json.loads(result.stdout)
    return found


def test_directories_of_any_content_are_read_or_refused() -> None:
    refused = 0
    for seed in range(400):
        _, story = mutated_stories.mutated(seed)
        try:
            memory_map = read_memory_map(story)
            memory_map.facts(story)
            memory_map.location(story)
            memory_map.last_actions(story)
        except StoryFileError as error:
            refused += str(error).isprintable()
    assert 50 < refused < 350


def test_stories_that_pass_the_checks_do_no_harm(tmp_path: Path) -> None:
    found = ends(0, 300, tmp_path, "here")
    assert {*found} <= {"left out", "refused", "StoryEnv"}
    assert found["StoryEnv"] >= 5
    assert found["left out"] >= 100


@pytest.mark.slow
def test_many_stories_are_played_or_refused(tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        parts = [pool.submit(ends, n, n + 40, tmp_path) for n in (0, 40)]
        found = [part.result() for part in parts]
    assert {end for part in found for end in part} <= {"IsolatedEnv", "refused", "StoryEnv"}


@pytest.mark.slow
def test_of_thousands_those_that_pass_the_checks_do_no_harm(tmp_path: Path) -> None:
    found = ends(2000, 8000, tmp_path, "here")
    assert {*found} <= {"left out", "refused", "StoryEnv"}
    assert found["StoryEnv"] >= 300
