"""Nothing typed stops a story, and nothing is kept from one episode to the next."""

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
    assert endurance.grown(1_000, tmp_path) < 1_000
