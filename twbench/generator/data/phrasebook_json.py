"""Reading phrasebooks that anybody may have written.

```json
{"help": "Try polish, then look.",
 "rules": {"polish": {"report": "You polish {the o}.",
                      "refusals": [{"condition": "dull(o)", "text": "It shines.", "holds": false}],
                      "mismatch": "That will never shine."}},
 "synonyms": {"polish {o}": ["rub {}", "p {}"]},
 "words": [["beneath", "under"]],
 "commands": [{"commands": ["whistle"], "text": "You whistle.", "takes_turn": true}]}
```

All keys may be left out but ``condition``, ``commands`` and ``text``. What the words mean is
looked at elsewhere (`twbench.generator.data.phrasebook_check`).
"""

__all__ = ["MOST_BYTES", "load_phrasebook", "read_phrasebook"]

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from twbench import shape
from twbench.errors import GameFileError, LogicError, nearest
from twbench.generator.data.phrasebook import MetaCommand, Phrasebook, Refusal, RulePhrases
from twbench.printable import printable, shown
from twbench.shape import ShapeError
from twbench.untrusted import read_json

LONGEST_TEXT = 2_000
"""Characters of a report, a refusal or a help text; those of twbench have at most some 300."""
LONGEST_CONDITION = 300
LONGEST_WAY = 100
MOST_RULES = 500
MOST_REFUSALS = 500
MOST_FACTS = 1_000
"""Facts of conditions in all: to parse one takes a quarter of a millisecond."""
MOST_JOINED = 8
"""Facts of one condition: each may make a story search for what fits."""
MOST_WAYS = 2_000
"""Ways to say something in all; a story's dictionary has room for some thousand words."""
MOST_BYTES = 1 << 22
_WORD = re.compile(r"[a-z0-9][a-z0-9'-]*")
_NOUN = "{}"

T = TypeVar("T")


def load_phrasebook(path: Path) -> Phrasebook:
    """Return the phrasebook in the JSON file at ``path``.

    Raises LogicError, with the file, the place in it and what is wrong.
    """
    data = read_json(path, LogicError, MOST_BYTES, unique=True)
    try:
        return read_phrasebook(data)
    except GameFileError as error:
        raise LogicError(f"{path}: {printable(str(error))}") from None


def read_phrasebook(data: Any) -> Phrasebook:
    """Return the phrasebook of its JSON form.

    Raises ShapeError, with the place, for unknown keys, wrong types, what is too long or too much,
    characters that no text has, and ways to say a command that nobody can type.
    """
    _check_keys(data, "help", "rules", "synonyms", "words", "commands")
    book = Phrasebook(
        help=_optional(data, "help", _text, ""),
        rules=_optional(data, "rules", _by_name(_rule), {}),
        synonyms=_optional(data, "synonyms", _by_name(_ways), {}),
        words=_optional(data, "words", _tuple(_group), ()),
        commands=_optional(data, "commands", _tuple(_command), ()),
    )
    refusals = [refusal for said in book.rules.values() for refusal in said.refusals]
    _check_count(len(refusals), MOST_REFUSALS, "refusals")
    facts = sum(len(refusal.facts) for refusal in refusals)
    _check_count(facts, MOST_FACTS, "facts in the conditions of its refusals")
    said = [command.commands for command in book.commands]
    ways = sum(map(len, [*book.synonyms.values(), *book.words, *said]))
    _check_count(ways, MOST_WAYS, "ways to say something")
    return book


def _rule(data: Any) -> RulePhrases:
    _check_keys(data, "report", "refusals", "mismatch", "second_mismatch")
    return RulePhrases(
        report=_optional(data, "report", _text, ""),
        refusals=_optional(data, "refusals", _tuple(_refusal, MOST_REFUSALS), ()),
        mismatch=_optional(data, "mismatch", _plain_text, ""),
        second_mismatch=_optional(data, "second_mismatch", _plain_text, ""),
    )


def _refusal(data: Any) -> Refusal:
    _check_keys(data, "condition", "text", "holds")
    return Refusal(
        shape.member(data, "condition", _condition),
        shape.member(data, "text", _text),
        _optional(data, "holds", shape.flag, True),
    )


def _command(data: Any) -> MetaCommand:
    _check_keys(data, "commands", "text", "takes_turn")
    return MetaCommand(
        shape.member(data, "commands", _ways),
        shape.member(data, "text", _text),
        _optional(data, "takes_turn", shape.flag, False),
    )


def _way(data: Any) -> str:
    """Read what a player types: words, and ``{}`` for each noun."""
    way = _limited(data, LONGEST_WAY)
    words = way.split(" ")
    if words[0] == _NOUN or not all(word == _NOUN or _WORD.fullmatch(word) for word in words):
        raise ShapeError(
            f"cannot be typed: {shown(way)} must be words of lower-case letters, one blank between"
            " them, and {} for each noun but at the beginning"
        )
    return way


def _group(data: Any) -> tuple[str, ...]:
    """Read words that stand for the same."""
    return tuple(shape.items(data, _single_word, MOST_WAYS))


def _single_word(data: Any) -> str:
    word = _limited(data, LONGEST_WAY)
    if not _WORD.fullmatch(word):
        raise ShapeError(f"must be one word of lower-case letters, not {shown(word)}")
    return word


def _text(data: Any) -> str:
    """Read a text that stories print."""
    text = _limited(data, LONGEST_TEXT)
    if printable(text) != text or "\t" in text:
        raise ShapeError(f"has a character that no story prints: {shown(text)}")
    return text


def _plain_text(data: Any) -> str:
    """Read a text without placeholders."""
    text = _text(data)
    if set(text) & set("{}[]"):
        raise ShapeError(f"cannot have braces or brackets, as {shown(text)} has")
    return text


def _condition(data: Any) -> str:
    text = _limited(data, LONGEST_CONDITION)
    if text.count("&") >= MOST_JOINED:
        raise ShapeError(f"has more than {MOST_JOINED} facts: {shown(text)}")
    return text


def _limited(data: Any, most: int) -> str:
    text = shape.text(data)
    if len(text) > most:
        raise ShapeError(f"is a text of {len(text)} characters, more than {most}")
    return text


def _tuple(read: Callable[[Any], T], most: int = MOST_WAYS) -> Callable[[Any], tuple[T, ...]]:
    return lambda data: tuple(shape.items(data, read, most))


_ways = _tuple(_way)


def _by_name(read: Callable[[Any], T]) -> Callable[[Any], dict[str, T]]:
    """Return what reads an object whose keys are names, of rules or templates, not known here."""

    def read_all(data: Any) -> dict[str, T]:
        count = len(shape.mapping(data))
        if count > MOST_RULES:
            raise ShapeError(f"has {count} entries, more than {MOST_RULES}")
        return {shape.identifier(name): shape.member(data, name, read) for name in data}

    return read_all


def _optional(data: Mapping[str, Any], key: str, read: Callable[[Any], T], missing: T) -> T:
    return shape.member(data, key, read) if key in data else missing


def _check_keys(data: Any, *allowed: str) -> None:
    for key in shape.mapping(data):
        if key not in allowed:
            raise ShapeError(
                f"has the unknown key {shown(key)}; known are {', '.join(allowed)}."
                f"{nearest(str(key), allowed)}"
            )


def _check_count(count: int, most: int, what: str) -> None:
    if count > most:
        raise ShapeError(f"has {count} {what}, more than {most}", "The phrasebook")
