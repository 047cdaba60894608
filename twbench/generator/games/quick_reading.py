"""Reading the JSON of a game as `twbench.generator.games.game_json` writes it, by its pieces.

Facts and actions are most of a game's file, and occur over and over in it and in other games. Here
such a text is cut into the texts of facts and actions, each of which is read once as long as it is
remembered. Whatever is not of that form is left to those who read any JSON.

How a text is cut is a guess, so that what comes of it is one as well: it is the game of the text
exactly if that is what the game is written as. `twbench.generator.games.game.Game.of_bytes` has the
reading of any JSON behind it, and `as_written` the proof.
"""

__all__ = ["KB_BEGINS", "QUESTS_BEGIN", "Parts", "read_parts"]

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from twbench import shape
from twbench.bounded_cache import BoundedCache
from twbench.errors import GameFileError
from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.event import Event
from twbench.generator.knowledge.quest import Quest
from twbench.logic import Action, Proposition
from twbench.untrusted import parse_json

T = TypeVar("T")

KB_BEGINS = '{"KB":'
"""How the file begins: with the knowledge base."""
QUESTS_BEGIN = ',"quests":['
"""Where the quests begin, the largest part of most files."""
_WORLD = '],"version":1,"world":['
_END = "]}"
_FACT = re.compile(r'\{"arguments":\[[^\]\\]*\],"name":"[^"\\]*"\}')
_ACTION_BEGINS = '{"command_template":'
_ACTION_ENDS = re.compile(r'"reverse_name":(?:null|"[^"\\]*")\}')

_COMMANDS = shape.each(shape.text)

_FACTS: BoundedCache[str, Proposition] = BoundedCache(8192)
"""By their texts, a hundred characters each, for as many as `twbench.logic` keeps."""
_ACTIONS: BoundedCache[str, Action] = BoundedCache(8192)
"""By their texts, a thousand characters each: those of thirty games of cooking."""
_KNOWLEDGE: BoundedCache[str, KnowledgeBase] = BoundedCache(16)
"""By their texts, twenty kilobytes each."""


class Parts(NamedTuple):
    """A game's file: its facts, its quests, and the rest as JSON, which has neither.

    The knowledge base, which is as long as all else of a small game, is left out of the rest too.
    """

    kb: KnowledgeBase
    facts: list[Proposition]
    quests: list[Quest]
    rest: Mapping[str, Any]


class _OtherFormError(Exception):
    """The text is not of the form that is read here."""


def read_parts(text: str) -> Parts | None:
    """Return the parts of a game's file; None if it is of another form, or is no sound game.

    The parts have the types that they promise. Whether they are those of the text has to be proven.
    """
    try:
        return _read(text)
    except (_OtherFormError, GameFileError):
        return None


def _read(text: str) -> Parts:
    quests_at = _place(text, QUESTS_BEGIN)
    world_at = _place(text, _WORLD)
    kb_ends = min(
        [place for key in ("extras", "grammar") if (place := text.find(f'}},"{key}":')) > 0],
        default=-1,
    )
    end = text.rstrip("\n")
    if not (
        text.startswith(KB_BEGINS) and 0 < kb_ends < quests_at < world_at and end.endswith(_END)
    ):
        raise _OtherFormError
    # What stands for the parts that are cut out is as deep as they are.
    rest = f"{{{text[kb_ends + 2 : quests_at]}}}"
    return Parts(
        _knowledge(text[len(KB_BEGINS) : kb_ends + 1]),
        _facts(text[world_at + len(_WORLD) : len(end) - len(_END)]),
        _quests(text[quests_at + len(QUESTS_BEGIN) : world_at]),
        shape.mapping(parse_json(rest, "the game", GameFileError)),
    )


def _place(text: str, mark: str) -> int:
    """Return where the last ``mark`` is."""
    place = text.rfind(mark)
    if place < 0:
        raise _OtherFormError
    return place


def _knowledge(text: str) -> KnowledgeBase:
    return _known(_KNOWLEDGE, text, KnowledgeBase.deserialize)


def _known(known: BoundedCache[str, T], text: str, read: Callable[[Any], T]) -> T:
    """Return what ``read`` makes of the JSON ``text``, which is remembered."""
    found = known.get(text)
    if found is None:
        found = known.keep(text, read(parse_json(text, "a part of the game", GameFileError)))
    return found


def _facts(text: str) -> list[Proposition]:
    texts = _FACT.findall(text)
    if sum(map(len, texts)) + max(len(texts) - 1, 0) != len(text) or len(texts) > shape.MOST_ITEMS:
        raise _OtherFormError
    return [_FACTS.get(one) or _known(_FACTS, one, Proposition.deserialize) for one in texts]


def _quests(text: str) -> list[Quest]:
    """Return the quests, in whose JSON numbers take the places of the actions."""
    first, *others = text.split(_ACTION_BEGINS)
    actions: list[Action] = []
    pieces = ["[", first]
    for number, other in enumerate(others):
        found = _ACTION_ENDS.search(other)
        if found is None:
            raise _OtherFormError
        actions.append(_action(_ACTION_BEGINS + other[: found.end()]))
        pieces += str(number), other[found.end() :]
    data = parse_json("".join([*pieces, "]"]), "the quests", GameFileError)
    if len(data) > shape.MOST_ITEMS:
        raise _OtherFormError
    taken = iter(enumerate(actions))
    return [_quest(shape.mapping(one), taken) for one in data]


def _action(text: str) -> Action:
    return _ACTIONS.get(text) or _known(_ACTIONS, text, Action.deserialize)


def _quest(data: Mapping[str, Any], actions: Iterator[tuple[int, Action]]) -> Quest:
    """Return the quest of a JSON with numbers for its actions, which are the next ones."""
    failing = _events(data.get("fail_events"), actions)
    winning = _events(data.get("win_events"), actions)
    return Quest.of_data(data, winning, failing)


def _events(data: Any, actions: Iterator[tuple[int, Action]]) -> list[Event]:
    def event(one: Any) -> Event:
        given = shape.mapping(one)
        done = shape.items(given.get("actions"), lambda number: _taken(number, actions))
        commands = shape.member(given, "commands", _COMMANDS)
        return Event.of_parts(done, commands, _taken(given.get("condition"), actions))

    return shape.items(data, event)


def _taken(number: Any, actions: Iterator[tuple[int, Action]]) -> Action:
    """Return the next action, whose number this must be."""
    place, action = next(actions, (None, None))
    if type(number) is not int or number != place or action is None:
        raise _OtherFormError
    return action
