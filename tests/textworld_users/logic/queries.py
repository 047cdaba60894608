"""Asking a state which things fit a rule."""

from textworld.generator.data import KnowledgeBase
from textworld.logic import Placeholder, Proposition, Rule, State, Variable

kb = KnowledgeBase.default()
P, I, hall = Variable("P"), Variable("I"), Variable("hall", "r")
pear, plum, coin = Variable("pear", "f"), Variable("plum", "f"), Variable("coin", "o")
state = State(kb.logic, [
    Proposition("at", [P, hall]),
    Proposition("at", [pear, hall]),
    Proposition("at", [coin, hall]),
    Proposition("in", [plum, I]),
])  # fmt: skip

(eaten,) = state.all_instantiations(kb.rules["eat"])
assert eaten.name == "eat"
assert set(eaten.removed) == {Proposition("in", [plum, I])}
assert Proposition("eaten", [plum]) in eaten.added

taken = list(state.all_instantiations(kb.rules["take"]))
assert {action.name for action in taken} == {"take"}
assert {str(fact) for action in taken for fact in action.added} == {
    "in(pear: f, I)",
    "in(coin: o, I)",
}

thing, room = Placeholder("o"), Placeholder("r")
rule = Rule.parse("query :: at(P, r) & at(o, r) -> at(o, r)")
found = list(state.all_assignments(rule))
assert {assignment[thing] for assignment in found} == {pear, coin}
assert {assignment[room] for assignment in found} == {hall}
assert [a[room] for a in state.all_assignments(rule, {thing: coin})] == [hall]
assert list(state.all_assignments(rule, {thing: plum})) == []
