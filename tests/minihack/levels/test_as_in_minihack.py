"""The same calls give the same bytes as MiniHack's generator; without it, those of stored levels.

TWBENCH_MINIHACK_PYTHON names the Python of an environment that has minihack 1.0.2.
"""

import json
import os
import subprocess
from pathlib import Path

import pytest
from level_calls import NAMES, RandomLevel

from twbench.minihack import LevelSpecification

HERE = Path(__file__).parent
EXPECTED = HERE / "expected"
MINIHACK = os.environ.get("TWBENCH_MINIHACK_PYTHON")
LEVELS = 600


@pytest.mark.skipif(not MINIHACK, reason="TWBENCH_MINIHACK_PYTHON names no Python with MiniHack")
def test_the_same_calls_give_the_same_bytes() -> None:
    levels = [RandomLevel(seed) for seed in range(LEVELS)]
    made = [level.data() for level in levels]
    assert {name for level in levels for name, _ in level.calls} == set(NAMES)
    done = subprocess.run(
        [str(MINIHACK), HERE / "minihack_descriptions.py"],
        input=json.dumps(made),
        capture_output=True,
        text=True,
        check=True,
    )
    theirs = json.loads(done.stdout)
    ours = [LevelSpecification.from_data(data).des() for data in made]
    different = [n for n, (one, other) in enumerate(zip(ours, theirs, strict=True)) if one != other]
    assert different == []


@pytest.mark.parametrize("seed", range(12))
def test_stored_levels_keep_their_bytes(seed: int) -> None:
    """Each was compared with MiniHack's own."""
    ours = LevelSpecification.from_data(RandomLevel(seed).data()).des()
    assert ours == (EXPECTED / f"{seed}.des").read_text(encoding="utf-8")
