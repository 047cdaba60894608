"""Agents play stories by other makers, of which less is known."""

import dataclasses
from pathlib import Path

import pytest

from twbench.dataset.building.imports import import_dataset, parse_settings
from twbench.evaluation import Evaluation, evaluate
from twbench.evaluation.settings.agents import AgentSpec
from twbench.evaluation.settings.protocol import Protocol

STORIES = Path(__file__).resolve().parents[4] / "shared" / "data" / "stories"


@pytest.mark.skipif(not STORIES.is_dir(), reason="the stories are not beside this checkout")
def test_a_story_that_jericho_knows_is_scored_and_another_is_not(tmp_path: Path) -> None:
    config = parse_settings(name="classics", split="test")
    two = [STORIES / "yomomma.z5", STORIES / "zork1.z3"]
    import_dataset(two, config, tmp_path / "classics", n_jobs=1, progress=False)
    run = evaluate(
        Evaluation(
            tmp_path / "classics",
            AgentSpec("random"),
            protocol=dataclasses.replace(Protocol(), max_turns=20),
            episodes=1,
            out=tmp_path / "runs",
        )
    )
    overall = run.scores.overall
    assert [overall[name] for name in ("episodes", "unscored", "truncated")] == [2, 1, 2]
    assert overall["invalid"] is None
