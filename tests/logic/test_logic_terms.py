"""Variables, placeholders, predicates, propositions and aliases."""

import copy
import gc
import pickle
import subprocess
import sys

import pytest
from hypothesis import given
from logic_strategies import (
    fewer_examples,
    placeholders,
    predicates,
    propositions,
    signatures,
    variables,
)

from twbench.bounded_cache import BoundedCache
from twbench.errors import LogicError
from twbench.logic import (
    Action,
    Alias,
    Placeholder,
    Predicate,
    Proposition,
    Rule,
    Signature,
    Type,
    Variable,
)


def test_types_default_to_names():
    assert Variable("P").type == "P"
    assert Placeholder("r''").type == "r"
    assert str(Placeholder("r''")) == "r''"
    assert str(Placeholder("d1", "d")) == "d1: d"
    assert str(Variable("r_0", "r")) == "r_0: r"


def test_parsing_as_documented():
    assert Variable.parse("r_0: r") == Variable("r_0", "r")
    assert Placeholder.parse("d1: d") == Placeholder("d1", "d")
    assert Signature.parse("at(P, r)") == Signature("at", ["P", "r"])
    at = Proposition.parse("at(P, r_0: r)")
    assert at.arguments == (Variable("P"), Variable("r_0", "r"))
    assert at.names == ("P", "r_0")
    assert at.types == ("P", "r")
    assert at.signature is Signature("at", ["P", "r"])
    link = Predicate.parse("link(r, d1: d, r')")
    assert link.names == ("r", "d1", "r'")
    assert link.types == ("r", "d", "r")
    assert Proposition.parse("fail()") == Proposition("fail")
    assert Predicate.parse("north_of/d(r, d, r')").name == "north_of/d"
    assert Predicate.parse("p( # a comment\n a , b )") == Predicate.parse("p(a, b)")


@pytest.mark.parametrize(
    ("parse", "text", "message"),
    [
        (Predicate.parse, "at(P r)", "<predicate>:1:6: expected one of ')', ',', ':', found 'r'"),
        (Proposition.parse, "at(r')", "<proposition>:1:5: expected one of ')', ',', ':', found"),
        (Proposition.parse, "at(r) at(s)", "1:7: expected the end of the text, found 'at'"),
        (Variable.parse, "", "<variable>:1:1: expected a name, found the end of the text"),
        (Placeholder.parse, "r: ", "expected a name, found the end of the text"),
        (Signature.parse, "at(r: r)", "1:5: expected one of ')', ',', found ':'"),
    ],
)
def test_faults_of_expressions_are_shown_with_their_place(parse, text, message):
    with pytest.raises(LogicError) as info:
        parse(text)
    assert message in str(info.value)


@fewer_examples
@given(propositions)
def test_propositions_round_trip_and_are_unique(prop):
    assert Proposition.parse(str(prop)) is prop
    assert Proposition.deserialize(prop.serialize()) is prop
    as_tuples = [
        Proposition.deserialize({"name": name, "arguments": ({"name": "a", "type": "b"},)})
        for name in ("one", "other")
    ]
    assert [fact.name for fact in as_tuples] == ["one", "other"]
    assert pickle.loads(pickle.dumps(prop)) is prop  # noqa: S301
    assert copy.deepcopy(prop) is prop
    assert eval(repr(prop)) is prop  # noqa: S307


@fewer_examples
@given(predicates)
def test_predicates_round_trip(predicate):
    assert Predicate.parse(str(predicate)) == predicate
    assert Predicate.deserialize(predicate.serialize()) == predicate
    assert pickle.loads(pickle.dumps(predicate)) == predicate  # noqa: S301
    assert hash(Predicate.parse(str(predicate))) == hash(predicate)


@fewer_examples
@given(variables, placeholders, signatures)
def test_names_round_trip(variable, placeholder, signature):
    assert Variable.parse(str(variable)) == variable
    assert Variable.deserialize(variable.serialize()) == variable
    assert Placeholder.parse(str(placeholder)) == placeholder
    assert Placeholder.deserialize(placeholder.serialize()) == placeholder
    assert Signature.parse(str(signature)) is signature
    assert variable != placeholder
    assert pickle.loads(pickle.dumps(variable)) == variable  # noqa: S301


