"""The search itself: its order, its bounds, and who may refuse what it comes to."""

from collections.abc import Sequence

import pytest

from twbench.generator import KnowledgeBase
from twbench.generator.chains.chain import Chain, ChainNode
from twbench.generator.chains.chain_search import ChainSearch, OutOfSteps
from twbench.generator.chains.chaining import ChainingOptions
from twbench.logic import GameLogic, Proposition, State
from twbench.seeding import Rng

LADDER = """
type P {
    predicates { ground(P); ladder(P); roof(P); cellar(P); }
    rules {
        climb :: ground(P) -> ladder(P);
        step_off :: ladder(P) -> roof(P);
        descend :: ground(P) -> cellar(P);
        return :: cellar(P) -> ground(P);
    }
}
"""
KB = KnowledgeBase(GameLogic.parse(LADDER))


def at(place: str) -> State:
    return State(KB.logic, [Proposition.parse(f"{place}(P)")])


def options_with(shortest: int, longest: int, **values: object) -> ChainingOptions:
    options = ChainingOptions()
    options.logic = KB.logic
    options.min_length, options.max_length = shortest, longest
    options.max_depth = longest
    for name, value in values.items():
        setattr(options, name, value)
    return options


def told(chain: Chain) -> str:
    return ", ".join(action.name for action in chain.actions)


def found(place: str, options: ChainingOptions, rng: Rng | None = None) -> list[str]:
    return list(map(told, ChainSearch(at(place), options, rng).chains()))


def test_it_goes_deep_before_it_goes_wide() -> None:
    assert found("ground", options_with(1, 2, subquests=True)) == [
        "climb",
        "climb, step_off",
        "descend",
    ]


def test_what_can_grow_is_no_chain_without_subquests() -> None:
    assert found("ground", options_with(1, 2)) == ["climb, step_off", "descend"]


def test_no_chain_comes_to_a_state_twice() -> None:
    assert "descend, return, climb" not in found("ground", options_with(1, 3, subquests=True))


def test_backwards_it_starts_where_the_chain_begins() -> None:
    (chain,) = ChainSearch(at("roof"), options_with(3, 3, backward=True), None).chains()
    assert told(chain) == "return, climb, step_off"
    assert chain.initial_state == at("cellar")
    assert [node.depth for node in chain.nodes] == [3, 2, 1]  # counted from the last action
    assert chain.nodes[0].parent is chain.nodes[1]


def test_steps_are_counted() -> None:
    search = ChainSearch(at("ground"), options_with(1, 2, subquests=True), None)
    chains = search.chains(steps=2)
    assert [told(next(chains)), told(next(chains))] == ["climb", "climb, step_off"]
    with pytest.raises(OutOfSteps):
        next(chains)


def test_whoever_calls_may_refuse_what_it_comes_to() -> None:
    seen: list[str] = []

    def keep(state: State, nodes: Sequence[ChainNode]) -> bool:
        assert state == at("ground")
        seen.append(", ".join(node.action.name for node in nodes))
        return nodes[-1].action.name != "climb"

    options = options_with(1, 2, subquests=True)
    assert list(map(told, ChainSearch(at("ground"), options, None, keep).chains())) == ["descend"]
    assert seen == ["climb", "descend"]


def test_a_seed_changes_the_order_only() -> None:
    options = options_with(1, 2, subquests=True)
    orders = {tuple(found("ground", options, Rng(seed))) for seed in range(20)}
    assert len(orders) > 1
    assert {tuple(sorted(order)) for order in orders} == {tuple(sorted(found("ground", options)))}
