"""The linker: a game's tables behind the runtime's code make a story file.

The file, from its beginning (everything but strings and directory lies below 64 KiB):

```
template      header, the runtime's variables
objects       property defaults, one entry of 14 bytes for each object
names         one property table for each object: its short name, no properties
facts         a bit for each fact that may change and is neither place nor attribute
quests        a byte for each quest: its state
------------- static memory
program       words of rules, grammar lines and records of verbs of the logic
tables        relations, descriptions, articles, quests
words         records of the words that name objects, then the dictionary
------------- high memory
code          the template's
strings       packed, each at a multiple of eight; behind those of the program its routines
directory     see twbench.story.contents.directory
```

Sources: The Z-Machine Standards Document 1.1, sections 1 and 11, appendix B.
"""

__all__ = ["CompiledStory", "compile_in_parts", "compile_story", "link", "link_in_parts"]

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import islice
from typing import NamedTuple

from twbench.errors import StoryLimitError
from twbench.generator.games.game import Game
from twbench.generator.knowledge.roles import INVENTORY, PLAYER, ROOM
from twbench.hashing import canonical_json
from twbench.logic import Signature
from twbench.story.contents.dictionary import build_dictionary
from twbench.story.contents.directory import encode_directory
from twbench.story.contents.objects import (
    object_entries_address,
    object_table,
    object_table_size,
    property_tables,
)
from twbench.story.contents.world import Relation, StoryWorld
from twbench.story.linking.code_context import relation_variable
from twbench.story.linking.identity import game_identity
from twbench.story.linking.program import MEMORY, LogicProgram
from twbench.story.linking.programs import logic_program
from twbench.story.linking.tables import GameTables, place_relation
from twbench.story.linking.vocabulary import all_words
from twbench.story.state.representation import Representation
from twbench.story.zcode.block import Key, Pointer, TextWord
from twbench.story.zcode.checksum import byte_sum
from twbench.story.zcode.header import LONGEST_FILE, set_addresses, set_word
from twbench.story.zcode.last_bytes import HEADER_KEPT
from twbench.story.zcode.layout import STATIC_TEXT
from twbench.story.zcode.signature import SIGNATURE
from twbench.story.zcode.template import Template, load_template
from twbench.system.parts import Parts, completed
from twbench.whole_numbers import counted

# The highest bit of a handle marks a string: 15 bits are left, which count eights.
HANDLES = STATIC_TEXT * 8
"""How far into the file text handles reach."""
_VARIABLES = ("action_count", "actions", "ending", "moves", "one_command", "score")


class CompiledStory(NamedTuple):
    """A story file, and every word that it prints or knows, in lower case and sorted."""

    data: bytes
    vocabulary: list[str]


def compile_story(game: Game) -> CompiledStory:
    """Return the story file (.z8) of ``game`` and its vocabulary.

    Raises StoryLimitError where the game does not fit, GameFileError for texts with unknown
    functions.
    """
    return completed(compile_in_parts(game))


def compile_in_parts(game: Game) -> Parts[CompiledStory]:
    """Do the same in parts."""
    tables = yield from _lay_out(game)
    yield 0
    words = _words(tables)
    yield 0
    story = yield from _Linker(tables).link()
    return CompiledStory(story, words)


def link(game: Game) -> bytes:
    """Return the story file (.z8) of ``game``; see `compile_story`."""
    return completed(link_in_parts(game))


def link_in_parts(game: Game) -> Parts[bytes]:
    """Do the same in parts."""
    tables = yield from _lay_out(game)
    yield 0
    return (yield from _Linker(tables).link())


def _lay_out(game: Game) -> Parts[GameTables]:
    program = logic_program(game.kb)
    world = StoryWorld(game, program.representation)
    yield 0
    return GameTables(world, program)


def _words(tables: GameTables) -> list[str]:
    program = tables.program
    # The strings of the program come first: see `StringTable.continued`.
    own = islice(tables.block.strings, len(program.block.strings), None)
    return all_words(tables.world, program, own)