def test_serialised_as_in_game_files():
    assert Proposition.parse("at(P, r_0: r)").serialize() == {
        "name": "at",
        "arguments": [{"name": "P", "type": "P"}, {"name": "r_0", "type": "r"}],
    }
    assert Predicate.parse("at(P, r')").serialize() == {
        "name": "at",
        "parameters": [{"name": "P", "type": "P"}, {"name": "r'", "type": "r"}],
    }


def test_values_cannot_be_changed():
    for value in (Variable("x"), Proposition("p"), Predicate("p"), Signature("p")):
        with pytest.raises(AttributeError, match="immutable"):
            value.name = "y"
        with pytest.raises(AttributeError, match="immutable"):
            del value.name


def test_subclasses_of_variable_are_equal_to_variables():
    class Entity(Variable):
        pass

    entity = Entity("o_0", "o")
    assert entity == Variable("o_0", "o")
    assert hash(entity) == hash(Variable("o_0", "o"))
    assert Entity("o_0", "o") is not entity
    assert Variable("o_0", "o") is Variable("o_0", "o")
    fact = Proposition("small", [entity])
    assert fact is Proposition("small", [Variable("o_0", "o")])
    assert type(fact.arguments[0]) is Variable


def test_unused_propositions_are_freed():
    from twbench.logic import terms

    terms._RECENT_PROPOSITIONS.clear()
    gc.collect()
    before = len(terms._PROPOSITIONS)
    facts = [Proposition("counted", [Variable(f"unheard_of_{i}")]) for i in range(100)]
    assert len(terms._PROPOSITIONS) == before + 100
    terms._PROPOSITIONS.sweep()
    assert all(terms._PROPOSITIONS.find((fact.name, fact.arguments)) is fact for fact in facts)
    del facts
    terms._RECENT_PROPOSITIONS.clear()
    gc.collect()
    terms._PROPOSITIONS.sweep()
    assert len(terms._PROPOSITIONS) <= before


def test_large_facts_that_have_gone_are_not_kept_by_the_thousand():
    """An event of a stranger's game has a thousand variables: those of 16,000 fill the memory."""
    from twbench.logic import terms

    before = len(terms._PROPOSITIONS), len(terms._SIGNATURES)
    for number in range(300):
        arguments = [Variable(f"unheard_of_{number % 3}_{n}") for n in range(1000)]
        Proposition(f"event_{number}", arguments)
    assert len(terms._PROPOSITIONS) <= before[0] + 100
    assert len(terms._SIGNATURES) <= before[1] + 100


def test_facts_are_made_in_processes_that_are_forked_while_a_thread_makes_some():
    code = """
import os, signal, threading
from twbench.logic import Proposition

def make():
    number = 0
    while True:
        Proposition.all_of([(f"fact_{number}_{n}", ()) for n in range(2000)])
        number += 1

threading.Thread(target=make, daemon=True).start()
for number in range(10):
    child = os.fork()
    if not child:
        signal.alarm(30)
        Proposition(f"of_child_{number}")
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
os._exit(0)
"""
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True)


def test_many_facts_at_once_are_those_that_there_are():
    from twbench.logic import terms

    known = Proposition("on", [Variable("o_0", "o"), Variable("s_0", "s")])
    keys = [("on", known.arguments), ("shut", (Variable("c_7", "c"),)), ("dark", ())]
    facts = Proposition.all_of([*keys, *keys])
    assert facts[:3] == facts[3:]
    assert facts[0] is known
    assert facts[1] is Proposition("shut", [Variable("c_7", "c")])
    assert facts[2] is Proposition("dark")
    assert [fact.signature for fact in facts[:3]] == [
        terms.Signature(name, [one.type for one in arguments]) for name, arguments in keys
    ]
    assert all(fact.names == tuple(one.name for one in fact.arguments) for fact in facts)


def test_few_unused_propositions_and_variables_are_kept(monkeypatch):
    from twbench.logic import terms

    monkeypatch.setattr(terms, "_RECENT_PROPOSITIONS", BoundedCache(10))
    monkeypatch.setattr(terms, "_RECENT_VARIABLES", BoundedCache(10))
    facts = [Proposition("kept", [Variable(f"never_met_{i}")]) for i in range(25)]
    assert len(terms._RECENT_PROPOSITIONS) <= 10
    assert len(terms._RECENT_VARIABLES) <= 10
    again = [Proposition("kept", [Variable(f"never_met_{i}")]) for i in range(25)]
    assert all(one is other for one, other in zip(facts, again, strict=True))


