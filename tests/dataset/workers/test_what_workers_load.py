"""What a process loads to build and verify games: each library takes as long as some of them."""

import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

SETTINGS = {
    "coin_collector": {"level": 3},
    "treasure_hunter": {"level": 11},
    "simple": {"rewards": "dense", "goal": "brief"},
    "custom": {"world_size": 3, "nb_objects": 6, "quest_length": 2},
    "cooking": {"recipe": 1, "take": 1, "go": 6, "open": True, "cook": True, "cut": True},
}
NOT_LOADED_BY_WORKERS = {"asyncio", "hydra", "joblib", "numpy", "omegaconf", "pandas", "pyarrow"}
NOT_LOADED_BY_WORKERS |= {"tatsu", "tqdm", "yaml", "importlib.metadata"}
"""What work on games of ours takes none of."""
NOT_LOADED_BY_LEADERS = {"asyncio", "joblib", "pandas", "pyarrow.compute", "tatsu", "jericho"}
NOT_LOADED_BY_LEADERS |= {"pyarrow._s3fs", "logging", "ssl", "statistics"}
NOT_LOADED_BY_LEADERS |= {"twbench.logic", "twbench.render", "twbench.story.linking"}
NOT_LOADED_BY_LEADERS |= {"twbench.dataset.building.found", "twbench.dataset.building.imports"}
ARROW_NEEDS_NUMPY = int(version("pyarrow").partition(".")[0]) < 18


def loaded(code: str, *arguments: object) -> set[str]:
    """Return the modules of a process that has run the code."""
    done = subprocess.run(
        [sys.executable, "-c", code + "\nimport sys\nprint(*sys.modules)", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.splitlines()[-1].split())


WORK = """
import json, sys
from pathlib import Path
from twbench.dataset.building.chunk_work import ChunkWork
from twbench.dataset.config.plan import Plan, Slot
from twbench.dataset.config.recipe import parse_build
from twbench.dataset.items import item

plan = Plan(parse_build(json.loads(sys.argv[1])).recipe)
work = ChunkWork(
    item.build_in_parts, item.lose_item, item.patience, Path(sys.argv[2]), None, False, False
)
_, (outcome,) = work.do([plan.spec(Slot("train", 0), 0)], lambda number: None)
assert outcome.game is not None
"""


@pytest.mark.parametrize("name", SETTINGS)
def test_work_on_games_loads_no_library_for_tables_or_settings(name: str, tmp_path: Path) -> None:
    config: dict[str, Any] = {
        "dataset": {"name": "small", "splits": {"train": 1}},
        "challenge": {"name": name, **SETTINGS[name]},
        "out": str(tmp_path / "out"),
    }
    modules = loaded(WORK, json.dumps(config), tmp_path)
    assert modules & NOT_LOADED_BY_WORKERS == set()
    others = {f"twbench.challenges.settings.{other}" for other in SETTINGS if other != name}
    assert modules & others == set()
    assert "twbench.families.minihack" not in modules


BUILD = """
from twbench.cli import main
assert main() == 0
"""


def test_a_build_leaves_to_workers_what_only_they_need(tmp_path: Path) -> None:
    out = tmp_path / "small"
    small = ("dataset.splits.train=1", "dataset.splits.valid=1", "dataset.splits.test=1")
    build = ("build", "dataset=simple", *small, "compute.n_jobs=1", f"out={out}")
    modules = loaded(BUILD, *build)
    assert modules & (NOT_LOADED_BY_LEADERS | {"argparse", "importlib.metadata"}) == set()
    assert "tqdm" in modules
    assert ("numpy" in modules) == ARROW_NEEDS_NUMPY
    modules = loaded(BUILD, "verify", out, "--n-jobs", 1, "--quiet")
    assert modules & NOT_LOADED_BY_LEADERS == set()
    assert ("numpy" in modules) == ARROW_NEEDS_NUMPY


CALLED = """
import sys
from twbench.cli import main
assert main(sys.argv[1:]) == 0
import pyarrow
assert pyarrow.table({"n": range(2)}).to_pandas()["n"].tolist() == [0, 1]
import tqdm
assert tqdm.__version__ != "unknown"
"""


def test_a_process_that_calls_a_command_has_whole_libraries_after_it(tmp_path: Path) -> None:
    out = tmp_path / "small"
    small = ("dataset.splits.train=1", "dataset.splits.valid=1", "dataset.splits.test=1")
    loaded(CALLED, "build", "dataset=simple", *small, "compute.n_jobs=1", f"out={out}")
    loaded(CALLED, "verify", out, "--n-jobs", 1, "--quiet")
    loaded(CALLED, "info", out)


FORKED = """
import subprocess, sys
from twbench.cli import main

class Popen:
    def __init__(self, *arguments, **options):
        sys.exit("a process was started by name")

subprocess.Popen = Popen
assert main() == 0
"""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="forked where threads count")
@pytest.mark.parametrize("n_jobs", [1, 2])
def test_workers_of_a_command_are_forks_that_load_nothing_again(
    tmp_path: Path, n_jobs: int
) -> None:
    out = tmp_path / "small"
    small = ("dataset.splits.train=2", "dataset.splits.valid=1", "dataset.splits.test=1")
    loaded(FORKED, "build", "dataset=simple", *small, f"compute.n_jobs={n_jobs}", f"out={out}")
    loaded(FORKED, "verify", out, "--n-jobs", n_jobs, "--quiet")


