"""Reading the quests in a game's JSON by their pieces: see `quick_reading`."""

__all__ = ["read_quests"]

import re
from json.encoder import encode_basestring_ascii
from typing import NamedTuple

from twbench import shape
from twbench.bounded_cache import BoundedCache
from twbench.generator.games import first_actions
from twbench.generator.games.quick_facts import ACTION_BEGINS, read_action
from twbench.generator.games.quick_values import (
    TEXT_OR_NULL,
    TEXTS,
    OtherFormError,
    divided,
    keep,
    texts_of,
    value_of,
)
from twbench.generator.knowledge.event import Event
from twbench.generator.knowledge.quest import Quest
from twbench.logic import Action

_QUEST_BEGINS = '{"commands":['
_EVENT_BEGINS = '{"actions":['
_COMMANDS_BEGIN = '],"commands":['
_COMMANDS_END = '],"desc":'
_CONDITION_BEGINS = f'],"condition":{ACTION_BEGINS}'
_LAST_KEY = '"reverse_name":'
_EVENT_ENDS = re.compile(
    rf'{_LAST_KEY}(?:null|"[^"\\]*")(\}})(?:,"{first_actions.KEY}":([1-9][0-9]{{0,5}}))?\}}'
)
"""The end of the condition of an event, and how many actions it begins with, if it says so."""
_TAKES_PLACE = '{"":0}'
_PLACES = rf"\[((?:{re.escape(_TAKES_PLACE)}(?:,{re.escape(_TAKES_PLACE)})*+)?)\]"
_COMMANDS = re.compile(TEXTS)
_FRAME = re.compile(
    rf'({TEXT_OR_NULL}),"fail_events":{_PLACES},"optional":(true|false),"repeatable":(true|false),'
    rf'"reward":(0|-?[1-9][0-9]{{0,18}}),"win_events":{_PLACES}\}}(,?)'
)
"""What follows the commands of a quest: its values in the order of their keys, and a comma."""
_NO_ACTIONS = f"{_COMMANDS_BEGIN}{_CONDITION_BEGINS}"

_ACTIONS: BoundedCache[str, Action] = BoundedCache(8192)
"""By their texts without what all begin with, a thousand characters each: those of thirty games of
cooking."""
_EVENTS: BoundedCache[str, tuple[Event, str]] = BoundedCache(2048)
"""Events without actions and what follows them, by their texts without what all begin with: eight
hundred characters each, those of two hundred games of cooking, most of which are in others too."""
_FRAMES: BoundedCache[str, "_Frame"] = BoundedCache(1024)
"""By the texts behind the commands of quests: most say nothing of their own."""


class _Frame(NamedTuple):
    """What a quest has besides events and commands, and how many of those; ``is_last`` of all."""

    desc: str | None
    failing: int
    optional: bool
    repeatable: bool
    reward: int
    winning: int
    is_last: bool


def read_quests(text: str) -> list[Quest]:
    """Return the quests of a text, which are divided by commas.

    Something takes the places of events in it that a quest has nowhere else. No text has it, or
    what an event or a quest begins with, since quotes in texts are escaped. So each place of an
    event has an event of the text, if they are as many. Raises OtherFormError, or GameFileError.
    """
    first, *chunks = text.split(_EVENT_BEGINS)
    reader = _Reader()
    pieces = [first]
    for chunk in chunks:
        pieces += _TAKES_PLACE, reader.read_event(chunk)
    reader.expand_events()
    none, *quests = "".join(pieces).split(_QUEST_BEGINS)
    if none or len(quests) > shape.MOST_ITEMS:
        raise OtherFormError
    found = [reader.quest(quest, quest is quests[-1]) for quest in quests]
    reader.check_all(found)
    return found


