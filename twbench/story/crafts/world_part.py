"""What a story has of its world alone: all of it but the start, the tasks and the objective.

Many stories may have one world, and most of the time to link one goes into this. So what was made
last is kept.
"""

__all__ = ["WorldPart", "words_of", "world_part"]

import json
import re
import struct
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from twbench.errors import StoryLimitError
from twbench.story.crafts.articles import definite, indefinite
from twbench.story.crafts.checks import LONGEST_ANSWER, check_world
from twbench.story.crafts.layout import ANYWHERE, CRAFTS, HERE, NO_ZONE, Place
from twbench.story.crafts.tables import WORLD, CraftTables, Deed
from twbench.story.crafts.texts import ToldChange, recipe, report, told_changes
from twbench.story.crafts.words import Vocabulary, spoken_words
from twbench.story.texts.names import heading
from twbench.story.zcode.block import Block, Image, Pointer
from twbench.story.zcode.template import load_template

_FACTORS = (31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, 113)
_WORDS = re.compile(r"[a-zà-öø-ÿ]+(?:['-][a-zà-öø-ÿ]+)*|\d+")


def world_part(tables: CraftTables) -> "WorldPart":
    """Return the part of the world of some tables.

    Raises StoryLimitError, in a sentence, for a world that no story can have.
    """
    return _made(
        replace(
            tables,
            start=(),
            tasks=(),
            groups=(),
            objective="",
            max_score=None,
            walkthrough=(),
        )
    )


class WorldPart:
    """The part of a world, which nobody may change.

    Attributes:
        block: its tables, with all strings.
        image: the tables, to be placed at an address.
        strings: the strings.
        dictionary: the dictionary.
        spoken: every word that it, or the runtime, prints or knows.
        globals: the runtime's globals, by name; pointers are into the tables.
        directory: what the story's directory has of it: JSON by the names of `WORLD`.

    """

    def __init__(self, tables: CraftTables):
        """Make the part of tables; see `world_part`."""
        check_world(tables)
        self.block = Block()
        self.globals: dict[str, int | Pointer] = {}
        self._tables = tables
        self._words = Vocabulary((*tables.items, *tables.zones, *tables.lying), tables.phrases)
        self._place_tables()
        self.dictionary = self._words.dictionary(
            [spoken_words(phrase)[0] for phrase in tables.phrases]
        )
        self.image = Image(self.block)
        self.strings = self.block.strings.encoded()
        texts = (*load_template(CRAFTS).texts, *self.block.strings, *tables.zones)
        self.spoken = frozenset(self._words.spoken().union(*map(words_of, texts)))
        self.directory = {
            name: json.dumps(getattr(tables, name), separators=(",", ":")) for name in WORLD
        }

    def _place_tables(self) -> None:
        tables, texts = self._tables, self._texts
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
            **self._counted(),
            "titles": texts(map(heading, tables.zones)),
            "deeds": self._addresses(deeds),
            "recipes_told": LONGEST_ANSWER // (1 + max(map(len, recipes), default=0)),
            "commands_told": LONGEST_ANSWER // most,
        }
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

    def _counted(self) -> dict[str, int | Pointer]:
        """Place the names that have an article, those with "a" before those with "an"."""
        names = dict.fromkeys((*self._tables.items, *self._tables.lying))
        rows = sorted((article, name) for name in names if (article := indefinite(name)))
        place = self.block.append_texts([name for _, name in rows])
        first = place + sum(article == "a " for article, _ in rows)
        return {"counted": Pointer(place), "counted_count": len(rows), "first_an": Pointer(first)}

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
        texts = [(3, recipe_text), (4, report(self._tables, deed, changes))]
        for (slot, here, low, high, delta), item, zone, is_own, _ in changes:
            texts.append((len(words) + 4, item))
            place = Place.PLAYER if is_own else Place.CURRENT
            if zone is not None:
                texts.append((len(words) + 5, definite(zone) + zone))
            where = 2 * slot | HERE if here else 2 * slot
            words += (where, low, high, delta & 0xFFFF, 0, place)
        offset = self.block.append(words, texts)
        if deed.zones is not None:
            self.block.set_address(offset, self._zones(deed.zones))
        return offset

    def _zones(self, zones: Sequence[int]) -> int:
        """Place a byte for each zone, 1 for those of ``zones``; return the offset."""
        marks = bytearray(len(self._tables.zones) + len(self._tables.zones) % 2)
        for zone in zones:
            marks[zone] = 1
        return self.block.place_numbers(struct.unpack(f">{len(marks) // 2}H", marks))

    def _commands(self, deeds: Sequence[int]) -> dict[tuple[int, ...], int]:
        """Place the commands; return their offsets by the numbers of their words."""
        found: dict[tuple[int, ...], list[int]] = {}
        for number, deed in enumerate(self._tables.deeds):
            found.setdefault(self._words.key(self._tables.phrases[deed.action]), []).append(number)
        placed = {}
        for key, numbers in found.items():
            own = [self._tables.deeds[number] for number in numbers]
            phrase = self._tables.phrases[own[0].action]
            if _are_in_one_zone(own):
                raise StoryLimitError(f"{phrase!r} stands for two things that one can do.")
            own_deeds = [deeds[number] for number in numbers]
            placed[key] = self._record(key, phrase, (), own_deeds)
        return placed

    def _things(
        self, deeds: Sequence[int], changes: Sequence[Sequence[ToldChange]]
    ) -> dict[tuple[int, ...], int]:
        """Place the things; return their offsets by the numbers of their words."""
        tables = self._tables
        givers: dict[str, list[int]] = {}
        for offset, own in zip(deeds, changes, strict=True):
            for told in own:
                if told.change.delta > 0:
                    givers.setdefault(told.item, []).append(offset)
        items = {name: 2 * slot for slot, name in enumerate(tables.items, 1)}
        lying = {name: place for place, name in enumerate(tables.lying)}
        placed: dict[tuple[int, ...], int] = {}
        for name in dict.fromkeys((*tables.items, *tables.lying)):
            key = self._words.key(name)
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

    def _rows(self, records: dict[tuple[int, ...], int], factor: int) -> int:
        words: list[int] = []
        for key in records:
            words += _hash(key, factor), 0
        first = self.block.append(words)
        for position, offset in enumerate(records.values()):
            self.block.set_address(first + 2 * position + 1, offset)
        return first

    def _texts(self, texts: Iterable[str]) -> Pointer:
        return Pointer(self.block.append_texts(texts))


_made = lru_cache(maxsize=16)(WorldPart)


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
def words_of(text: str) -> frozenset[str]:
    """Return the words of a text that is printed."""
    return frozenset(_WORDS.findall(text.lower()))
