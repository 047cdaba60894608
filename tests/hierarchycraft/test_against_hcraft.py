"""Worlds are played as hcraft plays them: what can be done, counts, rewards and ends, step by step.

hcraft is not installed with twbench. What hcraft 2.0.1 did for 3,000 actions in each world of
`compared_worlds` is written down as hashes (``tools/compare_with_hcraft.py``). Where the variable
``TWBENCH_HCRAFT_PYTHON`` of the environment names a Python that has it, it plays some again.
"""

import json
import os
import random

import pytest
from compared_worlds import FIRST_STEPS, RECORD, STEPS, WORLDS, digest, play
from played_worlds import hashed
from played_worlds import play as played_here

import twbench.hierarchycraft as package

HCRAFT = os.environ.get("TWBENCH_HCRAFT_PYTHON")
PLAYED = json.loads(RECORD.read_text())
SOME = [name for number, name in enumerate(WORLDS) if number % 4 == 0]
OTHERS = [name for name in WORLDS if name not in SOME]
WHOLE = [
    name for number, name in enumerate(WORLDS) if number % 3 == 0 or not name.startswith("drawn")
]
"""What ships, and a third of what is drawn: all steps of it are compared."""
EACH = 30
"""How many worlds a test plays to the end."""


def test_every_world_was_played() -> None:
    assert list(PLAYED) == list(WORLDS)
    assert len(WORLDS) == 264


@pytest.mark.parametrize(
    "name", [*SOME, *(pytest.param(name, marks=pytest.mark.slow) for name in OTHERS)]
)
def test_the_first_steps_are_those_of_hcraft(name: str) -> None:
    lines = [hashed(line) for line in played_here(package, WORLDS[name], FIRST_STEPS)]
    assert digest(lines[:FIRST_STEPS]) == PLAYED[name][0]


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, len(WHOLE), EACH))
def test_all_steps_are_those_of_hcraft(first: int) -> None:
    for name in WHOLE[first : first + EACH]:
        lines = [hashed(line) for line in played_here(package, WORLDS[name], STEPS)]
        assert len(lines) > STEPS
        assert digest(lines) == PLAYED[name][1], name


@pytest.mark.slow
@pytest.mark.skipif(
    HCRAFT is None, reason="TWBENCH_HCRAFT_PYTHON names no Python that has hcraft 2.0.1"
)
def test_hcraft_still_plays_so() -> None:
    assert HCRAFT is not None
    names = random.Random(0).sample(list(WORLDS), 12)
    for name, lines in zip(names, play(HCRAFT, "hcraft", names, STEPS), strict=True):
        assert digest(lines) == PLAYED[name][1], name
