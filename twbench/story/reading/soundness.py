"""Whether a story may be played in the calling process.

Interpreters believe what a story says. One that was made to do so can hang them, or write anywhere
in the memory of their process. Of a story that passes these checks this is known:

- Its code is the runtime that we ship, byte for byte, and so are its variables and buffers: only
  the runtime's own globals hold addresses of the story, each of which is checked.
- Its program (rules, grammar, messages) is that of a logic of ours, moved: so the conditions of
  rules, which may try many objects, are ours; and objects move only as these rules move them.
- Each object has the attributes of one type of that logic, is where objects of this type may be,
  and the tables of relations have objects of the types of these relations. Rules of ours keep it
  so; therefore nothing is ever inside itself.
- All else that the runtime follows (`twbench.story.reading.sound_tables`, the dictionary, names)
  was followed here and leads nowhere else; what never changes lies in static memory, which no story
  can write to, and names where the runtime does not write.

Stories of other logics may be as harmless, but nothing is known about their rules.
"""

__all__ = ["doubt_about"]

import struct
from array import array
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from twbench.generator.knowledge.roles import PLAYER
from twbench.story.contents.dictionary import ENTRY_SIZE, SEPARATORS, WORD_ENTRY
from twbench.story.contents.directory import Directory
from twbench.story.contents.objects import object_entries_address, object_table_size
from twbench.story.linking.code_context import relation_variable
from twbench.story.reading.known_programs import KnownProgram, known_program
from twbench.story.reading.sound_tables import MAX_COST, Doubt, Tables
from twbench.story.state.representation import PLAYER_NUMBER
from twbench.story.zcode.layout import MOST_REREAD, MOST_WORDS, STATIC_TEXT
from twbench.story.zcode.signature import SIGNATURE, SIGNATURE_AT
from twbench.story.zcode.template import ENTRY_SIZE as CODE_ENTRY_SIZE
from twbench.story.zcode.template import load_template

_MAX_OBJECTS = 2000
"""What Frotz can tell apart."""
_LONGEST_LITERAL = 38
_LONGEST_TITLE = 80
"""Characters that fit into the buffers that the runtime prints these into."""
_SET_BY_LINKER = (
    "articles",
    "attribute_door",
    "attribute_open",
    "backdrops",
    "descriptions",
    "literals",
    "maximum_score",
    "name_lengths",
    "object_count",
    "objective",
    "player",
    "quest_count",
    "quest_states",
    "quests",
    "quests_left",
    "rereads",
    "rows_watched",
    "titles",
    "trigger_count",
    "triggers",
)
_ADDRESSES = (0x04, 0x06, 0x08, 0x0A, 0x0E, 0x1A, 0x1C)
_QUEST = 4
_ENTRY = struct.Struct(">HIHHHH")
_WORD = struct.Struct(f">{ENTRY_SIZE - 2}sH")
"""An entry of a dictionary: what it says of a word, and the address of its record."""
_NO_RECORD = -1


def doubt_about(story: bytes, directory: Directory) -> str | None:
    """Return why a story must not be played in the calling process, or None if it may be.

    ``directory`` is what `twbench.story.contents.directory.read_directory` read from it.
    """
    program = known_program(directory)
    if program is None:
        return "its logic is none of twbench's own"
    try:
        _Soundness(story, directory, program).all()
    except Doubt as doubt:
        return str(doubt)
    return None


