"""Joins of facts as they are seen, against what a state with all of them allows."""

from hypothesis import given, settings
from hypothesis import strategies as st

from twbench.generator import KnowledgeBase
from twbench.generator.planning.incremental_join import SeenFacts
from twbench.generator.planning.lifted_rules import LiftedRules
from twbench.logic import GameLogic, Proposition, State

DEFAULT = KnowledgeBase.default()
ODD_RULES = """
type odd {
    predicates {
        beside(o, o);
        alone(o);
        dark();
    }
    rules {
        same :: beside(o, o) -> alone(o);
        chain :: beside(o, o') & beside(o', o'') & beside(o'', o) -> alone(o);
        lit :: dark() & $at(P, r) & $in(o, I) -> alone(o);
        apart :: alone(o) & alone(k) & $in(t, c) -> dark();
    }
}
"""
ODD = KnowledgeBase(GameLogic.deserialize(DEFAULT.logic.serialize() + ODD_RULES))
THINGS = ("o_0: o", "k_0: k", "f_0: f", "k_1: k")
HOLDERS = ("c_0: c", "s_0: s")
ROOMS = ("r_0: r", "r_1: r")
FACTS = [
    *(f"at(P, {room})" for room in ROOMS),
    *(f"at({one}, {room})" for one in (*THINGS, *HOLDERS) for room in ROOMS),
    *(f"in({thing}, {place})" for thing in THINGS for place in ("c_0: c", "I")),
    *(f"on({thing}, s_0: s)" for thing in THINGS),
    *(f"{state}({one})" for state in ("open", "closed", "locked") for one in ("c_0: c", "d_0: d")),
    *(f"match(k_0: k, {one})" for one in ("c_0: c", "d_0: d")),
    *(f"link({one}, d_0: d, {other})" for one in ROOMS for other in ROOMS),
    *(
        f"{way}({one}, {other})"
        for way in ("free", "north_of", "south_of", "west_of")
        for one in ROOMS
        for other in ROOMS
    ),
    *(f"beside({one}, {other})" for one in THINGS[:3] for other in THINGS[:3]),
    *(f"alone({one})" for one in THINGS),
    "dark()",
]


CLOSED = [
    rule
    for rule in ODD.rules.values()
    if all(rule.placeholders[place] in ODD.constants for place in rule.free_positions)
]


def seen(fact):
    return fact.name, fact.names


def joined(facts, start):
    """Return all solutions, as facts are seen one after another from number ``start`` on."""
    rules = LiftedRules(CLOSED, ODD)
    types = {argument.name: argument.type for fact in facts for argument in fact.arguments}
    store = SeenFacts(rules, types)
    for fact in facts[:start]:
        store.add(seen(fact))
    found = [(rule.rule.name, *values) for rule in rules.rules for values in store.solutions(rule)]
    for fact in facts[start:]:
        store.add(seen(fact))
        for rule, solutions in store.solutions_with(seen(fact)):
            found += [(rule.rule.name, *values) for values in solutions]
    assert all(seen(fact) in store for fact in facts)
    return found


def applicable(facts):
    """Return the same by asking a state that has all facts."""
    state = State(ODD.logic, facts)
    return [
        (rule.name, *(mapping[placeholder].name for placeholder in rule.placeholders))
        for rule in CLOSED
        for mapping in state.all_assignments(rule, ODD.constants)
    ]


@settings(max_examples=60)
@given(st.lists(st.sampled_from(FACTS), unique=True, max_size=30), st.data())
def test_every_solution_is_found_once_whatever_is_seen_first(texts, data):
    facts = [Proposition.parse(text) for text in texts]
    start = data.draw(st.integers(0, len(facts)))
    assert sorted(joined(facts, start)) == sorted(applicable(facts))


def test_all_facts_at_once():
    facts = [Proposition.parse(text) for text in FACTS]
    solutions = joined(facts, len(facts))
    assert sorted(solutions) == sorted(joined(facts, 0)) == sorted(applicable(facts))
    rules = {name for name, *_ in solutions}
    assert rules == {rule.name for rule in CLOSED}
