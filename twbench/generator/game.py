"""The game: a world, quests, and what is said about them (seeds: textworld.generator.game).

Games are stored as JSON of the shape of TextWorld 1.x. This module also re-exports what the
documentation lists beside `Game`.
"""

__all__ = [
    "ActionDependencyTree",
    "ActionDependencyTreeElement",
    "EntityInfo",
    "Event",
    "EventProgression",
    "Game",
    "GameOptions",
    "GameProgression",
    "Quest",
    "QuestProgression",
    "UnderspecifiedEventError",
    "UnderspecifiedQuestError",
    "gen_commands_from_actions",
]

import copy
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from twbench.errors import GameFileError, InputError
from twbench.generator.action_tree import ActionDependencyTree, ActionDependencyTreeElement
from twbench.generator.command import gen_commands_from_actions
from twbench.generator.data import KnowledgeBase
from twbench.generator.entity import EntityInfo
from twbench.generator.event import Event, UnderspecifiedEventError
from twbench.generator.game_json import GameEncoder, serialize_kb
from twbench.generator.grammar_options import GrammarOptions
from twbench.generator.graph_networks import DIRECTIONS
from twbench.generator.options import GameOptions
from twbench.generator.progression import EventProgression, GameProgression, QuestProgression
from twbench.generator.quest import Quest, UnderspecifiedQuestError
from twbench.generator.text_grammar import Grammar
from twbench.generator.world import World
from twbench.generator.written_text import WrittenText
from twbench.logic import Proposition

_VERSION = 1
_KEYS = ("version", "world", "grammar", "quests", "infos", "KB", "metadata", "objective")


