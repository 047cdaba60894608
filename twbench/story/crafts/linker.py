"""The linker of stories of crafting: tables behind the runtime's code make a story file.

The file is laid out as those of the first runtime are (`twbench.story.linking.linker`): template,
objects, state and marks of tasks in dynamic memory; tables and dictionary below 64 KiB; then code,
strings, and the directory, which has all that the story was made of.
"""

__all__ = ["CompiledCrafts", "compile_tables", "link_tables"]

import re
import struct
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from twbench.errors import StoryLimitError
from twbench.story.contents.objects import object_table, object_table_size, property_tables
from twbench.story.crafts.checks import LONGEST_ANSWER, check_tables
from twbench.story.crafts.directory import HEADER_KEPT, encode_directory
from twbench.story.crafts.layout import ANYWHERE, CRAFTS, HERE, NO_ZONE, Place
from twbench.story.crafts.tables import CraftTables, Deed
from twbench.story.crafts.texts import ToldChange, heading, recipe, report, told_changes
from twbench.story.crafts.words import Vocabulary, spoken_words
from twbench.story.zcode.block import Block, Pointer, TextWord, Word
from twbench.story.zcode.checksum import byte_sum
from twbench.story.zcode.layout import INFINITE_SCORE, Ending
from twbench.story.zcode.signature import CRAFTS_SIGNATURE, SIGNATURE_AT
from twbench.story.zcode.template import ENTRY_SIZE, load_template

MEMORY = 0xFFF0
"""Bytes that can be addressed."""
FILE = 0xFFFF * 8
_FACTORS = (31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, 113)
_WORDS = re.compile(r"[a-zà-öø-ÿ]+(?:['-][a-zà-öø-ÿ]+)*|\d+")
_PLAYER = "yourself"


class CompiledCrafts(NamedTuple):
    """A story file, and every word that it prints or knows, in lower case and sorted."""

    data: bytes
    vocabulary: list[str]


class _Object(NamedTuple):
    """An object of the story: the player, or a zone."""

    number: int
    name: str
    parent: int
    bits: int = 0


def compile_tables(tables: CraftTables) -> CompiledCrafts:
    """Return the story file (.z8) of a world.

    Raises StoryLimitError, in a sentence, for what no story can be made of.
    """
    check_tables(tables)
    linker = _Linker(tables)
    return CompiledCrafts(linker.link(), linker.spoken())


def link_tables(tables: CraftTables) -> bytes:
    """Return the story file (.z8) of a world; see `compile_tables`."""
    check_tables(tables)
    return _Linker(tables).link()