class _Linker:
    """One game being linked: memory is laid out from its beginning to its end."""

    def __init__(self, tables: GameTables):
        self.tables = tables
        self.world: StoryWorld = tables.world
        self.program: LogicProgram = tables.program
        self.template: Template = load_template()
        self.relations: dict[tuple[str, int], Relation] = {}
        self.bits: dict[tuple[str, int], int] = {}
        own = [key for _, key in tables.block.tables]
        # Sorted, since a set has another order in every process, and the story's bytes may not.
        self.keys: list[Key] = sorted({*self.program.image.tables, *self.program.relations, *own})

    def link(self) -> Parts[bytes]:
        """Return the story file."""
        dynamic = self._dynamic_memory()
        static_base = len(dynamic)
        program_base = static_base
        tables_base = program_base + self.program.image.size
        relations = self._place_relations(tables_base)
        yield 0
        words_base = tables_base + 2 * len(self.tables.block.words)
        # The dictionary holds addresses in words: beyond this it could not even be built.
        if words_base > MEMORY:
            self._refuse("tables", words_base, MEMORY)
        words, dictionary = build_dictionary(
            self.world, self.program.words, program_base, words_base
        )
        end = words_base + len(words)
        if end > MEMORY:
            self._refuse("tables", end, MEMORY)
        yield 0
        # A packed address counts eights, so that code and strings reach beyond 64 KiB.
        code_base = end + -end % 8
        code, code_sum = _code_at(code_base)
        strings_base = code_base + len(code)
        texts, texts_sum = _texts_at(self.program, code_base)
        strings = self._strings(strings_base)
        story = bytearray(dynamic)
        first = strings_base >> 3
        story += self.program.image.at(program_base, relations, first)
        story += self.tables.block.linked(tables_base, relations, first)
        story += words + bytes(-end % 8)
        story += code + texts + strings
        self._set_globals(story, tables_base, first)
        set_addresses(
            story,
            self.template,
            SIGNATURE,
            code=code_base,
            dictionary=dictionary,
            objects=self.object_base,
            static=static_base,
        )
        yield 0
        # The first bytes of the header are final by now: the directory repeats them, since the
        # checksum leaves them out, and only length and checksum, which lie behind them, are still
        # to come.
        story += encode_directory(self._directory(bytes(story[:HEADER_KEPT])))
        if len(story) > LONGEST_FILE:
            self._refuse("texts", len(story), LONGEST_FILE)
        known = range(code_base, strings_base + len(texts))
        _set_length_and_checksum(story, known, code_sum + texts_sum)
        return bytes(story)

    def _dynamic_memory(self) -> bytes:
        """Lay out the template, objects, names, fact bits and quest states."""
        # A relation has a table for each argument that it is looked up by. All of them speak of the
        # same rows and bits, so the relation itself is made once.
        for name, arity in dict.fromkeys([(name, int(arity)) for _, name, arity, _ in self.keys]):
            self.relations[name, arity] = self.world.relation(name, arity)
        data = self.template.data
        objects = self.world.objects
        properties = property_tables(objects)
        self.object_base = len(data)
        names_base = self.object_base + object_table_size(len(objects))
        names = b"".join(properties)
        facts_base = names_base + len(names)
        if facts_base > MEMORY:
            self._refuse("objects", facts_base, MEMORY)
        facts = bytearray()
        for predicate, relation in self.relations.items():
            if relation.changing:
                self.bits[predicate] = facts_base + len(facts)
                facts += _bits(relation)
        self.quests_base = facts_base + len(facts)
        quests = bytes(len(self.world.game.quests))
        memory = data + object_table(objects, properties, names_base) + names + facts + quests
        # Tables of words follow, whose addresses are halved in text handles: they must be even.
        return memory + bytes(-len(memory) % 2)

    def _place_relations(self, base: int) -> dict[Key, int]:
        """Place the tables that conditions look facts up in; return their addresses."""
        block = self.tables.block
        addresses = {}
        for key in self.keys:
            _, name, arity, column = key
            predicate = name, int(arity)
            bits = self.bits.get(predicate, 0)
            offset = place_relation(self.relations[predicate], int(column), bits, block)
            addresses[key] = base + 2 * offset
        for number, key in enumerate(self.program.relations):
            self.tables.globals[relation_variable(number)] = addresses[key]
        rows = tuple(self.world.backdrops)
        if rows:
            backdrops = Relation("backdrop", rows, frozenset(rows), changing=False)
            offset = place_relation(backdrops, 0, 0, block)
            self.tables.globals["backdrops"] = base + 2 * offset
        return addresses

    def _strings(self, base: int) -> bytes:
        """Return the strings of the game; the program's will stand before them, at ``base``."""
        end = base + 8 * self.tables.block.strings.size
        if end > HANDLES:
            self._refuse("texts", end, HANDLES)
        # They continue the program's (`StringTable.continued`): packed addresses of both count
        # from the first string of the program.
        return self.tables.block.strings.encoded()

    def _set_globals(self, story: bytearray, base: int, first: int) -> None:
        strings = self.tables.block.strings
        values = self.tables.globals | {"quest_states": self.quests_base}
        for name, word in values.items():
            if isinstance(word, TextWord):
                value = first + strings[word.text] | STATIC_TEXT
            elif isinstance(word, Pointer):
                value = base + 2 * word.offset
            else:
                value = word
            set_word(story, self.template.symbols[name], value)

    def _directory(self, header: bytes) -> dict[str, str]:
        """Return the JSON of what the directory tells."""
        objects = self.world.objects
        types = sorted({entity.type for entity in objects[1:]})
        changing = [
            [name, self.bits[name, arity], self._published(relation, arity)]
            for (name, arity), relation in self.relations.items()
            if relation.changing
        ]
        return {
            **self.program.directory,
            "changing": canonical_json(changing),
            "constant": f"[{','.join(self._constant_facts())}]",
            "entries": str(object_entries_address(self.object_base)),
            "game": f'"{game_identity(self.world.game)}"',
            "header": f'"{header.hex()}"',
            "objects": f"[{','.join([_names(entity.id, entity.type) for entity in objects])}]",
            "places": _places(self.program.representation, tuple(types)),
            "quests": str(self.quests_base),
            "variables": _variables(),
        }

    def _constant_facts(self) -> list[str]:
        """Return the JSON of the facts that never change and are neither place nor attribute."""
        changing = {key for key, relation in self.relations.items() if relation.changing}
        forms: dict[Signature, str | None] = {}
        for signature in {fact.signature: None for fact, _ in self.world.table_facts}:
            is_constant = (signature.name, len(signature.types)) not in changing
            forms[signature] = _row_form(signature) if is_constant else None
        return [
            form % numbers
            for fact, numbers in self.world.table_facts
            if (form := forms[fact.signature]) is not None
        ]

    def _published(self, relation: Relation, arity: int) -> Sequence[Sequence[int]]:
        """Return the rows of a relation with 0 for the inventory."""
        inventory = _inventory_columns(self.program.representation, relation.name, arity)
        if not inventory:
            return relation.rows
        return [
            [0 if column in inventory else number for column, number in enumerate(row)]
            for row in relation.rows
        ]

    def _refuse(self, what: str, size: int, limit: int) -> None:
        rooms = sum(entity.type == ROOM for entity in self.world.objects)
        raise StoryLimitError(
            f"The game does not fit into a .z8 story: with {counted(rooms, 'room')} and"
            f" {len(self.world.objects) - rooms - 1} other entities its {what} need"
            f" {size // 1024 + 1} KiB of {-(-limit // 1024)} KiB. Ask for fewer of them."
        )


