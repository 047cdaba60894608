"""Lifted rules: what facts mean to them, and the orders of their joins."""

from twbench.generator import KnowledgeBase
from twbench.generator.planning.lifted_rules import LiftedRules, picker, prepared

KB = KnowledgeBase.default()


def lifted(name):
    return {one.rule.name: one for one in prepared(KB).rules}[name]


def test_rules_that_change_nothing_are_left_out_and_each_logic_is_prepared_once():
    names = {one.rule.name for one in prepared(KB).rules}
    assert "take" in names
    assert "look" in KB.rules
    assert "look" not in names
    assert prepared(KB) is prepared(KB)


def test_values_are_in_the_places_of_placeholders():
    take = lifted("take")
    names = [placeholder.name for placeholder in take.rule.placeholders]
    assert [constant for constant in take.constants if constant] == ["P", "I"]
    assert take.constants[names.index("o")] is None
    assert {"o", "k", "f"} <= take.types[names.index("o")]
    at_player = take.before[0]
    assert (at_player[0], at_player[1](names)) == ("at", ("P", "r"))
    assert take.free == ()


def test_joins_take_up_all_preconditions_and_check_those_whose_values_are_known():
    for rule in prepared(KB).rules:
        count = len(rule.before)
        assert len(rule.join) == len(rule.joins_with) == count
        for _, others in rule.joins_with:
            assert len(others) == count - 1
    locking = lifted("lock/d")
    assert [step.lookup is None for step in locking.join].count(True) > 0


def test_what_wants_a_fact_goes_by_name_and_types():
    rules = prepared(KB)
    wanting = {rule.rule.name for rule, _ in rules.wanting("in", ("k", "I"))}
    assert {"drop", "unlock/c", "lock/d"} <= wanting
    assert "eat" not in wanting
    assert "eat" in {rule.rule.name for rule, _ in rules.wanting("in", ("f", "I"))}
    assert rules.wanting("in", ("d", "r", "I")) == ()


def test_indexes_are_shared_by_rules():
    rules = prepared(KB)
    steps = sum(len(rule.join) for rule in rules.rules)
    assert 0 < rules.indexes < steps
    assert LiftedRules([KB.rules["eat"]], KB).indexes < rules.indexes


def test_pickers_take_values_from_their_places():
    values = ("a", "b", "c")
    assert [picker(places)(values) for places in ((), (1,), (2, 0))] == [(), ("b",), ("c", "a")]
