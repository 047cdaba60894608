"""What was refused earlier in an episode, and is not typed again.

A search types hundreds of commands, and most of what a story refuses in one state it refuses in the
next. A refusal is taken to hold in the same place as long as

- nothing has changed that the command or its answer names, or that such a thing is in ("You can't,
  since the door is in the way."); if these name no object, nothing around may have changed;
- no memory has changed but that of objects and what is written whatever is typed; otherwise only
  those answers hold that many things get, and those of the parser;
- waiting and nonsense are answered as they were, which they are not while the story asks something.

That is a guess, since a rule may depend on something that its answer does not name. So a refusal
counts in its own episode alone, and the actions that are found in a state depend on which states of
the episode were searched before. Commands that change anything are typed in each state.
"""

__all__ = ["Lesson", "Memory", "Recall", "Refusals"]

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from itertools import islice
from typing import Any

import numpy as np

from twbench.envs.objects.dictionary import ALL, NAME_WORD, NO_NAMES, Dictionary
from twbench.envs.objects.world import World

_MOST_STATES = 100
"""Searched states that are remembered, with all of their memory: some 30 kilobytes each."""
_MOST_REPLIES = 20_000
"""Answers of which is known what things got them: some megabytes. Stories may have new ones in each
state, as where they draw lots or count."""
_ENOUGH_VERBS = 3
"""Memory that so many verbs write to is written to whatever is typed."""
_ENOUGH_THINGS = 3
"""An answer that so many things get does not depend on the thing."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a search has to tell to the next ones.

    ``refused`` has the answer to each command that changed nothing, and whether the parser has
    understood it. ``scratch`` are the addresses that are written to whatever is typed, ``parsers``
    those of variables of the parser. ``manner`` is what is answered to waiting and to nonsense.
    """

    refused: Mapping[str, tuple[str, bool]]
    scratch: tuple[int, ...]
    parsers: tuple[int, ...]
    manner: tuple[str, ...]

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "Lesson":
        """Return what `to_json` has made a value of."""
        refused = {command: (reply, heard) for command, (reply, heard) in told["refused"].items()}
        return cls(refused, tuple(told["scratch"]), tuple(told["parsers"]), tuple(told["manner"]))

    def to_json(self) -> dict[str, Any]:
        """Return a value that JSON can hold."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class _Refusal:
    """The answer ``reply`` to a command that changed nothing in a state, which has a number.

    ``words`` of the command and the answer may name things; ``plain`` is the answer without them.
    It ``is_loose`` if the command names nothing, or something that is no object.
    """

    reply: str
    understood: bool
    plain: str
    state: int
    words: frozenset[str]
    is_loose: bool


@dataclass(frozen=True, slots=True)
class _State:
    memory: bytes
    manner: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Refusals:
    """What was refused in the states of an episode that were searched; a value that never changes.

    ``searched`` counts the searches, ``states`` has the last of the states. ``things_told`` has,
    for answers without names, the names of a few things that got them lately.
    """

    searched: int = 0
    states: Mapping[int, _State] = field(default_factory=dict)
    by_command: Mapping[tuple[str, int], _Refusal] = field(default_factory=dict)
    things_told: Mapping[str, frozenset[frozenset[str]]] = field(default_factory=dict)
    scratch: frozenset[int] = frozenset()
    parsers: frozenset[int] = frozenset()

    def is_common(self, plain: str) -> bool:
        """Whether an answer is one that many things get."""
        return len(self.things_told.get(plain, ())) >= _ENOUGH_THINGS


class Memory:
    """Remembers refusals in the states of one ``story``, given as the bytes of its file.

    ``others`` are words of its commands that name nothing, such as verbs and prepositions.
    """

    def __init__(self, story: bytes, world: World, dictionary: Dictionary, others: Iterable[str]):
        self._world = world
        self._dictionary = dictionary
        self._others = frozenset(map(dictionary.cut, others))
        # Of all objects, as they are at the beginning.
        numbers = range(1, world.table.count + 1)
        self._owned = frozenset(word for one in numbers for word in world.words(story, one))

    def recall(self, refusals: Refusals, memory: bytes) -> "Recall":
        """Return what is known to be refused in the state of a memory."""
        return Recall(refusals, self._world, memory)

    def learned(self, refusals: Refusals, memory: bytes, lesson: Lesson) -> Refusals:
        """Return some refusals and what the search in the state of a memory has taught."""
        world, number = self._world, refusals.searched
        place = world.place(memory) or 0
        around = {word for one in world.around(memory) for word in world.words(memory, one)}
        states = {**refusals.states, number: _State(memory, lesson.manner)}
        states.pop(number - _MOST_STATES, None)
        by_command = {key: one for key, one in refusals.by_command.items() if one.state in states}
        things_told = dict(refusals.things_told)
        replies = dict.fromkeys(reply for reply, _ in lesson.refused.values())
        told = {one: (self._names(one) & around, self._without_names(one)) for one in replies}
        for command, (reply, understood) in lesson.refused.items():
            named = self._names(command.partition(" ")[2]) - self._others
            names, plain = told[reply]
            things = things_told.pop(plain, frozenset())
            things_told[plain] = things if len(things) >= _ENOUGH_THINGS else things | {named}
            is_loose = not named or not named <= self._owned or ALL in command.split()
            refusal = _Refusal(reply, understood, plain, number, named | names, is_loose)
            by_command[command, place] = refusal
        for plain in [*islice(things_told, max(len(things_told) - _MOST_REPLIES, 0))]:
            del things_told[plain]
        return Refusals(
            number + 1,
            states,
            by_command,
            things_told,
            refusals.scratch.union(lesson.scratch),
            refusals.parsers.union(lesson.parsers),
        )

    def _names(self, text: str) -> frozenset[str]:
        """Return the words of a text that may name something, as the dictionary has them."""
        cut = {self._dictionary.cut(word) for word in NAME_WORD.findall(text.lower())}
        return frozenset(cut & self._dictionary.names) - NO_NAMES

    def _without_names(self, text: str) -> str:
        """Return a text without words that may name something."""
        cut, names = self._dictionary.cut, self._dictionary.names
        return " ".join(word for word in NAME_WORD.findall(text.lower()) if cut(word) not in names)


@dataclass(frozen=True, slots=True)
class _Change:
    """What differs from an earlier state.

    ``words`` name what has changed, and what is in it. ``is_near`` says that any of it is around,
    ``is_of_more`` that more has changed than objects.
    """

    words: frozenset[str]
    is_near: bool
    is_of_more: bool

    def spares(self, refusal: _Refusal, is_common: bool) -> bool:
        """Whether a refusal holds in spite of it."""
        if not refusal.understood:
            return not self.is_near
        if refusal.is_loose:
            return not self.is_near and not self.is_of_more
        if self.is_of_more and not is_common:
            return False
        return refusal.words.isdisjoint(self.words)


class Recall:
    """The ``refusals`` that hold in the state of a ``memory``, and what is written there.

    ``manner`` is what the state answers to waiting and to nonsense: see `Lesson`.
    """

    def __init__(self, refusals: Refusals, world: World, memory: bytes):
        self.manner: tuple[str, ...] = ()
        self._refusals = refusals
        self._world = world
        self._memory = memory
        self._place = world.place(memory) or 0
        # None where nothing holds.
        self._changes: dict[int, _Change | None] = {}
        self._matters = np.ones(len(memory), np.bool_)
        self._matters[sorted(refusals.scratch)] = False
        table = world.table
        self._matters[table.start : table.end] = True
        self._matters[[table.start + at for at in table.link_bytes()]] = False
        self._now = np.frombuffer(memory, np.uint8)
        # Which bytes are written, by verbs.
        self._written: dict[str, np.ndarray[tuple[int], np.dtype[np.bool_]]] = {}

    def is_parsers(self, address: int) -> bool:
        """Whether a variable is known to be one of the parser."""
        return address in self._refusals.parsers

    def refused(self, command: str) -> tuple[str, bool] | None:
        """Return the answer to a command that is refused, and whether it is understood."""
        refusal = self._refusals.by_command.get((command, self._place))
        if refusal is None:
            return None
        if refusal.state not in self._changes:
            self._changes[refusal.state] = self._change(self._refusals.states[refusal.state])
        change = self._changes[refusal.state]
        if change is None or not change.spares(refusal, self._refusals.is_common(refusal.plain)):
            return None
        return refusal.reply, refusal.understood

    def note(self, command: str, memory: bytes) -> None:
        """Note the memory after a command that was typed."""
        verb = command.partition(" ")[0]
        written = self._now != np.frombuffer(memory, np.uint8)
        if verb in self._written:
            written |= self._written[verb]
        self._written[verb] = written

    def lesson(self, refused: Mapping[str, tuple[str, bool]], parsers: tuple[int, ...]) -> Lesson:
        """Return what the search has to tell that has ``refused`` commands typed in vain."""
        counts = np.zeros(len(self._memory), np.uint16)
        for written in self._written.values():
            counts += written
        scratch = tuple(np.flatnonzero(counts >= _ENOUGH_VERBS).tolist())
        return Lesson(refused, scratch, parsers, self.manner)

    def _change(self, state: _State) -> _Change | None:
        if state.manner != self.manner:
            return None
        world, table, memory = self._world, self._world.table, self._memory
        differs = np.frombuffer(state.memory, np.uint8) != self._now
        changed: set[int] = set()
        lost: set[int] = set()
        is_of_more = False
        for at in np.flatnonzero(differs & self._matters).tolist():
            number = table.owner(at)
            if number is None:
                is_of_more = True
            else:
                changed.add(number)
                if at in table.parent_bytes:
                    lost.update(table.links(one, number)[0] for one in (state.memory, memory))
        own = {world.player(memory), world.room(memory), self._place, 0}
        near = {*world.around(state.memory), *world.around(memory)}
        is_of_more = is_of_more or bool(changed & own)
        changed = (changed | lost) - own
        concerned = {one for number in changed for one in (number, *table.within(memory, number))}
        words = {word for number in concerned for word in world.words(memory, number)}
        return _Change(frozenset(words), bool(changed & near), is_of_more)
