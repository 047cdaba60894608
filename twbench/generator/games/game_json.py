"""The JSON of a game as text: what `json.dumps` makes of `Game.serialize`, several times faster.

Most of a game's JSON is facts, which occur over and over in the actions of its quests and in other
games, as the actions do; and the knowledge base is that of many games. Their texts are kept, and
what holds facts is put together from them.
"""

__all__ = [
    "LONGEST_KEPT",
    "SORTED_FACTS",
    "GameEncoder",
    "Piece",
    "game_encoder",
    "serialize_kb",
]

import json
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from json.encoder import encode_basestring_ascii
from operator import attrgetter
from typing import Any, Protocol, TypeVar

from twbench.bounded_cache import BoundedCache
from twbench.generator.data import KnowledgeBase
from twbench.generator.games import first_actions
from twbench.generator.knowledge.entity import EntityInfo
from twbench.generator.knowledge.event import Event
from twbench.generator.knowledge.quest import Quest
from twbench.generator.texts.parts import GameParts
from twbench.logic import Action, Proposition
from twbench.logic.rules import ACTION_PARTS

Piece = bytes | memoryview
"""Some of the bytes of a file."""
SORTED_FACTS = "sorted facts"
"""What stands, among pieces of a game's file, for the array of its facts sorted by their texts: a
game's id is made of that, and the file has them in another order."""
LONGEST_KEPT = 8000
"""Characters of the longest text that is kept: what strangers write is not to fill the memory."""
K = TypeVar("K")


class Encodable(GameParts, Protocol):
    """A game, as what writes it sees it."""

    def serialize_frame(self) -> dict[str, Any]:
        """Return the JSON form with world, quests, infos and KB left empty."""


@lru_cache(maxsize=16)
def serialize_kb(kb: KnowledgeBase) -> Mapping[str, Any]:
    """Return ``kb.serialize()``.

    A knowledge base is read only and serves many games; to print its logic takes longer than to
    encode the rest of a small game.
    """
    return kb.serialize()


class _Texts(BoundedCache[K, str]):
    """The JSON of what games have over and over, by what ``write`` makes it of.

    Long texts are not kept, which `functools.lru_cache` would do; and as with it, what is known is
    found without a call of Python, for there is much of it.
    """

    __slots__ = ("_write",)

    def __init__(self, limit: int, write: Callable[[K], str]):
        super().__init__(limit)
        self._write = write

    def __missing__(self, key: K) -> str:
        text = self._write(key)
        return self.keep(key, text) if len(text) <= LONGEST_KEPT else text


_command = _Texts(4096, encode_basestring_ascii).__getitem__
"""Returns the JSON of a command: a game tells the same ones several times."""
_ActionParts = tuple[
    str, tuple[Proposition, ...], tuple[Proposition, ...], str | None, str | None, str | None
]
"""The values of an action in the order of `ACTION_PARTS`."""
_MOST_SYNONYMS = 8
"""Of an entity, that are remembered together."""
_LONG = ("desc", "synonyms")
_SHORT = tuple([name for name in EntityInfo.__slots__ if name not in _LONG])
_short: Callable[[EntityInfo], tuple[str | None, ...]] = attrgetter(*_SHORT)
"""Takes what is said of an entity, without its description and its synonyms."""


