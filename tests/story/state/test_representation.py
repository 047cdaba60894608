"""How a logic's facts live in a story: as places, as attributes, or in tables."""

from functools import cache

import pytest
from sample_games import LAMPS

from twbench.errors import StoryLimitError
from twbench.generator import KnowledgeBase
from twbench.logic import GameLogic, Proposition
from twbench.story.state.representation import Representation, Storage
from twbench.story.zcode.layout import Attribute, attribute_bit

DEFAULT = KnowledgeBase.default().logic


@cache
def default() -> Representation:
    return Representation(DEFAULT)


@cache
def lamps() -> Representation:
    return Representation(GameLogic.deserialize(DEFAULT.serialize() + LAMPS))


@pytest.mark.parametrize(
    ("fact", "storage"),
    [
        ("at(P, r_0: r)", Storage.TREE),
        ("in(o_0: f, I)", Storage.TREE),
        ("in(o_0: o, c_0: c)", Storage.TREE),
        ("on(k_0: k, s_0: s)", Storage.TREE),
        ("open(c_0: c)", Storage.ATTRIBUTE),
        ("bright()", Storage.ATTRIBUTE),
        ("wired(l: lamp, s_0: s)", Storage.TABLE),
        ("match(k_0: k, c_0: c)", Storage.TABLE),
        ("link(r_0: r, d_0: d, r_1: r)", Storage.TABLE),
    ],
)
def test_where_a_fact_is_kept(fact: str, storage: Storage) -> None:
    proposition = Proposition.parse(fact)
    assert lamps().storage_of(proposition) is storage
    assert lamps().storage(proposition.name, proposition.types) is storage


def test_attributes_are_given_once_and_leave_those_of_the_runtime_alone() -> None:
    for representation in (default(), lamps()):
        numbers = [representation.type_attribute(name) for name in representation.types]
        numbers += [number for number, _ in representation.attribute_predicates.values()]
        assert len(numbers) == len(set(numbers))
        assert set(numbers) <= set(range(Attribute.LAST_FREE + 1))
    assert lamps().attribute_predicates["bright"][1] == 0
    assert lamps().attribute_predicates["lit"][1] == 1


@pytest.mark.parametrize(
    ("child", "parent", "name"),
    [("P", "r", "at"), ("f", "c", "in"), ("o", "I", "in"), ("o", "s", "on"), ("c", "s", None)],
)
def test_a_pair_of_types_has_one_predicate_of_place(
    child: str, parent: str, name: str | None
) -> None:
    assert default().place_name(child, parent) == name


def test_types_are_above_others_or_beside_them() -> None:
    assert default().is_subtype("f", "o")
    assert not default().is_subtype("o", "f")
    assert default().comparable("o", "f")
    assert not default().comparable("c", "s")
    assert "o" in default().supertypes("k")


@pytest.mark.parametrize(
    ("name", "types", "fits"),
    [
        ("open", ("c",), True),
        ("open", ("o",), False),
        ("open", ("P",), False),
        ("at", ("f", "r"), True),
        ("at", ("P", "r"), True),
        ("at", ("r", "P"), False),
        ("open", ("c", "c"), False),
        ("spooky", ("r",), True),
    ],
)
def test_facts_fit_if_the_logic_speaks_of_such_or_of_none(
    name: str, types: tuple[str, ...], fits: bool
) -> None:
    assert default().fits(name, types) == fits


def test_traits_are_what_is_true_of_all_entities_of_a_type() -> None:
    def has(type_: str, attribute: int) -> bool:
        return bool(default().traits(type_) & attribute_bit(attribute))

    assert has("f", default().type_attribute("o"))
    assert not has("o", default().type_attribute("f"))
    assert [type_ for type_ in ("c", "s", "o", "d", "r") if has(type_, Attribute.OPAQUE)] == ["c"]
    assert [type_ for type_ in ("c", "s", "o", "k", "r") if has(type_, Attribute.FIXED)] == [
        *("c", "s", "r")
    ]


def test_attribute_0_is_the_highest_of_48_bits() -> None:
    assert [attribute_bit(number) for number in (0, 46, 47)] == [1 << 47, 2, 1]


def test_rules_tell_which_rows_may_come_about() -> None:
    changes = {change.lasting.name: change for change in lamps().row_changes("wired", 2)}
    assert {name: [str(fact) for fact in change.added] for name, change in changes.items()} == {
        "wire": ["wired(lamp, s)"],
        "pass": ["wired(lamp, s')"],
        "unwire": [],
    }
    assert [fact.name for fact in changes["pass"].lasting.preconditions] == ["near"]
    assert {"lamp", "s"} <= changes["wire"].types
    assert lamps().row_changes("near", 2) == []
    assert lamps().column_types("wired", 2, 1) == ["s"] * len(lamps().column_types("wired", 2, 0))


def test_more_types_than_attributes_are_refused() -> None:
    free = Attribute.LAST_FREE - len(default().types)
    many = "".join(f"type x{number} : o {{}}\n" for number in range(free))
    Representation(GameLogic.deserialize(DEFAULT.serialize() + many))
    with pytest.raises(StoryLimitError, match="a story has room for 38 of both together"):
        Representation(GameLogic.deserialize(DEFAULT.serialize() + many + "type y : o {}\n"))