class _Linker:
    """One story being linked."""

    def __init__(self, tables: CraftTables):
        self.tables = tables
        self.template = load_template(CRAFTS)
        self.words = Vocabulary((*tables.items, *tables.zones, *tables.lying), tables.phrases)
        self.block = Block()
        self.globals: dict[str, int | Pointer | TextWord] = {}

    def link(self) -> bytes:
        """Return the story file."""
        self._place_tables()
        dynamic = self._dynamic_memory()
        static_base = len(dynamic)
        dictionary = static_base + 2 * len(self.block.words)
        verbs = [spoken_words(phrase)[0] for phrase in self.tables.phrases]
        words = self.words.dictionary(verbs)
        end = dictionary + len(words)
        if end > MEMORY:
            raise StoryLimitError(
                f"The world does not fit into a story: its tables take {end:,} of {MEMORY:,} bytes."
            )
        code_base = end + -end % 8
        code = self.template.code_at(code_base)
        strings_base = code_base + len(code) + -len(code) % 8
        first = strings_base >> 3
        story = bytearray(dynamic)
        story += self.block.linked(static_base, {}, first)
        story += words + bytes(-end % 8) + code + bytes(-len(code) % 8)
        story += self.block.strings.encoded()
        self._set_globals(story, static_base, first)
        entry = self.template.symbols["entry"]
        story[entry : entry + ENTRY_SIZE] = self.template.entry_at(code_base)
        for address, value in (
            (0x04, min(code_base, 0xFFFF)),
            (0x06, entry),
            (0x08, dictionary),
            (0x0A, self.object_base),
            (0x0E, static_base),
        ):
            _set_word(story, address, value)
        story[SIGNATURE_AT : SIGNATURE_AT + len(CRAFTS_SIGNATURE)] = CRAFTS_SIGNATURE
        story += encode_directory(bytes(story[:HEADER_KEPT]), self.tables)
        if len(story) > FILE:
            raise StoryLimitError(f"The story would have {len(story):,} of {FILE:,} bytes.")
        _set_word(story, 0x1A, len(story) // 8)
        _set_word(story, 0x1C, byte_sum(story[0x40:]))
        return bytes(story)

    def spoken(self) -> list[str]:
        """Return every word that the story prints or knows."""
        known = self.words.spoken()
        texts = [*self.template.texts, *self.block.strings, *self.tables.zones]
        return sorted(known.union(*map(_words_of, texts)))

    def _dynamic_memory(self) -> bytes:
        tables = self.tables
        data = self.template.data
        objects = [_Object(1, _PLAYER, tables.start[0] + 2)]
        objects += [_Object(number, name, 0) for number, name in enumerate(tables.zones, 2)]
        properties = property_tables(objects)
        self.object_base = len(data)
        names_base = self.object_base + object_table_size(len(objects))
        names = b"".join(properties)
        counts = names_base + len(names)
        counts += counts % 2
        size = 2 * len(tables.start)
        if counts + size + len(tables.tasks) > MEMORY:
            raise StoryLimitError(
                f"The world does not fit into a story: its state takes {size:,} bytes."
            )
        self.globals |= {
            "counts": counts,
            "tasks_done": counts + size,
            "object_count": len(objects),
            "player": 1,
        }
        memory = data + object_table(objects, properties, names_base) + names
        memory += bytes(counts - len(memory)) + struct.pack(f">{len(tables.start)}H", *tables.start)
        memory += bytes(len(tables.tasks))
        return memory + bytes(-len(memory) % 2)

    def _place_tables(self) -> None:
        tables, texts = self.tables, self._texts
        changes = [told_changes(tables, deed) for deed in tables.deeds]
        recipes = [recipe(tables, *row) for row in zip(tables.deeds, changes, strict=True)]
        deeds = [self._deed(*row) for row in zip(tables.deeds, recipes, changes, strict=True)]
        most = max(map(len, tables.phrases), default=0) + 2
        self.globals |= {
            "lying_at": 2 * tables.first_lying,
            "lying_size": 2 * len(tables.lying),
            "item_count": len(tables.items),
            "item_names": texts(tables.items),
            "lying_count": len(tables.lying),
            "lying_names": texts(tables.lying),
            "titles": texts(map(heading, tables.zones)),
            "deeds": self._addresses(deeds),
            "recipes_told": LONGEST_ANSWER // (1 + max(map(len, recipes), default=0)),
            "commands_told": LONGEST_ANSWER // most,
            "task_count": len(tables.tasks),
            "tasks": Pointer(self._tasks()),
            "groups": Pointer(self._groups()),
            "maximum_score": (
                INFINITE_SCORE if tables.max_score is None else tables.max_score & 0xFFFF
            ),
        }
        if tables.objective:
            self.block.strings.place([tables.objective])
            self.globals["objective"] = self._text(tables.objective)
        commands = self._commands(deeds)
        things = self._things(deeds, changes)
        factor = _factor(commands, things)
        self.globals |= {
            "factor": factor,
            "commands": self._addresses([*commands.values()]),
            "command_count": len(commands),
            "command_rows": Pointer(self._rows(commands, factor)),
            "thing_count": len(things),
            "thing_rows": Pointer(self._rows(things, factor)),
        }

    def _deed(self, deed: Deed, recipe_text: str, changes: Sequence[ToldChange]) -> int:
        """Place a deed; return its offset."""
        head = (
            ANYWHERE,
            NO_ZONE if deed.destination is None else deed.destination,
            deed.action + 1,
            0,
            0,
            len(changes),
        )
        words = [*head]
        texts = [(3, recipe_text), (4, report(self.tables, deed, changes))]
        for told in changes:
            slot, here, low, high, delta = told.change
            texts.append((len(words) + 4, told.item))
            place = Place.PLAYER if told.is_own else Place.CURRENT
            if told.zone is not None:
                texts.append((len(words) + 5, told.zone))
            where = 2 * slot | HERE if here else 2 * slot
            words += (where, low, high, delta & 0xFFFF, 0, place)
        offset = self.block.append(words, texts)
        if deed.zones is not None:
            self.block.set_address(offset, self._zones(deed.zones))
        return offset

    def _zones(self, zones: Sequence[int]) -> int:
        """Place a byte for each zone, 1 for those of ``zones``; return the offset."""
        marks = bytearray(len(self.tables.zones) + len(self.tables.zones) % 2)
        for zone in zones:
            marks[zone] = 1
        return self.block.place_numbers(struct.unpack(f">{len(marks) // 2}H", marks))

    def _commands(self, deeds: Sequence[int]) -> dict[tuple[int, ...], int]:
        """Place the commands; return their offsets by the numbers of their words."""
        found: dict[tuple[int, ...], list[int]] = {}
        for number, deed in enumerate(self.tables.deeds):
            found.setdefault(self.words.key(self.tables.phrases[deed.action]), []).append(number)
        placed = {}
        for key, numbers in found.items():
            own = [self.tables.deeds[number] for number in numbers]
            phrase = self.tables.phrases[own[0].action]
            if _are_in_one_zone(own):
                raise StoryLimitError(f"{phrase!r} stands for two things that one can do.")
            own_deeds = [deeds[number] for number in numbers]
            placed[key] = self._record(key, phrase, (), own_deeds)
        return placed

    def _things(
        self, deeds: Sequence[int], changes: Sequence[Sequence[ToldChange]]
    ) -> dict[tuple[int, ...], int]:
        """Place the things; return their offsets by the numbers of their words."""
        tables = self.tables
        givers: dict[str, list[int]] = {}
        for offset, own in zip(deeds, changes, strict=True):
            for told in own:
                if told.change.delta > 0:
                    givers.setdefault(told.item, []).append(offset)
        items = {name: 2 * slot for slot, name in enumerate(tables.items, 1)}
        lying = {name: place for place, name in enumerate(tables.lying)}
        placed: dict[tuple[int, ...], int] = {}
        for name in dict.fromkeys((*tables.items, *tables.lying)):
            key = self.words.key(name)
            if key in placed:
                raise StoryLimitError(f"A story cannot tell {name!r} from another thing.")
            places = (items.get(name, 0), lying.get(name, NO_ZONE))
            own_deeds = dict.fromkeys(givers.get(name, ()))
            placed[key] = self._record(key, name, places, [*own_deeds])
        return placed

    def _record(
        self, key: tuple[int, ...], text: str, numbers: Sequence[int], deeds: Sequence[int]
    ) -> int:
        """Place a command or a thing: words, text, numbers, deeds; return its offset."""
        words = self.block.place_numbers([*key, 0])
        offset = self.block.append([0, 0, *numbers, *deeds, 0], [(1, text)])
        self.block.set_address(offset, words)
        first = offset + 2 + len(numbers)
        for position, deed in enumerate(deeds, first):
            self.block.set_address(position, deed)
        return offset

    def _addresses(self, offsets: Sequence[int]) -> Pointer:
        """Place the addresses of what is at some offsets, and 0 behind them."""
        first = self.block.append([0] * (len(offsets) + 1))
        for position, offset in enumerate(offsets, first):
            self.block.set_address(position, offset)
        return Pointer(first)

    def _tasks(self) -> int:
        rows: list[Word] = []
        for task in self.tables.tasks:
            slots: Word = 0
            if task.slots:
                slots = Pointer(self.block.place_numbers([*(2 * s for s in task.slots), 0]))
            rows += slots, task.amount, task.points & 0xFFFF
        return self.block.place([*rows, 0])

    def _groups(self) -> int:
        rows: list[Word] = []
        for group in self.tables.groups:
            list_ = Pointer(self.block.place_numbers([*(1 + task for task in group.tasks), 0]))
            rows += list_, Ending.WON if group.won else Ending.LOST
        return self.block.place([*rows, 0])

    def _rows(self, records: dict[tuple[int, ...], int], factor: int) -> int:
        words: list[int] = []
        for key in records:
            words += _hash(key, factor), 0
        first = self.block.append(words)
        for position, offset in enumerate(records.values()):
            self.block.set_address(first + 2 * position + 1, offset)
        return first

    def _text(self, text: str) -> TextWord:
        return TextWord(text, handle=False)

    def _texts(self, texts: Iterable[str]) -> Pointer:
        return Pointer(self.block.append_texts(texts))

    def _set_globals(self, story: bytearray, base: int, first: int) -> None:
        for name, word in self.globals.items():
            if isinstance(word, TextWord):
                value = first + self.block.strings[word.text]
            else:
                value = base + 2 * word.offset if isinstance(word, Pointer) else word
            _set_word(story, self.template.symbols[name], value)


def _are_in_one_zone(deeds: Sequence[Deed]) -> bool:
    """Say whether there may be a zone where two of some deeds can be done."""
    if len(deeds) < 2:
        return False
    zones = [zone for deed in deeds for zone in deed.zones or ()]
    return any(deed.zones is None for deed in deeds) or len(set(zones)) < len(zones)


def _hash(key: tuple[int, ...], factor: int) -> int:
    found = 0
    for number in key:
        found = (found + number) * factor & 0xFFFF
    return found


def _factor(*records: dict[tuple[int, ...], int]) -> int:
    """Return a factor by which no two commands, and no two things, have one hash."""
    for factor in _FACTORS:
        if all(len({_hash(key, factor) for key in keys}) == len(keys) for keys in records):
            return factor
    raise StoryLimitError("The world has too many commands or things for a story.")


@lru_cache(maxsize=8192)
def _words_of(text: str) -> frozenset[str]:
    return frozenset(_WORDS.findall(text.lower()))


def _set_word(story: bytearray, address: int, value: int) -> None:
    story[address : address + 2] = value.to_bytes(2)
