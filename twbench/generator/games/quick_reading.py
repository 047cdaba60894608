"""Reading the JSON of a game as `twbench.generator.games.game_json` writes it, by its pieces.

Facts and actions are most of a game's file, and occur over and over in it and in other games. Here
such a text is cut into the texts of facts and actions, each of which is read once as long as it is
remembered. What is around them, and what is said of entities, is cut into its values. Whatever is
not of that form is left to those who read any JSON.

How a text is cut is a guess, so each piece is proven when it is read: it is written again, as the
same text. What is put together of pieces is written as their texts put together, if it has the keys
that are written, in their order. So the large parts of a file need not be
written again as a whole to prove that they were read rightly; the small ones have to be, by whoever
has `twbench.generator.games.game.Game.as_written` read a file. `Game.of_bytes` reads any JSON.
"""

__all__ = ["KB_BEGINS", "QUESTS_BEGIN", "Parts", "read_parts"]

import json
import re
from collections.abc import Callable, Mapping
from json.encoder import encode_basestring_ascii
from typing import Any, NamedTuple, TypeVar

from twbench import shape
from twbench.bounded_cache import BoundedCache
from twbench.errors import GameFileError
from twbench.generator.data import KnowledgeBase
from twbench.generator.games.game_json import GameEncoder
from twbench.generator.knowledge.entity import EntityInfo
from twbench.generator.knowledge.event import Event
from twbench.generator.knowledge.quest import Quest
from twbench.logic import Action, Proposition
from twbench.untrusted import parse_json

T = TypeVar("T")

KB_BEGINS = '{"KB":'
"""How the file begins: with the knowledge base."""
QUESTS_BEGIN = ',"quests":['
"""Where the quests begin, the largest part of most files."""
_BEHIND_KB = '}},"{}":'
_INFOS_BEGIN = ',"infos":['
_BEHIND_INFOS = '],"metadata":'
_WORLD = '],"version":1,"world":['
_END = "]}"
# No text has a bracket: whatever begins like a fact is looked at as far as the next one begins.
_FACT = re.compile(r'\{"arguments":\[[^\[\]\\]*\],"name":"[^"\\]*"\}')
_ACTION_BEGINS = '{"command_template":'
_LAST_KEY = '"reverse_name":'
_TAKES_PLACE = '{"":0}'
_ACTION_ENDS = re.compile(rf'{_LAST_KEY}(?:null|"[^"\\]*")\}}')

_WRITTEN = GameEncoder(canonical=True)
_TEXT = r'"[ !#-\[\]-~]*(?:\\.[ !#-\[\]-~]*)*"'
_TEXT_OR_NULL = f"null|{_TEXT}"
_TEXTS = f"(?:{_TEXT}(?:,{_TEXT})*)?"
_PLACES = rf"(?:{re.escape(_TAKES_PLACE)}(?:,{re.escape(_TAKES_PLACE)})*)?"
_FLAG = "true|false"


def _object(**values: str) -> str:
    """Return the pattern of an object with these keys, whose values have these patterns."""
    fields = [f'"{key}":{values[key]}' for key in sorted(values)]
    return rf"\{{{','.join(fields)}\}}"


_ANY_EVENT = _object(
    actions=rf"\[{_PLACES}\]", commands=rf"\[{_TEXTS}\]", condition=re.escape(_TAKES_PLACE)
)
_EVENTS = rf"\[((?:{_ANY_EVENT}(?:,{_ANY_EVENT})*)?)\]"
_EVENT = re.compile(rf"\[({_PLACES})\],\"commands\":\[({_TEXTS})\]")
"""What tells an event: its actions, of which none are there any more, and its commands."""
_QUEST = re.compile(
    "("
    + _object(
        commands=rf"\[({_TEXTS})\]",
        desc=f"({_TEXT_OR_NULL})",
        fail_events=_EVENTS,
        optional=f"({_FLAG})",
        repeatable=f"({_FLAG})",
        reward=r"(0|-?[1-9][0-9]{0,18})",
        win_events=_EVENTS,
    )
    + ")"
)
"""A quest: all of it, and its values in the order of their keys."""
_INFO_KEYS = sorted(EntityInfo.__slots__)
_VALUES = dict.fromkeys(_INFO_KEYS, f"({_TEXT_OR_NULL})")
_VALUES["synonyms"] = rf"(null|\[{_TEXTS}\])"
_INFO = re.compile(rf"(\[({_TEXT}),{_object(**_VALUES)}\])")
"""What is said of an entity: all of it, its id, and the values in the order of their keys."""
_ONE_TEXT = re.compile(_TEXT)

