"""A reader of dynamic text for tests: checks its form and renders it for a state."""

import re
from collections.abc import Mapping, Sequence

BRACKET = re.compile(r"\[([^\[\]]*)\]")
ATOM = re.compile(
    r"(?:(?P<whose>\w+) is )?(?P<state>open|closed|locked)"
    r"|there is (?P<some>something|nothing) (?:in|on) the (?P<holder>\w+)"
    r"|the (?P<empty>\w+) contains nothing"
)
LISTING = re.compile(r"(?P<verb>is-are )?a list of things (?:in|on) the (?P<holder>\w+)")


def render(
    text: str,
    states: Mapping[str, str],
    contents: Mapping[str, Sequence[str]],
    entity: str = "",
) -> str:
    """Return what a player reads; fails on any bracket that is not of a documented form."""
    shown: list[str] = []
    taken: list[tuple[bool, bool]] = []  # for each open [if]: is this branch read, was one read
    for index, part in enumerate(re.split(r"\[([^\[\]]*)\]", text)):
        if index % 2 == 0:
            assert "[" not in part, part
            assert "]" not in part, part
            if all(reading for reading, _ in taken):
                shown.append(part)
        elif part.startswith("if "):
            holds = _holds(part[3:], states, contents, entity)
            taken.append((holds, holds))
        elif part.startswith("else if "):
            _, done = taken.pop()
            holds = not done and _holds(part[8:], states, contents, entity)
            taken.append((holds, done or holds))
        elif part == "otherwise":
            _, done = taken.pop()
            taken.append((not done, True))
        elif part == "end if":
            taken.pop()
        elif all(reading for reading, _ in taken):
            shown.append(_listing(part, contents))
    assert not taken, f"[if] without [end if] in {text}"
    return "".join(shown)


def _holds(
    condition: str,
    states: Mapping[str, str],
    contents: Mapping[str, Sequence[str]],
    entity: str,
) -> bool:
    def atom(text: str) -> bool:
        found = ATOM.fullmatch(text)
        assert found, f"not a documented condition: {text!r}"
        if found["state"]:
            return states[found["whose"] or entity] == found["state"]
        if found["empty"]:
            return not contents.get(found["empty"])
        return bool(contents.get(found["holder"])) == (found["some"] == "something")

    return all(atom(text) for text in condition.split(" and "))


def _listing(text: str, contents: Mapping[str, Sequence[str]]) -> str:
    found = LISTING.fullmatch(text)
    assert found, f"not a documented function: {text!r}"
    things = contents.get(found["holder"], ())
    assert things, f"an empty list is shown by [{text}]"
    names = [f"a {name}" for name in things]
    listed = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    verb = ("is " if len(things) == 1 else "are ") if found["verb"] else ""
    return verb + listed
