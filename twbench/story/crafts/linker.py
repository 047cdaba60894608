"""The linker of stories of crafting: tables behind the runtime's code make a story file.

The file is laid out as those of the first runtime are (`twbench.story.linking.linker`): template,
objects, state and marks of tasks in dynamic memory; tables and dictionary below 64 KiB; then code,
strings, and the directory, which has all that the story was made of. Most of it is the world's
(`twbench.story.crafts.world_part`); tables and strings of the story itself stand behind.
"""

__all__ = ["CompiledCrafts", "compile_tables", "link_tables"]

import struct
from typing import NamedTuple

from twbench.errors import StoryLimitError
from twbench.story.contents.objects import object_table, object_table_size, property_tables
from twbench.story.crafts.articles import definite
from twbench.story.crafts.checks import check_story
from twbench.story.crafts.directory import encode_directory
from twbench.story.crafts.layout import ATTRIBUTE_NUMBERED, CRAFTS
from twbench.story.crafts.tables import CraftTables
from twbench.story.crafts.world_part import words_of, world_part
from twbench.story.zcode.block import Block, Pointer, TextWord, Word
from twbench.story.zcode.checksum import byte_sum
from twbench.story.zcode.header import LONGEST_FILE, set_addresses, set_word
from twbench.story.zcode.last_bytes import HEADER_KEPT
from twbench.story.zcode.layout import INFINITE_SCORE, Ending, attribute_bit
from twbench.story.zcode.signature import CRAFTS_SIGNATURE
from twbench.story.zcode.template import load_template

MEMORY = 0xFFF0
"""Bytes that can be addressed."""
_PLAYER = "yourself"
_NUMBERED = attribute_bit(ATTRIBUTE_NUMBERED)


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
    linker = _Linker(tables)
    return CompiledCrafts(linker.link(), linker.spoken())


def link_tables(tables: CraftTables) -> bytes:
    """Return the story file (.z8) of a world; see `compile_tables`."""
    return _Linker(tables).link()


class _Linker:
    """One story being linked."""

    def __init__(self, tables: CraftTables):
        self.world = world_part(tables)
        check_story(tables)
        self.tables = tables
        self.template = load_template(CRAFTS)
        self.block = Block(strings=self.world.block.strings.continued())
        self.globals: dict[str, int | Pointer | TextWord] = {}

    def link(self) -> bytes:
        """Return the story file."""
        self._place_tables()
        dynamic = self._dynamic_memory()
        static_base = len(dynamic)
        own_base = static_base + self.world.image.size
        dictionary = own_base + 2 * len(self.block.words)
        words = self.world.dictionary
        end = dictionary + len(words)
        if end > MEMORY:
            raise StoryLimitError(
                f"The world does not fit into a story: its tables take {end:,} of {MEMORY:,} bytes."
            )
        code_base = end + -end % 8
        code = self.template.code_at(code_base)
        strings_base = code_base + len(code)
        first = strings_base >> 3
        story = bytearray(dynamic)
        story += self.world.image.at(static_base, {}, first)
        story += self.block.linked(own_base, {}, first)
        story += words + bytes(-end % 8) + code
        story += self.world.strings + self.block.strings.encoded()
        self._set_globals(story, static_base, own_base, first)
        set_addresses(
            story,
            self.template,
            CRAFTS_SIGNATURE,
            code=code_base,
            dictionary=dictionary,
            objects=self.object_base,
            static=static_base,
        )
        header = bytes(story[:HEADER_KEPT])
        story += encode_directory(header, self.tables, self.world.directory)
        if len(story) > LONGEST_FILE:
            raise StoryLimitError(f"The story would have {len(story):,} of {LONGEST_FILE:,} bytes.")
        set_word(story, 0x1A, len(story) // 8)
        set_word(story, 0x1C, byte_sum(story[0x40:]))
        return bytes(story)

    def spoken(self) -> list[str]:
        """Return every word that the story prints or knows."""
        return sorted(self.world.spoken | words_of(self.tables.objective))

    def _dynamic_memory(self) -> bytes:
        tables = self.tables
        data = self.template.data
        objects = [_Object(1, _PLAYER, tables.start[0] + 2)]
        for number, name in enumerate(tables.zones, 2):
            objects.append(_Object(number, name, 0, 0 if definite(name) else _NUMBERED))
        properties = property_tables(objects)
        self.object_base = len(data)
        names_base = self.object_base + object_table_size(len(objects))
        names = b"".join(properties)
        counts = names_base + len(names)
        counts += counts % 2
        size, tasks = 2 * len(tables.start), len(tables.tasks)
        end = counts + size + tasks + tasks % 2 + 2 * tasks
        if end > MEMORY:
            raise StoryLimitError(
                "The world does not fit into a story: its state and tasks take"
                f" {end - counts:,} bytes."
            )
        self.globals |= {
            "counts": counts,
            "tasks_done": counts + size,
            "tasks_left": end - 2 * tasks,
            "object_count": len(objects),
            "player": 1,
        }
        memory = data + object_table(objects, properties, names_base) + names
        memory += bytes(counts - len(memory)) + struct.pack(f">{len(tables.start)}H", *tables.start)
        return memory + bytes(end - len(memory))

    def _place_tables(self) -> None:
        tables = self.tables
        self.globals |= {
            "task_count": len(tables.tasks),
            "tasks": Pointer(self._tasks()),
            "groups": Pointer(self._groups()),
            "maximum_score": (
                INFINITE_SCORE if tables.max_score is None else tables.max_score & 0xFFFF
            ),
        }
        if tables.objective:
            self.block.strings.place([tables.objective])
            self.globals["objective"] = TextWord(tables.objective, handle=False)

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

    def _set_globals(self, story: bytearray, base: int, own_base: int, first: int) -> None:
        for name, word in self.world.globals.items():
            value = base + 2 * word.offset if isinstance(word, Pointer) else word
            set_word(story, self.template.symbols[name], value)
        for name, own in self.globals.items():
            if isinstance(own, TextWord):
                value = first + self.block.strings[own.text]
            else:
                value = own_base + 2 * own.offset if isinstance(own, Pointer) else own
            set_word(story, self.template.symbols[name], value)