def test_a_build_without_processes_forks_none(tmp_path: Path) -> None:
    small = ("dataset.splits.train=1", "dataset.splits.valid=1", "dataset.splits.test=1")
    code = "import os\nos.fork = None\n" + BUILD
    loaded(code, "build", "dataset=simple", *small, "compute=serial", f"out={tmp_path / 'small'}")


def test_a_build_with_modules_of_others_has_arrow_with_numpy(tmp_path: Path) -> None:
    module = tmp_path / "own.py"
    module.write_text(
        "from twbench import challenges\n"
        "coins = challenges.get('coin_collector')\n"
        "challenges.register(challenges.Challenge('coins', 'Coins.', coins.settings, coins.make))\n"
        "import os; os.fork = None  # what others have left is in no worker\n"
    )
    small = ("dataset.splits.train=1", "dataset.splits.valid=1", "dataset.splits.test=1")
    own = (f"dataset.modules=[{module}]", "compute.n_jobs=1", f"out={tmp_path / 'small'}")
    assert "numpy" in loaded(BUILD, "build", "dataset=coin_collector_easy", *small, *own)


NUMPY_LATER = """
import sys
from twbench.dataset.files.arrow_alone import load_arrow_alone
load_arrow_alone()
import numpy
assert numpy.arange(3).sum() == 3
"""


def test_numpy_can_be_imported_after_arrow_alone() -> None:
    assert {"numpy", "pyarrow"} <= loaded(NUMPY_LATER)


def test_arrow_is_taken_as_it_is_where_it_is_there_already() -> None:
    code = "import pyarrow" + NUMPY_LATER.replace(
        "load_arrow_alone()", "assert not load_arrow_alone()"
    )
    assert "numpy" in loaded(code)


def test_help_loads_next_to_nothing() -> None:
    modules = loaded(BUILD, "--help")
    assert modules & (NOT_LOADED_BY_WORKERS | NOT_LOADED_BY_LEADERS) == set()
    assert len([name for name in modules if name.startswith("twbench.")]) < 20


def test_a_file_is_played_without_what_reads_tables_or_draws(tmp_path: Path) -> None:
    story = tmp_path / "coins.z8"
    loaded(BUILD, "make", "coin_collector", "--level", 2, "--seed", 1, "--output", story)
    modules = loaded(BUILD, "play", story, "--mode", "walkthrough", "--quiet")
    assert modules & {"numpy", "pyarrow", "twbench.dataset.config", "twbench.render"} == set()


def test_games_with_a_walkthrough_are_made_without_planning(tmp_path: Path) -> None:
    config: dict[str, Any] = {
        "dataset": {"name": "small", "splits": {"train": 1}},
        "challenge": {"name": "coin_collector", **SETTINGS["coin_collector"]},
        "out": str(tmp_path / "out"),
    }
    modules = loaded(WORK, json.dumps(config), tmp_path)
    planning = {name for name in modules if name.startswith("twbench.generator.planning.")}
    assert planning | (modules & {"twbench.generator.games.quick_reading"}) == set()