class _Soundness:
    """The checks of one story, in an order in which each may rely on those before."""

    def __init__(self, story: bytes, directory: Directory, program: KnownProgram):
        template = load_template()
        self.story = story
        self.directory = directory
        self.program = program
        self.count = len(directory.objects)
        self.static = self._word(0x0E)
        self.image_end = self.static + program.image.size
        self.symbols = template.symbols
        # The linker writes 0xFFFF for code beyond what a word can tell. Tables end at 64 KiB at the
        # latest, so that such code begins just there.
        self.code = self._word(0x04) if self._word(0x04) != 0xFFFF else 0x10000
        if self.code % 8 or self.code < len(template.data):
            raise Doubt("its code is elsewhere")
        self.strings_start = self.code + len(_code_at(self.code))
        size = int.from_bytes(story[-4:], "big")
        self.strings_end = len(story) - 4 - size

    def all(self) -> None:
        """Raise Doubt for the first thing that is not as it should be."""
        self._check_runtime()
        self._check_program()
        names_end, names = self._check_objects()
        tables = Tables(
            self.story,
            self.image_end,
            self.code,
            self.count,
            names,
            (names_end, self.static),
            self.strings_start >> 3,
            self.story[self.strings_start : self.strings_end],
            self.program.routines,
        )
        self._check_relations(tables)
        self._check_texts(tables)
        self._check_quests(tables, names_end)
        self._check_dictionary(tables)

    def _word(self, address: int) -> int:
        return self.story[address] << 8 | self.story[address + 1]

    def _global(self, name: str) -> int:
        return self._word(self.symbols[name])

    def _check_runtime(self) -> None:
        """Check the code, the header, and the variables of the runtime."""
        story = self.story
        if not story.startswith(_code_at(self.code), self.code):
            raise Doubt("its code is not the runtime of this version of twbench")
        if self._word(0x1A) * 8 != len(story) or not self.image_end <= self.code:
            raise Doubt("its parts have wrong sizes")
        entry = self.symbols["entry"]
        parts = _runtime_parts(len(self.program.relations))
        if not (
            all(story.startswith(part, at) for at, part in parts)
            and story.startswith(load_template().entry_at(self.code), entry)
            and self._word(0x06) == entry
        ):
            raise Doubt("its variables are not those of the runtime")
        if self.directory.variables.items() - self.symbols.items():
            raise Doubt("its directory names other variables")

    def _check_program(self) -> None:
        """Check that the program is the known one, and its strings."""
        program, story, base = self.program, self.story, self.static
        # Where a game's tables are is its own business: the address that stands at one place must
        # stand at all others as well. `_check_relations` looks at what is there.
        self.relations = {
            key: self._word(base + at[0]) for key, at in program.image.tables.items()
        } | {
            key: self._global(relation_variable(number))
            for number, key in enumerate(program.relations)
        }
        expected = program.image.at(base, self.relations, self.strings_start >> 3)
        if not story.startswith(expected, base):
            raise Doubt("its program is not that of its logic")
        texts = program.texts_at(self.code >> 3)
        if not story.startswith(texts, self.strings_start, self.strings_end):
            raise Doubt("its rules, or their texts, are not those of its logic")
        if self._global("attribute_door") != program.attribute_door:
            raise Doubt("doors are not what the logic says")
        if self._global("attribute_open") != program.attribute_open:
            raise Doubt("it has another attribute for what is open")

    def _check_objects(self) -> tuple[int, int]:
        """Check all objects; return where their names end and what it costs to print them."""
        base, count = self._word(0x0A), self.count
        names = base + object_table_size(count)
        entries = object_entries_address(base)
        if base != len(load_template().data) or names > self.static or count > _MAX_OBJECTS:
            raise Doubt("its objects are elsewhere")
        if (self.directory.entries, self._global("object_count")) != (entries, count):
            raise Doubt("its directory tells of other objects")
        rows = [
            (first << 32 | rest, *links)
            for first, rest, *links in _ENTRY.iter_unpack(self.story[entries:names])
        ]
        types = [type_ for _, type_ in self.directory.objects]
        known, mask = self.program.types, self.program.type_bits
        for type_, (bits, *_) in zip(types, rows, strict=True):
            if known.get(type_) != bits & mask:
                raise Doubt("an object has the attributes of another type")
        if (
            types[PLAYER_NUMBER - 1] != PLAYER
            or types.count(PLAYER) != 1
            or self._global("player") != PLAYER_NUMBER
        ):
            raise Doubt("its first object is not the player")
        self._check_tree([(0, 0, 0, 0), *(row[1:] for row in rows)], types)
        return self._check_names([row[4] for row in rows], names)

    def _check_tree(self, links: Sequence[tuple[int, ...]], types: list[str]) -> None:
        """Check where the objects are, given parent, sibling and child of each by its number."""
        places, seen = self.program.places, 0
        for number, (parent, sibling, child, _) in enumerate(links):
            if parent > self.count or (not parent and sibling):
                raise Doubt("an object is in none that there is")
            if parent and types[parent - 1] not in places[types[number - 1]]:
                raise Doubt("an object is where it cannot be")
            while child:
                # There are no more children than objects: more are met only in a ring of siblings,
                # which the runtime would follow for ever.
                seen += 1
                if child > self.count or links[child][0] != number or seen > self.count:
                    raise Doubt("the objects are no tree")
                child = links[child][1]
        if seen != sum(1 for parent, *_ in links if parent):
            raise Doubt("an object is not in its place")
        room = links[PLAYER_NUMBER][0]
        if not room or types[room - 1] not in self.program.rooms:
            raise Doubt("the player is in no room")

    def _check_names(self, addresses: Sequence[int], start: int) -> tuple[int, int]:
        story, end, cost = self.story, start, 0
        for address in addresses:
            if not start <= address < self.static:
                raise Doubt("the name of an object lies elsewhere")
            size = story[address]
            behind = address + 1 + 2 * size
            if behind > self.static or (size and not story[behind - 2] & 0x80):
                raise Doubt("the name of an object has no end")
            cost += 2 + size
            end = max(end, behind)
        return end, cost

    def _check_relations(self, tables: Tables) -> None:
        """Check the tables that the program looks facts up in."""
        of_type: dict[str, list[int]] = {}
        for number, (_, type_) in enumerate(self.directory.objects, 1):
            of_type.setdefault(type_, []).append(number)
        # Many arguments are of the same types.
        all_of: dict[tuple[str, ...], frozenset[int]] = {}
        others, changing = self.program.others, self.program.changing
        for key, address in self.relations.items():
            if key[1] in changing or not tables.is_empty(address):
                for types in others[key]:
                    if types not in all_of:
                        there = [of_type[type_] for type_ in types if type_ in of_type]
                        all_of[types] = frozenset().union(*there)
                tables.relation(address, [all_of[types] for types in others[key]])
        backdrops = self._global("backdrops")
        if backdrops:
            tables.relation(backdrops, [tables.all_objects])

    def _check_texts(self, tables: Tables) -> None:
        count = self.count
        rooms = self._check_titles(tables)
        articles = tables.rows(self._global("articles"), 3)
        cost = tables.texts([handle for row in articles for handle in row[1:]], None)
        at = tables.place(self._global("descriptions"), 1 + count)
        tables.texts(tables.words[at : at + 1 + count], cost)
        if self._global("rereads") and tables.longest > MOST_REREAD:
            raise Doubt("a description is too long to be read again")
        at = 2 * tables.place(self._global("name_lengths"), count // 2 + 1)
        lengths = self.story[at + 1 : at + 1 + count]
        # Behind the player's stand the last letters of titles, and all letters are taken for such.
        if max(lengths[:1] + lengths[1 + rooms :]) > MOST_WORDS:
            raise Doubt("a name has too many words")
        at = tables.place(self._global("literals"), self.program.literals)
        for literal in tables.words[at : at + self.program.literals]:
            if tables.prints_more(literal, _LONGEST_LITERAL):
                raise Doubt("a word of commands is too long")
        objective = self._global("objective")
        if objective:
            if not objective & STATIC_TEXT:
                raise Doubt("its objective changes")
            tables.string(objective & ~STATIC_TEXT)

    def _check_titles(self, tables: Tables) -> int:
        """Check that the objects behind the player are the rooms, and all have titles.

        Return how many there are.
        """
        at = tables.place(self._global("titles"), 3)
        rooms = tables.listed(2 * at + 4)
        if any(tables.words[at : at + 2]):
            raise Doubt("what is no room has a title")
        if any(tables.prints_more(room, _LONGEST_TITLE) for room in rooms):
            raise Doubt("the title of a room is too long")
        are_rooms = [type_ in self.program.rooms for _, type_ in self.directory.objects]
        if not all(are_rooms[1 : 1 + len(rooms)]) or are_rooms.count(True) != len(rooms):
            raise Doubt("its rooms are not the first objects")
        return len(rooms)

    def _check_quests(self, tables: Tables, names_end: int) -> None:
        count, states = self._global("quest_count"), self._global("quest_states")
        if not names_end <= states <= self.static - count or states != self.directory.quests:
            raise Doubt("the states of quests are elsewhere")
        at = tables.place(self._global("quests"), _QUEST * count)
        cost = sum(
            tables.events(tables.words[row + 2]) + tables.events(tables.words[row + 3])
            for row in range(at, at + _QUEST * count, _QUEST)
        )
        if cost > MAX_COST:
            raise Doubt("its quests are too many")
        triggers = self._global("trigger_count")
        at = tables.place(self._global("triggers"), 2 * triggers)
        if max(tables.words[at + 1 : at + 2 * triggers : 2], default=-1) >= count:
            raise Doubt("a fact is about a quest that there is not")

    def _check_dictionary(self, tables: Tables) -> None:
        """Check the words: each is one of the program, or has a record of objects."""
        start = self._word(0x08)
        header = bytes([len(SEPARATORS), *SEPARATORS, ENTRY_SIZE])
        behind = start + len(header) + 2
        if not self.image_end <= start <= self.code - len(header) - 2:
            raise Doubt("its dictionary is elsewhere")
        count = int.from_bytes(self.story[behind - 2 : behind], "big")
        end = behind + ENTRY_SIZE * count
        if self.story[start : behind - 2] != header or end > self.code:
            raise Doubt("its dictionary is of another form")
        known, static = _words_of(self.program), self.static
        records = [
            address
            for head, address in _WORD.iter_unpack(self.story[behind:end])
            if (at := known.get(head)) is None or address != (static + at if at >= 0 else 0)
        ]
        self._check_records(tables, records)

    def _check_records(self, tables: Tables, addresses: Iterable[int]) -> None:
        """Check the records of words that are not as the program has them."""
        words, first, last = tables.words, tables.start, tables.end - 4
        static, lines = self.static, _lines_of(self.program)
        named = array("H")
        for address in addresses:
            if address & 1 or not first <= address <= last:
                raise Doubt(f"a table would be at {address}")
            at = address >> 1
            grammar = words[at]
            if grammar and grammar - static not in lines:
                raise Doubt("a word has a grammar of its own")
            count = words[at + 1]
            if count > self.count or address > last - 2 * count:
                raise Doubt("a word names more than there is")
            named += words[at + 2 : at + 2 + count]
        if named and not 0 < min(named) <= max(named) <= self.count:
            raise Doubt("a word names nothing, or what there is not")


@lru_cache(maxsize=64)
def _code_at(address: int) -> bytes:
    return load_template().code_at(address)


@cache
def _runtime_parts(relations: int) -> list[tuple[int, bytes]]:
    """Return what stories have of the runtime's header and variables as it is, and where.

    That is all but what the linker writes for a program with so many relations.
    """
    template = load_template()
    symbols, data = template.symbols, bytearray(template.data)
    data[SIGNATURE_AT : SIGNATURE_AT + len(SIGNATURE)] = SIGNATURE
    names = (*_SET_BY_LINKER, *map(relation_variable, range(relations)))
    own = [(address, 2) for address in (*_ADDRESSES, *[symbols[name] for name in names])]
    own.append((symbols["entry"], CODE_ENTRY_SIZE))
    parts, start = [], 0
    for address, size in sorted([*own, (len(data), 0)]):
        if start < address:
            parts.append((start, bytes(data[start:address])))
        start = address + size
    return parts


@cache
def _words_of(program: KnownProgram) -> dict[bytes, int]:
    """Return where in a program the records of its words are, by what their entries say of them."""
    return {
        WORD_ENTRY.pack(code, word.flags, word.word_class, 0)[:-2]: (
            _NO_RECORD if word.record is None else word.record
        )
        for code, word in program.words.items()
    }


@cache
def _lines_of(program: KnownProgram) -> frozenset[int]:
    """Return where the lists of grammar lines are in a program."""
    return frozenset([word.lines for word in program.words.values() if word.lines is not None])
