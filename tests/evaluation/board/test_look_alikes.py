"""Agents whose names look the same are told apart on a board."""

from typing import Any

import pytest

from twbench.agents import SHIPPED
from twbench.evaluation.board.look_alikes import look_of, told_apart

CYRILLIC_A = "\N{CYRILLIC SMALL LETTER A}"
GREEK_O = "\N{GREEK SMALL LETTER OMICRON}"


def agent(name: str, file: str | None = None, sha256: str = "0" * 64) -> dict[str, Any]:
    module = None if file is None else {"file": file, "sha256": sha256}
    return {"name": name, "arguments": {}, "module": module}


def names(*agents: dict[str, Any]) -> list[str]:
    given = {number: (one["name"], one) for number, one in enumerate(agents)}
    found = told_apart(given)
    return [found[number] for number in given]


@pytest.mark.parametrize(
    "other",
    [
        "Explorer",
        "explorer ",
        "ex plorer",
        "exp1orer",
        "expIorer",
        "explorer\u200b",
        "explorer\u00ad",
        "explorer\N{HANGUL FILLER}",
        "explorer\N{BRAILLE PATTERN BLANK}",
        "expl\N{LATIN SMALL LETTER O WITH DIAERESIS}rer",
        f"expl{GREEK_O}rer",
        "\N{FULLWIDTH LATIN SMALL LETTER E}xplorer",
        "\N{MATHEMATICAL BOLD SMALL E}xplorer",
    ],
    ids=ascii,
)
def test_what_looks_like_an_agent_of_ours_says_where_it_comes_from(other: str) -> None:
    assert look_of(other) == look_of("explorer")
    written = other.encode("ascii", "backslashreplace").decode()
    assert names(agent("explorer"), agent(other, "mine.py")) == [
        "explorer",
        f"{written} [mine.py 00000000]",
    ]
    assert names(agent(other, "mine.py")) == [f"{written} [mine.py 00000000]"]


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("random", "ranclom"),
        ("explorer", "exp\N{CYRILLIC SMALL LETTER PALOCHKA}orer"),
        ("greedy", "\N{LATIN SMALL LETTER SCRIPT G}reedy"),
        ("random_command", "random__command"),
        ("random_command", "random\N{FULLWIDTH LOW LINE}command"),
        ("my-agent", "my\N{HYPHEN}agent"),
        ("my-agent", "my\N{MINUS SIGN}agent"),
        ("agent's", "agent\N{RIGHT SINGLE QUOTATION MARK}s"),
    ],
    ids=ascii,
)
def test_signs_and_more_letters_look_the_same(name: str, other: str) -> None:
    assert look_of(other) == look_of(name)


@pytest.mark.parametrize(("name", "other"), [("my-agent", "my_agent"), ("a(x=0.5)", "a(x=5)")])
def test_signs_that_one_can_see_are_different(name: str, other: str) -> None:
    assert look_of(other) != look_of(name)


@pytest.mark.parametrize(
    "behind", ["(depth=2)", " [with twbench]", "\N{FULLWIDTH LEFT PARENTHESIS}"]
)
def test_a_name_that_goes_on_like_arguments_of_ours_is_seen_through(behind: str) -> None:
    written = f"explorer{behind}".encode("ascii", "backslashreplace").decode()
    assert names(agent(f"explorer{behind}", "mine.py")) == [f"{written} [mine.py 00000000]"]


def test_two_that_look_the_same_are_told_apart() -> None:
    assert names(agent("salsa", "a.py"), agent(f"sals{CYRILLIC_A}", "b.py", "f" * 64)) == [
        "salsa [a.py 00000000]",
        "sals\\u0430 [b.py ffffffff]",
    ]
    package = {"package": "good-agents", "version": "1.2", "sha256": None, "name": "salsa"}
    assert names(
        agent("salsa", "a.py"), {**agent("salsa"), "package": package}, agent("salsa")
    ) == [
        "salsa [a.py 00000000]",
        "salsa [good-agents 1.2]",
        "salsa [of no file]",
    ]


def test_one_agent_in_several_runs_and_different_ones_stay_as_they_are() -> None:
    same = agent("J\N{LATIN SMALL LETTER A WITH DIAERESIS}ger", "a.py")
    assert names(same, same, agent("hunter", "b.py")) == [same["name"], same["name"], "hunter"]


def test_ours_do_not_look_alike() -> None:
    assert len({look_of(name) for name in SHIPPED}) == len(SHIPPED)
