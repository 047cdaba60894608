"""What comes with the package: rules, types and commands of a house."""

from pathlib import Path

from textworld.generator.data import KnowledgeBase, create_data_files

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

create_data_files("mine")
assert set(KnowledgeBase.load("mine").rules) == set(kb.rules)
own = KnowledgeBase.load(logic_path="mine/logic", grammar_path="mine/text_grammars")
assert set(own.rules) == set(kb.rules)
assert Path(own.text_grammars_path) == Path("mine/text_grammars")
Path("lamps").mkdir()
Path("lamps/lamp.twl").write_text("""
type lamp {
    predicates { on(lamp); off(lamp); }
    rules { switch_on :: off(lamp) -> on(lamp); }
}
""")
lamps = KnowledgeBase.load(logic_path="lamps")
assert set(lamps.rules) == {"switch_on"}
assert Path(lamps.text_grammars_path) == Path(kb.text_grammars_path)
