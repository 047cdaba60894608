"""The order of entities and facts, next to the plain way to say it."""

import re

from hypothesis import given
from hypothesis import strategies as st

from twbench.generator.worlds.world import entity_order, fact_order
from twbench.logic import Proposition, Variable

NAMES = st.from_regex(r"[a-z]{1,2}(_[0-9]{1,3}[a-z]?)?(_[0-9]{1,12})?", fullmatch=True)


def plain(name):
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)]


@given(st.lists(NAMES, max_size=12))
def test_names_are_sorted_by_their_numbers(names):
    assert sorted(names, key=entity_order) == sorted(names, key=plain)
    assert sorted(["r_10", "r_2", "r", "r_02x"], key=entity_order) == ["r", "r_2", "r_02x", "r_10"]


facts = st.builds(
    Proposition,
    st.sampled_from(["at", "at_rest", "free"]),
    st.lists(st.builds(Variable, NAMES, st.just("t")), max_size=2),
)


@given(st.lists(facts, max_size=12))
def test_facts_are_sorted_by_predicate_and_names(given_facts):
    def order(fact):
        return fact.name, [plain(name) for name in fact.names]

    assert sorted(given_facts, key=fact_order) == sorted(given_facts, key=order)