class Game:
    """A game: a world and quests, with the names and texts of its entities (seeds: Game).

    With a ``grammar``, all text is generated at once. Games are equal when their JSON is.

    Attributes:
        world: the facts at the start.
        quests: what there is to do.
        infos: id -> names and texts of the entity.
        grammar: options of the text generation, None if no text was generated.
        metadata: whatever describes the game; ``walkthrough``, ``uuid`` and ``seeds`` among it.
        extras: whatever an agent may ask for; strings as a rule.

    """

    def __init__(
        self,
        world: World,
        grammar: Grammar | None = None,
        quests: Iterable[Quest] = (),
    ):
        self.world = world
        self.quests: tuple[Quest, ...] = tuple(quests)
        self.metadata: dict[str, Any] = {}
        self.extras: dict[str, Any] = {}
        self.grammar: GrammarOptions | None = None
        self._objective: str | None = None
        self._by_hand = WrittenText()
        self._written: WrittenText | None = None
        self._infos = {
            variable.name: EntityInfo(variable.name, variable.type) for variable in world.variables
        }
        if grammar is not None:
            self.change_grammar(grammar)

    @property
    def kb(self) -> KnowledgeBase:
        """The logic the game is made of."""
        return self.world.kb

    @property
    def infos(self) -> dict[str, EntityInfo]:
        """The entities of the game by id."""
        return self._infos

    def change_grammar(self, grammar: Grammar) -> None:
        """Generate all text anew with ``grammar`` (seeds: Game.change_grammar).

        What was generated before is replaced: names, descriptions, what quests say and the
        objective; the commands of quests and the walkthrough follow the names. What was written
        by hand is kept. The text of a game from a file counts as generated if there is a grammar
        in the file.
        """
        from twbench.generator.text_generation import generate_text_from_grammar

        self._erase_text()
        by_hand = WrittenText.of(self, self._objective)
        self.grammar = grammar.options.copy()
        generate_text_from_grammar(self, grammar)
        self._by_hand, self._written = by_hand, WrittenText.of(self, self._objective)
        self.update_commands()

    def _erase_text(self) -> None:
        """Remove the text that a grammar generated."""
        if self.grammar is None:
            return
        self.quests = tuple(quest.copy() for quest in self.quests)  # copies of the game share them
        written = self._written or WrittenText.of(self, self._objective)
        written.erase(self, self._by_hand)
        if self._objective == written.objective and self._by_hand.objective is None:
            self._objective = None

    def update_commands(self) -> None:
        """Write the commands of events, of quests and of the walkthrough with today's names.

        A walkthrough that holds commands of no quest's actions is found anew if names changed.
        """
        names = {id_: info.name for id_, info in self._infos.items() if info.name}
        old = self.quests
        self.quests = tuple(_renamed(quest, self.kb, names) for quest in old)
        walkthrough = self.metadata.get("walkthrough")
        if walkthrough is None:
            return
        for before, after in zip(old, self.quests, strict=True):
            if tuple(walkthrough) == before.commands:
                self.metadata["walkthrough"] = list(after.commands)
        if self.metadata["walkthrough"] is walkthrough:
            self._rename_walkthrough(walkthrough, _new_commands(old, self.quests))

    def _rename_walkthrough(
        self, walkthrough: Sequence[str], renamed: Mapping[str, str | None]
    ) -> None:
        if all(renamed.get(command, command) == command for command in walkthrough):
            return
        commands = [renamed.get(command) for command in walkthrough]
        if None in commands:
            del self.metadata["walkthrough"]
            commands = list(self.walkthrough or ())
        self.metadata["walkthrough"] = commands

    @property
    def objective(self) -> str:
        """What the player is told to do; by default the descriptions of the quests."""
        if self._objective is not None:
            return self._objective
        return "\n".join(quest.desc for quest in self.quests if quest.desc)

    @objective.setter
    def objective(self, value: str) -> None:
        self._objective = value

    @property
    def walkthrough(self) -> list[str] | None:
        """Commands that win the game: those in ``metadata``, else those of the winning policy."""
        known = self.metadata.get("walkthrough")
        if known is not None:
            return list(known)
        policy = GameProgression(self).winning_policy
        if not policy:
            return None
        names = {id_: info.name for id_, info in self._infos.items() if info.name}
        return gen_commands_from_actions(policy, self.kb, names)

    @walkthrough.setter
    def walkthrough(self, commands: Sequence[str]) -> None:
        self.metadata["walkthrough"] = list(commands)

    @property
    def max_score(self) -> int:
        """Sum of the rewards of all quests, each counted once."""
        return sum(quest.reward for quest in self.quests)

    @property
    def win_condition(self) -> list[tuple[Proposition, ...]]:
        """For each quest that can be won, the conditions of its first winning event."""
        return [quest.win_events[0].conditions for quest in self.quests if quest.win_events]

    @property
    def command_templates(self) -> list[str]:
        """All command templates understood in this game, sorted."""
        return sorted(set(self.kb.inform7_commands.values()))

    @property
    def verbs(self) -> list[str]:
        """The first words of all command templates, sorted."""
        return sorted({template.split()[0] for template in self.command_templates})

    @property
    def directions_names(self) -> list[str]:
        """The four directions."""
        return list(DIRECTIONS)

    @property
    def entity_names(self) -> list[str]:
        """What commands may name: the names of all objects, sorted, and the directions."""
        return self.objects_names + self.directions_names

    @property
    def objects_names(self) -> list[str]:
        """The names of all objects, sorted."""
        return sorted({info.name for info in self._objects() if info.name})

    @property
    def objects_types(self) -> list[str]:
        """The types of all objects, sorted."""
        return sorted({info.type for info in self._objects()})

    @property
    def objects_names_and_types(self) -> list[tuple[str, str]]:
        """The names of all objects with their types, sorted."""
        return sorted({(info.name, info.type) for info in self._objects() if info.name})

    def _objects(self) -> list[EntityInfo]:
        return [info for info in self._infos.values() if info.type not in ("P", "I", "r")]

    def copy(self) -> "Game":
        """Return a shallow copy: the world is shared, the containers are not."""
        other = copy.copy(self)
        other._infos = {id_: copy.copy(info) for id_, info in self._infos.items()}
        other.metadata = dict(self.metadata)
        other.extras = dict(self.extras)
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.serialize() == other.serialize()

    __hash__ = None  # type: ignore[assignment]  # a game can be changed

    def serialize(self) -> dict[str, Any]:
        """Return the JSON form of TextWorld's game files."""
        data = self.serialize_frame()
        data["world"] = self.world.serialize()
        data["quests"] = [quest.serialize() for quest in self.quests]
        data["infos"] = [[id_, info.serialize()] for id_, info in self._infos.items()]
        data["KB"] = dict(serialize_kb(self.kb))
        return data

    def serialize_frame(self) -> dict[str, Any]:
        """Return what `serialize` returns, with world, quests, infos and KB left empty."""
        data: dict[str, Any] = {
            "version": _VERSION,
            "world": [],
            "grammar": None if self.grammar is None else self.grammar.serialize(),
            "quests": [],
            "infos": [],
            "KB": {},
            "metadata": self.metadata,
            "objective": self._objective,
        }
        return {**data, "extras": self.extras} if self.extras else data

    @classmethod
    def deserialize(cls, data: Mapping[str, Any]) -> "Game":
        """Return the inverse of `serialize`.

        Raises GameFileError for missing keys, another version, and whatever cannot be read.
        """
        for key in _KEYS:
            if key not in data:
                raise GameFileError(f"The key {key!r} is missing.")
        if data["version"] != _VERSION:
            raise GameFileError(
                f"The version is {data['version']!r}; version {_VERSION} can be read."
            )
        kb = KnowledgeBase.deserialize(data["KB"])
        game = cls(World.deserialize(data["world"], kb))
        _check_types(game, kb)
        game.quests = tuple(Quest.deserialize(quest) for quest in data["quests"])
        game._infos = {id_: EntityInfo.deserialize(info) for id_, info in data["infos"]}
        if data["grammar"] is not None:
            game.grammar = GrammarOptions.deserialize(data["grammar"])
        game.metadata = dict(data["metadata"])
        game.extras = dict(data.get("extras", {}))
        game._objective = data["objective"]
        return game

    def save(self, filename: str | Path) -> None:
        """Write the game as JSON."""
        encoder = GameEncoder()
        Path(filename).write_text(encoder.object(encoder.game(self)), encoding="utf-8")

    @classmethod
    def load(cls, filename: str | Path) -> "Game":
        """Read a game from a JSON file, of twbench or of TextWorld 1.x.

        Raises GameFileError, with the name of the file and what is wrong.
        """
        try:
            return cls.deserialize(_read_json(filename))
        except InputError as error:
            raise GameFileError(f"{filename}: {error}") from error
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            reason = f"the key {error} is missing" if isinstance(error, KeyError) else str(error)
            raise GameFileError(f"{filename}: not a game file: {reason}.") from error


