"""What a sample says before the long work: nothing is refused that can be filled."""

import math
from collections import Counter

import pytest
from configs import config
from fake_items import build_fake

from twbench.dataset.building import feasibility
from twbench.dataset.building.build import build_dataset
from twbench.dataset.building.feasibility import Feasibility
from twbench.dataset.config.plan import Plan
from twbench.dataset.config.recipe import ComputeConfig, parse_build
from twbench.dataset.items import item
from twbench.dataset.items.deduplication import CandidateGame, Deduplication
from twbench.dataset.workers.engines import engine
from twbench.errors import ConfigError, GenerationError


def sample_fake(spec):
    """Return what tells the game of `build_fake` apart."""
    made = build_fake(spec)
    if isinstance(made, item.Rejection):
        return item.Sample(made.reason)
    row = made.row
    return item.Sample(game=CandidateGame.of_row(row))


@pytest.fixture
def fake(fake_items, monkeypatch):
    monkeypatch.setattr(item, "sample_item", sample_fake)


def sampled(**changes):
    plan = Plan(parse_build(config(**changes)).recipe)
    deduplication = Deduplication(plan.strictest, plan.recipe.dataset.held_out)

    def make_first(slots):
        return [item.sample_item(plan.spec(slot, 0)) for slot in slots]

    with engine(ComputeConfig("serial", 1)) as workers:
        found = Feasibility(plan, deduplication, workers, make_first)
        return found.problems(), found.lines()


def test_a_part_that_is_short_is_refused_with_its_reasons(fake):
    mixture = {"few": {"challenge": {"level": 1}}, "many": {"challenge": {"level": 6}}}
    problems, lines = sampled(
        dataset__mixture=mixture, dataset__splits={"train": 300, "valid": 80, "test": 80}
    )
    *short, nearest = problems
    assert [problem.split(":")[0] for problem in short] == ["train/few", "valid/few", "test/few"]
    assert nearest == (
        "The nearest that can be filled: split train without few; split valid without few;"
        " split test without few."
    )
    assert problems[0].startswith("train/few: 150 games wanted; 4 different structures among")
    assert "duplicate" in problems[0]
    assert [line.split(":")[0] for line in lines] == [
        f"{split}/{member}" for split in ("train", "valid", "test") for member in ("few", "many")
    ]


def test_levels_that_places_must_have_are_looked_at_one_by_one(fake):
    problems, _ = sampled(
        challenge__level={"stratified": [1, 5, 6]}, dataset__splits={"train": 240}
    )
    assert problems[0].startswith("train with level=1: ")
    assert problems[1:] == ["The nearest that can be filled: split train without level=1."]


@pytest.mark.parametrize("level", [1, 2, 3, {"randint": [1, 3]}, {"stratified": [2, 6]}])
@pytest.mark.parametrize(
    "size", [4, 12, *(pytest.param(size, marks=pytest.mark.slow) for size in (40, 90))]
)
def test_what_can_be_built_is_not_refused(fake, tmp_path, level, size):
    changes = {"challenge__level": level, "dataset__splits": {"train": size, "test": size // 4}}
    problems, _ = sampled(**changes)
    settings = parse_build(config(out=str(tmp_path / "out"), **changes))
    try:
        build_dataset(settings, progress=False)
    except GenerationError:
        return
    assert problems == []


def test_the_chance_is_that_of_the_plain_formula():
    """None of 300 accepted, 50 places with 64 attempts each: most likely at a rate of 0.03."""
    best = max(
        (1 - r) ** 300 * (1 - (1 - r) ** 64) ** 50 for r in (n / 10_000 for n in range(1, 999))
    )
    assert math.isclose(max(feasibility._chances(0, 300, 50, 64)), math.log(best), rel_tol=1e-3)
    assert max(feasibility._chances(7, 7, 50, 64)) == 0.0
    assert max(feasibility._chances(0, 300, 50, 10_000)) > -1  # so many attempts may well do


def test_failures_of_a_challenge_are_for_the_build_to_tell(monkeypatch):
    monkeypatch.setattr(item, "sample_item", lambda spec: item.Sample("failed"))
    assert sampled(dataset__splits={"train": 300, "test": 300})[0] == []


def test_what_there_was_no_time_for_is_not_refused(fake, monkeypatch):
    monkeypatch.setattr(feasibility, "SECONDS", 0.0)
    assert sampled(challenge__level=1, dataset__splits={"train": 500}) == ([], [])


def test_a_refused_build_leaves_nothing(fake, tmp_path):
    settings = config(
        out=str(tmp_path / "out"), challenge__level=1, dataset__splits={"train": 400, "test": 50}
    )
    with pytest.raises(ConfigError, match=r"cannot be filled with different games:\n  train: 400"):
        build_dataset(parse_build(settings), progress=False)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_name_that_all_games_have_cannot_be_held_out(tmp_path, monkeypatch):
    monkeypatch.setattr(feasibility, "SECONDS", 300.0)  # however busy the machine is
    settings = config(
        out=str(tmp_path / "out"),
        dataset__splits={"train": 600, "test": 60},
        dataset__held_out={"entity_names": ["coin"]},
    )
    with pytest.raises(ConfigError, match="It has the held-out name 'coin'"):
        build_dataset(parse_build(settings), progress=False)


def test_candidates_that_were_looked_at_are_not_made_again(fake, tmp_path, monkeypatch):
    made = Counter()

    def count(spec):
        made[spec.slot, spec.attempt] += 1
        yield 0
        return build_fake(spec)

    monkeypatch.setattr(item, "build_in_parts", count)
    settings = config(out=str(tmp_path / "out"), challenge__level=6, dataset__splits={"train": 300})
    build_dataset(parse_build(settings), progress=False)
    assert len(made) >= 300
    assert set(made.values()) == {1}
