"""The logic language: the packaged files, stored games, and printing what was parsed."""

import json
import pickle
import re
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from logic_strategies import (
    LOGIC_FILES,
    PACKAGE,
    SHARED,
    STORED_GAMES,
    fewer_examples,
    paths,
    words,
)

from twbench.errors import LogicError
from twbench.logic import (
    GameLogic,
    LogicWarning,
    Placeholder,
    Predicate,
    Rule,
    Signature,
    parse,
)
from twbench.logic.printing import print_types
from twbench.logic.syntax import (
    Atom,
    Command,
    Condition,
    Declaration,
    Kind,
    Phrase,
    Reverse,
    RuleNode,
    Slot,
    TypeNode,
)

DOCUMENTATION = sorted((SHARED / "seeds").glob("000_*.txt"))


@pytest.fixture(scope="module")
def default():
    return GameLogic.load(LOGIC_FILES)


def test_the_ten_packaged_files():
    names = "container door food inventory key object player room supporter thing"
    assert [path.stem for path in LOGIC_FILES] == names.split()


def test_the_default_logic(default):
    assert sorted(type_.name for type_ in default.types) == sorted("crdfIkoPst")
    assert default.types.get("k").parents == ("o",)
    assert len(default.rules) == 26
    assert len(default.constraints) == 46
    assert len(default.reverse_rules) == 25
    assert Signature.parse("match(k, d)") in default.predicates
    assert Signature.parse("south_of(r, r)") not in default.predicates
    assert list(map(str, default.aliases)) == [
        "south_of(r, r)",
        "east_of(r, r)",
        "south_of/d(r, d, r)",
        "east_of/d(r, d, r)",
    ]
    assert set(default.inform7.commands) == set(default.rules)
    assert default.inform7.commands["insert"].command == "insert {o} into {c}"
    assert default.inform7.types["c"].kind == "container"
    assert default.inform7.types["k"].definition is None
    assert default.inform7.predicates[Signature.parse("on(o, s)")].source == "The {o} is on the {s}"


def test_logics_are_keys_as_they_are_equal(default):
    again = GameLogic.deserialize(default.serialize())
    assert {default: "default"}[again] == "default"
    assert GameLogic.parse("type a { }") not in {default}


def test_rules_know_their_commands_and_reverses(default):
    rule = default.rules["unlock/d"]
    assert rule.command_template == "unlock {d} with {k}"
    assert rule.reverse_name == "lock/d"
    assert rule.reverse_command_template == "lock {d} with {k}"
    assert default.reverse_rules["unlock/d"] is default.rules["lock/d"]
    assert default.reverse_rules["lock/d"] is rule
    assert "eat" not in default.reverse_rules
    assert default.rules["eat"].reverse_name is None


def test_reverse_rules_undo(default):
    swapped = {
        Placeholder("r"): Placeholder("r'", "r"),
        Placeholder("r'", "r"): Placeholder("r"),
    }
    for name, reverse in default.reverse_rules.items():
        # To go back is to go from the other room.
        mapping = swapped if name.startswith("go/") else {}
        assert default.rules[name].inverse() == reverse.substitute(mapping), name


def test_aliases_are_expanded_in_rules(default):
    assert default.rules["go/south"] == Rule.parse(
        "go/south :: at(P, r) & $north_of(r, r') & $free(r, r') & $free(r', r) -> at(P, r')"
    )
    assert default.normalize_rule(Rule.parse("x :: $east_of(a: r, b: r) & p(z) -> q(z)")) == (
        Rule.parse("x :: $west_of(b: r, a: r) & p(z) -> q(z)")
    )


def test_an_alias_of_aliases_and_of_subtypes():
    logic = GameLogic.parse(
        """
        type r { predicates { p(r, r); q(r, r') = p(r', r); s(r) = q(r, h) & q(h, r); } }
        type h : r { rules { go :: s(h) -> s(x: r); } }
        """
    )
    assert logic.rules["go"] == Rule.parse("go :: p(h, h) & p(h, h) -> p(h, x: r) & p(x: r, h)")
    assert logic.alias_of(Signature.parse("p(r, r)")) is None


@pytest.mark.skipif(not DOCUMENTATION, reason="the documentation is not beside the checkout")
def test_the_default_logic_is_the_documented_one(default):
    text = DOCUMENTATION[0].read_text(encoding="utf-8")
    start = text.index("\ncontainer.twl\n")
    listing = text[start : text.index("\nInform 7\n", text.index("\nthing.twl\n", start))]
    documented = GameLogic.parse(re.sub(r"(?m)^\w+\.twl$", "", listing))
    assert documented == default


def logics_of_stored_games():
    found = {}
    for path in STORED_GAMES:
        document = json.loads(path.read_text(encoding="utf-8"))["KB"]["logic"]
        found.setdefault(document, pytest.param(document, id=path.stem))
    absent = pytest.mark.skip(reason="the sample games are not beside the checkout")
    return list(found.values()) or [pytest.param("", marks=absent)]


