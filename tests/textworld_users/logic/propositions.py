"""Facts, variables and predicates, as text and as values."""

from textworld.logic import Placeholder, Predicate, Proposition, Variable

key, chest = Variable("rusty key", "k"), Variable("chest", "c")
fact = Proposition("in", [key, chest])
assert fact.name == "in"
assert tuple(fact.arguments) == (key, chest)
assert list(fact.names) == ["rusty key", "chest"]
assert list(fact.types) == ["k", "c"]
assert str(fact) == "in(rusty key: k, chest: c)"
assert fact == Proposition("in", [key, chest])
assert fact != Proposition("on", [key, chest])
assert len({fact, Proposition("in", [key, chest])}) == 1
assert Proposition.deserialize(fact.serialize()) == fact
assert Proposition.parse("in(o: k, c: c)") == Proposition(
    "in", [Variable("o", "k"), Variable("c", "c")]
)
assert Variable("P") == Variable("P", "P")
assert Variable.parse("apple: f") == Variable("apple", "f")
assert str(Variable("apple", "f")) == "apple: f"

closed = Proposition.parse("!open(c: c)")
assert closed.is_negation
assert not closed.negate().is_negation
assert closed.negate() == Proposition.parse("open(c: c)")
assert Predicate.parse("!open(c)").is_negation

predicate = Predicate.parse("in(k, c)")
assert predicate == Predicate("in", [Placeholder("k"), Placeholder("c")])
placed = predicate.instantiate({Placeholder("k"): key, Placeholder("c"): chest})
assert placed == fact
assert predicate.match(fact) == {Placeholder("k"): key, Placeholder("c"): chest}
assert Predicate.parse("on(k, c)").match(fact) is None
