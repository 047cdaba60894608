"""The actions that fit at one end of a chain, and the facts that they need to be new."""

import pytest

from twbench.generator import KnowledgeBase
from twbench.generator.chains.chain_steps import Constraints, Step, achieving_steps, free_steps
from twbench.generator.chains.chaining import ChainingOptions
from twbench.generator.chains.rule_book import RuleBook
from twbench.logic import Action, Proposition, State

KB = KnowledgeBase.default()
KITCHEN = ("at(P, r_0: r)", "at(o_0: o, r_0: r)", "at(s_0: s, r_0: r)", "on(o_1: o, s_0: s)")


def state_of(*facts: str) -> State:
    return State(KB.logic, map(Proposition.parse, facts))


def options_with(new: str = "", backward: bool = False) -> ChainingOptions:
    options = ChainingOptions()
    options.backward, options.create_variables = backward, bool(new)
    options.allowed_types = new.split()
    return options


def book_of(name: str, options: ChainingOptions, loose: bool = False) -> RuleBook:
    types = frozenset(options.allowed_types or ())
    rules = [KB.rules[name]]
    return RuleBook.of(KB.logic, rules, options.backward, types, loose, options.fixed_mapping)


def told(steps: list[Step]) -> list[tuple[str, list[str]]]:
    """Return the command and the new facts of each step."""
    return [(step.action.format_command(), sorted(map(str, step.new_facts))) for step in steps]


def free(
    name: str, state: State, options: ChainingOptions, loose: bool = False
) -> list[tuple[str, list[str]]]:
    book = book_of(name, options, loose)
    return [step for variant in book.variants for step in told(free_steps(variant, state, options))]


def test_what_can_be_done_needs_nothing_new() -> None:
    state, options = state_of(*KITCHEN), options_with()
    assert free("take", state, options) == [("take o_0", [])]
    assert free("take/s", state, options) == [("take o_1 from s_0", [])]
    assert free("take/c", state, options) == []


def test_new_variables_come_with_the_facts_about_them() -> None:
    found = free("take", state_of(*KITCHEN), options_with(new="o"))
    assert found == [("take o_0", []), ("take o_2", ["at(o_2: o, r_0: r)"])]


def test_a_new_variable_takes_no_name_that_another_type_has() -> None:
    state = state_of("at(P, r_0: r)", "at(o_0: f, r_0: r)")
    found = free("take", state, options_with(new="o"))
    assert ("take o_1", ["at(o_1: o, r_0: r)"]) in found


def test_backwards_the_effects_hold_already() -> None:
    state, options = state_of("at(P, r_0: r)", "in(o_0: o, I)"), options_with(backward=True)
    (step,) = free_steps(book_of("take", options).variants[0], state, options)
    assert step.action.format_command() == "take o_0"
    assert Proposition.parse("at(o_0: o, r_0: r)") in step.action.removed


@pytest.mark.parametrize(
    ("fact", "commands"),
    [
        ("at(o_0: o, r_0: r)", ["take o_0"]),
        ("on(o_1: o, s_0: s)", []),  # is no condition of the rule
        ("at(P, r_0: r)", ["take o_0", "take o_2"]),
    ],
)
def test_steps_in_which_a_fact_is_a_condition(fact: str, commands: list[str]) -> None:
    state, options = state_of(*KITCHEN, "at(o_2: o, r_0: r)"), options_with()
    given = Proposition.parse(fact)
    achievers = book_of("take", options).achievers(given.signature).all
    found = [told(achieving_steps(one, given, state, options)) for one in achievers]
    assert [command for steps in found for command, _ in steps] == commands


class Lenient(ChainingOptions):
    """Allows new facts about an old supporter."""

    def check_action(self, state: State, action: Action) -> bool:
        return "s_0" in [variable.name for variable in action.variables]


def test_options_may_allow_facts_that_mention_nothing_new() -> None:
    state, options = state_of("at(P, r_0: r)", "at(s_0: s, r_1: r)", "in(o_0: o, I)"), Lenient()
    assert free("put", state, options, loose=True) == [
        ("put o_0 on s_0", ["at(P, r_1: r)"]),
        ("put o_0 on s_0", ["at(s_0: s, r_0: r)"]),
    ]


def test_constraints_fail_for_the_facts_that_take_part_in_them() -> None:
    twice, other = map(Proposition.parse, ["at(o_0: o, r_1: r)", "at(o_1: o, r_1: r)"])
    state = state_of(*KITCHEN, str(twice), str(other))
    constraints = Constraints.of(KB.logic)
    assert constraints.fail(state, [twice])
    assert not constraints.fail(state, [Proposition.parse("at(s_0: s, r_0: r)")])
    assert not constraints.fail(state_of(*KITCHEN), [twice])  # which does not hold there
