"""Reading the JSON of a game as `twbench.generator.games.game_json` writes it, by its pieces.

Facts and actions are most of a game's file, and occur over and over in it and in other games. Here
such a text is cut into the texts of facts and actions, each of which is read once as long as it is
remembered. Whatever is not of that form is left to those who read any JSON.

How a text is cut is a guess, so each piece is proven when it is read: it is written again, as the
same text. What is put together of pieces is written as their texts put together, if it has the keys
that are written, and values that are written as they are. So the large parts of a file need not be
written again as a whole to prove that they were read rightly; the small ones have to be, by whoever
has `twbench.generator.games.game.Game.as_written` read a file. `Game.of_bytes` reads any JSON.
"""

__all__ = ["KB_BEGINS", "QUESTS_BEGIN", "Parts", "read_parts"]

import re
from collections.abc import Callable, Mapping
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
_WORLD = '],"version":1,"world":['
_END = "]}"
_FACT = re.compile(r'\{"arguments":\[[^\]\\]*\],"name":"[^"\\]*"\}')
_ACTION_BEGINS = '{"command_template":'
_LAST_KEY = '"reverse_name":'
_TAKES_PLACE = '{"":0}'
_ACTION_ENDS = re.compile(rf'{_LAST_KEY}(?:null|"[^"\\]*")\}}')

_WRITTEN = GameEncoder(canonical=True)
_QUEST_KEYS = frozenset(
    ("commands", "desc", "fail_events", "optional", "repeatable", "reward", "win_events")
)
_EVENT_KEYS = frozenset(("actions", "commands", "condition"))
_INFO_KEYS = frozenset(EntityInfo.__slots__)

_FACTS: BoundedCache[str, Proposition] = BoundedCache(8192)
"""By their texts, a hundred characters each, for as many as `twbench.logic` keeps."""
_ACTIONS: BoundedCache[str, Action] = BoundedCache(8192)
"""By their texts without what all begin with, a thousand characters each: those of thirty games of
cooking."""
_KNOWLEDGE: BoundedCache[str, KnowledgeBase] = BoundedCache(16)
"""By their texts, twenty kilobytes each."""


class Parts(NamedTuple):
    """A game's file: its facts, its quests, and the rest as JSON, which has neither.

    The knowledge base, which is as long as all else of a small game, is left out of the rest too.
    ``texts`` are those that knowledge base, facts, quests and infos are written as, by their keys.
    """

    kb: KnowledgeBase
    facts: list[Proposition]
    quests: list[Quest]
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
    # What stands for the parts that are cut out is as deep as they are.
    rest = shape.mapping(
        parse_json(f"{{{text[kb_ends + 2 : quests_at]}}}", "the game", GameFileError)
    )
    kb, facts = (
        text[len(KB_BEGINS) : kb_ends + 1],
        text[world_at + len(_WORLD) : len(end) - len(_END)],
    )
    quests = text[quests_at + len(QUESTS_BEGIN) : world_at]
    return Parts(
        _known(_KNOWLEDGE, kb, KnowledgeBase.deserialize, _WRITTEN.knowledge),
        _facts(facts),
        _quests(f"[{quests}]"),
        rest,
        {
            "KB": kb,
            "infos": _infos(rest.get("infos")),
            "quests": f"[{quests}]",
            "world": f"[{facts}]",
        },
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


def _infos(data: Any) -> str:
    """Return the text of the infos, each of which has the keys that are written."""
    for one in shape.items(data, shape.pair):
        if type(one[1]) is not dict or one[1].keys() != _INFO_KEYS:
            raise _OtherFormError
    return _WRITTEN.value(data)


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
    told = "".join(pieces)
    data = parse_json(told, "the quests", GameFileError)
    if _WRITTEN.value(data) != told or len(data) > shape.MOST_ITEMS:
        raise _OtherFormError
    taken = _Taken(actions)
    quests = [_quest(one, taken) for one in data]
    taken.check_all()
    return quests


def _action(text: str) -> Action:
    """Return the action of a text, which lacks what it begins with and is not remembered."""
    write = GameEncoder(canonical=True).action
    return _ACTIONS.keep(text, _proven(_ACTION_BEGINS + text, Action.deserialize, write))


def _quest(data: Any, taken: "_Taken") -> Quest:
    """Return the quest of a JSON without its actions, which are the next ones."""
    if shape.mapping(data).keys() != _QUEST_KEYS:
        raise _OtherFormError
    failing = shape.items(data["fail_events"], taken.event)
    winning = shape.items(data["win_events"], taken.event)
    quest = Quest.of_data(data, winning, failing)
    values = quest.reward, quest.optional, quest.repeatable, [*quest.commands]
    said = data["reward"], data["optional"], data["repeatable"], data["commands"]
    if values != said:
        raise _OtherFormError
    return quest


class _Taken:
    """Actions that are taken one after the other, for the places that they had in the JSON."""

    def __init__(self, actions: list[Action]):
        self._actions = actions
        self._next = 0

    def event(self, data: Any) -> Event:
        """Return the event of a JSON without its actions, which are the next ones."""
        if shape.mapping(data).keys() != _EVENT_KEYS:
            raise _OtherFormError
        done = self._take(data["actions"])
        commands = shape.member(data, "commands", shape.texts)
        (condition,) = self._take([data["condition"]])
        return Event.of_parts(done, commands, condition)

    def check_all(self) -> None:
        """Check that all have been taken."""
        if self._next != len(self._actions):
            raise _OtherFormError

    def _take(self, places: Any) -> list[Action]:
        if type(places) is not list or len(places) > shape.MOST_ITEMS:
            raise _OtherFormError
        start, end = self._next, self._next + len(places)
        self._next = end
        if end > len(self._actions):
            raise _OtherFormError
        return self._actions[start:end]
