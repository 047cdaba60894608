"""What the player types for an action."""

import pytest
from hand_made_games import WAY_TO_APPLE, actions, pantry

from twbench.errors import LogicError
from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge import command
from twbench.generator.knowledge.command import (
    CommandWriter,
    format_command,
    gen_commands_from_actions,
)
from twbench.logic import Action, GameLogic, Variable
from twbench.seeding import Rng

KB = KnowledgeBase.default()
BARE = "open/c :: $at(P, r_0: r) & $at(c_0: c, r_0: r) & closed(c_0: c) -> open(c_0: c)"
"""An action as a game of others may have it: without its command."""


def test_commands_are_written_with_the_names_of_things():
    world = pantry()
    done = actions(world, WAY_TO_APPLE)
    assert gen_commands_from_actions(done, world.kb) == list(WAY_TO_APPLE)
    assert gen_commands_from_actions(done[2:3], names={"k_0": "old key", "c_0": "chest"}) == [
        "unlock chest with old key"
    ]


def test_a_writer_keeps_the_names_and_writes_any_actions_with_them():
    writer = CommandWriter(KB, {"k_0": "old key"})
    done = tuple(actions(pantry(), WAY_TO_APPLE))
    expected = tuple(gen_commands_from_actions(done, KB, writer.names))
    assert writer.commands(done) == writer.commands(done) == expected
    assert writer.commands(done[:1]) == ("take old key",)
    assert writer.commands(()) == ()
    assert writer.commands(done) == expected


def test_the_writer_remembers_beginnings_of_what_it_wrote(monkeypatch):
    done = tuple(actions(pantry(), WAY_TO_APPLE))
    names = {"k_0": "old key", "c_0": "chest"}
    writer, rng = CommandWriter(KB, names), Rng(7)
    for _ in range(60):
        first, last = sorted((rng.integer(len(done) + 1), rng.integer(len(done) + 1)))
        some = done[:last] if rng.integer(2) else done[first:last] + done[:first]
        assert writer.commands(some) == tuple(gen_commands_from_actions(some, KB, names))
    twin = replace_template(done[0])
    assert twin == done[0]
    assert writer.commands((twin,)) != writer.commands(done[:1])
    writer.commands(done)
    monkeypatch.setattr(command, "format_command", None)
    for length in range(len(done) + 1):
        assert len(writer.commands(done[:length])) == length


def replace_template(action):
    """Return an equal action that is typed otherwise."""
    return Action(action.name, action.preconditions, action.postconditions, "do it")


def test_the_rule_of_an_action_knows_its_command():
    bare = Action.parse(BARE)
    assert bare.command_template is None
    assert format_command(bare, KB) == "open c_0"
    assert format_command(bare, KB, {"c_0": "chest", "k_0": "key"}) == "open chest"


def test_an_action_that_has_a_command_needs_no_rule():
    action = Action("yawn", [], [], "yawn at {c_0}")
    assert format_command(action, KB, {"c_0": "the moon"}) == "yawn at the moon"


@pytest.mark.parametrize("rule", KB.rules.values(), ids=lambda rule: rule.name)
def test_an_action_with_its_command_and_one_without_are_typed_alike(rule):
    action = rule.apply_to(
        [
            Variable(slot.name, slot.type)
            if slot in rule.constants
            else Variable(f"x_{at}", slot.type)
            for at, slot in enumerate(rule.placeholders)
        ]
    )
    bare = Action(action.name, action.preconditions, action.postconditions)
    assert format_command(bare, KB) == format_command(action, KB)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BARE.replace("open/c", "opne/c"), r"No rule 'opne/c' gives .* Did you mean 'open/c'\?"),
        (BARE.replace("& closed(c_0: c)", ""), r"No rule 'open/c' gives the action open/c ::"),
    ],
    ids=["a name that no rule has", "not what the rule of that name does"],
)
def test_an_action_of_no_rule_has_no_command(text, message):
    with pytest.raises(LogicError, match=message):
        format_command(Action.parse(text), KB)


def test_a_rule_may_have_no_command():
    kb = KnowledgeBase(
        GameLogic.parse(
            "type r { predicates { at(P, r); } rules { rest :: at(P, r) -> at(P, r); } } type P {}"
        )
    )
    with pytest.raises(LogicError, match="There is no command for the action 'rest'"):
        gen_commands_from_actions([Action.parse("rest :: at(P, r_0: r) -> at(P, r_0: r)")], kb)
