"""What comes with the package: rules, types and commands of a house."""

from textworld.generator.data import KnowledgeBase

kb = KnowledgeBase.default()
assert {"r", "d", "c", "s", "o", "k", "f", "P", "I"} <= set(kb.types.types)
assert kb.types.is_descendant_of("k", "o")
assert not kb.types.is_descendant_of("o", "k")
assert kb.types.is_descendant_of("f", ["o", "c"])
assert kb.types.is_constant("P")
assert set(kb.types.descendants("o")) == {"f", "k"}

assert {"take", "drop", "eat", "open/c", "close/d", "go/north", "unlock/d"} <= set(kb.rules)
assert {rule.name for rule in kb.rules.get_matching("go/.*")} == {
    "go/north", "go/south", "go/east", "go/west",
}  # fmt: skip
assert {rule.name for rule in kb.rules.get_matching("take.*")} == {
    "take", "take/c", "take/s",
}  # fmt: skip
assert kb.inform7_commands["take/c"] == "take {o} from {c}"
assert str(kb.types.constants_mapping)
