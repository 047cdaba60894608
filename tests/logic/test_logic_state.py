"""States: facts, queries and applying actions, against plain twins."""

import pickle
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from logic_strategies import (
    LOGIC_FILES,
    SMALL,
    fewer_examples,
    small_actions,
    small_facts,
    small_rules,
    small_states,
    small_variables,
)

from twbench.errors import LogicError
from twbench.logic import (
    Action,
    GameLogic,
    Placeholder,
    Proposition,
    Rule,
    Signature,
    State,
    Variable,
)

FACTS = [
    "at(P, r_0: r)",
    "at(k_0: k, r_0: r)",
    "at(c_0: c, r_0: r)",
    "open(c_0: c)",
    "in(o_0: o, c_0: c)",
    "north_of(r_1: r, r_0: r)",
    "free(r_0: r, r_1: r)",
    "free(r_1: r, r_0: r)",
]


@pytest.fixture
def state():
    return State(GameLogic.load(LOGIC_FILES), map(Proposition.parse, FACTS))


def fact(text):
    return Proposition.parse(text)


def shown(assignments):
    return [{p.name: v and v.name for p, v in found.items()} for found in assignments]


def naive_assignments(state, rule, known=None, partial=False, allow=lambda _: True):
    """The definition: try every variable for every placeholder."""
    types = state.logic.types
    options = []
    for placeholder in rule.placeholders:
        if known and placeholder in known:
            options.append([known[placeholder]])
            continue
        fitting = [v for v in state.variables if types.is_subtype(v.type, placeholder.type)]
        options.append(fitting + ([None] if partial and allow(placeholder) else []))
    found = []
    for values in product(*options):
        bound = [value for value in values if value is not None]
        if len(set(bound)) < len(bound):
            continue
        mapping = dict(zip(rule.placeholders, values, strict=True))
        if partial or all(state.is_fact(pred.instantiate(mapping)) for pred in rule.preconditions):
            found.append(mapping)
    return found


def as_set(mappings):
    return {frozenset(mapping.items()) for mapping in mappings}


def test_actions_of_a_room(state):
    actions = list(state.all_applicable_actions(state.logic.rules.values()))
    assert sorted(action.format_command() for action in actions) == [
        "close c_0",
        "examine c_0",
        "examine k_0",
        "examine o_0",
        "go north",
        "inventory",
        "look",
        "take k_0",
        "take o_0 from c_0",
    ]
    assert all(map(state.is_applicable, actions))


def test_a_mapping_constrains_the_instances(state):
    examine = state.logic.rules["examine/t"]
    mapping = {Placeholder("t"): Variable("k_0", "k"), Placeholder("x"): Variable("c_0", "c")}
    assert [a.format_command() for a in state.all_instantiations(examine, mapping)] == [
        "examine k_0"
    ]
    unknown = {Placeholder("t"): Variable("k_7", "k")}
    assert list(state.all_instantiations(examine, unknown)) == []


def test_different_placeholders_stand_for_different_variables(state):
    state.add_fact(fact("at(k_1: k, r_0: r)"))
    two = Rule.parse("two :: at(o, r) & at(k, r) -> fail()")
    assert shown(state.all_assignments(two)) == [
        {"o": "k_0", "r": "r_0", "k": "k_1"},
        {"o": "k_1", "r": "r_0", "k": "k_0"},
    ]


def test_placeholders_of_postconditions_range_over_known_variables(state):
    rule = Rule.parse("x :: at(k, r) -> in(k, c)")
    assert shown(state.all_assignments(rule)) == [{"k": "k_0", "r": "r_0", "c": "c_0"}]
    rule = Rule.parse("x :: open(c) -> in(k, c')")
    assert shown(state.all_assignments(rule)) == []


def test_constants_need_no_facts():
    """The first object is taken while no fact mentions the inventory."""
    state = State(GameLogic.load(LOGIC_FILES), map(fact, ["at(P, r: r)", "at(o_0: o, r: r)"]))
    take = state.logic.rules["take"]
    assert not state.has_variable(Variable("I"))
    for mapping in (None, {Placeholder("o"): Variable("o_0", "o")}):
        actions = list(state.all_instantiations(take, mapping))
        assert list(map(str, actions)) == ["take :: $at(P, r) & at(o_0: o, r) -> in(o_0: o, I)"]
    holding = state.apply_on_copy(actions[0])
    assert holding is not None
    assert holding.has_variable(Variable("I"))
    assert [found[Placeholder("I")] for found in state.all_assignments(take, partial=True)] == [
        Variable("I")
    ] * 4