def test_sorting_is_by_name_then_arguments():
    texts = ["b(a)", "a(b)", "a(a: z)", "a(a: c)"]
    assert sorted(map(Proposition.parse, texts)) == list(
        map(Proposition.parse, ["a(a: c)", "a(a: z)", "a(b)", "b(a)"])
    )


@pytest.mark.parametrize(
    ("less", "more"),
    [
        (Variable("a", "t"), Variable("b")),
        (Placeholder("a"), Placeholder("a'")),
        (Signature("at", ["P"]), Signature("at", ["r"])),
        (Proposition("at", [Variable("a")]), Proposition("at", [Variable("b")])),
        (Predicate("at", [Placeholder("a")]), Predicate("at", [Placeholder("b")])),
        (Type("a", ["b"]), Type("b", [])),
        (Type("a", ["x"]), Type("a", ["y"])),
    ],
)
def test_all_comparisons_agree(less, more):
    assert less < more
    assert less <= more
    assert less <= less
    assert more > less
    assert more >= less
    assert not more <= less
    assert sorted([more, less]) == [less, more]


def test_substitute_instantiate_and_match():
    link = Predicate.parse("link(r, d, r')")
    assert str(link.substitute({Placeholder("r"): Placeholder("x", "r")})) == "link(x: r, d, r')"
    kitchen, hall, door = Variable("r_0", "r"), Variable("r_1", "r"), Variable("d_0", "d")
    mapping = {Placeholder("r"): kitchen, Placeholder("d"): door, Placeholder("r'"): hall}
    fact = link.instantiate(mapping)
    assert str(fact) == "link(r_0: r, d_0: d, r_1: r)"
    assert link.match(fact) == mapping
    assert Predicate.parse("link(r, d, r)").match(fact) is None
    assert Predicate.parse("join(r, d, r')").match(fact) is None
    assert Predicate.parse("link(r, d)").match(fact) is None
    with pytest.raises(LogicError, match=r"No variable is given for d of link\(r, d, r'\)"):
        link.instantiate({Placeholder("r"): kitchen})


def test_an_alias_expands_its_own_uses_alone():
    alias = Alias(
        Predicate.parse("here(P, r)"),
        [Predicate.parse("at(P, r)"), Predicate.parse("kitchen(r, RECIPE)")],
    )
    use = Predicate.parse("here(P, x: r)")
    assert list(map(str, alias.expand(use))) == ["at(P, x: r)", "kitchen(x: r, RECIPE)"]
    other = Predicate.parse("at(P, r)")
    assert alias.expand(other) == (other,)
    assert str(alias) == "here(P, r) = at(P, r) & kitchen(r, RECIPE)"


def test_variables_of_subclasses_hash_as_the_plain_ones():
    class Thing(Variable):
        __slots__ = ()

    thing = Thing("lamp", "o")
    plain = Variable("lamp", "o")
    assert thing == plain
    assert hash(thing) == hash(plain)
    assert {plain: 1}[thing] == 1
    assert Proposition("at", (thing, Variable("r"))).arguments[0] is plain


@pytest.mark.parametrize("kind", [Predicate, Proposition])
def test_what_does_not_hold_is_written_with_an_exclamation_mark(kind):
    shut = kind.parse("!open(d)")
    assert shut == kind.parse("not_open(d)") == kind.parse("open(d)").negate()
    assert shut.negate() == kind.parse("!not_open(d)") == kind.parse("open(d)")


@pytest.mark.parametrize("wrong", ["!!open(d)", "! (d)", "open(!d)"])
def test_an_exclamation_mark_stands_before_a_name_alone(wrong):
    with pytest.raises(LogicError, match="expected"):
        Predicate.parse(wrong)


@pytest.mark.parametrize("kind", [Action, Placeholder, Predicate, Proposition, Rule, Variable])
def test_only_texts_are_parsed(kind):
    with pytest.raises(LogicError, match="is parsed from a text, not from None"):
        kind.parse(None)
