"""The game: a world, quests, and what is said about them (docs: textworld.generator.game).

Games are stored as JSON of the shape of TextWorld 1.x. This module also re-exports what the
documentation lists beside `Game`.
"""

__all__ = [
    "ActionDependencyTree",
    "ActionDependencyTreeElement",
    "EntityInfo",
    "Event",
    "Game",
    "GameOptions",
    "Quest",
    "UnderspecifiedEventError",
    "UnderspecifiedQuestError",
    "gen_commands_from_actions",
]

import copy
import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from twbench import shape
from twbench.errors import GameFileError, InputError
from twbench.generator.data import KnowledgeBase
from twbench.generator.games import first_actions, scores
from twbench.generator.games.game_checks import VERSION, check_keys, check_parts
from twbench.generator.games.game_json import SORTED_FACTS, game_encoder, serialize_kb
from twbench.generator.games.options import GameOptions
from twbench.generator.grammar.grammar_options import GrammarOptions
from twbench.generator.knowledge.action_tree import (
    ActionDependencyTree,
    ActionDependencyTreeElement,
)
from twbench.generator.knowledge.command import CommandWriter, gen_commands_from_actions
from twbench.generator.knowledge.entity import EntityInfo
from twbench.generator.knowledge.event import Event, UnderspecifiedEventError
from twbench.generator.knowledge.quest import Quest, UnderspecifiedQuestError
from twbench.generator.knowledge.roles import DIRECTIONS, PLAYER_TYPES, ROOM
from twbench.generator.texts import guidance_levels
from twbench.generator.texts.written_text import WrittenText
from twbench.generator.worlds.world import World
from twbench.logic import Action, Proposition
from twbench.printable import printable, shown
from twbench.system.at_hand import as_path
from twbench.untrusted import parse_json, read_bytes
from twbench.utils.own_values import ListOrTuple, ones_own

if TYPE_CHECKING:
    from twbench.generator.games.quick_reading import Parts
    from twbench.generator.grammar.text_grammar import Grammar

_WALKTHROUGH = "walkthrough"  # where the metadata have, as text, the commands that win
_NO_THINGS = PLAYER_TYPES | {ROOM}  # commands name doors as well
MAX_FILE_BYTES = 1 << 25
"""Size of a game file that is read: 32 MiB, thirty times the largest of TextWorld's."""
_REST = frozenset(("grammar", "metadata", "objective"))


