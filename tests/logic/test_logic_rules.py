"""Rules and actions."""

import gc
import pickle
import weakref
from types import MappingProxyType

import pytest
from hypothesis import given
from logic_strategies import actions, fewer_examples, propositions, rules

from twbench.errors import LogicError
from twbench.logic import Action, GameLogic, Placeholder, Proposition, Rule, State, Variable
from twbench.shape import ShapeError

TAKE = "take/c :: $at(P, r) & $at(c, r) & $open(c) & in(o, c) -> in(o, I)"


@pytest.fixture
def take():
    rule = Rule.parse(TAKE)
    return Rule(
        rule.name,
        rule.preconditions,
        rule.postconditions,
        "take {o} from {c}",
        "insert",
        "insert {o} into {c}",
    )


@pytest.fixture
def took(take):
    ids = {"P": "P", "I": "I", "r": "r_0", "c": "c_0", "o": "o_0"}
    return take.instantiate({p: Variable(ids[p.name], p.type) for p in take.placeholders})


def test_kept_preconditions_are_postconditions_too(take):
    assert [str(pred) for pred in take.postconditions] == [
        "at(P, r)",
        "at(c, r)",
        "open(c)",
        "in(o, I)",
    ]
    assert list(map(str, take.removed)) == ["in(o, c)"]
    assert list(map(str, take.added)) == ["in(o, I)"]
    assert str(take) == TAKE


def test_an_instance_has_the_commands_of_its_rule(took):
    assert str(took) == (
        "take/c :: $at(P, r_0: r) & $at(c_0: c, r_0: r) & $open(c_0: c) & in(o_0: o, c_0: c)"
        " -> in(o_0: o, I)"
    )
    assert took.command_template == "take {o_0} from {c_0}"
    assert took.format_command() == "take o_0 from c_0"
    assert took.format_command({"o_0": "an apple", "c_0": "chest"}) == "take an apple from chest"
    assert [variable.name for variable in took.variables] == ["P", "r_0", "c_0", "o_0", "I"]


def test_serialised_as_in_game_files(took):
    data = took.serialize()
    assert list(data) == [
        "name",
        "preconditions",
        "postconditions",
        "command_template",
        "reverse_name",
        "reverse_command_template",
    ]
    assert data["reverse_name"] == "insert"
    assert data["reverse_command_template"] == "insert {o_0} into {c_0}"
    assert data["postconditions"][3] == Proposition.parse("in(o_0: o, I)").serialize()
    back = Action.deserialize(data)
    assert back == took
    assert back.serialize() == data


def test_what_was_read_before_is_read_alike_and_nothing_else_is_taken_for_it(took):
    data = took.serialize()
    assert Action.deserialize(data) is Action.deserialize(took.serialize())
    for changed in ({"name": "take"}, {"reverse_name": None}, {"postconditions": []}):
        other = Action.deserialize(data | changed)
        assert other.serialize() == data | changed
    for wrong in ({"name": True}, {"name": 1}, {"preconditions": [1]}, {"preconditions": {}}):
        with pytest.raises(ShapeError):
            Action.deserialize(data | wrong)
    assert Action.deserialize(MappingProxyType(data)) == took
    with pytest.raises(ShapeError):
        Action.deserialize(data | {"name": "o" * 10_000})


def test_the_inverse_has_the_reverse_name_and_command(took, take):
    inverse = took.inverse()
    assert str(inverse) == (
        "insert :: $at(P, r_0: r) & $at(c_0: c, r_0: r) & $open(c_0: c) & in(o_0: o, I)"
        " -> in(o_0: o, c_0: c)"
    )
    assert inverse.format_command() == "insert o_0 into c_0"
    assert took.inverse("undo").name == "undo"
    assert Action.parse("go :: a(b) -> c(b)").inverse().name == "r_go"
    assert take.inverse().name == "insert"
    assert take.inverse().inverse() == take
    assert Rule.parse("go :: a(b) -> c(b)").inverse() == Rule.parse("go :: c(b) -> a(b)")


