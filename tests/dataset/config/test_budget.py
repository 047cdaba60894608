import contextlib
import dataclasses
import time

import pytest
from configs import config

from twbench.dataset.config import budget
from twbench.dataset.config.budget import Allowance, Budget, OverBudget, within
from twbench.dataset.config.plan import ItemSpec
from twbench.dataset.config.recipe import parse_build
from twbench.dataset.items import item
from twbench.errors import ConfigError
from twbench.families.textworld.games import describe_in_parts
from twbench.system.parts import completed

SPEC = ItemSpec("train", 0, 0, 11, "treasure_hunter", {"level": 25}, {})


def busy(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_time_runs_out():
    with pytest.raises(OverBudget), within(0.05):
        busy(5)
    with within(0.05):
        pass
    busy(0.1)  # the clock was stopped


def test_time_is_that_of_all_parts_of_a_work_and_of_no_other_work(monkeypatch):
    allowance = Allowance(0.3)
    assert allowance.spend(lambda: "done") == "done"
    allowance.spend(lambda: busy(0.2))
    busy(0.4)
    allowance.spend(lambda: None)
    with pytest.raises(OverBudget):
        allowance.spend(lambda: busy(5))
    monkeypatch.setattr(budget, "within", contextlib.nullcontext)  # of what cannot be interrupted
    allowance = Allowance(0.1)
    allowance.spend(lambda: busy(0.2))
    with pytest.raises(OverBudget):
        allowance.spend(lambda: pytest.fail("There was no time left."))
    assert Allowance(None).spend(lambda: "done") == "done"


def test_a_game_over_its_time_is_rejected(monkeypatch):
    def endless(spec):
        yield 0
        with contextlib.suppress(Exception):  # no such clause may stop the clock
            busy(5)

    monkeypatch.setattr(item, "make_game_in_parts", endless)
    result = item.build_item(dataclasses.replace(SPEC, budget=Budget(seconds=0.05)))
    assert isinstance(result, item.Rejection)
    assert result.reason == "over_budget"
    assert result.detail == "It was not done after 0.05 seconds of processor time."


def test_the_solver_looks_at_no_more_nodes_than_allowed():
    game = item.make_game(
        dataclasses.replace(SPEC, challenge="coin_collector", params={"level": 4})
    )
    game.metadata.pop("optimal_length", None)
    few, many = (completed(describe_in_parts(game, [], nodes)) for nodes in (1, 20_000))
    assert few["optimal_length"] is None
    assert many["optimal_length"] == len(game.walkthrough) == 4


@pytest.mark.parametrize(
    ("budget", "message"),
    [
        ({"second": 3}, "dataset.budget has no key 'second'.*Did you mean 'seconds'"),
        ({"seconds": 0}, "seconds must be at least 1, or null, not 0"),
        ({"seconds": 1e-9}, "seconds must be at least 1, or null, not 1e-09: it is a guard"),
        ({"seconds": 0.99}, "seconds must be at least 1, or null, not 0.99"),
        ({"seconds": float("inf")}, "seconds must be at least 1, or null, not inf"),
        ({"seconds": float("nan")}, "seconds must be at least 1, or null, not nan"),
        ({"seconds": "long"}, "seconds must be a number or null, not 'long'"),
        ({"nodes": -1}, "nodes must be a whole number of at least 0, not -1"),
    ],
)
def test_wrong_budgets(budget, message):
    with pytest.raises(ConfigError, match=message):
        parse_build(config(dataset__budget=budget))


def test_threads_cannot_be_stopped():
    settings = config(dataset__budget={"seconds": 5}, compute__backend="threading")
    with pytest.raises(ConfigError, match="seconds needs worker processes"):
        parse_build(settings)