class Game:
    """A game: a world and quests, with the names and texts of its entities (docs: Game).

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
        grammar: "Grammar | None" = None,
        quests: Iterable[Quest] = (),
    ):
        infos = [EntityInfo(variable.name, variable.type) for variable in world.variables]
        self._begin(world, quests, {info.id: info for info in infos})
        if grammar is not None:
            self.change_grammar(grammar)

    def _begin(self, world: World, quests: Iterable[Quest], infos: dict[str, EntityInfo]) -> None:
        """Have a world, quests and infos by ids, and nothing else."""
        self.world = world
        self.quests: tuple[Quest, ...] = tuple(quests)
        self.metadata: dict[str, Any] = {}
        self.extras: dict[str, Any] = {}
        self.grammar: GrammarOptions | None = None
        self._objective: str | None = None
        self._written: WrittenText | None = None
        self._won_by: Event | None = None
        self._writer = CommandWriter(world.kb, {})
        self._infos = infos

    @property
    def kb(self) -> KnowledgeBase:
        """The logic the game is made of."""
        return self.world.kb

    @property
    def infos(self) -> dict[str, EntityInfo]:
        """The entities of the game by id."""
        return self._infos

    @property
    def names(self) -> dict[str, str]:
        """The names of the entities that have one, by id."""
        return {id_: info.name for id_, info in self._infos.items() if info.name}

    def change_grammar(self, grammar: "Grammar") -> None:
        """Generate all text anew with ``grammar`` (docs: Game.change_grammar).

        What was generated before is replaced: names, descriptions, what quests say and the
        objective; the commands of quests and the walkthrough follow the names. What was written
        by hand is kept. The text of a game from a file counts as generated if there is a grammar
        in the file.
        """
        from twbench.generator.texts.text_generation import generate_text_from_grammar

        self._erase_text()
        by_hand = WrittenText.of(self, self._objective)
        self.grammar = grammar.options.copy()
        generate_text_from_grammar(self, grammar)
        self._written = WrittenText.of(self, self._objective).apart_from(by_hand)
        self.update_commands()

    def _erase_text(self) -> None:
        """Remove the text that a grammar generated."""
        if self.grammar is None:
            return
        written = self._written or WrittenText.of(self, self._objective)
        written.erase(self)
        if self._objective == written.objective:
            self._objective = None
            self.metadata.pop(guidance_levels.KEY, None)

    def descriptions_by_hand(self) -> list[str | None]:
        """Return what somebody says of each quest; None where a grammar does, or nobody."""
        told = [quest.desc for quest in self.quests]
        written = self._written.quests[: len(told)] if self._written else ()
        return [None if desc == text else desc for desc, text in zip_longest(told, written)]

    def part_with_quests(self) -> None:
        """Go on with copies of the quests; those there were keep only what is said by hand."""
        by_hand, given = self.descriptions_by_hand(), self.quests
        self.quests = tuple(quest.copy() for quest in given)
        for quest, desc in zip(given, by_hand, strict=True):
            quest.desc = desc

    def update_commands(self) -> None:
        """Write the commands of events, of quests and of the walkthrough with today's names.

        A walkthrough whose actions are not known is found anew if commands changed.
        """
        known, writer = self.walkthrough_actions, self._command_writer()
        before = () if known else tuple(quest.copy() for quest in self.quests)
        for quest in self.quests:
            quest.write_by(writer)
        if known:
            self.win_by(known)
        elif _WALKTHROUGH in self.metadata and self.quests != before:
            self.win_by()

    def win_by(self, actions: Iterable[Action] | None = None) -> None:
        """Make what the player types for ``actions``, which win the game, its walkthrough.

        From then on it follows the names, as the commands of quests do. By default, the actions are
        those of the winning policy.
        """
        done = tuple(self._winning_policy() if actions is None else actions)
        self._won_by = Event(done) if done else None
        if self._won_by:
            self._won_by.write_by(self._command_writer())
        self.metadata[_WALKTHROUGH] = list(self._won_by.commands) if self._won_by else []

    def _command_writer(self) -> CommandWriter:
        """Return what writes commands with today's names: it knows those of the quests already."""
        kb, names = self.kb, self.names
        if self._writer.kb is not kb or self._writer.names != names:
            self._writer = CommandWriter(kb, names)
        return self._writer

    @property
    def walkthrough_actions(self) -> tuple[Action, ...]:
        """The actions of the walkthrough; none if they are not known.

        Where the metadata have another text than that of the actions that won last, somebody has
        put it there: a file, which may have the actions in an event, or the maker of the game.
        """
        commands = tuple(self.metadata.get(_WALKTHROUGH) or ())
        events = [event for quest in self.quests for event in quest.win_events if event.actions]
        known = [self._won_by, *events] if self._won_by else events
        return next((event.actions for event in known if event.commands == commands), ())

    def _winning_policy(self) -> Sequence[Action]:
        from twbench.generator.games.progression import GameProgression  # and all of planning

        return GameProgression(self).winning_policy or ()

    @property
    def objective(self) -> str:
        """What the player is told to do; by default the descriptions of the quests."""
        if self._objective is not None:
            return self._objective
        return "\n".join(quest.desc for quest in self.quests if quest.desc)

    @objective.setter
    def objective(self, value: str) -> None:
        self._objective = value
        self.metadata.pop(guidance_levels.KEY, None)  # it was about another text

    @property
    def walkthrough(self) -> list[str] | None:
        """Commands that win the game: those in ``metadata``, else those of the winning policy."""
        known = self.metadata.get(_WALKTHROUGH)
        if known is not None:
            return ListOrTuple(known)
        commands = gen_commands_from_actions(self._winning_policy(), self.kb, self.names)
        return ListOrTuple(commands) or None

    @walkthrough.setter
    def walkthrough(self, commands: Sequence[str]) -> None:
        self.metadata[_WALKTHROUGH] = list(commands)

    @property
    def max_score(self) -> float:
        """The highest score of who wins; infinite if a reward can be had again and again.

        That is the sum of what the quests give, as in TextWorld, unless a search has found out that
        less can be reached: see `reaches`.
        """
        return scores.highest_score(self.quests, self.metadata.get(scores.KEY))

    @property
    def needs_walkthrough(self) -> bool:
        """Whether one is to be looked for: there is none, or it may leave out what is optional."""
        optional = any(quest.optional and quest.reward for quest in self.quests)
        return optional or not self.metadata.get(_WALKTHROUGH)

    def reaches(self, points: int | None) -> None:
        """Note that ``points`` are the most that can be reached with these quests.

        None: that is not known, or they give all that they give together.
        """
        self.metadata.pop(scores.KEY, None)
        if points is not None and points < scores.highest_score(self.quests) < math.inf:
            self.metadata[scores.KEY] = scores.noted_score(self.quests, points)

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
        return [info for info in self._infos.values() if info.type not in _NO_THINGS]

    def copy(self) -> "Game":
        """Return a copy: the world is shared, all else can be changed on its own."""
        other = copy.copy(self)
        other._infos = copy.deepcopy(self._infos)
        other.quests = tuple(quest.copy() for quest in self.quests)
        other.metadata = ones_own(self.metadata)
        other.extras = ones_own(self.extras)
        other.grammar = self.grammar and self.grammar.copy()
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.serialize() == other.serialize()

    def __hash__(self) -> int:
        """Hash the facts at the start: what else there is to a game may be written anew."""
        return hash(frozenset(self.world.facts))

    def serialize(self) -> dict[str, Any]:
        """Return the JSON form of TextWorld's game files, with `first_actions`."""
        data = self.serialize_frame()
        data["world"] = self.world.serialize()
        data["quests"] = first_actions.serialize_quests(self.quests)
        data["infos"] = [[id_, info.serialize()] for id_, info in self._infos.items()]
        data["KB"] = dict(serialize_kb(self.kb))
        return data

    def serialize_frame(self) -> dict[str, Any]:
        """Return what `serialize` returns, with world, quests, infos and KB left empty."""
        data: dict[str, Any] = {
            "version": VERSION,
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

        Raises GameFileError for missing keys, another version, and whatever cannot be read; the
        message says where it is. What is accepted has the types that the attributes promise, and
        sizes within the limits of `twbench.shape`.
        """
        check_keys(data)
        kb = shape.member(data, "KB", KnowledgeBase.deserialize)
        world = shape.member(data, "world", lambda facts: World.deserialize(facts, kb))
        quests = shape.member(data, "quests", first_actions.read_quests)
        return cls._of(world, quests, dict(shape.member(data, "infos", _INFOS)), data)

    @classmethod
    def _of(
        cls,
        world: World,
        quests: Iterable[Quest],
        infos: dict[str, EntityInfo],
        data: Mapping[str, Any],
    ) -> "Game":
        """Return the game of a world, quests, infos by ids, and what else is in its JSON."""
        game = cls.__new__(cls)
        game._begin(world, quests, infos)
        check_parts(game.world, game.quests, infos)
        game.grammar = shape.member(data, "grammar", _GRAMMAR)
        game.metadata = dict(shape.member(data, "metadata", _metadata))
        game.extras = dict(shape.member_or_none(data, "extras", shape.mapping) or {})
        game._objective = shape.member(data, "objective", _OBJECTIVE)
        return game

    def save(self, filename: str | Path) -> None:
        """Write the game as JSON."""
        encoder = game_encoder(False)
        Path(filename).write_text(encoder.object(encoder.game(self)), encoding="utf-8")

    @classmethod
    def load(cls, filename: str | Path) -> "Game":
        """Read a game from a JSON file, of twbench or of TextWorld 1.x.

        Raises GameFileError, with the name of the file and what is wrong. Anybody may have written
        the file: nothing in it is trusted.
        """
        path = as_path(filename)
        return cls.of_bytes(read_bytes(path, GameFileError, MAX_FILE_BYTES), path)

    @classmethod
    def of_bytes(cls, content: bytes, filename: str | Path, *, unique: bool = False) -> "Game":
        """Return the game of a file's ``content``; raises as `load` does.

        In a file that is to be ``unique``, no object may have a key twice.
        """
        if len(content) > MAX_FILE_BYTES:
            raise GameFileError(f"{filename} has more than {MAX_FILE_BYTES} bytes.")
        data = parse_json(content, filename, GameFileError, unique=unique)
        try:
            return cls.deserialize(data)
        except InputError as error:
            raise GameFileError(f"{filename}: {printable(str(error))}") from error

    @classmethod
    def parts_as_written(cls, content: bytes) -> "Parts | None":
        """Return what a file that twbench wrote is made of; None if it is not known to be one.

        With `of_parts`, which puts them together, it takes a fraction of `of_bytes`.
        """
        if len(content) > MAX_FILE_BYTES:
            return None
        from twbench.generator.games.quick_reading import read_parts  # whoever builds reads nothing

        try:
            return read_parts(content.decode("ascii"))
        except (InputError, UnicodeDecodeError):
            return None

    @classmethod
    def of_parts(
        cls, parts: "Parts", content: bytes
    ) -> "tuple[Game, Mapping[str, memoryview]] | None":
        """Return the game of the ``parts`` of a ``content``; None if they are not known to be one.

        With it come those pieces of the content that a canonical `GameEncoder` makes of its world,
        quests, infos and knowledge base, and `SORTED_FACTS`. What is returned is a sound game; it
        is that of the ``content`` exactly if these pieces, and what all else of it is written as,
        are the content again, which the caller has to look at.
        """
        try:
            if not parts.rest.keys() >= _REST:
                return None
            world = World.from_facts(parts.facts, parts.kb)
            if world.facts != parts.facts:
                return None
            infos = {info.id: info for info in parts.infos}
            if len(infos) < len(parts.infos):
                return None
            game = cls._of(world, parts.quests, infos, parts.rest)
            whole = memoryview(content)
            pieces = {key: whole[place] for key, place in parts.places.items()}
            return game, {**pieces, SORTED_FACTS: memoryview(parts.sorted_facts.encode())}
        except InputError:
            return None


def _info(data: Any) -> tuple[str, EntityInfo]:
    """Read an entry of the infos: an id, and what is said about the entity."""
    if not isinstance(data, list | tuple) or len(data) != 2:
        raise shape.ShapeError("must be an id and an object, in a list")
    id_, info = shape.identifier(data[0]), EntityInfo.deserialize(data[1])
    if info.id != id_:
        raise shape.ShapeError(f"has the id {shown(info.id)} within {shown(id_)}")
    return id_, info


def _metadata(data: Any) -> Mapping[str, Any]:
    shape.member_or_none(data, _WALKTHROUGH, shape.texts)
    return shape.mapping(data)


_GRAMMAR = shape.optional(lambda data: GrammarOptions.deserialize(shape.mapping(data)))
_INFOS = shape.each(_info)
_OBJECTIVE = shape.optional(shape.text)