_FACTS: BoundedCache[str, Proposition] = BoundedCache(8192)
"""By their texts, a hundred characters each, for as many as `twbench.logic` keeps."""
_ACTIONS: BoundedCache[str, Action] = BoundedCache(8192)
"""By their texts without what all begin with, a thousand characters each: those of thirty games of
cooking."""
_KNOWLEDGE: BoundedCache[str, KnowledgeBase] = BoundedCache(16)
"""By their texts, twenty kilobytes each."""


class Parts(NamedTuple):
    """A game's file: its facts, quests and infos, and the rest as JSON, which has none of them.

    The knowledge base, which is as long as all else of a small game, is left out of the rest too.
    ``texts`` are those that knowledge base, facts, quests and infos are written as, by their keys.
    """

    kb: KnowledgeBase
    facts: list[Proposition]
    quests: list[Quest]
    infos: list[EntityInfo]
    rest: Mapping[str, Any]
    texts: Mapping[str, str]


class _OtherFormError(Exception):
    """The text is not of the form that is read here."""


def read_parts(text: str) -> Parts | None:
    """Return the parts of a game's file; None if it is of another form, or is no sound game.

    The parts have the types that they promise. Whether the rest is that of the text has to be
    proven.
    """
    try:
        return _read(text)
    except (_OtherFormError, GameFileError):
        return None


def _read(text: str) -> Parts:
    quests_at = _place(text, QUESTS_BEGIN)
    world_at = _place(text, _WORLD)
    kb_ends = text.find(_BEHIND_KB.format("grammar"))
    extras = text.find(_BEHIND_KB.format("extras"), 0, kb_ends)  # of which most games have none
    kb_ends = extras if extras > 0 else kb_ends
    end = text.rstrip("\n")
    if not (
        text.startswith(KB_BEGINS) and 0 < kb_ends < quests_at < world_at and end.endswith(_END)
    ):
        raise _OtherFormError
    infos_at = text.find(_INFOS_BEGIN, kb_ends, quests_at)
    infos_end = text.rfind(_BEHIND_INFOS, kb_ends, quests_at)
    if not 0 < infos_at < infos_end:
        raise _OtherFormError
    # What stands for the parts that are cut out is as deep as they are.
    others = f"{{{text[kb_ends + 2 : infos_at]}{text[infos_end + 1 : quests_at]}}}"
    rest = shape.mapping(parse_json(others, "the game", GameFileError))
    kb, facts = (
        text[len(KB_BEGINS) : kb_ends + 1],
        text[world_at + len(_WORLD) : len(end) - len(_END)],
    )
    infos = text[infos_at + len(_INFOS_BEGIN) : infos_end]
    quests = text[quests_at + len(QUESTS_BEGIN) : world_at]
    return Parts(
        _known(_KNOWLEDGE, kb, KnowledgeBase.deserialize, _WRITTEN.knowledge),
        _facts(facts),
        _quests(quests),
        _infos(infos),
        rest,
        {"KB": kb, "infos": f"[{infos}]", "quests": f"[{quests}]", "world": f"[{facts}]"},
    )


def _place(text: str, mark: str) -> int:
    """Return where the last ``mark`` is."""
    place = text.rfind(mark)
    if place < 0:
        raise _OtherFormError
    return place


def _known(
    known: BoundedCache[str, T], text: str, read: Callable[[Any], T], write: Callable[[T], str]
) -> T:
    """Return what ``read`` makes of the JSON ``text``, which is remembered."""
    found = known.get(text)
    return known.keep(text, _proven(text, read, write)) if found is None else found


def _proven(text: str, read: Callable[[Any], T], write: Callable[[T], str]) -> T:
    """Return what ``read`` makes of the JSON ``text``, if it is written as that again."""
    found = read(parse_json(text, "a part of the game", GameFileError))
    if write(found) != text:
        raise _OtherFormError
    return found


def _facts(text: str) -> list[Proposition]:
    texts = _FACT.findall(text)
    if ",".join(texts) != text or len(texts) > shape.MOST_ITEMS:
        raise _OtherFormError
    return [_FACTS.get(one) or _fact(one) for one in texts]


def _fact(text: str) -> Proposition:
    return _known(_FACTS, text, Proposition.deserialize, _WRITTEN.fact)


def _pieces(pattern: re.Pattern[str], text: str) -> list[tuple[str, ...]]:
    """Return what ``pattern`` finds, if that and commas are all of ``text``."""
    found: list[tuple[str, ...]] = pattern.findall(text)
    if ",".join([whole for whole, *_ in found]) != text or len(found) > shape.MOST_ITEMS:
        raise _OtherFormError
    return found


