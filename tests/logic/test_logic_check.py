"""The checker: every kind of fault, where it is, and all of them at once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from logic_strategies import LOGIC_FILES, fewer_examples

from twbench.errors import LogicError
from twbench.logic import GameLogic, LogicWarning, parse

BASE = "type t {} type r { predicates { at(t, r); way(r, r); } } type o : t { }\n"


def faults(document):
    with pytest.raises(LogicError) as info:
        GameLogic.parse(document)
    return str(info.value)


def warned(document):
    with pytest.warns(LogicWarning) as caught:
        GameLogic.parse(document)
    (warning,) = caught
    assert warning.filename == __file__
    return str(warning.message)


def test_a_fault_is_shown_with_line_and_caret():
    assert faults(BASE + "type k : o {\n\tpredicates {\n\t\topens(k, rr);\n\t}\n}\n") == (
        "<logic>:4:12: there is no type 'rr'. Did you mean 'r'?\n"
        "    \t\topens(k, rr);\n"
        "    \t\t         ^"
    )


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("type o { }", "2:1", "type 'o' is defined twice"),
        ("type k : oo { }", "2:10", "there is no type 'oo'. Did you mean 'o'?"),
        ("type a : b { } type b : a { }", "2:10", "type 'a' is its own ancestor, through 'b'"),
        ("type k { predicates { p(k); p(k); } }", "2:29", "predicate p(k) is declared twice"),
        ("type k { predicates { p(k, kk: x); } }", "2:28", "there is no type 'x'."),
        (
            "type k { predicates { p(k) = q(k); q(k) = p(k); } }",
            "2:30",
            "alias q(k) stands for itself",
        ),
        (
            "type k { predicates { p(k, k) = at(o, r); } }",
            "2:28",
            "placeholder 'k' occurs twice in the alias p(k, k)",
        ),
        (
            "type k { rules { x :: at(a: o, r) & at(a: t, r) -> at(a: o, r); } }",
            "2:40",
            "placeholder 'a' has the type 't' here and the type 'o' before",
        ),
        (
            "type k { rules { x :: at(o, r) -> at(o, r); } constraints { }"
            " rules { x :: at(o, r) -> at(o, r); } }",
            "2:71",
            "rule 'x' is defined twice",
        ),
        (
            "type k { constraints { x :: at(o, r) -> at(o, r); } }",
            "2:24",
            "constraint 'x' must end in -> fail()",
        ),
        (
            "type k { constraints { x :: at(o, r) -> fail(); x :: at(o, r) -> fail(); } }",
            "2:49",
            "constraint 'x' is defined twice",
        ),
        (
            "type k { rules { take :: at(o, r) -> at(o, r); } reverse_rules { take :: tale; } }",
            "2:66",
            "there is no rule 'tale'. Did you mean 'take'?",
        ),
        (
            "type k { rules { x :: at(o, r) -> at(o, r); y :: at(o, r) -> at(o, r); }"
            " reverse_rules { x :: y; x :: x; } }",
            "2:98",
            "rule 'x' has the reverse 'y' already",
        ),
        (
            'type k { inform7 { commands { take :: "take" :: ""; } } }',
            "2:31",
            "there is no rule 'take'.",
        ),
        (
            'type k { rules { x :: at(o, r) -> at(o, r); } inform7 { commands { x :: "take {k}"'
            ' :: ""; } } }',
            "2:80",
            "rule 'x' has no placeholder 'k'.",
        ),
        (
            'type k { rules { x :: at(o, r) -> at(o, r); } inform7 { commands { x :: "a" :: "";'
            ' x :: "b" :: ""; } } }',
            "2:84",
            "rule 'x' has a command already",
        ),
        ("type k { rules { x :: at(o, r); } }", "2:31", "expected one of '&', '->', found ';'"),
        ("type k { rule { } }", "2:10", "expected one of 'constraints', 'inform7', 'predicates',"),
        ("kind k { }", "2:1", "expected one of 'type', the end of the text, found 'kind'"),
        (
            "type k { predicates { p(k) q(k); } }",
            "2:28",
            "expected one of ';', '=', found 'q'",
        ),
        ('type k { inform7 { type { kind :: "k } } }', "2:35", "expected a string in quotes"),
        ("type k {", "2:9", "expected one of 'constraints', 'inform7'"),
    ],
)
def test_each_kind_of_fault(text, place, message):
    shown = faults(BASE + text)
    assert f"<logic>:{place}: {message}" in shown


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("type k { predicates { p(k) = q(k); } }", "2:30", "there is no predicate q(k)."),
        (
            "type k { rules { x :: att(o, r) -> at(o, r); } }",
            "2:23",
            "there is no predicate att(o, r). Did you mean 'at'?",
        ),
        (
            "type k { rules { x :: at(o) -> at(o, r); } }",
            "2:23",
            "there is no predicate at(o); declared with this name: at(t, r)",
        ),
        (
            "type k { rules { x :: at(r, o) -> at(o, r); } }",
            "2:23",
            "there is no predicate at(r, o); declared with this name: at(t, r)",
        ),
        (
            'type k { inform7 { predicates { on(o, r) :: "on"; } } }',
            "2:33",
            "there is no predicate on(o, r).",
        ),
    ],
)
def test_a_predicate_that_is_not_declared_is_warned_of(text, place, message):
    assert warned(BASE + text).startswith(f"<logic>:{place}: {message}")


def test_all_faults_are_reported_at_once_in_the_order_of_the_text():
    shown = faults(
        BASE + "type k : oo {\n"
        "  predicates { p(k, k k); q(k; r(kk); }\n"
        "  rules { x :: att(o, r) -> q(k); y :: at(o, r) > at(o, r); z :: at(o, r) -> p(k, k); }\n"
        "  typo { x :: { } }\n"
        "}\n"
    )
    places = [line.split(": ")[0] for line in shown.splitlines() if line.startswith("<logic>")]
    assert shown.startswith("7 faults in the logic:\n")
    assert places == [
        "<logic>:2:10",
        "<logic>:3:23",
        "<logic>:3:30",
        "<logic>:3:34",
        "<logic>:4:16",
        "<logic>:4:49",
        "<logic>:5:3",
    ]


def test_what_is_warned_of_is_told_with_an_error_as_well_and_anew_each_time():
    undeclared = "type k { rules { x :: att(o, r) -> at(o, r); } }\n"
    assert "2 faults in the logic" in faults(BASE + undeclared + "type m : oo { }")
    for _ in range(2):
        assert "att(o, r)" in warned(BASE + undeclared)


def test_faults_name_their_files(tmp_path):
    (tmp_path / "a.twl").write_text("type a { predicates { p(b); } }", encoding="utf-8")
    (tmp_path / "b.twl").write_text("type b { rules { x :: p(b) -> q(b); } }", encoding="utf-8")
    (tmp_path / "c.twl").write_text("type c : unheard { }", encoding="utf-8")
    with pytest.raises(LogicError) as info:
        GameLogic.load(sorted(tmp_path.iterdir()))
    lines = [line for line in str(info.value).splitlines() if ".twl:" in line]
    assert lines == [
        "b.twl:1:31: there is no predicate q(b).",
        "c.twl:1:10: there is no type 'unheard'.",
    ]


@fewer_examples
@given(st.text("type{}();:&->$'\"/#=,\n ab", max_size=60))
def test_any_text_is_either_parsed_or_refused(text):
    document = parse.document(text)
    if document.faults:
        with pytest.raises(LogicError):
            GameLogic.parse(text)
    for fault in document.faults:
        assert 1 <= fault.line <= text.count("\n") + 1
        assert "^" in str(fault)


@fewer_examples
@given(st.data())
def test_a_damaged_file_is_reported_at_or_after_the_damage(data):
    text = data.draw(st.sampled_from(LOGIC_FILES)).read_text(encoding="utf-8")
    at = data.draw(st.integers(0, len(text) - 1))
    document = parse.document(text[:at] + "?" + text[at:])
    comment = "#" in text[text.rfind("\n", 0, at) + 1 : at]
    string = text[text.rfind("\n", 0, at) + 1 : at].count('"') % 2 == 1
    if comment or string:
        assert document.faults == ()
    else:
        assert len(document.faults) >= 1
        assert document.faults[0].position <= at
