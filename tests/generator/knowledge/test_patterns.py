"""Patterns: conditions of rules, prepared for being looked up in many states."""

import pytest
from hand_made_games import PANTRY, WAY_TO_APPLE, actions, facts, pantry

from twbench.generator import KnowledgeBase
from twbench.generator.knowledge.patterns import Pattern, Same, atoms, fact_of, singletons
from twbench.logic import GameLogic, Proposition, Rule, State, Variable

KB = KnowledgeBase.default()
RULES = [rule for rule in KB.rules.values() if rule.preconditions]
PLAYER, INVENTORY = Variable("P", "P"), Variable("I", "I")


def states():
    """All states on the way to the apple."""
    world = pantry()
    state = world.state.copy()
    found = [state.copy()]
    for action in actions(world, WAY_TO_APPLE):
        state.apply(action)
        found.append(state.copy())
    return found


STATES = states()


def pattern_of(rule, given=None, **options):
    known = singletons(rule.placeholders, rule.constants, KB.constants)
    return Pattern.of(rule.preconditions, given, rule.placeholders, known, KB.logic, **options)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_pattern_finds_what_the_rule_can_do(rule):
    """Without a given fact, its solutions are the values of the rule's actions."""
    pattern = pattern_of(rule)
    for state in STATES:
        solutions = state.solutions(pattern.open, list(pattern.known))
        assert {rule.apply_to(values) for values in solutions} == set(
            state.all_instantiations(rule)
        )
        assert len(set(solutions)) == len(solutions)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_given_a_fact_a_pattern_finds_what_the_rule_can_do_with_it(rule):
    """The plain twin: all actions of the rule, and those picked that use the fact there."""
    for number, given in enumerate(rule.preconditions):
        pattern = pattern_of(rule, given)
        for state in STATES:
            possible = list(state.all_instantiations(rule))
            for fact in state.facts:
                if not KB.logic.accepts(given.signature, fact.signature):
                    continue
                values = pattern.values(fact, state)
                found = [] if values is None else state.solutions(pattern.open, values)
                expected = [one for one in possible if one.preconditions[number] == fact]
                assert {rule.apply_to(solution) for solution in found} == set(expected)


def test_conditions_about_the_given_fact_alone_tell_at_once_whether_it_fits():
    rule = KB.rules["open/c"]
    _, place, closed = rule.preconditions
    assert pattern_of(rule, closed).settled == ()
    pattern = pattern_of(rule, place)
    assert [name for name, _ in pattern.settled] == ["at", "closed"]  # at(P, r) and closed(c)
    state = pantry().state.copy()
    (there,) = facts("at(c_0: c, r_1: r)")
    assert pattern.values(there, state) is None  # it is locked, and the player elsewhere
    state.remove_facts(facts("locked(c_0: c)", "at(P, r_0: r)"))
    state.add_facts(facts("closed(c_0: c)", "at(P, r_1: r)"))
    assert pattern.values(there, state) == [PLAYER, Variable("r_1", "r"), Variable("c_0", "c")]


def test_a_fact_about_another_singleton_does_not_fit():
    rule = KB.rules["drop"]
    carried = rule.preconditions[1]
    pattern = pattern_of(rule, carried)
    state = pantry().state
    (held,) = facts("in(k_0: k, I)")
    assert pattern.values(held, state) is not None
    assert pattern.values(Proposition("in", (held.arguments[0], PLAYER)), state) is None


def test_what_is_new_stays_unknown():
    """A place that no condition mentions is anything of its type, or left open."""
    rule = KB.rules["take"]
    only_player = [rule.preconditions[0]]
    known = singletons(rule.placeholders, rule.constants, KB.constants)
    thing = [slot.type for slot in rule.placeholders].index("o")
    state = pantry().state
    for new, expected in (((), {"k_0", "f_0"}), ((thing,), {None})):
        pattern = Pattern.of(only_player, None, rule.placeholders, known, KB.logic, new)
        solutions = state.solutions(pattern.open, list(pattern.known))
        assert {getattr(values[thing], "name", None) for values in solutions} == expected


def test_singletons_are_known_beforehand():
    rule = KB.rules["take"]
    assert singletons(rule.placeholders, rule.constants, {}) == [
        *(PLAYER, None, None, INVENTORY),
    ]
    first = rule.placeholders[1]
    fixed = {first: Variable("r_7", "r")}
    assert singletons(rule.placeholders, rule.constants, fixed)[1] == Variable("r_7", "r")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_conditions_by_places_give_the_facts_of_actions(rule):
    found = atoms(rule.preconditions, rule.placeholders)
    for action in STATES[-1].all_instantiations(rule):
        mapping = rule.match(action)
        values = [mapping[placeholder] for placeholder in rule.placeholders]
        assert tuple(fact_of(atom, values) for atom in found) == action.preconditions


def test_keys_are_equal_if_they_are_of_the_very_same_objects():
    one, equal = list(PANTRY), list(PANTRY)
    assert (Same(one, 1), hash(Same(one, 1))) == (Same(one, 1), hash(Same(one, 1)))
    assert Same(one) != Same(equal)
    assert Same(one) != Same(one, one)
    assert Same(one) != one


def test_different_places_are_different_variables_in_a_given_fact_too():
    rule = Rule.parse("swap :: beside(o, o') & at(P, r) -> beside(o', o) & at(P, r)")
    logic = GameLogic.parse("type P {} type r {} type o { predicates { beside(o, o); at(P, r); } }")
    pattern = Pattern.of(
        rule.preconditions, rule.preconditions[0], rule.placeholders, [None] * 4, logic
    )
    one, other = Variable("o_0", "o"), Variable("o_1", "o")
    assert pattern.values(Proposition("beside", (one, other)), State(logic)) is not None
    assert pattern.values(Proposition("beside", (one, one)), State(logic)) is None
