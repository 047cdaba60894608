"""Types and the closures of their hierarchy."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from logic_strategies import fewer_examples, hierarchies

from twbench.errors import LogicError
from twbench.logic import Type, TypeHierarchy, Variable


@pytest.fixture
def diamond():
    return TypeHierarchy([Type("A"), Type("B", ["A"]), Type("C", ["A"]), Type("D", ["B", "C"])])


def names(types):
    return [type_.name for type_ in types]


def joined(sequences):
    return ["".join(names(sequence)) for sequence in sequences]


def test_documented_closure_of_a_diamond(diamond):
    d = diamond.get("D")
    assert names(diamond.closure(d, lambda t: t.parent_types)) == ["B", "C", "A"]
    assert names(d.ancestors) == ["B", "C", "A"]
    assert names(d.supertypes) == ["D", "B", "C", "A"]
    assert names(diamond.get("A").descendants) == ["B", "C", "D"]
    assert names(diamond.get("A").subtypes) == ["A", "B", "C", "D"]
    assert diamond.get("A").children == ["B", "C"]
    assert names(diamond.get("B").child_types) == ["D"]
    assert names(d.parent_types) == ["B", "C"]


def test_documented_closure_of_two_types(diamond):
    pair = (diamond.get("D"), diamond.get("D"))
    ancestors = joined(diamond.multi_ancestors(pair))
    assert ancestors[:4] == ["BD", "CD", "DB", "DC"]
    assert ancestors[-1] == "AA"
    assert sorted(ancestors) == sorted("".join(p) for p in product("ABCD", "ABCD"))[:-1]
    assert joined(diamond.multi_supertypes(pair)) == ["DD", *ancestors]
    top = (diamond.get("A"), diamond.get("A"))
    descendants = joined(diamond.multi_descendants(top))
    assert descendants[:4] == ["BA", "CA", "AB", "AC"]
    assert descendants[-1] == "DD"
    assert joined(diamond.multi_subtypes(top)) == ["AA", *descendants]


def test_relations_by_name_and_type(diamond):
    a, b, c, d = map(diamond.get, "ABCD")
    assert d.is_subtype_of(a)
    assert a.is_supertype_of(d)
    assert b.is_subtype_of(b)
    assert not b.is_subtype_of(c)
    assert not a.is_subtype_of(b)
    assert a.has_subtype_named("D")
    assert d.has_supertype_named("A")
    assert not c.has_subtype_named("B")
    assert Variable("x", "D").is_a(d)
    assert Variable("x", "D").is_a("D")
    assert Variable("x", "D").is_a(a)
    assert not Variable("x", "D").is_a("A")
    assert not Variable("x", "B").is_a(c)


def test_a_type_added_later_is_seen(diamond):
    assert diamond.subtype_names("D") == {"D"}
    diamond.add(Type("E", ["D"]))
    assert diamond.subtype_names("D") == {"D", "E"}
    assert "E" in diamond
    assert len(diamond) == 5


def test_wrong_names_are_told(diamond):
    with pytest.raises(LogicError, match="twice"):
        diamond.add(Type("A"))
    with pytest.raises(LogicError, match=r"no type 'room'\. Did you mean 'rooms'"):
        TypeHierarchy([Type("rooms")]).get("room")
    with pytest.raises(LogicError, match="not been added"):
        _ = Type("x").ancestors


def test_types_are_printed_and_compared(diamond):
    assert str(diamond.get("D")) == "D : B, C"
    assert str(diamond.get("A")) == "A"
    assert diamond.get("D") == Type("D", ("B", "C"))
    assert diamond.get("D") != Type("D", ("B",))
    assert repr(Type("k", ["o"])) == "Type('k', ('o',))"


@fewer_examples
@given(hierarchies(), st.data())
def test_closures_agree_with_their_definition(hierarchy, data):
    types = list(hierarchy)
    sequence = tuple(data.draw(st.lists(st.sampled_from(types), min_size=1, max_size=2)))

    def is_below(low, high):
        return low is high or any(is_below(parent, high) for parent in low.parent_types)

    for supers in (True, False):
        found = (hierarchy.multi_supertypes if supers else hierarchy.multi_subtypes)(sequence)
        expected = [
            candidate
            for candidate in product(types, repeat=len(sequence))
            if all(
                is_below(member, other) if supers else is_below(other, member)
                for member, other in zip(sequence, candidate, strict=True)
            )
        ]
        assert len(found) == len(set(found))
        assert set(found) == set(expected)
        assert found[0] == sequence
    for one, other in product(types, types):
        assert one.is_subtype_of(other) == is_below(one, other)
        assert (one in other.descendants) == (is_below(one, other) and one is not other)


def test_the_order_of_relatives_does_not_depend_on_the_order_of_adding():
    types = [Type("thing"), Type("lamp", ["thing"]), Type("bed", ["thing"])]
    for added in (types, types[::-1]):
        hierarchy = TypeHierarchy(Type(type_.name, type_.parents) for type_ in added)
        thing = hierarchy.get("thing")
        assert thing.children == ["bed", "lamp"]
        assert names(thing.subtypes) == ["thing", "bed", "lamp"]
        assert names(hierarchy) == names(added)
