"""A chain as a value: its actions in the order in which they are done, and where each belongs."""

import pytest

from twbench.generator import KnowledgeBase
from twbench.generator.chaining import ChainingOptions, get_chains
from twbench.logic import Proposition, State


@pytest.fixture(scope="module")
def chains():
    """All chains of three actions in two rooms with a closed chest."""
    kb = KnowledgeBase.default()
    facts = ["at(P, r_0: r)", "at(c_0: c, r_0: r)", "closed(c_0: c)", "in(o_0: o, c_0: c)"]
    facts += ["north_of(r_1: r, r_0: r)", "south_of(r_0: r, r_1: r)"]
    facts += ["free(r_0: r, r_1: r)", "free(r_1: r, r_0: r)"]
    options = ChainingOptions()
    options.kb, options.max_depth = kb, 3
    return list(get_chains(State(kb.logic, map(Proposition.parse, facts)), options))


def test_the_actions_can_be_done_in_their_order(chains):
    assert chains
    for chain in chains:
        state = chain.initial_state.copy()
        assert all(state.apply(action) for action in chain.actions)


def test_nodes_and_actions_are_the_same_in_number_and_order(chains):
    for chain in chains:
        assert tuple(node.action for node in chain.nodes) == chain.actions


def test_each_node_but_a_root_is_one_deeper_than_its_parent(chains):
    for node in (node for chain in chains for node in chain.nodes):
        assert node.depth == (1 if node.parent is None else node.parent.depth + 1)
        assert node.breadth >= 1


def test_chains_are_compared_as_the_objects_that_they_are(chains):
    first, second = chains[:2]
    assert first == first
    assert first != second
    assert len({*chains, first}) == len(chains)


def test_a_chain_is_printed_as_its_actions(chains):
    chain = max(chains, key=lambda chain: len(chain.actions))
    lines = [f"    {action}," for action in chain.actions]
    assert str(chain).splitlines() == ["Chain([", *lines, "])"]