def _infos(text: str) -> list[EntityInfo]:
    return [_info(*values) for values in _pieces(_INFO, text)]


def _info(whole: str, id_: str, *texts: str) -> EntityInfo:
    data: dict[str, Any] = {
        key: text[1:-1] if text[0] == '"' and "\\" not in text else _value(text)
        for key, text in zip(_INFO_KEYS, texts, strict=True)
    }
    # No value is longer than all of them: most need not be measured.
    is_short = len(whole) <= shape.LONGEST_NAME
    info = EntityInfo(**data) if is_short else EntityInfo.deserialize(data)
    if not info.id or not info.type or f'"{info.id}"' != id_:
        raise _OtherFormError
    return info


def _value(text: str) -> str | list[str] | None:
    """Return null, a text or a list of texts."""
    if text == "null":
        return None
    return _texts(text[1:-1]) if text[0] == "[" else _escaped(text)


def _texts(text: str) -> list[str]:
    """Return the texts in ``text``, which has nothing else but commas."""
    if "\\" in text:
        return [_escaped(one) for one in _ONE_TEXT.findall(text)]
    return text[1:-1].split('","') if text else []


def _escaped(text: str) -> str:
    """Return what is written as ``text``."""
    if "\\u" in text:  # which may be half of a letter
        value = parse_json(text, "a text of the game", GameFileError)
    else:
        try:
            value = json.loads(text)
        except ValueError:
            raise _OtherFormError from None
    if type(value) is not str or encode_basestring_ascii(value) != text:
        raise _OtherFormError
    return value


def _quests(text: str) -> list[Quest]:
    """Return the quests, in whose JSON something takes the places of the actions.

    That is nothing that a quest has elsewhere, and its quotes end any text that it would be in: so
    each place of an action has an action of the text, if they are as many.
    """
    first, *others = text.split(_ACTION_BEGINS)
    actions: list[Action] = []
    pieces = [first]
    for other in others:
        # Most actions stand before others, so that a comma is all that is between them.
        action = _ACTIONS.get(other[:-1])
        if action is not None:
            end = len(other) - 1
        else:
            found = _ACTION_ENDS.match(other, other.find(_LAST_KEY))
            if found is None:
                raise _OtherFormError
            end = found.end()
            action = _ACTIONS.get(other[:end]) or _action(other[:end])
        actions.append(action)
        pieces += _TAKES_PLACE, other[end:]
    taken = _Taken(actions)
    quests = [_quest(taken, *values) for values in _pieces(_QUEST, "".join(pieces))]
    taken.check_all()
    return quests


def _action(text: str) -> Action:
    """Return the action of a text, which lacks what it begins with and is not remembered."""
    write = GameEncoder(canonical=True).action
    return _ACTIONS.keep(text, _proven(_ACTION_BEGINS + text, Action.deserialize, write))


def _quest(
    taken: "_Taken",
    _: str,
    commands: str,
    desc: str,
    failing: str,
    optional: str,
    repeatable: str,
    reward: str,
    winning: str,
) -> Quest:
    """Return the quest of its values, whose actions are the next ones."""
    lost_by = [taken.event(*one) for one in _EVENT.findall(failing)]
    won_by = [taken.event(*one) for one in _EVENT.findall(winning)]
    said = {
        "commands": _texts(commands),
        "desc": _value(desc),
        "optional": optional == "true",
        "repeatable": repeatable == "true",
        "reward": int(reward),
    }
    quest = Quest.of_data(said, won_by, lost_by)
    if [*quest.commands] != said["commands"]:
        raise _OtherFormError
    return quest


class _Taken:
    """Actions that are taken one after the other, for the places that they had in the JSON."""

    def __init__(self, actions: list[Action]):
        self._actions = actions
        self._next = 0

    def event(self, places: str, commands: str) -> Event:
        """Return the event whose actions, and condition, are the next ones."""
        done = self._take((len(places) + 1) // (len(_TAKES_PLACE) + 1))
        (condition,) = self._take(1)
        return Event.of_parts(done, shape.texts(_texts(commands)), condition)

    def check_all(self) -> None:
        """Check that all have been taken."""
        if self._next != len(self._actions):
            raise _OtherFormError

    def _take(self, count: int) -> list[Action]:
        start, end = self._next, self._next + count
        self._next = end
        if end > len(self._actions):
            raise _OtherFormError
        return self._actions[start:end]
