"""A state: facts that come and go, and what may be done."""

from textworld.generator.data import KnowledgeBase
from textworld.logic import Proposition, Signature, State, Variable

logic = KnowledgeBase.default().logic
P, kitchen, garden = Variable("P"), Variable("kitchen", "r"), Variable("garden", "r")
apple, box = Variable("apple", "f"), Variable("box", "c")
coat, I = Variable("coat", "o"), Variable("I")
facts = [
    Proposition("at", [P, kitchen]),
    Proposition("at", [box, kitchen]),
    Proposition("in", [apple, box]),
    Proposition("open", [box]),
    Proposition("in", [coat, I]),
    Proposition("north_of", [garden, kitchen]),
    Proposition("south_of", [kitchen, garden]),
    Proposition("free", [garden, kitchen]),
    Proposition("free", [kitchen, garden]),
]
state = State(logic, facts)

assert set(state.facts) == set(facts)
assert state.are_facts(facts)
assert state.is_fact(facts[0])
assert not state.is_fact(Proposition("at", [P, garden]))
assert set(state.variables) == {P, kitchen, garden, apple, box, coat, I}
assert state.has_variable(apple)
assert state.variable_named("apple") == apple
assert set(state.variables_of_type("r")) == {kitchen, garden}
assert set(state.facts_with_signature(Signature("free", ["r", "r"]))) == {facts[-2], facts[-1]}

copied = state.copy()
assert copied == state
copied.remove_fact(facts[2])
assert copied != state
assert not copied.is_fact(facts[2])
copied.add_fact(facts[2])
assert copied == state

rules = KnowledgeBase.default().rules
actions = list(state.all_applicable_actions(rules.values()))
names = {action.name for action in actions}
assert {"go/north", "close/c", "take/c"} <= names
assert "open/c" not in names
take = next(action for action in actions if action.name == "take/c")
after = state.apply_on_copy(take)
assert after.is_fact(Proposition("in", [apple, I]))
assert state.is_fact(facts[2])
assert state.is_sequence_applicable([take])
assert not state.is_sequence_applicable([take, take])
