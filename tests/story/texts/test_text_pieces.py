"""Pieces of changing texts, compiled as far as the logic tells."""

import pytest

from twbench.errors import GameFileError
from twbench.generator import KnowledgeBase
from twbench.story.linking.programs import logic_program
from twbench.story.state.conditions import table_key
from twbench.story.texts.text_pieces import PieceCode, TextCondition, excerpt, piece_code
from twbench.story.zcode.block import Table
from twbench.story.zcode.layout import Call, TextStep
from twbench.story.zcode.layout import Test as Kind

REPRESENTATION = logic_program(KnowledgeBase.default()).representation

OPEN = REPRESENTATION.fact_attribute("open")


def code_of(text: str, placeholders: bool = False) -> PieceCode:
    return piece_code(text, REPRESENTATION, placeholders)


def test_a_test_of_one_object_leads_behind_its_branch() -> None:
    """A way is how many bytes the step to go on with lies behind the step that jumps."""
    code = code_of("[if open]It is open.[otherwise]It is shut.[end if]Fine.")
    assert code.words == (
        *(TextStep.IF_HAS, 0, 2 * 7, OPEN),
        0,
        *(TextStep.GO_TO, 2 * 3),
        0,
        0,
    )
    assert code.texts == ((4, "It is open."), (7, "It is shut."), (8, "Fine."))
    assert code.terms == (("", (1,)),)
    assert code.jumps


def test_whoever_is_named_is_filled_in_later() -> None:
    code = code_of("[a list of things in the box][noun][is-are a list of things in the box]")
    assert code.words == (TextStep.LIST, 0, TextStep.NAME, 0, TextStep.IS_LIST, 0)
    assert code.terms == (("box", (1, 5)), ("", (3,)))
    assert not code.jumps


@pytest.mark.parametrize(
    ("article", "step"),
    [
        ("", TextStep.NAME),
        ("the ", TextStep.THE),
        ("The ", TextStep.CAPITAL_THE),
        ("a ", TextStep.A),
    ],
)
def test_placeholders_have_articles(article: str, step: TextStep) -> None:
    assert code_of(f"{{{article}o}}", placeholders=True).words == (step, 0)
    assert code_of(f"{{{article}o}}").texts == ((0, f"{{{article}o}}"),), "braces are literal"


def test_conditions_about_slots_are_tests_of_their_own() -> None:
    code = code_of("[if c is open]x[end if]", placeholders=True)
    assert code.words == (TextStep.IF, 0, 2 * 4, 0)
    assert code.conditions == (TextCondition(1, (Kind.HAS, 0, OPEN, Kind.END), "c"),)


def test_facts_without_an_attribute_are_looked_up_in_their_table() -> None:
    class Unary:
        """A logic whose facts ``lit`` of one entity have no attribute left."""

        def has_fact_attribute(self, name: str) -> bool:
            return False

        def unary(self) -> list[str]:
            return ["lit"]

    code = piece_code("[if lit]x[end if]", Unary(), False)  # type: ignore[arg-type]
    (condition,) = code.conditions
    assert condition.tests == (Kind.ROW, 0, Table(table_key("lit", 1, 0)), Kind.END)


def test_breaks_and_calls_need_no_entity() -> None:
    code = code_of("a[line break][look]")
    assert code.words == (0, 0, TextStep.CALL, Call.LOOK)
    assert code.texts == ((0, "a"), (1, "\n"))
    assert code.terms == ()


def test_pieces_that_differ_in_literal_text_share_their_steps() -> None:
    one, other = code_of("[if open]x[end if]y"), code_of("[if open]abc[end if]d")
    assert one.words == other.words
    assert (one.texts, other.texts) == (((4, "x"), (5, "y")), ((4, "abc"), (5, "d")))
    assert other.source == "[if open]abc[end if]d"
    assert len(code_of("[if open][end if]y").words) < len(one.words), "an empty part is no step"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[if open]x", r"\[if\] without \[end if\] in the text '\[if open\]x'"),
        ("x[end if]", r"\[otherwise\] or \[end if\] without \[if\] in 'x\[end if\]'"),
        ("[otherwise]x", r"without \[if\]"),
        ("[othrwise]", r"Unknown text function \[othrwise\].* Did you mean 'otherwise'"),
        ("[if opne]x[end if]", r"no fact 'opne' .*\. Did you mean 'open'\?$"),
        ("[if purple]x[end if]", "The logic knows no fact 'purple' of one entity"),
    ],
)
def test_faulty_texts_are_quoted(text: str, message: str) -> None:
    with pytest.raises(GameFileError, match=message):
        code_of(text)


@pytest.mark.parametrize(("length", "shown"), [(80, 80), (81, 80), (500, 80)])
def test_long_texts_are_quoted_by_their_beginnings(length: int, shown: int) -> None:
    quoted = excerpt("x" * length)
    assert len(quoted) == shown + 2
    assert quoted.endswith("x...'") == (length > 80)