class GameEncoder:
    """Encodes games as ``json.dumps`` does or, if ``canonical``, as `canonical_json` does.

    The texts are kept of the last 16,384 facts, 4,096 actions and 16 knowledge bases, and of 8,192
    entities what they have besides their descriptions: `game_encoder` returns those of a process.
    """

    def __init__(self, canonical: bool):
        self._canonical = canonical
        self._comma, self._colon = (",", ":") if canonical else (", ", ": ")
        self.value: Callable[[Any], str] = json.JSONEncoder(
            sort_keys=canonical,
            separators=(self._comma, self._colon),
            allow_nan=not canonical,
        ).encode
        self._variable_form = self._form("name", "type")
        self._fact_form = self._form("name", "arguments")
        self._action_form = self._form(*ACTION_PARTS)
        self._event_form = self._form("commands", "actions", "condition")
        # Most events have no actions. JSON has no such character within texts: see `_around_texts`.
        self._bare_event = self._event_form("[]", "[]", "\0").split("\0")
        self._short_form = self._form("commands", "actions", "condition", first_actions.KEY)
        self._quest_form = self._form(
            "desc", "reward", "commands", "win_events", "fail_events", "optional", "repeatable"
        )
        self._info_form = self._form(*EntityInfo.__slots__)
        self._scalar: Callable[[float], str] = lru_cache(maxsize=256, typed=True)(self.value)
        self.facts = _Texts(16384, self._fact)
        self.fact = self.facts.__getitem__
        self.actions_by_parts = _Texts(1024, self._action)
        self.actions: BoundedCache[int, tuple[Action, str]] = BoundedCache(4096)
        self._around: Callable[..., list[str]] = lru_cache(maxsize=8192)(self._around_texts)
        self.few_synonyms = lru_cache(maxsize=1024)(self._strings_of)
        self.knowledge: Callable[[KnowledgeBase], str] = lru_cache(maxsize=16)(self._knowledge)

    def game(self, game: Encodable, known: Container[str] = ()) -> dict[str, str]:
        """Return the encoded values of ``game.serialize()`` by key; `object` joins them.

        Those of world, quests, infos and KB are left out if they are ``known``.
        """
        data = game.serialize_frame()
        parts = {} if known else self._parts(game)
        return {key: parts.get(key) or self.value(data[key]) for key in data if key not in known}

    def object(self, encoded: Mapping[str, str]) -> str:
        """Return the text of an object, given the texts of its values by (plain) key."""
        keys = sorted(encoded) if self._canonical else encoded
        fields = self._comma.join([f'"{key}"{self._colon}{encoded[key]}' for key in keys])
        return f"{{{fields}}}"

    def pieces(self, encoded: Mapping[str, Piece]) -> list[Piece]:
        """Return what `object` returns for the same values in ASCII, in pieces of that.

        Quests may take a third of a megabyte, which is to be copied as rarely as can be.
        """
        keys = sorted(encoded) if self._canonical else encoded
        comma, colon = self._comma.encode(), self._colon
        fields: list[tuple[Piece, ...]] = [
            (comma, f'"{key}"{colon}'.encode(), encoded[key]) for key in keys
        ]
        return [b"{", *[*chain.from_iterable(fields)][1:], b"}"]

    def array(self, encoded: Iterable[str]) -> str:
        """Return the text of an array, given those of its items."""
        return f"[{self._comma.join(encoded)}]"

    def action(self, action: Action) -> str:
        """Return the text of an action."""
        # The events of a game may be the steps of one walkthrough, with the very same actions, and
        # those of the next game are the same ones again.
        known = self.actions.get(id(action))
        if known is None:
            parts = (
                action.name,
                action.preconditions,
                action.postconditions,
                action.command_template,
                action.reverse_name,
                action.reverse_command_template,
            )
            text = self.actions_by_parts[parts]
            if len(text) > LONGEST_KEPT:
                return text
            # The entry holds the action too: as long as it is kept, no other object has its id.
            known = self.actions.keep(id(action), (action, text))
        return known[1]

    def _parts(self, game: Encodable) -> Mapping[str, str]:
        infos = [self._info(id_, info) for id_, info in game.infos.items()]
        return {
            "world": self.array(map(self.fact, game.world.facts)),
            "quests": self._quests(game.quests),
            "infos": self.array(infos),
            "KB": self.knowledge(game.kb),
        }

    def _form(self, *keys: str) -> Callable[..., str]:
        """Return what makes an object of the texts of its values, in the order of ``keys``."""
        places = {key: f"{{{place}}}" for place, key in enumerate(keys)}
        return f"{{{self.object(places)}}}".format

    def _quests(self, quests: Sequence[Quest]) -> str:
        counts = iter(first_actions.numbers_of_first(quests))
        return self.array([self._quest(quest, counts) for quest in quests])

    def _quest(self, quest: Quest, counts: Iterator[int | None]) -> str:
        """Return the text of a quest, with the next of ``counts`` for each event."""
        return self._quest_form(
            *_strings(quest.desc),
            self._scalar(quest.reward),
            self.array(map(_command, quest.commands)),
            self.array(map(self._event, quest.win_events, counts)),
            self.array(map(self._event, quest.fail_events, counts)),
            self._scalar(quest.optional),
            self._scalar(quest.repeatable),
        )

    def _event(self, event: Event, count: int | None) -> str:
        """Return the text of an event, or of its beginning: see `first_actions`."""
        condition, actions, commands = self.action(event.condition), event.actions, event.commands
        if not actions and not commands:
            before, behind = self._bare_event
            return f"{before}{condition}{behind}"
        if count is None:
            told, done = self.array(map(_command, commands)), self.array(map(self.action, actions))
            return self._event_form(told, done, condition)
        told, done = f"[{_command(commands[0])}]", f"[{self.action(actions[0])}]"
        return self._short_form(told, done, condition, self._scalar(count))

    def _action(self, parts: _ActionParts) -> str:
        name, preconditions, postconditions, *others = parts
        return self._action_form(
            *_strings(name),
            self.array(map(self.fact, preconditions)),
            self.array(map(self.fact, postconditions)),
            *_strings(*others),
        )

    def _fact(self, fact: Proposition) -> str:
        arguments = [self._variable_form(*_strings(one.name, one.type)) for one in fact.arguments]
        return self._fact_form(*_strings(fact.name), self.array(arguments))

    def _info(self, id_: str, info: EntityInfo) -> str:
        before, between, behind = self._around(*_short(info))
        desc, synonyms = info.desc, info.synonyms
        told = "null" if desc is None else encode_basestring_ascii(desc)
        called = "null" if synonyms is None else self._synonyms(synonyms)
        key = encode_basestring_ascii(id_)
        return f"[{key}{self._comma}{before}{told}{between}{called}{behind}]"

    def _around_texts(self, *short: str | None) -> list[str]:
        """Return what is before, between and behind description and synonyms of an entity."""
        texts = dict(zip(_SHORT, _strings(*short), strict=True))
        # JSON has no such character within texts: it is written otherwise.
        form = self._info_form(*[texts.get(name, "\0") for name in EntityInfo.__slots__])
        return form.split("\0")

    def _synonyms(self, synonyms: Sequence[str]) -> str:
        # What strangers write is not to fill the memory: there may be megabytes of them.
        few = len(synonyms) <= _MOST_SYNONYMS
        return self.few_synonyms(*synonyms) if few else self._strings_of(*synonyms)

    def _strings_of(self, *texts: str) -> str:
        return self.array(_strings(*texts))

    def _knowledge(self, kb: KnowledgeBase) -> str:
        return self.value(dict(serialize_kb(kb)))


@cache
def game_encoder(canonical: bool) -> GameEncoder:
    """Return the encoder of this process, which knows the texts that games share."""
    return GameEncoder(canonical)


def _strings(*texts: str | None) -> list[str]:
    return ["null" if text is None else encode_basestring_ascii(text) for text in texts]