@pytest.mark.parametrize("document", logics_of_stored_games())
def test_stored_logics_round_trip(document):
    logic = GameLogic.deserialize(document)
    assert len(logic.rules) >= 8
    text = logic.serialize()
    again = GameLogic.deserialize(text)
    assert again == logic
    assert again.serialize() == text
    assert [r.serialize() for r in again.rules.values()] == [
        r.serialize() for r in logic.rules.values()
    ]


@pytest.mark.parametrize("path", LOGIC_FILES, ids=lambda path: path.stem)
def test_packaged_files_round_trip(path):
    tree = parse.document(path.read_text(encoding="utf-8"))
    assert tree.faults == ()
    again = parse.document(print_types(tree.types))
    assert again.types == tree.types
    assert again.faults == ()


def test_printed_layout():
    document = (
        "type k : o, t {\n    predicates {\n        match(k, c);\n    }\n"
        "    rules {\n        use :: $match(k, c) & new(k) -> used(k: k, d1: d);\n    }\n"
        '    inform7 {\n        type {\n            kind :: "a \\"key\\"";\n        }\n'
        "    }\n}\n"
    )
    tree = parse.document(document)
    assert tree.types[0].kind == Kind('a "key"')
    assert print_types(tree.types) == document.replace("k: k", "k")


def test_code_blocks_and_empty_logics():
    logic = GameLogic.parse(
        'type a { inform7 { code :: """\n    [x; } #]\n        y "z"\n"""; code :: """w"""; } }'
    )
    assert logic.inform7.code == '[x; } #]\n    y "z"\nw\n'
    assert GameLogic.parse(logic.serialize()) == logic
    assert GameLogic.parse("") == GameLogic()
    assert GameLogic.parse("# nothing\n").serialize() == ""


def test_sections_may_be_in_any_order_and_repeated():
    one = GameLogic.parse(
        "type a { rules { x :: p(a) -> q(a); } predicates { p(a); } predicates { q(a); } }"
    )
    other = GameLogic.parse("type a { predicates { p(a); q(a); } rules { x :: p(a) -> q(a); } }")
    assert one == other


def test_equal_documents_share_one_logic(default):
    assert GameLogic.load(map(str, LOGIC_FILES)) is default
    assert pickle.loads(pickle.dumps(default)) == default  # noqa: S301


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(LogicError, match=r"absent\.twl is missing"):
        GameLogic.load([tmp_path / "absent.twl"])


def test_undeclared_predicates_are_warned_of_except_in_stored_games(tmp_path):
    document = "type a { predicates { q(a); } rules { x :: p(a) -> p(a); } }"
    logic = GameLogic.deserialize(document)
    assert logic.rules["x"].preconditions == (Predicate.parse("p(a)"),)
    file = tmp_path / "a.twl"
    file.write_text(document, encoding="utf-8")
    with pytest.warns(LogicWarning, match=r"^2 faults in the logic:\na\.twl:1:44: there is no"):
        assert GameLogic.load([file]) == logic


def test_a_logic_that_declares_no_predicate_may_use_any():
    logic = GameLogic.parse("type a { rules { x :: p(a) -> !p(a); } }")
    assert logic.rules["x"].postconditions == (Predicate.parse("not_p(a)"),)
    assert GameLogic.deserialize(logic.serialize()) == logic


def test_the_generated_parser_is_that_of_the_grammar():
    committed = (PACKAGE / "logic" / "_generated.py").read_text(encoding="utf-8")
    assert parse.generate() == committed


def test_importing_the_logic_does_not_import_tatsu():
    check = "import sys, twbench.logic; sys.exit('tatsu' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0


texts = st.text(st.characters(codec="utf-8", exclude_characters="\n\r", exclude_categories=["C"]))
slots = st.builds(Slot, words, words)
atoms = st.builds(Atom, paths, st.lists(slots, max_size=3).map(tuple))
some_atoms = st.lists(atoms, min_size=1, max_size=3).map(tuple)
conditions = st.lists(st.builds(Condition, atoms, st.booleans()), min_size=1, max_size=3).map(tuple)
rule_nodes = st.lists(st.builds(RuleNode, paths, conditions, some_atoms), max_size=2).map(tuple)
type_nodes = st.builds(
    TypeNode,
    words,
    st.lists(words, max_size=2).map(tuple),
    st.lists(st.builds(Declaration, atoms, st.just(()) | some_atoms), max_size=2).map(tuple),
    rule_nodes,
    st.lists(st.builds(Reverse, paths, paths), max_size=2).map(tuple),
    rule_nodes,
    st.none() | st.builds(Kind, texts, st.none() | texts),
    st.lists(st.builds(Phrase, atoms, texts), max_size=2).map(tuple),
    st.lists(st.builds(Command, paths, texts, texts), max_size=2).map(tuple),
    st.lists(texts.filter(lambda text: '"' not in text), max_size=2).map(tuple),
)


@settings(fewer_examples, max_examples=20)
@given(st.lists(type_nodes, max_size=2).map(tuple))
def test_any_tree_round_trips(types):
    document = parse.document(print_types(types))
    assert document.faults == ()
    assert document.types == types