def test_match_finds_the_mapping_in_any_order(take, took):
    mapping = take.match(took)
    assert mapping is not None
    assert take.instantiate(mapping) == took
    shuffled = Action(took.name, took.preconditions[::-1], took.postconditions[::-1])
    assert take.match(shuffled) == mapping
    assert take.match(Action("drop", took.preconditions, took.postconditions)) is None
    assert Rule.parse("x :: a(t, t') & a(t', t) -> b(t)").match(
        Action.parse("x :: a(p: t, q: t) & a(q: t, p: t) -> b(q: t)")
    ) == {Placeholder("t"): Variable("q", "t"), Placeholder("t'"): Variable("p", "t")}
    assert Rule.parse("x :: a(t) -> b(t)").match(Action.parse("x :: a(p: t) -> b(q: t)")) is None


def test_substitute_renames_placeholders_in_commands_too(take):
    renamed = take.substitute({Placeholder("o"): Placeholder("k")}, "take key")
    assert renamed.name == "take key"
    assert renamed.command_template == "take {k} from {c}"
    assert [str(pred) for pred in renamed.removed] == ["in(k, c)"]


def test_missing_variables_and_commands_are_told(take):
    with pytest.raises(LogicError, match="No variable is given for r of take/c ::"):
        take.instantiate({Placeholder("P"): Variable("P")})
    with pytest.raises(LogicError, match="no command for the action 'x'"):
        Action.parse("x :: a(b) -> c(b)").format_command()


def test_no_variable_of_a_world_is_kept_alive_by_a_rule(take):
    class Entity(Variable):
        pass

    ids = {"P": "P", "I": "I", "r": "r_0", "c": "c_0", "o": "o_0"}
    values = [Entity(ids[p.name], p.type) for p in take.placeholders]
    action = take.apply_to(values)
    assert take.apply_to([Variable(value.name, value.type) for value in values]) is action
    seen = [weakref.ref(value) for value in values]
    del values
    gc.collect()
    assert [ref() for ref in seen] == [None] * len(seen)


def test_an_action_is_made_once_and_a_rule_without_those_it_remembers_is_pickled():
    rule = Rule.parse("take :: $at(P, r) & at(o, r) -> in(o, I)")
    fresh = pickle.dumps(rule)
    values = [Variable("P"), Variable("r_0", "r"), Variable("o_0", "o"), Variable("I")]
    action = rule.apply_to(values)
    assert rule.apply_to(tuple(values)) is action
    assert pickle.dumps(rule) == fresh
    for number in range(5000):
        rule.apply_to([*values[:2], Variable(f"o_{number}", "o"), values[3]])
    assert len(rule._actions) < 5000
    assert rule.apply_to(values) == action


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        (Rule, "take :: $in(c, r) & in(o: k, c) -> in(o, I)", "'o' has the type 'o' here and"),
        (
            Rule,
            "x :: a(t: k, t: f) -> b(t: k)",
            "'t' has the type 'f' here and the type 'k' before",
        ),
        (Action, "x :: $a(b) & c(b: k) -> d(b)", "'b' has the type 'k' here and the type 'b'"),
    ],
)
def test_a_name_has_one_type_throughout(kind, text, message):
    with pytest.raises(LogicError, match=message):
        kind.parse(text)


def test_equality_ignores_the_order_of_conditions_and_the_commands():
    one = Action.parse("x :: a(b) & c(d) -> e()")
    other = Action.parse("x :: c(d) & a(b) -> e()")
    assert one == other
    assert hash(one) == hash(other)
    assert one != Action.parse("y :: a(b) & c(d) -> e()")
    assert one != Action.parse("x :: a(b) & c(d) -> f()")
    assert one == Action(one.name, one.preconditions, one.postconditions, "do {b}")


def test_a_rule_that_changes_nothing_prints_as_the_language_asks():
    assert str(Rule.parse("look :: at(P, r) -> at(P, r)")) == "look :: at(P, r) -> at(P, r)"
    text = "examine/t :: at(P, r) & $at(t, r) -> at(P, r)"
    assert Rule.parse(str(Rule.parse(text))) == Rule.parse(text)


