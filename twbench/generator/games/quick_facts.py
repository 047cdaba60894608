"""Reading the facts and the actions in a game's JSON by their pieces: see `quick_reading`."""

__all__ = ["ACTION_BEGINS", "read_action", "read_facts"]

import re

from twbench import shape
from twbench.bounded_cache import BoundedCache
from twbench.generator.games.quick_values import (
    PRINTABLE,
    WRITTEN,
    OtherFormError,
    keep,
    proven,
    text_of,
)
from twbench.logic import Action, Proposition, Variable

_FACT_BEGINS = '{"arguments":'
_BETWEEN_FACTS = f",{_FACT_BEGINS}"
ACTION_BEGINS = '{"command_template":'
_BEHIND_COMMAND = (
    ',"name":',
    ',"postconditions":[',
    '],"preconditions":[',
    '],"reverse_command_template":',
    ',"reverse_name":',
)
"""What divides the values of an action, in the order of their keys."""

_NAME = r'"[ !#-\[\]-~]+"'
_ARGUMENT = rf'\{{"name":{_NAME},"type":{_NAME}\}}'
_PLAIN_FACT = re.compile(rf'\[({_ARGUMENT}(?:,{_ARGUMENT})*+)\],"name":({_NAME})\}}')
"""A fact about anything, in whose names nothing is escaped: arguments and name."""
_ARGUMENT_QUOTES = 8
"""In the text of an argument; the names stand behind the third and the seventh."""

_FACTS: BoundedCache[str, Proposition] = BoundedCache(8192)
"""By their texts without what all begin with, a hundred characters each, for as many as
`twbench.logic` keeps."""


def read_facts(text: str) -> tuple[list[Proposition], str]:
    """Return the facts of a text, which are divided by commas, and the array of them, sorted.

    It is sorted by their texts. Raises OtherFormError, or GameFileError.
    """
    if not text:
        return [], "[]"
    texts = _divided(text)
    return _facts(texts), f"[{_FACT_BEGINS}{_BETWEEN_FACTS.join(sorted(texts))}]"


def read_action(text: str) -> Action:
    """Return the action of a text, which lacks `ACTION_BEGINS`; raises as `read_facts` does."""
    values = []
    rest = text
    for key in _BEHIND_COMMAND:
        value, found, rest = rest.partition(key)
        if not found:
            raise OtherFormError
        values.append(value)
    if not rest.endswith("}") or text.encode().translate(None, PRINTABLE):
        raise OtherFormError
    command, name, after, before, reverse_command = values
    return Action(
        shape.identifier(text_of(name)),
        _facts(_divided(before)) if before else (),
        _facts(_divided(after)) if after else (),
        _name_or_none(command),
        _name_or_none(rest[:-1]),
        _name_or_none(reverse_command),
    )


def _name_or_none(text: str) -> str | None:
    return None if text == "null" else shape.name(text_of(text))


def _divided(text: str) -> list[str]:
    """Return the texts of facts without what all begin with."""
    if not text.startswith(_FACT_BEGINS):
        raise OtherFormError
    texts = text[len(_FACT_BEGINS) :].split(_BETWEEN_FACTS)
    if len(texts) > shape.MOST_ITEMS:
        raise OtherFormError
    return texts


def _facts(texts: list[str]) -> list[Proposition]:
    return [_FACTS.get(one) or _fact(one) for one in texts]


def _fact(text: str) -> Proposition:
    """Return the fact of a text, which lacks what it begins with and is not remembered."""
    fact = _plain_fact(text) or proven(_FACT_BEGINS + text, Proposition.deserialize, WRITTEN.fact)
    return keep(_FACTS, text, fact)


def _plain_fact(text: str) -> Proposition | None:
    """Return a fact that needs no proof, since plain names can be written in no other way."""
    if len(text) > shape.LONGEST_NAME:  # else no name is too long
        return None
    found = _PLAIN_FACT.fullmatch(text)
    if found is None:
        return None
    arguments, name = found.groups()
    parts = arguments.split('"')
    names, types = parts[3::_ARGUMENT_QUOTES], parts[7::_ARGUMENT_QUOTES]
    return Proposition(name[1:-1], map(Variable, names, types))
