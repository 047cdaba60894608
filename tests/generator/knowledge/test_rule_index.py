"""The index of rules by the facts they have to do with."""

from twbench.generator import KnowledgeBase
from twbench.generator.knowledge.rule_index import RuleIndex
from twbench.logic import Signature

LOGIC = KnowledgeBase.default().logic
RULES = list(LOGIC.rules.values())


def index_of(side):
    return RuleIndex(
        LOGIC,
        [(predicate.signature, rule.name) for rule in RULES for predicate in getattr(rule, side)],
    )


def signature(text):
    return Signature.parse(text)


def test_the_rules_that_can_add_a_fact():
    adding = index_of("added")
    assert adding.of(signature("open(d)")) == ("open/d",)
    assert adding.of(signature("eaten(f)")) == ("eat",)
    assert adding.of(signature("north_of(r, r)")) == ()


def test_a_fact_about_a_subtype_matches_and_one_about_a_supertype_does_not():
    using = index_of("preconditions")
    assert set(using.of(signature("in(o, I)"))) < set(using.of(signature("in(k, I)")))
    assert "lock/c" in using.of(signature("in(k, I)"))
    assert "lock/c" not in using.of(signature("in(o, I)"))


def test_names_and_numbers_of_arguments_have_to_agree():
    using = index_of("preconditions")
    assert using.of(signature("nowhere(r)")) == ()
    assert using.of(signature("open(d, d)")) == ()


def test_entries_are_in_the_order_of_filing_and_asked_again_the_same():
    using = index_of("preconditions")
    for rule in RULES:
        for predicate in rule.preconditions:
            expected = tuple(
                one.name
                for one in RULES
                for other in one.preconditions
                if LOGIC.accepts(other.signature, predicate.signature)
            )
            assert using.of(predicate.signature) == expected
            assert using.of(predicate.signature) is using.of(predicate.signature)
