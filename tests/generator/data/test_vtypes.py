"""Types of entities as the generation sees them."""

from collections import Counter

import pytest

from twbench.errors import GenerationError, LogicError
from twbench.generator import KnowledgeBase
from twbench.generator.data.vtypes import (
    VariableType,
    VariableTypeTree,
    get_new,
    parse_variable_types,
)
from twbench.generator.testing import VARIABLES_TXT_CONTENT
from twbench.logic import Proposition, State

EXPRESSIONS = [
    "inventory: I",
    "player: P",
    "container: c -> t",
    "door: d -> t",
    "food: f -> o",
    "key: k -> o",
    "object: o -> t",
    "room: r",
    "supporter: s -> t",
    "thing: t",
]


@pytest.fixture
def tree():
    return VariableTypeTree.deserialize(EXPRESSIONS)


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        ("container: c -> t", VariableType("c", "container", "t")),
        ("room: r", VariableType("r", "room")),
        ("coffer : x -> c & s", VariableType("x", "coffer", ["c", "s"])),
    ],
)
def test_expressions_are_parsed(expr, expected):
    parsed = VariableType.parse(expr)
    assert parsed == expected
    assert VariableType.deserialize(parsed.serialize()) == expected


def test_a_root_has_no_parent_and_others_one_name_or_several():
    assert VariableType("r", "room").parent is VariableType("r", "room", None).parent is None
    assert VariableType("r", "room").parents == ()
    assert VariableType("c", "container", "t").parent == "t"
    assert VariableType("c", "container", ["t"]).parents == ("t",)
    assert VariableType("x", "coffer", ["c", "s"]).parent == ("c", "s")


@pytest.mark.parametrize(
    "expr", ["", "room", "room:", ": r", "room: r ->", "a: b -> c &", "a {b}: c"]
)
def test_other_expressions_are_refused(expr):
    with pytest.raises(LogicError, match="is not a variable type; write 'name: type -> parent"):
        VariableType.parse(expr)


def test_only_texts_are_parsed():
    with pytest.raises(LogicError, match="is parsed from a text, not from None"):
        VariableType.parse(None)


def test_types_in_a_file_are_read(tree, tmp_path):
    content = "# types\n\n" + "\n".join(f"{line}  # a type" for line in EXPRESSIONS)
    (tmp_path / "variables.txt").write_text(content, encoding="utf-8")
    loaded = VariableTypeTree.load(tmp_path / "variables.txt")
    assert loaded.serialize() == tree.serialize() == EXPRESSIONS
    assert [vtype.type for vtype in parse_variable_types(content)] == list("IPcdfkorst")


def test_a_tree_knows_ancestors_and_descendants(tree):
    assert tree.get_ancestors("k") == ["o", "t"]
    assert tree.descendants("t") == ["c", "d", "f", "k", "o", "s"]
    assert tree.descendants("d") == []
    assert tree.is_descendant_of("k", "t")
    assert tree.is_descendant_of("t", "t")
    assert tree.is_descendant_of("k", ["c", "o"])
    assert not tree.is_descendant_of("c", ["o", "r"])
    assert tree.is_constant("P")
    assert not tree.is_constant("r")
    assert tree.get_description("s") == "supporter"
    assert tree.is_descendant_of(tree.CHEST, "t")
    assert list(tree.CLASS_HOLDER) == [tree.CHEST, tree.SUPPORTER] == ["c", "s"]
    with pytest.raises(LogicError, match="no type 'q'"):
        tree.get_description("q")


def test_types_are_drawn_among_descendants(tree):
    drawn = Counter(tree.sample("o", seed) for seed in range(60))
    assert sorted(drawn) == ["f", "k", "o"]
    assert {tree.sample("o", seed, include_parent=False) for seed in range(60)} == {"f", "k"}
    assert {tree.sample("o", seed, exceptions=["k", "o"]) for seed in range(9)} == {"f"}
    assert {tree.sample("t", seed, probs={"k": 1.0}) for seed in range(9)} == {"k"}
    with pytest.raises(GenerationError, match="no type to draw under 'd'"):
        tree.sample("d", 1, include_parent=False)


def test_entities_are_counted(tree):
    logic = KnowledgeBase.default().logic
    facts = ["at(P, r_0: r)", "at(k_0: k, r_0: r)", "in(k_1: k, I)"]
    counts = tree.count(State(logic, map(Proposition.parse, facts)))
    assert {kind: count for kind, count in counts.items() if count} == {
        "I": 1,
        "P": 1,
        "k": 2,
        "r": 1,
    }


def test_ids_are_counted_by_type():
    counts = {"c": 2}
    assert [get_new("c", counts), get_new("c", counts), get_new("d", counts)] == [
        "c_2",
        "c_3",
        "d_0",
    ]
    assert counts == {"c": 4, "d": 1}
    with pytest.raises(GenerationError, match="at most 4 entities of type 'c'"):
        get_new("c", counts, {"c": 4})


def test_types_that_are_their_own_ancestors_come_to_an_end():
    tree = VariableTypeTree.deserialize(["a: a -> b", "b: b -> a"])
    assert tree.get_ancestors("a") == ["b", "a"]
    assert tree.descendants("a") == ["a", "b"]


def test_files_that_are_no_text_are_refused(tmp_path):
    (tmp_path / "types.txt").write_bytes(b"a: b\xff")
    with pytest.raises(LogicError, match="byte 4 is no UTF-8"):
        VariableTypeTree.load(tmp_path / "types.txt")


def test_the_tree_of_a_small_logic() -> None:
    tree = VariableTypeTree(parse_variable_types(VARIABLES_TXT_CONTENT))
    assert len(tree) == len(list(tree)) == 12
    assert set(tree.constants) == {"P", "I"}
    assert set(tree.variables) == set(tree) - {"P", "I"}
    assert set(tree.roots) == {"r", "t", "P", "I"}
    assert [tree[name].is_constant for name in ("P", "t")] == [True, False]
    assert tree.types == list(tree)
    assert tree.names[tree.types.index("f")] == "food"


def test_the_types_of_a_logic_are_a_tree() -> None:
    kb = KnowledgeBase.default()
    assert list(kb.types) == sorted(type_.name for type_ in kb.logic.types)
    assert kb.types.constants_mapping == kb.constants
    assert set(kb.types.descendants("o")) == set(kb.logic.types.subtype_names("o")) - {"o"}


def test_rules_are_asked_by_patterns() -> None:
    rules = KnowledgeBase.default().rules
    taken = rules.get_matching("take.*", exclude=["take/s"])
    assert {rule.name for rule in taken} == {
        name for name in rules if name.startswith("take") and name != "take/s"
    }
    with pytest.raises(ValueError, match="fits"):
        rules.get_matching("fly.*")
