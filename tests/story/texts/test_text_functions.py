"""The bracketed functions of changing texts: what each is read as."""

import pytest

from twbench.story.texts.text_functions import (
    Check,
    Function,
    known_functions,
    lists_contents,
    parse_function,
    tells_state,
)
from twbench.story.zcode.layout import Call


@pytest.mark.parametrize(
    ("text", "checks"),
    [
        ("open", [Check("has", "", "open")]),
        ("c_0 is open", [Check("has", "c_0", "open")]),
        ("the old chest is closed", [Check("has", "old chest", "closed")]),
        ("there is something in the c_0", [Check("filled", "c_0")]),
        ("there is nothing on the table", [Check("empty", "table")]),
        ("the box contains nothing", [Check("empty", "box")]),
        (
            "c_0 is open and there is something in c_0",
            [Check("has", "c_0", "open"), Check("filled", "c_0")],
        ),
    ],
)
@pytest.mark.parametrize("kind", ["if", "else if"])
def test_conditions_are_parts_joined_by_and(kind: str, text: str, checks: list[Check]) -> None:
    assert parse_function(f"{kind} {text}") == Function(kind, checks=tuple(checks))


@pytest.mark.parametrize(
    ("text", "function"),
    [
        ("else", Function("else")),
        ("otherwise", Function("else")),
        ("end if", Function("end if")),
        ("noun", Function("noun")),
        ("a list of things in the old chest", Function("list", "old chest")),
        ("a list of things on s_0", Function("list", "s_0")),
        ("is-are a list of things on the s_0", Function("is list", "s_0")),
        ("line break", Function("print", "\n")),
        ("paragraph break", Function("print", "\n\n")),
    ],
)
def test_functions_that_print_or_branch(text: str, function: Function) -> None:
    assert parse_function(text) == function


@pytest.mark.parametrize("call", Call)
def test_the_runtime_is_called_by_the_name_of_what_it_does(call: Call) -> None:
    assert parse_function(call.name.lower()) == Function("call", number=call.value)


@pytest.mark.parametrize("text", ["", "If open", "iff open", "else of", "list of things", "LOOK"])
def test_nothing_else_is_a_function(text: str) -> None:
    assert parse_function(text) is None


def test_messages_name_functions_that_there_are() -> None:
    needing = {"if": " open", "else if": " open", "a list of things": " in c_0"}
    for known in known_functions():
        assert parse_function(known + needing.get(known, "")) is not None, known


@pytest.mark.parametrize(
    ("text", "lists", "tells"),
    [
        ("A box. It is [if open]open[otherwise]shut[end if].", False, True),
        ("[if closed]Shut.[end if] In it [is-are a list of things in the c_0].", True, True),
        ("It is [if c_0 is open]open[end if].", False, False),
        ("", False, False),
    ],
)
def test_what_a_description_tells_by_itself(text: str, lists: bool, tells: bool) -> None:
    assert (lists_contents(text), tells_state(text)) == (lists, tells)
