"""The rules that a shortest solution may need, by what winning events ask for."""

from twbench.generator import KnowledgeBase
from twbench.generator.planning.useful_rules import may_be, useful_rules
from twbench.logic import Signature

KB = KnowledgeBase.default()


def useful(*asked):
    """Return the useful rules; those in capitals are of use for winning events alone."""
    signatures = frozenset(map(Signature.parse, asked))
    return {name.upper() if for_goals else name for name, for_goals in useful_rules(KB, signatures)}


def test_what_only_undoes_other_rules_is_useless():
    rules = useful("in(k, I)")
    assert {"take", "take/c", "take/s", "go/north"} <= rules
    assert rules.isdisjoint({"drop", "put", "insert", "lock/c"})


def test_rules_that_add_what_is_asked_for_are_useful_for_that_alone():
    assert "DROP" in useful("at(k, r)")
    assert "INSERT" in useful("in(k, c)")
    assert "insert" not in useful("in(k, c)")


def test_closing_is_useless_as_soon_as_locking_is():
    assert {name.lower() for name in useful("locked(c)")} >= {"close/c", "lock/c"}
    assert "close/c" not in {name.lower() for name in useful("open(c)")}


def test_facts_that_two_predicates_may_share():
    (into,) = [one for one in KB.rules["insert"].added if one.name == "in"]
    assert may_be(into, Signature.parse("in(k, c)"), KB.logic)
    assert not may_be(into, Signature.parse("in(k, I)"), KB.logic)
    assert not may_be(into, Signature.parse("on(k, c)"), KB.logic)
