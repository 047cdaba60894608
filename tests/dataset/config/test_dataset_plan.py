import dataclasses
from collections import Counter

from configs import config

from twbench.dataset.config.budget import Budget
from twbench.dataset.config.extensions import Extensions, OwnTheme
from twbench.dataset.config.held_out import Names
from twbench.dataset.config.plan import Plan, Slot
from twbench.dataset.config.recipe import parse_build
from twbench.modules import ExtensionModule


def plan(**changes):
    return Plan(parse_build(config(**changes)).recipe)


def test_slots_come_split_by_split():
    slots = list(plan().slots())
    assert slots[:2] == [Slot("train", 0), Slot("train", 1)]
    assert Counter(slot.split for slot in slots) == {"train": 12, "valid": 4, "test": 4}


def test_a_candidate_depends_on_its_key_alone():
    one, other = plan(), plan(dataset__splits={"test": 4, "train": 100})
    for slot in (Slot("test", 3), Slot("train", 5)):
        assert one.spec(slot, 2) == other.spec(slot, 2)


def test_every_part_of_the_key_changes_the_seed():
    key = plan().spec(Slot("train", 1), 0).seed
    others = {
        plan().spec(Slot("train", 1), 1).seed,
        plan().spec(Slot("train", 2), 0).seed,
        plan().spec(Slot("valid", 1), 0).seed,
        plan(dataset__seed=8).spec(Slot("train", 1), 0).seed,
    }
    assert len(others | {key}) == 5


def test_the_key_of_a_candidate_tells_all_that_it_is_made_from():
    spec = plan().spec(Slot("train", 1), 0)
    grammar = {**spec.grammar, "include_adj": True}
    module = ExtensionModule("a.py", "0", (("challenge", "coin_collector"),))
    others = {
        "split": "test",
        "index": 2,
        "attempt": 1,
        "seed": 8,
        "challenge": "custom",
        "params": {"level": 9},
        "grammar": grammar,
        "story_format": "z5",
        "budget": Budget(nodes=7),
        "names": Names(none_of=("coin",)),
        "extensions": Extensions((module,)),
    }
    assert set(others) == {field.name for field in dataclasses.fields(spec)}
    keys = {dataclasses.replace(spec, **{name: value}).key for name, value in others.items()}
    theme = dataclasses.replace(spec, extensions=Extensions(themes=(OwnTheme("house", "1"),)))
    assert len(keys | {spec.key, theme.key}) == len(others) + 2


def test_modules_that_a_candidate_has_nothing_of_are_not_in_its_key():
    spec = plan().spec(Slot("train", 1), 0)
    other = Extensions(
        (ExtensionModule("a.py", "0", (("challenge", "walk"),)),), (OwnTheme("castle", "0"),)
    )
    assert dataclasses.replace(spec, extensions=other).key == spec.key


def test_stratified_levels_are_equally_frequent_and_kept_by_retries():
    p = plan()
    levels = [p.spec(Slot("train", index), 0).params["level"] for index in range(12)]
    assert Counter(levels) == {3: 3, 4: 3, 5: 3, 6: 3}
    assert levels == [p.spec(Slot("train", index), 7).params["level"] for index in range(12)]


def test_a_mixture_is_shared_by_weight():
    p = plan(
        dataset__mixture={
            "short": {"weight": 3, "challenge": {"level": 1}},
            "long": {"weight": 1, "challenge": {"level": {"stratified": [50, 60, 70]}}},
        }
    )
    levels = Counter(p.spec(Slot("train", index), 0).params["level"] for index in range(12))
    assert levels == {1: 9, 50: 1, 60: 1, 70: 1}


def test_splits_take_turns_in_proportion_to_their_sizes():
    p = plan()
    order = sorted(p.slots(), key=p.decision_order)
    assert Counter(slot.split for slot in order[:5]) == {"train": 3, "valid": 1, "test": 1}
