"""Making chunks, as work for workers."""

from collections.abc import Callable
from pathlib import Path

import pytest
from configs import config
from fake_items import build_fake_in_one_part

from twbench.dataset.building.chunk import Chunk
from twbench.dataset.building.chunk_work import ChunkWork, chunk_name
from twbench.dataset.config.plan import ItemSpec, Plan, Slot
from twbench.dataset.config.recipe import parse_build
from twbench.dataset.items.item import Made, Rejection, lose_item, patience
from twbench.dataset.workers.work import Loss
from twbench.system.parts import Parts

PLAN = Plan(parse_build(config(dataset__budget={"seconds": 5})).recipe)

SPECS = [PLAN.spec(Slot("train", index), 3) for index in range(4)]


def failing(spec: ItemSpec) -> Parts[Made]:
    yield from ()
    return Rejection(spec, "failed", f"Place {spec.index}.", f"Traceback {spec.index}")


def work(
    folder: Path,
    make: Callable[[ItemSpec], Parts[Made]] = build_fake_in_one_part,
    failures: Path | None = None,
) -> ChunkWork:
    return ChunkWork(make, lose_item, patience, folder, failures, packed=False, quiet=True)


def test_a_chunk_is_found_by_its_first_candidate(tmp_path: Path) -> None:
    begun: list[int] = []
    folder, outcomes = work(tmp_path).do(SPECS, begun.append)
    assert begun == [0, 1, 2, 3]
    assert folder == tmp_path / chunk_name(SPECS[0])
    assert outcomes == Chunk(folder).outcomes()
    assert {outcome.slot for outcome in outcomes} == {spec.slot for spec in SPECS}


def test_names_are_in_the_order_of_attempts_and_places_and_differ_by_key() -> None:
    assert chunk_name(SPECS[2]).startswith("00003-train-000000002-")
    other = Plan(parse_build(config(dataset__seed=8)).recipe).spec(Slot("train", 2), 3)
    assert chunk_name(other) != chunk_name(SPECS[2])


@pytest.mark.parametrize(("loss", "reason"), [(Loss.HUNG, "over_budget"), (Loss.DIED, "crashed")])
def test_a_candidate_that_took_its_worker_along_is_recorded(
    tmp_path: Path, loss: Loss, reason: str
) -> None:
    folder, (outcome,) = work(tmp_path).give_up(SPECS[1], loss)
    assert (outcome.slot, outcome.game_id) == (SPECS[1].slot, None)
    assert [row["reason"] for row in Chunk(folder).rejections().to_pylist()] == [reason]


def test_the_last_traceback_of_a_challenge_is_kept_if_asked_for(tmp_path: Path) -> None:
    failures = tmp_path / "failures"
    work(tmp_path, failing).do(SPECS[:1], lambda number: None)
    assert not failures.exists()
    work(tmp_path, failing, failures).do(SPECS[1:], lambda number: None)
    assert {path.name: path.read_text() for path in failures.iterdir()} == {
        "coin_collector.txt": "Traceback 3"
    }


def test_time_is_what_the_budget_leaves(tmp_path: Path) -> None:
    assert work(tmp_path).seconds(SPECS[0]) == patience(SPECS[0])