@fewer_examples
@given(actions)
def test_actions_round_trip(action):
    assert Action.parse(str(action)) == action
    assert Action.deserialize(action.serialize()) == action
    assert pickle.loads(pickle.dumps(action)).serialize() == action.serialize()  # noqa: S301


@fewer_examples
@given(rules)
def test_rules_round_trip(rule):
    assert Rule.parse(str(rule)) == rule
    assert Rule.deserialize(rule.serialize()) == rule
    assert pickle.loads(pickle.dumps(rule)) == rule  # noqa: S301


@fewer_examples
@given(actions)
def test_the_inverse_is_an_involution(action):
    twice = action.inverse().inverse()
    assert twice == action
    assert twice.command_template == action.command_template
    assert action.inverse().added == action.removed
    assert action.inverse().removed == action.added


@fewer_examples
@given(actions, propositions)
def test_the_inverse_undoes_the_action(action, bystander):
    """All variables have the type "x", for names may not have two types in a state."""

    def retype(prop):
        return Proposition(prop.name, [Variable(arg.name, "x") for arg in prop.arguments])

    action = Action(
        action.name, map(retype, action.preconditions), map(retype, action.postconditions)
    )
    facts = [*action.preconditions, retype(bystander)]
    before = State(GameLogic(), [fact for fact in facts if fact not in action.added])
    after = before.apply_on_copy(action)
    assert after is not None
    assert after.are_facts(action.postconditions)
    assert not any(map(after.is_fact, action.removed))
    assert after.apply(action.inverse())
    assert after == before


def test_a_conjunctive_query_asks_which_facts_fit():
    query = Rule.parse_conjunctive_query("at(P, r) & !lit(r)")
    assert query == Rule("query", Rule.parse("x :: at(P, r) & not_lit(r) -> a()").preconditions, ())
    cellar = [Proposition.parse("at(P, cellar: r)"), Proposition.parse("not_lit(cellar: r)")]
    state = State(GameLogic.parse("type P {} type r {}"), cellar)
    (answer,) = state.all_instantiations(query)
    assert set(answer.preconditions) == set(cellar)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("at(P, r) &", "expected a name"),
        ("$at(P, r)", "expected a name"),
        ("at(P, r) -> lit(r)", "expected"),
        ("at(P, r) & lit(r: d)", "'r' has the type 'd' here and the type 'r' before"),
    ],
)
def test_what_is_no_conjunction_is_no_query(wrong, message):
    with pytest.raises(LogicError, match=message):
        Rule.parse_conjunctive_query(wrong)


def test_rules_of_a_logic_know_which_rule_undoes_them():
    logic = GameLogic.parse(
        "type d { predicates { open(d); shut(d); }"
        " rules { open :: shut(d) -> open(d); close :: open(d) -> shut(d);"
        " kick :: shut(d) -> open(d); }"
        " reverse_rules { open :: close; } }"
    )
    opening, closing, kicking = logic.rules.values()
    assert opening.reverse_rule is closing
    assert closing.reverse_rule is opening
    assert kicking.reverse_rule is None
    assert pickle.loads(pickle.dumps(logic)).rules["open"].reverse_rule == closing  # noqa: S301
    assert Rule.parse("open :: shut(d) -> open(d)").reverse_rule is None


@pytest.mark.parametrize(
    "value", [Rule.parse("go :: at(P, r) -> at(P, r')"), Action.parse("go :: at(P, r_0: r) -> a()")]
)
@pytest.mark.parametrize("name", ["name", "cost"])
def test_rules_and_actions_cannot_be_changed(value, name):
    with pytest.raises(AttributeError, match=f"{type(value).__name__} is immutable: '{name}'"):
        setattr(value, name, "x")
    with pytest.raises(AttributeError, match=f"{type(value).__name__} is immutable: '{name}'"):
        delattr(value, name)
