"""The quests in the JSON of a game: actions that several events share are written once.

The events of a game may be the steps of one walkthrough, each with all actions that lead up to it.
So one event, the first of those with the most actions, is written in full. Another event whose
actions and commands are the first n of those, two at least, is written with the first action and
command alone, and with n as ``first_actions``:

    {"commands": ["take apple"], "actions": [{...}], "condition": {...}, "first_actions": 7}

TextWorld does not know this key, and must still play such a game to its end. It reads an event with
one action; all others it does for the event in full, and so the shortened ones happen on the way.
In two cases they might not. Where the longest event can do without some of its actions, TextWorld
would leave these out: then all events are written in full. And where an event has several
conditions, TextWorld might bring them about one after the other, and never at once: then that event
is.

`twbench.generator.games.game_json` writes the same as text, and
`twbench.generator.games.quick_quests` reads it.
"""

__all__ = ["KEY", "Beginnings", "numbers_of_first", "read_quests", "serialize_quests"]

import operator
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

from twbench import shape
from twbench.generator.knowledge.event import FIRST_ACTIONS as KEY
from twbench.generator.knowledge.event import Event
from twbench.generator.knowledge.quest import Quest
from twbench.logic import Action, Proposition
from twbench.logic.rules import ACTION_PARTS

_FEWEST = 2  # one action is in the file anyhow
_MOST_COMPARED = 500  # the time it takes grows with the square of that
_MOST_FACTS = 10_000  # each may be held as often as there are actions
# Actions are equal whatever is typed for them, and whatever undoes them: all of it is compared.
_all_of = operator.attrgetter(*ACTION_PARTS)


class Beginnings:
    """Gives shortened events, as they were read, the first actions of the event in full.

    That is the first of those with the most actions among ``events``. A few digits in a file stand
    for many actions, so at most `shape.MOST_ITEMS` are given in all: more than any file of a game
    has had room for.
    """

    def __init__(self, events: Sequence[Event]):
        full = max(events, key=_length, default=None)
        self._actions, self._commands = (full.actions, full.commands) if full else ((), ())
        self._left = shape.MOST_ITEMS

    def expand(self, event: Event, count: int) -> None:
        """Give ``event`` the first ``count`` actions, and their commands.

        Raises ShapeError if these do not begin with what the event has, or are too many.
        """
        actions, commands = self._actions, self._commands
        if count < _FEWEST:
            raise shape.ShapeError(f"must be {_FEWEST} or more, not {count}")
        if count > min(len(actions), len(commands)):
            raise shape.ShapeError(f"is {count}, but no event has as many actions and commands")
        is_first = len(event.actions) == 1 and _begin(event.actions, actions)
        if not is_first or event.commands != commands[:1]:
            raise shape.ShapeError(
                "must be beside the first action and command of the longest event"
            )
        self._left -= count
        if self._left < 0:
            raise shape.ShapeError(f"makes more than {shape.MOST_ITEMS} actions, with those before")
        event.actions, event.commands = actions[:count], commands[:count]


def numbers_of_first(quests: Iterable[Quest]) -> list[int | None]:
    """Return for each event how many actions it shares with the event in full, from the first on.

    The order is that of the quests, winning events before failing ones. None stands for an event
    that is written in full.
    """
    events = [*chain.from_iterable([quest.events for quest in quests])]
    if not events:
        return []
    lengths = [*map(_length, events)]
    longest = lengths.index(max(lengths))
    full = events[longest]
    commands = full.commands
    numbers = [
        _number_of_first(event, full, commands) if length >= _FEWEST else None
        for event, length in zip(events, lengths, strict=True)
    ]
    numbers[longest] = None
    return numbers if any(numbers) and _needs_all(full) else [None] * len(events)


def serialize_quests(quests: Sequence[Quest]) -> list[dict[str, Any]]:
    """Return the JSON form of the quests of a game."""
    data = [quest.serialize() for quest in quests]
    events = chain.from_iterable([(*one["win_events"], *one["fail_events"]) for one in data])
    for event, count in zip(events, numbers_of_first(quests), strict=True):
        if count is not None:
            for key in ("commands", "actions"):
                del event[key][1:]
            event[KEY] = count
    return data


def read_quests(data: Any) -> list[Quest]:
    """Return the inverse of `serialize_quests`; raises ShapeError."""
    quests = shape.items(data, partial(Quest.of_data, read_event=Event.of_data))
    beginnings = Beginnings([*chain.from_iterable([quest.events for quest in quests])])
    shape.items([*zip(quests, data, strict=True)], partial(_expand_quest, beginnings))
    return quests


def _expand_quest(beginnings: Beginnings, read: tuple[Quest, Mapping[str, Any]]) -> None:
    quest, written = read
    events = {"win_events": quest.win_events, "fail_events": quest.fail_events}
    for key, expanded in events.items():
        shape.member(written, key, partial(_expand_all, beginnings, expanded))
    quest.commands = tuple(written["commands"])  # which the first event may have only now


def _expand_all(beginnings: Beginnings, events: Sequence[Event], written: Any) -> None:
    shape.items([*zip(events, written, strict=True)], partial(_expand, beginnings))


def _expand(beginnings: Beginnings, read: tuple[Event, Mapping[str, Any]]) -> None:
    event, written = read
    if KEY in written:
        shape.member(
            written, KEY, lambda count: beginnings.expand(event, shape.whole_number(count))
        )


def _needs_all(event: Event) -> bool:
    """Whether no actions in a row can be left out, so that the others still lead to the event.

    Sets of facts are numbers here, of a bit for each fact. What no action changes is left out: it
    is true in all states.
    """
    facts = sum(map(_size, (*event.actions, event.condition)))
    if len(event.actions) > _MOST_COMPARED or facts > _MOST_FACTS:
        return False
    changed = {*chain.from_iterable([(*one.added, *one.removed) for one in event.actions])}
    bits = {fact: 1 << place for place, fact in enumerate(changed)}
    steps = [
        (_set_of(one.preconditions, bits), _set_of(one.removed, bits), _set_of(one.added, bits))
        for one in event.actions
    ]
    needed = _set_of(event.condition.preconditions, bits)
    needs = [needed]
    for required, _, added in reversed(steps):
        needed = needed & ~added | required
        needs.append(needed)
    state = needs.pop()
    states = []
    before = 0  # what was true in any of the states
    for (_, removed, added), needed in zip(steps, reversed(needs), strict=True):
        states.append(state)
        before |= state
        if not needed & ~before and any(not needed & ~earlier for earlier in states):
            return False
        state = state & ~removed | added
    return True


def _set_of(facts: Iterable[Proposition], bits: Mapping[Proposition, int]) -> int:
    """Return the set of those ``facts`` that have one of the ``bits``."""
    found = 0
    for fact in facts:
        found |= bits.get(fact, 0)
    return found


def _number_of_first(event: Event, full: Event, commands: tuple[str, ...]) -> int | None:
    """Return how many of the first actions of ``full``, which has these commands, an event has."""
    if len(event.condition.preconditions) != 1 or not _begin(event.actions, full.actions):
        return None
    count, own = len(event.actions), event.commands
    return count if count <= len(own) and own == commands[:count] else None


def _begin(some: Sequence[Action], actions: Sequence[Action]) -> bool:
    """Whether ``some`` actions, no more than there are, are the first ``actions``."""
    if all(map(operator.is_, some, actions)):
        return True
    return [*map(_all_of, some)] == [*map(_all_of, actions[: len(some)])]


def _size(action: Action) -> int:
    return len(action.preconditions) + len(action.postconditions)


def _length(event: Event) -> int:
    return len(event.actions)
