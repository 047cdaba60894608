import pytest

from twbench.errors import ConfigError
from twbench.evaluation.settings.plan import PlannedGame, make_plan

GAMES = [PlannedGame(f"tw-{i}", "coin_collector", "test", 1, f"{i}.z8") for i in range(3)]


def test_every_game_gets_its_episodes_in_order() -> None:
    plan = make_plan(GAMES, ("test",), episodes=2, seed=0)
    ids = [item.game.game_id for item in plan.items]
    assert ids == ["tw-0", "tw-0", "tw-1", "tw-1", "tw-2", "tw-2"]


def test_all_seeds_differ_and_fit_into_31_bits() -> None:
    plan = make_plan(GAMES, ("test",), episodes=50, seed=0)
    seeds = [item.episode_seed for item in plan.items] + [item.agent_seed for item in plan.items]
    assert len(set(seeds)) == 300
    assert min(seeds) >= 0
    assert max(seeds) < 2**31


def test_a_larger_plan_contains_the_smaller_one() -> None:
    small = make_plan(GAMES[:2], ("test",), episodes=1, seed=5)
    large = make_plan(GAMES, ("test",), episodes=3, seed=5)
    assert set(small.items) <= set(large.items)


def test_the_hash_tells_plans_apart() -> None:
    hashes = [
        make_plan(GAMES, ("test",), 1, 0).hash,
        make_plan(GAMES, ("test",), 1, 1).hash,
        make_plan(GAMES, ("test",), 2, 0).hash,
        make_plan(GAMES[::-1], ("test",), 1, 0).hash,
    ]
    assert len(set(hashes)) == 4


def test_the_hash_is_of_ids_and_seeds_alone() -> None:
    moved = [PlannedGame(game.game_id, "other", "train", 9, "elsewhere") for game in GAMES]
    assert make_plan(moved, ("x",), 1, 0).hash == make_plan(GAMES, ("test",), 1, 0).hash


def test_the_hash_is_pinned() -> None:
    plan = make_plan(GAMES, ("test",), 1, 0)
    assert plan.hash == "ffd9a48186a796040d51802e8ab12e0f0a4741c1832c3dbd39dab916e2e39ae4"


def test_a_run_that_could_not_be_read_again_is_not_begun() -> None:
    with pytest.raises(ConfigError, match="games are 600,000, and a run has 500,000 at most"):
        make_plan(GAMES, ("test",), episodes=200_000, seed=0)
