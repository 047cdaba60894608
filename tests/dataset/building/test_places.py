"""Places and what is in them: like lists and dicts, in less memory."""

import tracemalloc
from itertools import islice

import pytest
from configs import config

from twbench.dataset.building.places import Accepted, Holders, Places, Taken
from twbench.dataset.config.plan import Plan, Slot
from twbench.dataset.config.recipe import parse_build

SLOTS = [Slot("train", 4), Slot("test", 0), Slot("train", 0), Slot("test", 9)]


def test_places_are_a_sequence_of_slots():
    places = Places(["train", "test"], SLOTS)
    assert len(places) == len(SLOTS)
    assert list(places) == SLOTS
    assert places[1:3] == SLOTS[1:3]
    assert places[-1] == SLOTS[-1]
    places.append(Slot("train", 7))
    assert places[4] == Slot("train", 7)


def test_a_holder_is_the_chunk_that_was_noted_last():
    holders = Holders()
    holders.put(Slot("train", 5), 0, 3)
    holders.put(Slot("train", 5), 2, 4)
    holders.put(Slot("train", 5), 0, 8)
    assert len(holders) == 2
    assert holders.get(Slot("train", 5), 0) == 8
    assert holders.get(Slot("train", 5), 2) == 4
    nobody = [(Slot("train", 4), 0), (Slot("train", 6), 0), (Slot("train", 5), 1)]
    assert [holders.get(*place) for place in [*nobody, (Slot("test", 5), 0)]] == [None] * 4


def test_a_place_is_filled_by_a_candidate_of_its_own_or_another_one():
    accepted = Accepted()
    accepted.put(Slot("train", 2), Taken(0, 2, 0))
    accepted.put(Slot("train", 0), Taken(1, 6, 5))
    assert len(accepted) == 2
    assert accepted[Slot("train", 2)] == Taken(0, 2, 0)
    assert accepted.get(Slot("train", 0)) == Taken(1, 6, 5)
    assert accepted.get(Slot("train", 1)) is None
    assert accepted.get(Slot("test", 0)) is None
    assert accepted.attempts("train") == [5, 0]
    assert accepted.attempts("test") == []
    with pytest.raises(KeyError):
        accepted[Slot("train", 1)]


def test_a_plan_tells_its_places_in_the_order_of_decisions():
    sizes = {"train": 30, "valid": 7, "test": 11}
    plan = Plan(parse_build(config(dataset__splits=sizes)).recipe)
    assert list(plan.decided()) == sorted(plan.slots(), key=plan.decision_order)


def test_a_place_takes_few_bytes():
    tracemalloc.start()
    places, holders, accepted = Places(["train"]), Holders(), Accepted()
    for index in range(20_000):
        slot = Slot("train", index)
        places.append(slot)
        holders.put(slot, 0, index // 16)
        accepted.put(slot, Taken(index // 16, index, 0))
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert list(islice(places, 2)) == [Slot("train", 0), Slot("train", 1)]
    assert taken < 40 * len(places)
