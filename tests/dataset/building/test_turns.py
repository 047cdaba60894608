"""Candidates in turns: a part of each after the other, and nothing that one has of the others."""

import dataclasses
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import piecemeal
import pytest
from configs import config

from twbench import families
from twbench.dataset.building.chunk import Chunk
from twbench.dataset.building.chunk_work import ChunkWork
from twbench.dataset.config.budget import Budget
from twbench.dataset.config.held_out import Names
from twbench.dataset.config.plan import ItemSpec, Plan, Slot
from twbench.dataset.config.recipe import parse_build
from twbench.dataset.items import item
from twbench.dataset.items.item import Made, Rejection, build_in_parts, build_item, lose_item
from twbench.dataset.workers import turns
from twbench.dataset.workers.pool import Workers
from twbench.dataset.workers.turns import in_turns
from twbench.families import Files
from twbench.system.parts import Parts

COIN = ItemSpec("train", 0, 0, 11, "coin_collector", {"level": 3}, {"theme": "house"})
IMPOSSIBLE = {"quest_length": 50, "world_size": 1, "nb_objects": 1}
SIMPLE = {"rewards": "dense", "goal": "detailed"}
SPECS = [
    COIN,
    dataclasses.replace(COIN, index=1, challenge="custom", params=IMPOSSIBLE),
    dataclasses.replace(COIN, index=2, challenge="treasure_hunter", params={"level": 4}),
    dataclasses.replace(COIN, index=3, names=Names(none_of=("coin",))),
    dataclasses.replace(COIN, index=4, challenge="simple", params=SIMPLE),
    dataclasses.replace(COIN, index=5, seed=12),
]


def fake(number: int, sizes: list[int], done: list[tuple[int, int]]) -> Parts[Made]:
    for part, size in enumerate(sizes):
        done.append((number, part))
        yield size
    return Rejection(SPECS[number], "not_generated", f"Place {number}.")


def of_fakes(*sizes: list[int]) -> tuple[list[str], list[tuple[int, int]], list[int]]:
    """Return what becomes of candidates in turns, what was done, and what was begun."""
    done: list[tuple[int, int]] = []
    begun: list[int] = []

    def make(number: int) -> Parts[Made]:
        assert begun[-1] == number
        return fake(number, sizes[number], done)

    made = list(in_turns(make, range(len(sizes)), begun.append))
    return [one.detail for one in made if isinstance(one, Rejection)], done, begun


def test_a_part_of_each_is_done_and_then_the_next_in_groups(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turns, "TOGETHER", 3)
    made, done, begun = of_fakes([1, 1], [1], [1, 1, 1], [1, 1])
    assert made == [f"Place {number}." for number in range(4)]
    assert done == [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (2, 2), (3, 0), (3, 1)]
    assert begun == [0, 1, 2, 0, 1, 2, 0, 2, 2, 3, 3, 3]


def test_whoever_works_on_games_may_say_how_many_are_a_group() -> None:
    done: list[tuple[int, int]] = []
    work = in_turns(lambda number: fake(number, [1, 1], done), range(3), lambda number: None, 2)
    assert len(list(work)) == 3
    assert done == [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (2, 1)]


def test_large_games_wait_for_no_others() -> None:
    large = turns.MOST_BYTES + 1
    _, done, _ = of_fakes([1, 1], [large, large], [1, 1])
    assert done == [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (2, 1)]


@pytest.mark.parametrize("together", [1, 4, 16])
def test_what_becomes_of_candidates_is_what_becomes_of_each_alone(
    monkeypatch: pytest.MonkeyPatch, together: int
) -> None:
    alone = [build_item(spec) for spec in SPECS]
    found = [made.reason if isinstance(made, Rejection) else "" for made in alone]
    assert found == ["", "not_generated", "", "held_out", "", ""]
    monkeypatch.setattr(turns, "TOGETHER", together)
    assert list(in_turns(build_in_parts, SPECS, lambda number: None)) == alone


