"""A rule, the action that it becomes, and its inverse."""

from textworld.generator.data import KnowledgeBase
from textworld.logic import Action, Placeholder, Predicate, Proposition, Rule, State, Variable

rule = Rule.parse("open :: $at(P, r) & $at(c, r) & closed(c) -> open(c)")
assert rule.name == "open"
assert [str(fact) for fact in rule.preconditions] == ["at(P, r)", "at(c, r)", "closed(c)"]
assert set(map(str, rule.postconditions)) == {"at(P, r)", "at(c, r)", "open(c)"}
assert set(rule.added) == {Predicate.parse("open(c)")}
assert set(rule.removed) == {Predicate.parse("closed(c)")}
assert {item.name for item in rule.placeholders} == {"P", "r", "c"}

room, chest = Variable("hall", "r"), Variable("chest", "c")
mapping = {
    Placeholder("P"): Variable("P"),
    Placeholder("r"): room,
    Placeholder("c"): chest,
}
action = rule.instantiate(mapping)
assert isinstance(action, Action)
assert action.name == "open"
assert set(action.variables) == {Variable("P"), room, chest}
assert set(action.added) == {Proposition("open", [chest])}
assert set(action.removed) == {Proposition("closed", [chest])}
assert rule.match(action) == mapping
assert Rule.parse("close :: $at(P, r) & $at(c, r) & open(c) -> closed(c)").match(action) is None

shown = Rule.parse("open :: closed(c) -> open(c)")
assert repr(shown) == (
    "Rule('open', (Predicate('closed', (Placeholder('c', 'c'),)),),"
    " (Predicate('open', (Placeholder('c', 'c'),)),))"
)
shown = Action.parse("open :: closed(chest: c) -> open(chest: c)")
assert repr(shown) == (
    "Action('open', (Proposition('closed', (Variable('chest', 'c'),)),),"
    " (Proposition('open', (Variable('chest', 'c'),)),))"
)

undone = action.inverse(name="close")
assert undone.name == "close"
assert set(undone.added) == set(action.removed)
assert set(undone.removed) == set(action.added)
assert Action.deserialize(action.serialize()) == action
assert Rule.deserialize(rule.serialize()) == rule

logic = KnowledgeBase.default().logic
state = State(logic, [
    Proposition("at", [Variable("P"), room]),
    Proposition("at", [chest, room]),
    Proposition("closed", [chest]),
])  # fmt: skip
assert state.is_applicable(action)
assert state.apply(action)
assert state.is_fact(Proposition("open", [chest]))
assert not state.is_fact(Proposition("closed", [chest]))
assert not state.apply(action)
assert state.apply(undone)