def _set_length_and_checksum(story: bytearray, known: range, known_sum: int) -> None:
    """Write them into the header.

    The checksum is of what follows the header. Code and texts of the program, which are the same in
    many games, need not be summed again: ``known`` are their addresses, ``known_sum`` their sum.
    """
    total = byte_sum(story[0x40 : known.start]) + known_sum + byte_sum(story[known.stop :])
    set_word(story, 0x1A, len(story) // 8)
    set_word(story, 0x1C, total & 0xFFFF)


@lru_cache(maxsize=256)
def _code_at(address: int) -> tuple[bytes, int]:
    """Return the template's code as it is at an address, and the sum of its bytes (see `byte_sum`).

    Games of one size have it at few different addresses; eleven kilobytes are kept for each.
    """
    code = load_template().code_at(address)
    return code, byte_sum(code)


@lru_cache(maxsize=128)
def _texts_at(program: LogicProgram, address: int) -> tuple[bytes, int]:
    """Return strings and routines of a program for code at an address, and the sum of the bytes."""
    texts = program.texts_at(address >> 3)
    return texts, byte_sum(texts)


@lru_cache(maxsize=256)
def _inventory_columns(representation: Representation, name: str, arity: int) -> frozenset[int]:
    """Return the columns of a predicate's tables that only ever hold the inventory."""
    types = representation.column_types
    return frozenset(column for column in range(arity) if types(name, arity, column) == [INVENTORY])


@lru_cache(maxsize=256)
def _places(representation: Representation, types: tuple[str, ...]) -> str:
    """Return the JSON of the predicates of place between entities of the given types."""
    places = [
        (name, child, parent)
        for child in (PLAYER, *types)
        for parent in (INVENTORY, *types)
        if (name := representation.place_name(child, parent))
    ]
    return canonical_json(places)


@cache
def _variables() -> str:
    """Return the JSON of where the variables are that the directory tells of."""
    symbols = load_template().symbols
    return canonical_json({name: symbols[name] for name in _VARIABLES})


@lru_cache(maxsize=16384)
def _names(*names: str) -> str:
    return canonical_json(names)


@lru_cache(maxsize=256)
def _row_form(signature: Signature) -> str:
    """Return how the JSON of a fact is made of its object numbers; 0 stands for the inventory."""
    name = canonical_json(signature.name).replace("%", "%%")
    # "%.0s" takes a number and prints nothing of it: the inventory's is 0 whatever the row says.
    columns = ["0%.0s" if type_ == INVENTORY else "%d" for type_ in signature.types]
    return f"[{','.join([name, *columns])}]"


def _bits(relation: Relation) -> bytes:
    bits = bytearray(-(-len(relation.rows) // 8))
    for number, row in enumerate(relation.rows):
        if row in relation.holds:
            bits[number >> 3] |= 1 << (number & 7)
    return bytes(bits)
