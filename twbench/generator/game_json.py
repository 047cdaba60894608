"""The JSON of a game as text: what `json.dumps` makes of `Game.serialize`, several times faster.

Most of a game's JSON is facts, and most of them occur over and over in the actions of its quests.
Here each fact is encoded once, and what holds facts is put together from their texts.
"""

__all__ = ["GameEncoder", "serialize_kb"]

import json
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from json.encoder import encode_basestring_ascii
from typing import TYPE_CHECKING

from twbench.generator.data import KnowledgeBase
from twbench.generator.event import Event
from twbench.generator.quest import Quest
from twbench.logic import Action, Proposition, Variable

if TYPE_CHECKING:
    from twbench.generator.game import Game


@lru_cache(maxsize=16)
def serialize_kb(kb: KnowledgeBase) -> Mapping[str, str]:
    """Return ``kb.serialize()``.

    A knowledge base is read only and serves many games; to print its logic takes longer than to
    encode the rest of a small game.
    """
    return kb.serialize()


class GameEncoder:
    """Encodes games as ``json.dumps`` does or, if ``canonical``, as `canonical_json` does."""

    def __init__(self, canonical: bool = False):
        self._comma, self._colon = (",", ":") if canonical else (", ", ": ")
        self._canonical = canonical
        self.value = json.JSONEncoder(
            sort_keys=canonical,
            separators=(self._comma, self._colon),
            allow_nan=not canonical,
        ).encode
        self._variables: dict[Variable, str] = {}
        self._facts: dict[Proposition, str] = {}
        self._variable_form = self._form("name", "type")
        self._fact_form = self._form("name", "arguments")
        self._action_form = self._form(
            "name",
            "preconditions",
            "postconditions",
            "command_template",
            "reverse_name",
            "reverse_command_template",
        )
        self._event_form = self._form("commands", "actions", "condition")
        self._quest_form = self._form(
            "desc", "reward", "commands", "win_events", "fail_events", "optional", "repeatable"
        )

    def game(self, game: "Game") -> dict[str, str]:
        """Return the encoded values of ``game.serialize()`` by key; `object` joins them."""
        data = game.serialize_without_facts()
        encoded = {key: self.value(data[key]) for key in data}
        encoded["world"] = self.array(map(self.fact, game.world.facts))
        encoded["quests"] = self.array(map(self.quest, game.quests))
        return encoded

    def object(self, encoded: Mapping[str, str]) -> str:
        """Return the text of an object, given the texts of its values by (plain) key."""
        keys = sorted(encoded) if self._canonical else encoded
        fields = self._comma.join([f'"{key}"{self._colon}{encoded[key]}' for key in keys])
        return f"{{{fields}}}"

    def array(self, encoded: Iterable[str]) -> str:
        """Return the text of an array, given those of its items."""
        return f"[{self._comma.join(encoded)}]"

    def fact(self, fact: Proposition) -> str:
        """Return the text of a fact."""
        text = self._facts.get(fact)
        if text is None:
            arguments = self.array(map(self._variable, fact.arguments))
            text = self._facts[fact] = self._fact_form(_string(fact.name), arguments)
        return text

    def quest(self, quest: Quest) -> str:
        """Return the text of a quest."""
        return self._quest_form(
            self.value(quest.desc),
            self.value(quest.reward),
            self.value(quest.commands),
            self.array(map(self._event, quest.win_events)),
            self.array(map(self._event, quest.fail_events)),
            self.value(quest.optional),
            self.value(quest.repeatable),
        )

    def _event(self, event: Event) -> str:
        return self._event_form(
            self.value(event.commands),
            self.array(map(self._action, event.actions)),
            self._action(event.condition),
        )

    def _action(self, action: Action) -> str:
        return self._action_form(
            _string(action.name),
            self.array(map(self.fact, action.preconditions)),
            self.array(map(self.fact, action.postconditions)),
            _string(action.command_template),
            _string(action.reverse_name),
            _string(action.reverse_command_template),
        )

    def _variable(self, variable: Variable) -> str:
        text = self._variables.get(variable)
        if text is None:
            text = self._variable_form(_string(variable.name), _string(variable.type))
            self._variables[variable] = text
        return text

    def _form(self, *keys: str) -> Callable[..., str]:
        """Return what makes an object of the texts of its values, in the order of ``keys``."""
        places = {key: f"{{{place}}}" for place, key in enumerate(keys)}
        return f"{{{self.object(places)}}}".format


def _string(text: str | None) -> str:
    return "null" if text is None else encode_basestring_ascii(text)
