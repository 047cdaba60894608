"""What commands are made of: the logic of a game, and what its things are called.

Most of a game's JSON tells of quests, which are not needed for this: of a cooking game some 90 % of
300 kilobytes. So if a file has the form that twbench writes, only the part with the names and the
logic is read. It is believed if the story beside the file agrees: it has the same things of the
same types, calls them the same, and has the same rules. Otherwise, and for all other information,
the whole file is read, and what is wrong with it is told.
"""

__all__ = ["MAX_REMEMBERED", "GameWords", "read_words"]

import json
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn

from twbench.bounded_cache import BoundedCache
from twbench.errors import GameFileError, InputError, StoryLimitError
from twbench.generator.data import KnowledgeBase
from twbench.generator.games.game import MAX_FILE_BYTES
from twbench.generator.games.quick_reading import KB_BEGINS, QUESTS_BEGIN
from twbench.generator.knowledge.command import format_command
from twbench.generator.knowledge.roles import PLAYER_TYPES
from twbench.logic import Action, Proposition, Rule, State
from twbench.story import MemoryMap
from twbench.story.contents.objects import OBJECT_SIZE, short_names
from twbench.story.state.representation import PLAYER_NUMBER
from twbench.untrusted import parse_json, read_bytes

MAX_REMEMBERED = 10_000
"""The commands, and the actions, of a large game that is played for long: a few megabytes."""
_LOGIC, _QUESTS = KB_BEGINS.encode(), QUESTS_BEGIN.encode()
_FIRST_INFO = b"[["
_INFOS = b',"infos":' + _FIRST_INFO
_SAVED = b'], "infos": ' + _FIRST_INFO
"""Between quests and infos of a game that was saved, behind which are logic and metadata."""
_MOST_BEFORE_QUESTS = 1 << 16
"""Bytes before the quests of nearly all games; cooking's have some 50 kilobytes."""
_MAX_LOGICS = 16
"""Datasets have a few logics; the text of one takes some dozens of kilobytes."""


class GameWords:
    """The logic of a game and the names of its things, by their ids; commands are made of both."""

    def __init__(self, kb: KnowledgeBase, names: Mapping[str, str]):
        self.kb = kb
        self.names = names
        self._commands_by_template: BoundedCache[str, str] = BoundedCache(MAX_REMEMBERED)

    @cached_property
    def rules(self) -> list[Rule]:
        """The rules that have commands."""
        commands = self.kb.inform7_commands
        return [rule for name, rule in self.kb.rules.items() if name in commands]

    def state(self, facts: Iterable[Proposition]) -> State:
        """Return facts as a state of the game's logic."""
        return State(self.kb.logic, facts)

    def admissible_commands(self, facts: Iterable[Proposition]) -> list[str]:
        """Return the commands that are actions of the game's rules in a state, sorted."""
        return sorted(set(self.commands_of(self.rules, facts)))

    def commands_of(self, rules: Iterable[Rule], facts: Iterable[Proposition]) -> list[str]:
        """Return the commands for the actions that some of the rules allow."""
        actions = self.state(facts).all_applicable_actions(rules, self.kb.constants)
        return [self.command(action) for action in actions]

    def command(self, action: Action) -> str:
        """Return the command for an action."""
        template = action.command_template
        if template is None:
            return format_command(action, self.kb, self.names)
        command = self._commands_by_template.get(template)
        if command is None:
            command = action.format_command(self.names)
            self._commands_by_template.keep(template, command)
        return command


def read_words(path: Path, story: bytes, memory_map: MemoryMap) -> GameWords | None:
    """Return the words of the game in the JSON at ``path``, if they are those of its story.

    None if the whole file has to be read. Raises GameFileError for a file that cannot be read.
    """
    data = read_bytes(path, GameFileError, MAX_FILE_BYTES, _MOST_BEFORE_QUESTS)
    words = _words_in(data, story, memory_map)
    if words is None and len(data) == _MOST_BEFORE_QUESTS:
        data = read_bytes(path, GameFileError, MAX_FILE_BYTES)
        words = _words_in(data, story, memory_map)
    return words


def _words_in(data: bytes, story: bytes, memory_map: MemoryMap) -> GameWords | None:
    try:
        kb, infos = _read_part(data)
        names = _names(infos, story, memory_map)
    except (LookupError, TypeError, ValueError, RecursionError, InputError, StoryLimitError):
        return None
    return GameWords(kb, names) if memory_map.agrees_with(kb) else None


def _read_part(data: bytes) -> tuple[KnowledgeBase, Any]:
    """Return the logic, and the value of the infos; raises errors if all is not where we put it."""
    if data.startswith(_LOGIC):
        # The logic is most often known: it is neither decoded nor searched for what is behind it.
        kb, at = _logic(data, len(_LOGIC))
        at = data.index(_INFOS, at) + len(_INFOS) - len(_FIRST_INFO)
        text = data[at : data.index(_QUESTS, at)].decode()
        infos, end = _DECODER.raw_decode(text)
        _behind(text, ',"metadata":{', end)
        return kb, infos
    at = data.index(_SAVED) + len(_SAVED) - len(_FIRST_INFO)
    text = data[at:].decode()
    infos, end = _DECODER.raw_decode(text)
    at += len(text[: _behind(text, ', "KB": ', end)].encode())
    kb, end = _logic(data, at)
    _behind(data[end:].decode(), ', "metadata": {', 0)
    return kb, infos


def _behind(text: str, part: str, start: int) -> int:
    """Return where a part of the text ends that begins at a place; raises ValueError."""
    if not text.startswith(part, start):
        raise ValueError
    return start + len(part)


def _logic(data: bytes, start: int) -> tuple[KnowledgeBase, int]:
    """Return the knowledge base whose JSON begins at a place, and where it ends."""
    for known, kb in _RECENT.items():
        if data.startswith(known, start):
            return kb, start + len(known)
    text = data[start:].decode()
    _, end = _DECODER.raw_decode(text)
    written = text[:end]
    kb = KnowledgeBase.deserialize(parse_json(written, "The logic", GameFileError))
    known = written.encode()
    return _RECENT.keep(known, kb), start + len(known)


def _names(infos: Any, story: bytes, memory_map: MemoryMap) -> dict[str, str]:
    """Return the names by id; raises errors if the story has other things, or calls them others."""
    said: dict[str, tuple[str, str | None]] = {}
    for id_, info in infos:
        name = info["name"]
        if info["id"] != id_ or not isinstance(name, str | None):
            raise ValueError
        said[id_] = info["type"], name
    called = []
    for id_, type_ in memory_map.objects[PLAYER_NUMBER:]:
        own, name = said[id_]
        if own != type_:
            raise ValueError
        called.append(name or id_)
    things = len(called) + sum(own in PLAYER_TYPES for own, _ in said.values())
    if len(said) != things or not _are_called(called, story, memory_map.entries):
        raise ValueError
    return {id_: name for id_, (_, name) in said.items() if name is not None}


def _are_called(names: list[str], story: bytes, entries: int) -> bool:
    """Whether the story calls its objects behind the player so, as our linker writes them."""
    at = entries + OBJECT_SIZE * (PLAYER_NUMBER + 1) - 2
    return not names or story.startswith(short_names(names), story[at] << 8 | story[at + 1])


def _refused(_: str) -> NoReturn:
    raise ValueError


# What is read with it has no numbers: a file that has some there is of another form.
_DECODER = json.JSONDecoder(parse_int=_refused, parse_float=_refused, parse_constant=_refused)
_RECENT: BoundedCache[bytes, KnowledgeBase] = BoundedCache(_MAX_LOGICS)
