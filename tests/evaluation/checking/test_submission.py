"""What a submission must be, to be shown beside the others."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fake_story
import pytest
from fake_dataset import write_dataset

from twbench.errors import RunError
from twbench.evaluation import Evaluation, evaluate
from twbench.evaluation.checking.submission import METADATA, check_submission
from twbench.evaluation.settings.agents import AgentSpec
from twbench.evaluation.settings.protocol import TRACKS

GOOD = {"agent": "random", "authors": ["A. Player"], "track": "text"}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    folder = tmp_path_factory.mktemp("submissions")
    dataset = write_dataset(
        folder / "corridors", {"test": [("short", 1)] * 2, "train": [("long", 2)]}
    )
    known: dict[str, Path] = {}

    def make(agent: str = "random", **changes: Any) -> Path:
        key = repr((agent, sorted(changes.items(), key=str)))
        if key not in known:
            values = {"protocol": TRACKS["text"], "out": folder / "runs", **changes}
            arguments = values.pop("arguments", {})
            settings = Evaluation(dataset, AgentSpec(agent, arguments), **values)
            known[key] = evaluate(settings, start=fake_story.start).folder  # type: ignore[arg-type]
        return known[key]

    return make


def submitted(folder: Path, run: Path, agent: str = "random") -> Path:
    submission = folder / "corridors" / agent
    shutil.copytree(run, submission / "run")
    return submission


def test_a_sound_submission(made: Callable[..., Path], tmp_path: Path) -> None:
    folder = submitted(tmp_path, made())
    told = {**GOOD, "cost": 1.5, "url": "https://example.org", "tokens": 10, "date": "2026"}
    assert check_submission(folder, told) == folder / "run"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"agent": "simple"}, "the agent has several names: simple, random, random"),
        ({"track": "admissible"}, "by another protocol than track admissible is now"),
        (
            {"track": "oracle"},
            "track must be one of text, admissible, jericho, jericho_valid, not 'oracle'",
        ),
        ({"track": "custom"}, "track must be one of"),
        ({"authors": "A. Player"}, f"{METADATA}: authors must be"),
        ({"score": 1}, "no key 'score'"),
        ({"tokens": "many"}, "tokens must be"),
        ({"agent": None}, "agent must be"),
    ],
)
def test_what_is_told_is_checked(
    made: Callable[..., Path], tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(RunError, match=message):
        check_submission(submitted(tmp_path, made()), {**GOOD, **changes})


@pytest.mark.parametrize("told", [{}, [], None, "random", {"agent": "random"}])
def test_what_is_not_told(made: Callable[..., Path], tmp_path: Path, told: Any) -> None:
    with pytest.raises(RunError, match=r"is missing|must be a mapping"):
        check_submission(submitted(tmp_path, made()), told)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": 1}, "with seed 0"),
        ({"episodes": 2}, "3 episodes of each game"),
        ({"splits": ("train",)}, "of the test split"),
        ({"games": 1}, "3 episodes of each game"),
        ({"wall": False}, "cannot be ranked: the wall was off"),
        ({"arguments": {"seed": 5}}, "cannot be ranked: the seed of the agent was chosen"),
    ],
)
def test_what_must_be_played(
    made: Callable[..., Path], tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(RunError, match=message):
        check_submission(submitted(tmp_path, made(**changes)), GOOD)


def test_the_names_of_the_folders(made: Callable[..., Path], tmp_path: Path) -> None:
    other = submitted(tmp_path, made(), "simple")
    with pytest.raises(RunError, match="the agent has several names: random, random, simple"):
        check_submission(other, GOOD)
    moved = other.rename(tmp_path / "random")
    with pytest.raises(RunError, match="the dataset has several names"):
        check_submission(moved, GOOD)


def test_a_run_of_somebody_else(made: Callable[..., Path], tmp_path: Path) -> None:
    folder = tmp_path / "corridors" / "random"
    folder.mkdir(parents=True)
    (folder / "run").symlink_to(made())
    with pytest.raises(RunError, match="symbolic link"):
        check_submission(folder, GOOD)


def test_a_run_that_was_edited(made: Callable[..., Path], tmp_path: Path) -> None:
    folder = submitted(tmp_path, made())
    file = folder / "run" / "run.json"
    record = json.loads(file.read_text())
    record["scores"]["overall"]["mean"]["value"] = 1.0
    file.write_text(json.dumps(record))
    with pytest.raises(RunError, match="it is not what was recorded"):
        check_submission(folder, GOOD)
