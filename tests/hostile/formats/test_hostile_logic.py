"""Logic by strangers: any bytes are a logic, or are refused within seconds with what is wrong."""

import random
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from judging import message_of
from mutations import mutated_bytes

from twbench.errors import LogicError, nearest
from twbench.generator.data import KnowledgeBase
from twbench.logic import GameLogic, Proposition, Rule, State, Variable
from twbench.logic.faults import LogicWarning
from twbench.logic.limits import (
    MOST_ALIASES,
    MOST_ARGUMENTS,
    MOST_BLOCKS,
    MOST_CHARACTERS,
    MOST_CONDITIONS,
    MOST_PREDICATES,
    MOST_RULES,
    MOST_SIGNS,
    MOST_TYPES,
)

SOUND = """\
type t {
    predicates { open(t); closed(t); on(t, t'); free(t) = open(t) & closed(t); }
    rules { open/t :: $on(t, t') & closed(t) -> open(t); close/t :: open(t) -> closed(t); }
    reverse_rules { open/t :: close/t; }
    constraints { t1 :: open(t) & closed(t) -> fail(); }
    inform7 {
        type { kind :: "thing"; definition :: "A thing."; }
        predicates { open(t) :: "The {t} is open"; }
        commands { open/t :: "open {t}" :: "opening the {t}"; close/t :: "close {t}" :: "x"; }
        code :: \"\"\"Some code.\"\"\";
    }
}
type u : t { }
"""


def parse(text: str) -> str | None:
    """Return what is wrong with a logic; if it is none, use it."""

    def use() -> None:
        logic = GameLogic.parse(text)
        state = State(logic, [Proposition("open", [Variable("u_0", "u")])])
        list(state.all_applicable_actions(logic.rules.values()))
        assert GameLogic.deserialize(logic.serialize()).serialize() == logic.serialize()

    return message_of(use, LogicError, seconds=30)


def test_the_logic_is_sound() -> None:
    assert parse(SOUND) is None


def test_what_is_shipped_is_far_from_the_limits() -> None:
    text = KnowledgeBase.default().logic.serialize()
    assert 10 * len(text) < MOST_CHARACTERS
    assert 10 * text.count("{") < MOST_BLOCKS
    assert 10 * sum(map(text.count, ";,(&")) < MOST_SIGNS


FULL = "type a {{ predicates {{ p(a); {0} }} rules {{ {1} }} }}"

TOO_MUCH: dict[str, tuple[Callable[[], str], str]] = {
    "characters": (lambda: "#" * (MOST_CHARACTERS + 1), "at most 200000 characters, not 200001."),
    "a megabyte of quotes": (lambda: '\\"' * 500_000, "at most 200000 characters"),
    "blocks": (lambda: "{" * (MOST_BLOCKS + 1), "at most 2000 blocks"),
    "signs": (lambda: "(" * (MOST_SIGNS + 1), "at most 10000 statements"),
    "types": (lambda: "type a {} " * (MOST_TYPES + 1), "at most 500 types, not 501."),
    "predicates": (
        lambda: FULL.format("".join(f"p{n}(a);" for n in range(MOST_PREDICATES)), ""),
        "at most 1000 predicates, not 1001.",
    ),
    "rules": (
        lambda: FULL.format("", "".join(f"x{n} :: p(a) -> p(a);" for n in range(MOST_RULES + 1))),
        "at most 2000 rules, not 2001.",
    ),
    "conditions": (
        lambda: FULL.format("", f"x :: {' & '.join(['p(a)'] * (MOST_CONDITIONS + 1))} -> p(a);"),
        "The rule 'x' has at most 200 conditions, not 201.",
    ),
    "arguments": (
        lambda: FULL.format(f"q({', '.join('a' * (MOST_ARGUMENTS + 1))});", ""),
        "The predicate 'q' has at most 10 arguments, not 11.",
    ),
    "aliases": (
        lambda: FULL.format("".join(f"p{n}(a) = p(a);" for n in range(MOST_ALIASES + 1)), ""),
        "at most 100 aliases, not 101.",
    ),
    "aliases within aliases": (
        lambda: FULL.format(
            "p0(a); " + "".join(f"p{n + 1}(a) = p{n}(a) & p{n}(a);" for n in range(60)),
            "x :: p60(a) -> p(a);",
        ),
        "stands for more than 1000 others.",
    ),
    "subtypes": (
        lambda: (
            "".join(f"type b{n} : a {{}} " for n in range(9))
            + FULL.format(f"q({', '.join('a' * 10)});", "")[:-2]
            + "rules { x :: Q -> Q; } }".replace(
                "Q", f"q({', '.join(f'a{n}: a' for n in range(10))})"
            )
        ),
        "has more than 100000 combinations of subtypes.",
    ),
}


LONG = ("types", "predicates", "rules")


@pytest.mark.parametrize("what", [name for name in TOO_MUCH if name not in LONG])
def test_too_much_of_something_is_refused(what: str) -> None:
    text, expected = TOO_MUCH[what]
    assert expected in (parse(text()) or "")


@pytest.mark.slow
@pytest.mark.parametrize("what", LONG)
def test_too_much_that_takes_longer_to_parse(what: str) -> None:
    text, expected = TOO_MUCH[what]
    assert expected in (parse(text()) or "")


