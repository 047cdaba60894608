"""Reading the facts and the actions in a game's JSON by their pieces: see `quick_reading`."""

__all__ = ["ACTION_BEGINS", "read_action", "read_facts"]

import re
from functools import partial

from twbench import shape
from twbench.bounded_cache import BoundedCache
from twbench.generator.games.quick_values import (
    PRINTABLE,
    WRITTEN,
    OtherFormError,
    divided,
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
_ARGUMENT = rf'"name":{_NAME},"type":{_NAME}'
_PLAIN_FACTS = re.compile(
    rf'^\[{{({_ARGUMENT}(?:}},{{{_ARGUMENT})*+)}}\],"name":"({_NAME[1:-1]})"}}$',
    re.MULTILINE,
)
"""Lines of facts about anything, in whose names nothing is escaped: arguments and name."""
_BETWEEN_ARGUMENTS = "},{"

_FACTS: BoundedCache[str, Proposition] = BoundedCache(8192)
"""By their texts without what all begin with, a hundred characters each, for as many as
`twbench.logic` keeps."""


class _Variables(BoundedCache[str, Variable]):
    """The variables of plain arguments, by the texts of these without their braces."""

    __slots__ = ()

    def __missing__(self, text: str) -> Variable:
        _, _, _, name, _, _, _, type_, _ = text.split('"')
        return keep(self, text, Variable(name, type_))


_ARGUMENTS = _Variables(8192)
"""Forty characters each, for as many as `twbench.logic` keeps."""


def read_facts(text: str) -> tuple[list[Proposition], str]:
    """Return the facts of a text, which are divided by commas, and the array of them, sorted.

    It is sorted by their texts. Raises OtherFormError, or GameFileError.
    """
    if not text:
        return [], "[]"
    texts = divided(text, _FACT_BEGINS)
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
        _facts(divided(before, _FACT_BEGINS)) if before else (),
        _facts(divided(after, _FACT_BEGINS)) if after else (),
        _name_or_none(command),
        _name_or_none(rest[:-1]),
        _name_or_none(reverse_command),
    )


def _name_or_none(text: str) -> str | None:
    return None if text == "null" else shape.name(text_of(text))


def _facts(texts: list[str]) -> list[Proposition]:
    found = [*map(_FACTS.get, texts)]
    new = [text for text, fact in zip(texts, found, strict=True) if fact is None]
    made = iter(_new_facts(new))
    return [next(made) if fact is None else fact for fact in found]


def _new_facts(texts: list[str]) -> list[Proposition]:
    """Return the facts of texts, which lack what they begin with and are not remembered."""
    facts = _plain_facts(texts) or [*map(_new_fact, texts)]
    return [*map(partial(keep, _FACTS), texts, facts)]


def _new_fact(text: str) -> Proposition:
    plain = _plain_facts([text])
    if plain:
        return plain[0]
    return proven(_FACT_BEGINS + text, Proposition.deserialize, WRITTEN.fact)


def _plain_facts(texts: list[str]) -> list[Proposition] | None:
    """Return the facts of some texts that have plain names; None if one of them is another text.

    They need no proof by writing them again: a plain name can be written in no other way.
    """
    lines = "\n".join(texts)
    found = _PLAIN_FACTS.findall(lines)
    # So each text is one line, and each line is a fact from its beginning to its end.
    if not len(found) == len(texts) == lines.count("\n") + 1:
        return None
    if max(map(len, texts)) > shape.LONGEST_NAME:  # else no name is too long
        return None
    variable = _ARGUMENTS.__getitem__
    return Proposition.all_of(
        [
            (name, tuple(map(variable, arguments.split(_BETWEEN_ARGUMENTS))))
            for arguments, name in found
        ]
    )
