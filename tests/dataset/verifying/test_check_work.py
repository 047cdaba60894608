"""Checking the games of a dataset, as work for workers."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from configs import config

from twbench.dataset.building.chunk_writer import rejection_row
from twbench.dataset.config.plan import Plan, Slot
from twbench.dataset.config.recipe import parse_build
from twbench.dataset.files.index import read_index
from twbench.dataset.files.load import load_dataset
from twbench.dataset.verifying import check
from twbench.dataset.verifying.check_work import (
    MOST_SECONDS,
    SECONDS,
    Checked,
    GameCheck,
    RejectedCheck,
)
from twbench.dataset.workers.work import Loss
from twbench.system.parts import Parts

PLAN = Plan(parse_build(config()).recipe)


@pytest.fixture
def hashes_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at the files of stand-ins for games as far as they go."""
    monkeypatch.setattr(check, "STEPS", (check.CheckedGame.read,))


def no_matter(number: int) -> None:
    """Nobody waits for what is done here."""


@pytest.mark.usefixtures("hashes_alone")
def test_every_row_is_looked_at(build: Callable[..., Path]) -> None:
    out = build()
    rows = list(load_dataset(out)["train"].manifest())
    begun: list[int] = []
    work = GameCheck(out, None, PLAN)
    assert work.do([(row, False) for row in rows], begun.append) == Checked(12, [])
    assert begun == list(range(12))
    (out / rows[5]["story"]).unlink()
    assert work.do([(row, False) for row in rows], no_matter) == Checked(
        12,
        [(rows[5]["story"], "missing")],
    )


@pytest.mark.usefixtures("hashes_alone")
def test_packed_games_are_looked_at_as_they_are_in_their_packs(build: Callable[..., Path]) -> None:
    out = build(output={"storage": "packed"})
    row = next(load_dataset(out)["test"].manifest())
    work = GameCheck(out, read_index(out), PLAN)
    assert work.do([(row, False)], no_matter) == Checked(1, [])
    changed: dict[str, Any] = {**row, "story_sha256": "0" * 64}
    ((place, fault),) = work.do([(changed, False)], no_matter)[1]
    assert place == row["story"]
    assert fault.startswith("cannot be unpacked: ")


def test_a_step_is_taken_to_its_end_whatever_its_parts_say(
    build: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = build()
    row = next(load_dataset(out)["test"].manifest())

    def step(game: check.CheckedGame) -> Parts[None]:
        yield None  # type: ignore[misc]  # as a family by others may
        game.faults.append((row["story"], "looked at"))

    monkeypatch.setattr(check, "STEPS", (check.CheckedGame.read, step))
    found = GameCheck(out, None, PLAN).do([(row, False)], no_matter)
    assert found == Checked(1, [(row["story"], "looked at")])


def test_games_take_each_step_together_and_the_parent_is_told_of_each(
    build: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = build()
    parts = [(row, False) for row in load_dataset(out)["train"].manifest()]
    begun: list[int] = []
    steps: list[int] = []
    monkeypatch.setattr("twbench.dataset.verifying.check_work.TOGETHER", 5)

    def step(game: check.CheckedGame) -> None:
        steps.append(begun[-1])
        if begun[-1] == 7:
            raise ValueError("a step")

    monkeypatch.setattr(check, "STEPS", (check.CheckedGame.read, step, lambda game: step(game)))
    count, ((place, fault),), *_ = GameCheck(out, None, PLAN).do(parts, begun.append)
    assert (count, place) == (12, parts[7][0]["game"])
    assert fault.startswith("it is no sound game: ValueError: a step")
    assert steps == [*range(5), *range(5), *range(5, 10), 5, 6, 8, 9, 10, 11, 10, 11]


def test_a_step_is_taken_part_by_part(
    build: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = build()
    parts = [(row, False) for row in load_dataset(out)["train"].manifest()][:4]
    begun: list[int] = []
    steps: list[int] = []

    def step(game: check.CheckedGame) -> Parts[None]:
        for _ in range(begun[-1]):
            steps.append(begun[-1])
            yield 0
        steps.append(begun[-1])

    monkeypatch.setattr(check, "STEPS", (check.CheckedGame.read, step))
    assert GameCheck(out, None, PLAN).do(parts, begun.append) == Checked(4, [])
    assert steps == [0, 1, 2, 3, 1, 2, 3, 2, 3, 3]


def test_to_make_a_game_anew_takes_as_long_again() -> None:
    work = GameCheck(Path(), None, PLAN)
    once, twice = (work.seconds(({}, again)) for again in (False, True))
    assert SECONDS < once < twice == 2 * once
    assert GameCheck(Path(), None, None).seconds(({}, True)) == SECONDS
    assert RejectedCheck(PLAN).seconds({}) == once


def test_no_recipe_makes_anybody_wait_for_ever() -> None:
    patient = Plan(parse_build(config(dataset__budget={"nodes": 10**9})).recipe)
    assert GameCheck(Path(), None, patient).seconds(({}, False)) == SECONDS + MOST_SECONDS


@pytest.mark.parametrize(
    ("loss", "words"), [(Loss.HUNG, "does not answer: stopped after"), (Loss.DIED, "ends the")]
)
def test_a_story_that_takes_its_worker_along_is_a_fault(loss: Loss, words: str) -> None:
    count, ((place, fault),), *_ = GameCheck(Path(), None, PLAN).give_up(
        ({"story": "a.z8"}, False), loss
    )
    assert (count, place) == (1, "a.z8")
    assert words in fault


@pytest.mark.usefixtures("fake_items")
def test_rejected_candidates_are_made_anew() -> None:
    spec = PLAN.spec(Slot("train", 0), 0)
    row = rejection_row(spec, "not_generated", "Something else.")
    count, faults, *_ = RejectedCheck(PLAN).do([row, row], no_matter)
    assert count == 2
    assert faults
    assert {path for path, _ in faults} == {"rejected.parquet"}
    assert RejectedCheck(PLAN).give_up(row, Loss.HUNG) == Checked(
        1,
        [("rejected.parquet", "candidate 0 for train 0: it cannot be made anew")],
    )
