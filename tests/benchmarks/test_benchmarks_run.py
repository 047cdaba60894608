"""Each benchmark still runs: its figures are claims that a sceptic can only repeat if it does.

They run in their smallest form here, which measures nothing.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from stories_at_hand import STORIES, needs_stories

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
SCRIPTS = sorted(path.stem for path in BENCHMARKS.glob("bench_*.py"))
SMALLEST = {
    "bench_access": "--games 60",
    "bench_builder": f"--story {STORIES}/zork1.z3 --games 44 --turns 1 --only simple",
    "bench_dataset": "--games 100 --workers 1",
    "bench_evaluation": "--games 6 --seed 1 --turns 20 --most 2",
    "bench_generation": "--rounds 1 --only coin",
    "bench_growth": "--games 1 --hard 1",
    "bench_gymnasium": "--rounds 1",
    "bench_hierarchycraft": "--rounds 1 --random 1 --games 160",
    "bench_isolation": f"--story {STORIES}/zork1.z3 --pairs 1",
    "bench_million": "--games 400 --workers 2",
    "bench_opening": "--episodes 4 --rounds 1 --steps 5 --only cooking_easy",
    "bench_prose": "--games 1",
    "bench_steps": f"--story {STORIES}/zork1.z3 --games 1 --episodes 1 --steps 5 --only simple",
    "bench_story": "--seconds 0.1",
    "bench_turn": "--games 1 --steps 5 --rounds 1 --only simple",
    "bench_valid_actions": f"{STORIES} --only library.z5 --random 5",
}
ELSEWHERE = {"bench_minihack"}
"""What needs packages that the tests do without."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not BENCHMARKS.is_dir(), reason="the benchmarks are not here"),
]


def test_no_benchmark_is_left_out():
    assert set(SCRIPTS) == set(SMALLEST) | ELSEWHERE


@needs_stories
@pytest.mark.parametrize("name", sorted(SMALLEST))
def test_runs(name, tmp_path):
    done = subprocess.run(
        [sys.executable, BENCHMARKS / f"{name}.py", *SMALLEST[name].split()],
        cwd=BENCHMARKS.parent,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_what_the_page_proposes_to_run_does_so(tmp_path):
    """With lists for the arrays of infos, which Gymnasium would not make of itself."""
    page = (BENCHMARKS / "tried.md").read_text(encoding="utf-8")
    [script] = re.findall("```python\n(.*?)```", page, re.DOTALL)
    counted = script.replace(
        "        return infos\n", "        calls.append(infos)\n        return infos\n"
    )
    done = subprocess.run(
        [sys.executable, "-", "--rounds", "1"],
        input=f"calls = []\n{counted}\nassert type(calls[0]['admissible_commands']) is list\n",
        env={**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": str(BENCHMARKS)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "SyncVectorEnv of 8, to gymnasium.make" in done.stdout