@pytest.mark.parametrize(
    "method", ["make_in_parts", "seal_in_parts", "describe_in_parts", "replay"]
)
def test_an_error_in_any_part_is_that_of_its_candidate(
    monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    family = type(families.get("textworld"))
    expected = [build_item(spec) for spec in SPECS]
    real = getattr(family, method)
    calls: list[object] = []

    def failing(*arguments: Any, **named: Any) -> Any:
        calls.append(arguments)
        if len(calls) == 2:
            raise ValueError("bad luck")
        return real(*arguments, **named)

    monkeypatch.setattr(family, method, failing)
    made = list(in_turns(build_in_parts, SPECS, lambda number: None))
    (wrong,) = [one for one, other in zip(made, expected, strict=True) if one != other]
    assert isinstance(wrong, Rejection)
    assert (wrong.reason, wrong.detail) == ("failed", "ValueError: bad luck")


def busy(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_a_slow_candidate_alone_is_over_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    family = type(families.get("textworld"))
    limited = [dataclasses.replace(spec, budget=Budget(seconds=1)) for spec in SPECS]
    expected = [build_item(spec) for spec in SPECS]
    slow = expected[2]
    assert isinstance(slow, item.Item)
    real = family.replay

    def replay(self: Any, files: Files, row: Any) -> str | None:
        # All together take more than the budget of one, and each of the others takes less.
        busy(5 if files.game_id == slow.row["game_id"] else 0.3)
        return real(self, files, row)

    monkeypatch.setattr(family, "replay", replay)
    made = list(in_turns(build_in_parts, limited, lambda number: None))
    assert isinstance(made[2], Rejection)
    assert made[2].reason == "over_budget"
    assert [one for one in made if isinstance(one, item.Item)] == [
        one for one in expected if isinstance(one, item.Item) and one is not slow
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "reason"), [(piecemeal.crashing, "crashed"), (piecemeal.hanging, "over_budget")]
)
def test_a_candidate_that_takes_its_worker_along_between_others_is_told(
    tmp_path: Path, make: Callable[[ItemSpec], Parts[Made]], reason: str
) -> None:
    plan = Plan(parse_build(config(dataset__budget={"seconds": 5})).recipe)
    specs = [plan.spec(Slot("train", index), 3) for index in range(6)]
    work = ChunkWork(make, lose_item, piecemeal.patience, tmp_path, None, packed=False, quiet=True)
    with Workers(1) as workers:
        made = list(workers.run(work, [specs]))
    rows = [row for folder, _ in made for row in Chunk(folder).rejections().to_pylist()]
    assert [row["index"] for row in rows if row["reason"] == reason] == [piecemeal.BAD]
    assert sorted(one.slot.index for _, outcomes in made for one in outcomes) == [*range(6)]


def test_the_first_of_games_that_have_no_files_yet_tells_how_large_they_are() -> None:
    half = turns.MOST_BYTES // 2 + 1
    _, done, _ = of_fakes([0, half], [0, half], [0, half])
    assert done == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]


def test_large_games_are_not_all_held_until_their_files_are_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """None of the parts in which a game is made says how large it is."""
    monkeypatch.setattr(turns, "MOST_BYTES", 1)
    specs = [dataclasses.replace(COIN, index=index, seed=index) for index in range(3)]
    begun: list[int] = []
    assert len(list(in_turns(build_in_parts, specs, begun.append))) == 3
    assert begun == sorted(begun)


def test_what_is_made_in_one_part_does_not_wait_for_others() -> None:
    seen: list[str] = []

    def make(number: int) -> Parts[Made]:
        seen.append(f"made {number}")
        return fake(number, [], [])

    for number, _ in enumerate(in_turns(make, range(3), lambda _: None)):
        seen.append(f"taken {number}")
    assert seen == ["made 0", "taken 0", "made 1", "taken 1", "made 2", "taken 2"]


def test_a_part_that_says_0_has_as_many_bytes_as_the_one_before() -> None:
    half = turns.MOST_BYTES // 2 + 1
    _, done, _ = of_fakes([half, 0, 0], [half, 0, 0], [1])
    assert done.index((1, 2)) < done.index((2, 0))