def test_partial_assignments(state):
    rule = Rule.parse("x :: match(k, c) -> fail()")
    assert shown(state.all_assignments(rule)) == []
    assert shown(state.all_assignments(rule, partial=True)) == [
        {"k": "k_0", "c": "c_0"},
        {"k": "k_0", "c": None},
        {"k": None, "c": "c_0"},
        {"k": None, "c": None},
    ]
    only_containers = state.all_assignments(
        rule, partial=True, allow_partial=lambda placeholder: placeholder.type == "c"
    )
    assert shown(only_containers) == [{"k": "k_0", "c": "c_0"}, {"k": "k_0", "c": None}]
    given_key = {Placeholder("k"): Variable("k_9", "k")}
    assert shown(state.all_assignments(rule, given_key, partial=True)) == [
        {"k": "k_9", "c": "c_0"},
        {"k": "k_9", "c": None},
    ]


def test_facts_and_variables_come_in_the_order_they_were_added(state):
    state.add_fact(fact("at(o_1: o, r_1: r)"))
    state.add_fact(fact("at(k_1: k, r_0: r)"))
    assert [str(prop) for prop in state.facts] == [
        *FACTS[:2],
        "at(k_1: k, r_0: r)",
        *FACTS[2:],
        "at(o_1: o, r_1: r)",
    ]
    assert [variable.name for variable in state.variables] == [
        *["P", "r_0", "k_0", "c_0", "o_0", "r_1", "o_1", "k_1"]
    ]
    assert len(state) == 10


def test_variables_are_known_while_facts_mention_them(state):
    key = Variable("k_0", "k")
    assert state.has_variable(key)
    assert state.variable_named("k_0") == key
    assert state.variables_of_type("k") == {key}
    assert state.variables_of_type("o") == {Variable("o_0", "o")}
    assert not state.has_variable(Variable("k_0", "o"))
    state.remove_fact(fact("at(k_0: k, r_0: r)"))
    assert not state.has_variable(key)
    assert state.variables_of_type("k") == set()
    with pytest.raises(LogicError, match="No fact mentions a variable 'k_0'"):
        state.variable_named("k_0")
    with pytest.raises(LogicError, match="Did you mean 'c_0'"):
        state.variable_named("c_00")


def test_a_variable_has_one_type(state):
    with pytest.raises(LogicError, match=r"variable 'k_0' the type 'o'.*has the type 'k'"):
        state.add_fact(fact("at(k_0: o, r_0: r)"))
    with pytest.raises(LogicError) as caught:  # types of games that are read may be any text
        state.add_fact(Proposition("at", [Variable("k_0", "o\n\x1b[2J")]))
    assert str(caught.value).isprintable()
    before = state.copy()
    with pytest.raises(LogicError):
        state.apply(Action.parse("x :: at(P, r_0: r) -> small(q) & at(k_0: o, r_0: r)"))
    assert state == before


def test_facts_with_signature_are_of_exactly_these_types(state):
    assert state.facts_with_signature(Signature.parse("at(k, r)")) == {fact("at(k_0: k, r_0: r)")}
    assert state.facts_with_signature(Signature.parse("at(t, r)")) == frozenset()


def test_sequences_of_actions(state):
    rules = state.logic.rules
    take = next(state.all_instantiations(rules["take"]))
    drop = take.inverse()
    assert state.is_sequence_applicable([take, drop, take])
    assert not state.is_sequence_applicable([take, take])
    assert state.is_applicable(take)
    assert not state.apply(drop)
    assert state.apply_on_copy(drop) is None
    assert state.apply(take)
    assert state.is_fact(fact("in(k_0: k, I)"))
    assert not state.is_fact(fact("at(k_0: k, r_0: r)"))


