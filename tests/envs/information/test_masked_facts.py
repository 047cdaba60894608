"""Joins of facts with their masks find what the joins without them find."""

from hypothesis import given, settings
from hypothesis import strategies as st

from twbench.envs.information.masked_facts import MaskedFacts
from twbench.envs.information.shared_joins import SharedJoins
from twbench.generator import KnowledgeBase
from twbench.generator.knowledge.fact_sets import Numbering
from twbench.generator.planning.incremental_join import SeenFacts
from twbench.generator.planning.lifted_rules import LiftedRules
from twbench.logic import GameLogic, Proposition

ODD_RULES = """
type odd {
    predicates { beside(o, o); alone(o); dark(); }
    rules {
        same :: beside(o, o) -> alone(o);
        chain :: beside(o, o') & beside(o', o'') & beside(o'', o) -> alone(o);
        lit :: dark() & $at(P, r) & $in(o, I) -> alone(o);
    }
}
"""
ODD = KnowledgeBase(GameLogic.deserialize(KnowledgeBase.default().logic.serialize() + ODD_RULES))
RULES = LiftedRules(
    [
        rule
        for rule in ODD.rules.values()
        if all(rule.placeholders[place] in ODD.constants for place in rule.free_positions)
    ],
    ODD,
)
JOINS = SharedJoins(RULES, lambda rule, slots: (rule.rule.name, slots))
ROOMS = ("r_0: r", "r_1: r")
THINGS = ("o_0: o", "k_0: k", "f_0: f")
FACTS = [
    *(f"at({one}, {room})" for one in ("P", *THINGS, "c_0: c", "s_0: s") for room in ROOMS),
    *(f"in({one}, {place})" for one in THINGS for place in ("c_0: c", "I")),
    *(f"on({one}, s_0: s)" for one in THINGS),
    *(f"{state}({one})" for state in ("open", "closed", "locked") for one in ("c_0: c", "d_0: d")),
    *(f"match(k_0: k, {one})" for one in ("c_0: c", "d_0: d")),
    *(f"link({one}, d_0: d, {other})" for one in ROOMS for other in ROOMS),
    *(f"{way}({one}, {other})" for way in ("free", "west_of") for one in ROOMS for other in ROOMS),
    *(f"beside({one}, {other})" for one in THINGS for other in THINGS),
    "dark()",
]


def joined(facts, start):
    """Return what the two ways find, with facts added one after another from a number on."""
    types = {argument.name: argument.type for fact in facts for argument in fact.arguments}
    plain, masked = SeenFacts(RULES, types), MaskedFacts(JOINS)
    bits = Numbering((fact.name, fact.names) for fact in facts)
    expected, found = [], []

    def add(fact):
        key = fact.name, fact.names
        plain.add(key)
        masked.add([(fact, bits.bit(key))])
        return key

    def note_masked(solutions):
        for (name, slots), of_rule in solutions:
            for mask, values in of_rule:
                found.append((name, *(values[slots[place]] for place in sorted(slots)), mask))

    def note(rule, solutions):
        for values in solutions:
            needed = ((name, pick(values)) for name, pick in rule.before)
            expected.append((rule.rule.name, *values, bits.mask(needed)))

    for fact in facts[:start]:
        add(fact)
    for rule in RULES.rules:
        note(rule, plain.solutions(rule))
    note_masked(masked.solutions())
    for fact in facts[start:]:
        key = add(fact)
        for rule, solutions in plain.solutions_with(key):
            note(rule, solutions)
        note_masked(masked.solutions_with(fact))
    assert len(masked) == len(facts)
    return sorted(expected), sorted(found)


@settings(max_examples=60)
@given(st.lists(st.sampled_from(FACTS), unique=True, max_size=30), st.data())
def test_solutions_and_their_masks_are_those_of_plain_joins(texts, data):
    facts = [Proposition.parse(text) for text in texts]
    expected, found = joined(facts, data.draw(st.integers(0, len(facts))))
    assert found == expected


def test_all_rules_have_solutions_among_all_facts():
    facts = [Proposition.parse(text) for text in FACTS]
    for start in (0, len(facts)):
        expected, found = joined(facts, start)
        assert found == expected
        assert {"same", "chain", "lit", "go/west", "unlock/d"} <= {name for name, *_ in found}