NONSENSE: dict[str, tuple[str, str]] = {
    "nothing but quotes": ('\\"' * 50_000, "expected one of 'type', the end of the text"),
    "open blocks": ("type a { rules { " * 500, "faults in the logic"),
    "a long word": ("x" * 100_000, "found 'xxxxx"),
    "a long name": (f"type {'x' * 90_000} {{}} type {'x' * 90_000} {{}}", "type 'xxx"),
    "blanks": (" " * 100_000 + "x", "<logic>:1:100001: expected"),
    "a rule without end": (FULL.format("", "x :: " + "p(a) & " * 80), "a name, found"),
    "a rule with blanks": (FULL.format("", "x :: p(a)" + (" " * 999 + "& p(a)") * 99 + "!"), "'!'"),
    "slashes": (FULL.format("p" + "/p" * 50_000 + "!(a);", ""), "expected '('"),
    "apostrophes": (FULL.format("p(a" + "'" * 90_000 + "!);", ""), "expected one of ')'"),
    "braces in a command": (
        SOUND.replace('"open {t}"', f'"{{t.__class__}}{"{" * 999}"'),
        "has no p",
    ),
    "an empty command": (
        SOUND.replace('"open {t}"', '" "'),
        "'open/t' is empty",
    ),
    "an alias of itself": (FULL.format("q(a) = r(a); r(a) = q(a);", ""), "stands for itself"),
    "a type of itself": ("type a : b {} type b : a {}", "is its own ancestor"),
    "a NUL": (SOUND.replace("Some", "\x00"), "the character '\\x00' has no place in a logic"),
    "an order to a terminal": (SOUND.replace("Some", "\x1b]0;pwned\x07"), "the character '\\x1b'"),
    "another direction": (SOUND.replace("Some", "\u202e"), "the character '\\u202e'"),
    "half of a pair": (SOUND.replace("Some", "\ud800"), "the character '\\ud800'"),
}


@pytest.mark.parametrize("kind", NONSENSE)
def test_nonsense_is_refused_with_a_place(kind: str) -> None:
    text, expected = NONSENSE[kind]
    complaint = parse(text)
    assert complaint is not None
    assert expected in complaint
    assert len(complaint) < 5000


def test_of_many_faults_a_hundred_are_told() -> None:
    complaint = parse(FULL.format("", "".join(f"x{n} :: q(b) -> p(a);" for n in range(300)))) or ""
    assert complaint.startswith("100 faults in the logic:")
    names = ", ".join(f"b{number}" for number in range(300))
    assert (parse(f"type a : {names} {{}}") or "").startswith("100 faults in the logic:")


def test_long_and_many_names_are_not_compared() -> None:
    start = time.process_time()
    assert nearest("x" * 10**6, ["x" * 10**6]) == ""
    assert nearest("name", ["x" * 10**6, "names"]) == " Did you mean 'names'?"
    nearest("y" * 49, [f"{'y' * 40}{number}" for number in range(5_000)])
    assert time.process_time() - start < 5


def test_rules_with_many_conditions_are_made_in_time() -> None:
    names = [Variable(f"a{number}", "a") for number in range(4_000)]
    facts = [Proposition("p", [name]) for name in names]
    rule = Rule.parse("x :: p(a) -> q(a)")
    start = time.process_time()
    action = type(rule.apply_to(names[:1]))("x", facts[:-1], facts[1:])
    assert (action.added, action.removed) == ((facts[-1],), (facts[0],))
    assert time.process_time() - start < 2


FILES: dict[str, tuple[bytes, str | None]] = {
    "sound": (SOUND.encode(), None),
    "CRLF": (SOUND.replace("\n", "\r\n").encode(), None),
    "BOM": (b"\xef\xbb\xbf" + SOUND.encode(), None),
    "UTF-16": (SOUND.encode("utf-16"), "is no text: byte 0 is no UTF-8."),
    "Latin-1": (SOUND.replace("Some", "Sömé").encode("latin-1"), "is no text: byte "),
    "a surrogate": (b"type a {\xed\xa0\x80}", "is no text: byte 8 is no UTF-8."),
    "large": (b"#" * 1_000_000, "has more than 800000 bytes."),
}


@pytest.mark.parametrize("kind", FILES)
def test_files_of_any_bytes(tmp_path: Path, kind: str) -> None:
    data, expected = FILES[kind]
    path = tmp_path / "x.twl"
    path.write_bytes(data)
    complaint = message_of(lambda: GameLogic.load([path]), LogicError)
    if expected is None:
        assert complaint is None
        assert GameLogic.load([path]) == GameLogic.parse(SOUND)
    else:
        assert expected in (complaint or "")


def test_files_together_are_limited(tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.twl" for number in range(3)]
    for path in paths:
        path.write_text("#" * 90_000)
    complaint = message_of(lambda: GameLogic.load(paths), LogicError)
    assert "All files together: a logic has at most 200000 characters, not 270000." in str(
        complaint
    )


def check_damaged(seed: int) -> None:
    """Damage may also leave a logic of which twbench only warns."""
    text = mutated_bytes(SOUND.encode(), random.Random(seed)).decode("utf-8", "replace")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LogicWarning)
        parse(text)


@pytest.mark.parametrize("seed", range(15))
def test_damaged_logic_is_logic_or_is_refused(seed: int) -> None:
    check_damaged(seed)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(5))
def test_much_damaged_logic(block: int) -> None:
    for seed in range(1000 + 30 * block, 1030 + 30 * block):
        check_damaged(seed)