def test_printed_sorted():
    state = State(GameLogic(), map(fact, ["b(x)", "a(z: t)", "a(y: t)"]))
    assert str(state) == (
        "State({\n    a(t): {\n        a(y: t),\n        a(z: t),\n    },\n"
        "    b(x): {\n        b(x),\n    },\n})"
    )


def test_states_are_compared_by_their_facts(state):
    assert state == State(state.logic, map(fact, reversed(FACTS)))
    assert state != State(state.logic, map(fact, FACTS[1:]))
    assert state != State(state.logic, map(fact, [*FACTS[1:], "at(P, r_1: r)"]))
    with pytest.raises(TypeError):
        hash(state)


def test_default_constraints_find_what_is_wrong(state):
    constraints = state.logic.constraints
    assert list(state.all_applicable_actions(constraints.values())) == []
    state.add_facts(map(fact, ["at(o_0: o, r_1: r)", "closed(c_0: c)", "at(P, r_1: r)"]))
    failed = {action.name for action in state.all_applicable_actions(constraints.values())}
    assert failed == {"c1", "obj5", "r1"}


def test_a_room_with_five_exits_fails():
    logic = GameLogic.load(LOGIC_FILES)
    facts = [f"link(r_0: r, d_{i}: d, r_{i}: r)" for i in range(1, 6)]
    four = State(logic, map(fact, facts[:4]))
    five = State(logic, map(fact, facts))
    mixed = State(logic, map(fact, [*facts[:3], "free(r_0: r, r_8: r)", "free(r_0: r, r_9: r)"]))
    names = [
        {action.name for action in state.all_applicable_actions(logic.constraints.values())}
        for state in (four, five, mixed)
    ]
    assert names == [set(), {"too_many_doors"}, {"dr2"}]


@fewer_examples
@given(small_states, small_rules, st.data())
def test_assignments_agree_with_their_definition(state, rule, data):
    known = {}
    if rule.placeholders and data.draw(st.booleans()):
        placeholder = data.draw(st.sampled_from(rule.placeholders))
        candidates = [
            v for v in state.variables if SMALL.types.is_subtype(v.type, placeholder.type)
        ]
        if candidates:
            known[placeholder] = data.draw(st.sampled_from(candidates))
    found = list(state.all_assignments(rule, known))
    assert as_set(found) == as_set(naive_assignments(state, rule, known))
    assert len(found) == len(as_set(found))
    instances = list(state.all_instantiations(rule, known))
    assert instances == [rule.instantiate(mapping) for mapping in found]
    assert all(map(state.is_applicable, instances))
    assert found == list(State(SMALL, list(state.facts)).all_assignments(rule, known))


@fewer_examples
@given(st.builds(State, st.just(SMALL), st.lists(small_facts(), max_size=4)), small_rules)
def test_partial_assignments_agree_with_their_definition(state, rule):
    def allow(placeholder):
        return placeholder.type in "okr"

    found = list(state.all_assignments(rule, partial=True, allow_partial=allow))
    assert as_set(found) == as_set(naive_assignments(state, rule, None, True, allow))
    assert len(found) == len(as_set(found))


@fewer_examples
@given(st.lists(st.tuples(st.sampled_from(["add", "remove", "copy", "swap"]), small_facts())))
def test_copies_are_independent(operations):
    """Two states that came from one by copying, against two plain sets."""
    state, other = State(SMALL), State(SMALL)
    facts, others = set(), set()
    for name, prop in operations:
        if name == "add":
            state.add_fact(prop)
            facts.add(prop)
        elif name == "remove":
            state.remove_fact(prop)
            facts.discard(prop)
        elif name == "copy":
            other, others = state.copy(), set(facts)
        else:
            state, other, facts, others = other, state, others, facts
        for checked, expected in ((state, facts), (other, others)):
            assert set(checked.facts) == expected
            assert len(checked) == len(expected)
            assert set(checked.variables) == {arg for item in expected for arg in item.arguments}
            assert checked == State(SMALL, expected)
    assert (state == other) == (facts == others)