def _read_json(filename: str | Path) -> Mapping[str, Any]:
    try:
        data = json.loads(Path(filename).read_text(encoding="utf-8"))
    except OSError as error:
        raise GameFileError(f"cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise GameFileError(f"not a text file: {error}.") from error
    except json.JSONDecodeError as error:
        raise GameFileError(f"not valid JSON: {error}.") from error
    if not isinstance(data, dict):
        raise GameFileError("not a game file: the JSON is not an object.")
    return data


def _check_types(game: Game, kb: KnowledgeBase) -> None:
    for variable in game.world.variables:
        kb.types.get(variable.type)


def _renamed(quest: Quest, kb: KnowledgeBase, names: Mapping[str, str]) -> Quest:
    """Return ``quest`` with the commands of its events, and its own, in terms of ``names``."""

    def renamed(event: Event) -> Event:
        if not event.actions:
            return event
        return event.with_commands(gen_commands_from_actions(event.actions, kb, names))

    changed = quest.copy()
    changed.win_events = tuple(renamed(event) for event in quest.win_events)
    changed.fail_events = tuple(renamed(event) for event in quest.fail_events)
    for before, after in zip(quest.win_events, changed.win_events, strict=True):
        if quest.commands == before.commands:
            changed.commands = after.commands
            break
    return changed


def _new_commands(old: Iterable[Quest], new: Iterable[Quest]) -> dict[str, str | None]:
    """Return what became of the commands of the quests' actions; None where that is not one."""
    renamed: dict[str, str | None] = {}
    for before, after in zip(old, new, strict=True):
        for event, other in zip(before.win_events, after.win_events, strict=True):
            if len(event.commands) == len(other.commands):
                for command, now in zip(event.commands, other.commands, strict=True):
                    if renamed.setdefault(command, now) != now:
                        renamed[command] = None
    return renamed
