"""The world of a story: who the player is, what is around, and what it is made of."""

__all__ = ["World"]

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from hashlib import sha256
from typing import Any

from twbench.envs.objects.dictionary import Dictionary
from twbench.envs.objects.table import ObjectTable, WorldObject
from twbench.envs.objects.texts import decode, text_at

_OWN_NAMES = ("(self object)", "yourself", "cretin", "you", "self")
"""What libraries call the player, as far as nobody else knows: the first of these there is."""
_NAME_IN_INFORM_7 = "yourself"
"""The player there, whose name, as all names there, is a text that a property has."""
_MOST_WORDS = 64
"""Words of the Z-machine in such a name; each has three letters."""
_MOST_LOCALS = 15
"""The first byte of a routine says how many variables it has, up to this."""
_SHARED_BY_MOST = 0.5


class World:
    """The objects of a story, given as the bytes of its file.

    ``player`` is the number of the object that stands for the player, None where it is not known.
    """

    def __init__(self, story: bytes, dictionary: Dictionary, player: int | None = None):
        self.table = ObjectTable(story)
        self._story = story
        self._dictionary = dictionary
        self._player = player if player else None
        self._words: dict[tuple[int, bytes], frozenset[str]] = {}
        # By what a property has: they do not change, and objects may share properties.
        self._texts: dict[bytes, str] = {}
        # What was read last, as a command changes few objects.
        self._tree: tuple[bytes, tuple[WorldObject, ...]] | None = None
        self._guessed = 0
        self._like_players: tuple[int, ...] | None = None

    def player(self, memory: bytes) -> int | None:
        """Return the number of the player's object, None where it is not known."""
        if self._player is not None and self._player <= self.table.count:
            return self._player
        if not self._guessed:  # before the game begins the player may be nowhere
            self._guessed = self._guess(memory)
        return self._guessed or None

    def place(self, memory: bytes) -> int | None:
        """Return the number of the object that the player is in: a room, or a chair in it."""
        player = self.player(memory)
        return None if player is None else self.table.links(memory, player)[0] or None

    def room(self, memory: bytes) -> int | None:
        """Return the number of the topmost object that the player is in: a room, most often."""
        place = self.player(memory)
        passed: set[int] = set()
        while place and place not in passed:
            passed.add(place)
            parent = self.table.links(memory, place)[0]
            if not parent or self._is_shelf(memory, parent):
                break
            place = parent
        return None if place is None or place == self.player(memory) else place

    def around(self, memory: bytes) -> list[int]:
        """Return the numbers of the objects in the player's place, and of what is held.

        The player's own is not among them.
        """
        player, place = self.player(memory), self.room(memory)
        if player is None:
            return []
        found = self.table.within(memory, place or player)
        return [number for number in found if number != player]

    def held(self, memory: bytes) -> list[int]:
        """Return the numbers of the objects that the player holds, and of what is in them."""
        player = self.player(memory)
        return [] if player is None else self.table.within(memory, player)

    def name(self, memory: bytes, number: int) -> str:
        """Return what an object is called, "" where nobody says so, or a routine does."""
        name = self.table.name(memory, number)
        if name or not self._unnamed_players:
            return name
        (_, naming), *_ = self._unnamed_players
        return self._text(dict(self.table.properties(memory, number)).get(naming, b""))

    def read(self, memory: bytes, number: int) -> WorldObject:
        """Return an object with all that it has, and what it is called."""
        return replace(self.table.read(memory, number), name=self.name(memory, number))

    def words(self, memory: bytes, number: int) -> frozenset[str]:
        """Return the words of the dictionary by which an object can be called."""
        found: set[str] = set()
        known, names = self._dictionary.by_address, self._dictionary.names
        for which, data in self.table.properties(memory, number):
            key = which, data
            words = self._words.get(key)
            if words is None:
                parts = [int.from_bytes(data[i : i + 2]) for i in range(0, len(data) - 1, 2)]
                texts = [known.get(part, "") for part in parts]
                own = frozenset(texts) if texts and all(text in names for text in texts) else ()
                words = self._words[key] = frozenset(own)
            found |= words
        return frozenset(found)

    def tree(self, memory: bytes) -> list[WorldObject]:
        """Return all objects, by their numbers."""
        if self._tree is None:
            things = [self.read(memory, number) for number in range(1, self.table.count + 1)]
        else:
            before, known = self._tree
            things = list(known)
            for number in self.table.changed(before, memory):
                things[number - 1] = self.read(memory, number)
        self._tree = memory, tuple(things)
        return things

    def digest(self, memory: bytes, beside: Sequence[int] = ()) -> str:
        """Return a hash of where all objects are and what they have, and of bytes ``beside`` them.

        The order of the objects in one is not part of it.
        """
        part = bytearray(memory[self.table.start : self.table.end])
        for at in self.table.link_bytes():
            part[at] = 0
        part += bytes(memory[at] for at in beside)
        return sha256(part).hexdigest()[:32]

    def difference(self, before: bytes, after: bytes) -> dict[str, Any]:
        """Return what has changed in the tree of objects, as lists of numbers.

        ``moved`` are pairs of an object and its new parent, ``set`` and ``cleared`` pairs of an
        object and an attribute, ``properties`` are objects of which some property has changed.
        """
        found: dict[str, Any] = {"moved": [], "set": [], "cleared": [], "properties": []}
        table = self.table
        for number in table.changed(before, after):
            parent = table.links(after, number)[0]
            if parent != table.links(before, number)[0]:
                found["moved"].append([number, parent])
            old, new = set(table.attributes(before, number)), set(table.attributes(after, number))
            found["set"] += [[number, one] for one in sorted(new - old)]
            found["cleared"] += [[number, one] for one in sorted(old - new)]
            if table.properties(before, number) != table.properties(after, number):
                found["properties"].append(number)
        return found

    def _is_shelf(self, memory: bytes, number: int) -> bool:
        """Whether an object is one that all rooms lie in, as in Infocom's stories."""
        return len(self.table.children(memory, number)) > _SHARED_BY_MOST * min(
            self.table.count, 100
        )

    def _guess(self, memory: bytes) -> int:
        """Return who is called like a player and is somewhere, 0 for nobody."""
        if self._like_players is None:
            numbers = range(1, self.table.count + 1)
            by_name = {number: self.table.name(memory, number) for number in numbers}
            called = [(name, number) for number, name in by_name.items() if name in _OWN_NAMES]
            called.sort(key=lambda one: (_OWN_NAMES.index(one[0]), one[1]))
            named = tuple(number for _, number in called)
            self._like_players = named or tuple(number for number, _ in self._unnamed_players)
        return next((one for one in self._like_players if self.table.links(memory, one)[0]), 0)

    @cached_property
    def _unnamed_players(self) -> tuple[tuple[int, int], ...]:
        """Who is called like a player in a property, as in Inform 7's stories, and in which."""
        table, story = self.table, self._story
        return tuple(
            (number, which)
            for number in range(1, table.count + 1)
            if not table.name(story, number)
            for which, data in table.properties(story, number)
            if self._text(data) == _NAME_IN_INFORM_7
        )

    def _text(self, data: bytes) -> str:
        """Return the text whose address a property has, "" if it has none, or a routine's."""
        if len(data) != 2:
            return ""
        text = self._texts.get(data)
        if text is None:
            story = self._story
            at, static = text_at(story, int.from_bytes(data)), int.from_bytes(story[0x0E:0x10])
            is_text = static <= at < len(story) and story[at] > _MOST_LOCALS
            text = self._texts[data] = decode(story, at, _MOST_WORDS) if is_text else ""
        return text