@fewer_examples
@given(small_states, small_actions)
def test_applying_an_action(state, action):
    before = set(state.facts)
    result = state.apply_on_copy(action)
    assert set(state.facts) == before
    if not before.issuperset(action.preconditions):
        assert result is None
        assert not state.is_applicable(action)
        assert not state.apply(action)
        assert set(state.facts) == before
        return
    assert result is not None
    expected = (before - set(action.preconditions)) | set(action.postconditions)
    assert set(result.facts) == expected
    assert state.apply(action)
    assert state == result


@fewer_examples
@given(small_states, small_variables)
def test_states_round_trip(state, variable):
    assert State.deserialize(state.serialize(), SMALL) == state
    assert list(State.deserialize(state.serialize(), SMALL).facts) == list(state.facts)
    back = pickle.loads(pickle.dumps(state))  # noqa: S301
    assert back == state
    assert back.logic is GameLogic.deserialize(SMALL.serialize())
    assert state.has_variable(variable) == (variable in list(state.variables))


def test_an_index_of_many_facts_follows_changes():
    logic = GameLogic.parse("type r { predicates { way(r, r); here(r); } }")
    ways = [f"way(r_{i}: r, r_{(i * 7) % 30}: r)" for i in range(1, 30)]
    state = State(logic, map(fact, ["here(r_3: r)", *ways]))
    rule = Rule.parse("go :: here(r) & $way(r, r') -> here(r')")
    assert shown(state.all_assignments(rule)) == [{"r": "r_3", "r'": "r_21"}]
    copied = state.copy()
    state.add_fact(fact("way(r_3: r, r_4: r)"))
    copied.remove_fact(fact("way(r_3: r, r_21: r)"))
    assert shown(state.all_assignments(rule)) == [
        {"r": "r_3", "r'": "r_21"},
        {"r": "r_3", "r'": "r_4"},
    ]
    assert shown(copied.all_assignments(rule)) == []


def test_a_snapshot_stands_for_the_facts_of_its_signatures():
    state = State(GameLogic(), [fact("at(P, r_0: r)"), fact("open(c_0: c)")])
    where = [Signature("at", ["P", "r"]), Signature("at", ["o", "r"])]
    before = state.snapshot(where)
    other = state.copy()
    other.remove_fact(fact("open(c_0: c)"))
    assert other.snapshot(where) == state.snapshot(where) == before
    state.add_fact(fact("at(P, r_1: r)"))
    assert state.snapshot(where) != before
    assert other.snapshot(where) == before
    other.add_fact(fact("at(o_0: o, r_0: r)"))
    assert other.snapshot(where) != before


def test_known_variables_can_be_counted():
    state = State(GameLogic(), [Proposition.parse("in(egg: o, box: c)")])
    assert len(state.variables) == 2
    assert state.variables == (Variable("egg", "o"), Variable("box", "c"))


@given(st.lists(small_facts(), max_size=8))
def test_facts_that_are_first_are_added_as_one_by_one(facts: list[Proposition]) -> None:
    together, alone = State(SMALL), State(SMALL)
    together.add_facts(iter(facts))
    for fact in facts:
        alone.add_fact(fact)
    assert list(together.facts) == list(alone.facts)
    assert together.variables == alone.variables
    for fact in facts:
        together.remove_fact(fact)
    assert together == State(SMALL)
    assert together.variables == ()


def test_what_is_bound_to_placeholders_of_others_is_not_bound_again(state):
    rule = Rule.parse("hold :: at(o, r) -> in(o, I)")
    for name in ["o_1", "o_2"]:
        state.add_fact(fact(f"at({name}: o, r_0: r)"))
    others = {Placeholder("P"): Variable("P"), Placeholder("x", "o"): Variable("o_1", "o")}
    held = [found[Placeholder("o")].name for found in state.all_assignments(rule, others)]
    assert sorted(held) == ["k_0", "o_2"]
    assert len(list(state.all_instantiations(rule, others))) == 2
    assert len(list(state.all_instantiations(rule, {Placeholder("P"): Variable("P")}))) == 3
    partial = shown(state.all_assignments(rule, others, partial=True))
    assert {found["o"] for found in partial} == {"k_0", "o_0", "o_2", None}


def test_an_empty_state_is_a_state():
    assert State(GameLogic())
    assert State(GameLogic()).apply_on_copy(Action("wait", [], []))