class _Reader:
    """Reads the events of a game, and then its quests, which take the events one by one."""

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._counts: list[int | None] = []
        self._next = 0
        self._taken: list[int | None] = []

    def read_event(self, text: str) -> str:
        """Read the event that a text begins with, but for its own beginning; return the rest."""
        known = _EVENTS.get(text)
        if known is not None:
            event, rest = known
            self._events.append(event.copy())
            self._counts.append(None)
            return rest
        # From the end, since actions are the longest part of most.
        commands_end = text.rfind(_CONDITION_BEGINS)
        actions_end = text.rfind(_COMMANDS_BEGIN, 0, commands_end)
        condition_at = commands_end + len(_CONDITION_BEGINS)
        end = _EVENT_ENDS.match(text, text.find(_LAST_KEY, condition_at))
        if end is None or not 0 <= actions_end < commands_end:
            raise OtherFormError
        condition = text[condition_at : end.end(1)]
        event = Event.of_parts(
            _actions(text[:actions_end]),
            _commands(text[actions_end + len(_COMMANDS_BEGIN) : commands_end]),
            _ACTIONS.get(condition) or _action(condition),
        )
        self._events.append(event)
        self._counts.append(int(end[2]) if end[2] else None)
        rest = text[end.end() :]
        if text.startswith(_NO_ACTIONS) and not end[2]:
            keep(_EVENTS, text, (event.copy(), rest))
        return rest

    def expand_events(self) -> None:
        """Give the events the actions that they begin with, once all are read."""
        beginnings = first_actions.Beginnings(self._events)
        for event, count in zip(self._events, self._counts, strict=True):
            if count is not None:
                beginnings.expand(event, count)

    def quest(self, text: str, is_last: bool) -> Quest:
        """Return the quest of a text, but for its beginning, whose events are the next ones."""
        commands, _, behind = text.partition(_COMMANDS_END)
        frame = _FRAMES.get(behind) or keep(_FRAMES, behind, _frame(behind))
        if is_last is not frame.is_last:
            raise OtherFormError
        lost_by, won_by = self._take(frame.failing), self._take(frame.winning)
        winning = self._events[won_by]
        # The commands of a quest are most often those of its first event.
        given = winning[0].commands if winning else ()
        if commands != ",".join(map(encode_basestring_ascii, given)):
            given = _commands(commands)
        quest = Quest(
            winning,
            self._events[lost_by],
            frame.reward,
            frame.desc,
            given,
            frame.optional,
            frame.repeatable,
        )
        if quest.commands != given:
            raise OtherFormError
        self._taken += (*self._counts[won_by], *self._counts[lost_by])
        return quest

    def check_all(self, quests: list[Quest]) -> None:
        """Check that all events were taken, and that the right ones were written shortened."""
        is_all = self._next == len(self._events)
        if not is_all or self._taken != first_actions.numbers_of_first(quests):
            raise OtherFormError

    def _take(self, count: int) -> slice:
        start = self._next
        self._next += count
        if self._next > len(self._events):
            raise OtherFormError
        return slice(start, self._next)


def _frame(text: str) -> _Frame:
    found = _FRAME.fullmatch(text)
    if found is None:
        raise OtherFormError
    desc, failing, optional, repeatable, reward, winning, comma = found.groups()
    return _Frame(
        None if desc == "null" else shape.text(value_of(desc)),
        _places(failing),
        optional == "true",
        repeatable == "true",
        shape.whole_number(int(reward)),
        _places(winning),
        not comma,
    )


def _places(text: str) -> int:
    """Return how many places of events a text has, which are divided by commas."""
    return (len(text) + 1) // (len(_TAKES_PLACE) + 1)


def _actions(text: str) -> list[Action]:
    if not text:
        return []
    return [_ACTIONS.get(one) or _action(one) for one in divided(text, ACTION_BEGINS)]


def _action(text: str) -> Action:
    """Return the action of a text, which lacks what it begins with and is not remembered."""
    return keep(_ACTIONS, text, read_action(text))


def _commands(text: str) -> tuple[str, ...]:
    if not text:
        return ()
    if _COMMANDS.fullmatch(text) is None:
        raise OtherFormError
    return tuple(shape.texts(texts_of(text)))
