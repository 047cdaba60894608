"""From conjunctions of facts to the runtime's tests, in the order that tries the least."""

import pytest

from twbench.errors import StoryLimitError
from twbench.generator import KnowledgeBase
from twbench.logic import Predicate, Proposition
from twbench.story.state.conditions import (
    Argument,
    Literal,
    Scope,
    compile_condition,
    compile_effects,
    compile_facts,
    has_attribute,
    table_key,
)
from twbench.story.state.representation import PLAYER_NUMBER, Representation
from twbench.story.zcode.block import Table
from twbench.story.zcode.layout import BOUND_SLOT, MAX_SLOTS, Effect
from twbench.story.zcode.layout import Test as Kind

REPRESENTATION = Representation(KnowledgeBase.default().logic)

OPEN = REPRESENTATION.fact_attribute("open")


def literals(text: str) -> list[Literal]:
    return [Literal.of(Predicate.parse(fact)) for fact in text.split(" & ")]


def compiled(text: str, scope: Scope) -> list[object]:
    return compile_condition(literals(text), scope, REPRESENTATION)


def type_of(name: str) -> int:
    return REPRESENTATION.type_attribute(name)


def scope_with(**filled: str) -> Scope:
    scope = Scope()
    for name, type_ in filled.items():
        scope.declare(name, type_, filled=True)
    return scope


def test_facts_about_objects_are_tested_one_by_one() -> None:
    facts = [
        (Proposition.parse("at(P, r_0: r)"), [1, 2]),
        (Proposition.parse("open(c_0: c)"), [5]),
        (Proposition.parse("match(k_0: k, c_0: c)"), [7, 5]),
        (Proposition.parse("link(r_0: r, d_0: d, r_1: r)"), [2, 4, 3]),
    ]
    assert compile_facts(facts, REPRESENTATION) == [
        *(Kind.IN, 1, 2),
        *(Kind.HAS, 5, OPEN),
        *(Kind.PAIR, 7, Table(table_key("match", 2, 0)), 5),
        *(Kind.ROW, 2, Table(table_key("link", 3, 0)), 4, 3),
        Kind.END,
    ]
    assert compile_facts([], REPRESENTATION) == [Kind.END]


def test_what_is_known_is_tested_before_anything_is_looked_for() -> None:
    scope = scope_with(c="c")
    assert compiled("in(o, c) & open(c)", scope) == [
        *(OPEN, BOUND_SLOT),
        *(Kind.CONTENTS, BOUND_SLOT | 1, BOUND_SLOT, type_of("o")),
        Kind.END,
    ]
    assert scope.slots == {"c": 0, "o": 1}
    assert scope.filled == {"c", "o"}


def test_the_player_is_an_object_and_no_placeholder() -> None:
    scope = Scope()
    assert compiled("at(P, r)", scope) == [*(Kind.HERE, BOUND_SLOT), Kind.END]
    assert scope.slots == {"r": 0}
    assert literals("in(o, I)")[0].arguments[1].number == PLAYER_NUMBER


def test_attributes_of_what_is_in_slots_are_tests_by_themselves() -> None:
    assert has_attribute(BOUND_SLOT | 2, OPEN) == [OPEN, BOUND_SLOT | 2]
    assert OPEN <= Kind.LAST_ATTRIBUTE < min(set(Kind) - {Kind.END, Kind.LAST_ATTRIBUTE})
    # 0 is the end of all tests, and objects are in no slot.
    assert has_attribute(BOUND_SLOT | 2, 0) == [Kind.HAS, BOUND_SLOT | 2, 0]
    assert has_attribute(5, OPEN) == [Kind.HAS, 5, OPEN]


def test_where_things_are_is_looked_up_with_its_type() -> None:
    assert compiled("in(o, c)", scope_with(o="o")) == [
        *(Kind.PLACE, BOUND_SLOT, BOUND_SLOT | 1, type_of("c")),
        Kind.END,
    ]


def test_tables_are_looked_up_by_what_is_known() -> None:
    partner = Table(table_key("match", 2, 1))
    assert compiled("match(k, c)", scope_with(c="c"))[:4] == [
        *(Kind.PARTNER, BOUND_SLOT, partner, BOUND_SLOT | 1)
    ]
    both = Table(table_key("match", 2, 0))
    assert compiled("match(k, c)", scope_with(c="c", k="k"))[:4] == [
        *(Kind.PAIR, BOUND_SLOT | 1, both, BOUND_SLOT)
    ]


def test_without_anything_known_all_of_a_type_are_tried() -> None:
    assert compiled("match(k, d)", Scope())[:3] == [Kind.EACH, BOUND_SLOT, type_of("k")]
    assert compiled("open(c)", Scope()) == [
        *(Kind.HAVING, BOUND_SLOT, OPEN, type_of("c")),
        Kind.END,
    ]


def test_different_placeholders_stand_for_different_entities() -> None:
    """Where their types leave it open: nothing is a room and a thing."""
    assert compiled("open(c)", scope_with(f="f", o="o", r="r"))[:3] == [
        *(Kind.DIFFERENT, BOUND_SLOT, BOUND_SLOT | 1)
    ]
    assert Kind.DIFFERENT not in compiled("open(c)", scope_with(o="o", r="r"))


def test_what_a_condition_need_not_speak_of_may_be_anything() -> None:
    scope = scope_with(c="c")
    others = [Argument("s", "s"), Argument("c", "c"), Argument("P", "P", PLAYER_NUMBER)]
    words = compile_condition([], scope, REPRESENTATION, others)
    assert words == [Kind.EACH, BOUND_SLOT | 1, type_of("s"), Kind.END]


@pytest.mark.parametrize(
    ("removed", "added", "effects"),
    [
        ("at(o, r)", "in(o, I)", [Effect.MOVE, BOUND_SLOT, PLAYER_NUMBER]),
        ("in(o, I)", "open(c)", [Effect.REMOVE, BOUND_SLOT, 0, Effect.GIVE, BOUND_SLOT | 2, OPEN]),
        (
            "open(c)",
            "match(k, c)",
            [
                *(Effect.TAKE, BOUND_SLOT | 2, OPEN),
                *(Effect.SET_ROW, Table(table_key("match", 2, 0)), BOUND_SLOT | 3, BOUND_SLOT | 2),
            ],
        ),
    ],
)
def test_what_moves_is_not_removed_first(removed: str, added: str, effects: list[object]) -> None:
    scope = scope_with(o="o", r="r", c="c", k="k")
    changes = literals(removed), literals(added)
    assert compile_effects(*changes, scope, REPRESENTATION) == [*effects, Effect.END]


def test_a_rule_speaks_of_as_many_entities_as_there_are_slots() -> None:
    scope = Scope()
    for number in range(MAX_SLOTS):
        scope.declare(f"o{number}", "o")
    scope.declare("o3", "o", filled=True)
    copy = scope.copy()
    copy.filled.add("o4")
    assert (scope.slots["o3"], scope.filled) == (3, {"o3"})
    with pytest.raises(StoryLimitError, match="may speak of 16 entities at most"):
        scope.declare("other", "o")
