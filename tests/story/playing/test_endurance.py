"""Nothing typed stops a story, and nothing is kept from one episode to the next."""

import os
import subprocess
import sys
from pathlib import Path

import endurance
import pytest


def test_fuzzed_commands_are_answered(tmp_path: Path) -> None:
    assert endurance.fuzz_games(3_000, 10, tmp_path, seed=2) > 0


@pytest.mark.slow
def test_many_fuzzed_commands_are_answered(tmp_path: Path) -> None:
    assert endurance.fuzz_games(100_000, 100, tmp_path, seed=2) > 0


@pytest.mark.slow
def test_memory_does_not_grow_over_episodes(tmp_path: Path) -> None:
    """In a process of its own: one that has run other tests grows and shrinks for their reasons."""
    program = "import endurance, pathlib; print(endurance.grown(1_000, pathlib.Path()))"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) < 1_000
