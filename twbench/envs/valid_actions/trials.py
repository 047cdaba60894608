"""Typing commands on trial: each from the same state, judged by what it changes in the memory.

What counts is in which object each one is, attributes, properties, and the global variables that
matter; not the order of objects in one, which follows from the rest, nor what changes by waiting,
looking or typing nonsense: clocks, and what the parser and the lister of things write down. Which
variables matter is not known. What a parser writes down changes with many commands, whatever their
verbs; what a game remembers changes with few, and is still there after a look.

Where Jericho knows the story, so does it some variables that matter (its "special ram"): these
count as well.
"""

__all__ = ["Outcome", "Trials"]

import ctypes
import time
from collections import Counter
from dataclasses import dataclass

import numpy as np

from twbench.envs.frotz.session import Session
from twbench.envs.objects.table import ObjectTable

Changes = tuple[tuple[int, int], ...]
"""What a command changes: addresses with their new bytes, sorted."""

NEUTRAL = ("wait", "look", "inventory", "xyzzzyx")
"""Commands that change nothing that matters; the last is no word of any story."""
_GLOBALS = 240 * 2
_DIFF_SIZE = 64
_FIRST_SPECIAL = 48
_ENDED = -1
_SCORE = -2
_SPECIAL = 1 << 20
"""Added to an address of which Jericho says that it matters."""
_MOST_VERBS = 2
_MOST_COMMANDS = 12
"""More than so many verbs, or commands, that change nothing else: then a variable is a parser's."""
_FEW_COMMANDS = 40
"""Of fewer it cannot be told what most of them do."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes of a command: the story's answer, what has changed, and in variables."""

    reply: str
    certain: Changes
    variables: Changes = ()


class Trials:
    """Commands tried in one state of a story: that in which the ``session`` is now.

    The state is as it was when `close` is called. ``seconds`` of the processor is for how long to
    try, and None is for ever; `is_over` says whether that time has passed.
    """

    def __init__(self, session: Session, table: ObjectTable, story: bytes, seconds: float | None):
        self._session = session
        self._story = story
        self._known = bool(session.frotz.is_fully_supported)
        self._begin = session.save()
        self._deadline = None if seconds is None else time.process_time() + seconds
        self.tried: dict[str, Outcome] = {}
        self._changed_by: dict[int, tuple[set[str], set[str]]] = {}
        self._lasting: dict[str, Changes] = {}
        self._counts: Counter[tuple[int, int]] = Counter()
        self.memory = session.memory()
        self._parents = table.parent_bytes
        self._area = slice(table.start, table.end)
        first = story[0x0C] << 8 | story[0x0D]
        self._globals = slice(first, min(first + _GLOBALS, len(self.memory)))
        self._before = np.frombuffer(self.memory, np.uint8)
        self._matters = self._mask(table)
        self._diff = ((ctypes.c_uint16 * _DIFF_SIZE)(), (ctypes.c_uint16 * _DIFF_SIZE)())
        self._standing = self._score()
        self._special_noise: frozenset[tuple[int, int]] = frozenset()
        self._watch_neutral(table)

    @property
    def is_over(self) -> bool:
        """Whether there is no more time."""
        return self._deadline is not None and time.process_time() > self._deadline

    def try_out(self, command: str) -> Outcome:
        """Return what comes of a command; it is typed once."""
        known = self.tried.get(command)
        if known is None:
            known = self.tried[command] = self._type(command)
        return known

    def changes(self, command: str) -> Changes:
        """Return what a command that was tried has changed, as far as it matters.

        What a variable is may come to be known later, by other commands.
        """
        outcome = self.tried[command]
        variables = tuple(one for one in outcome.variables if not self._is_parsers(one[0]))
        certain = self._of_command(outcome.certain)
        return certain + variables if variables else certain

    def lasting_changes(self, command: str) -> Changes:
        """Return those of the `changes` that are still there after a look.

        When there is no more time, only those that are certain.
        """
        changes = self.changes(command)
        certain = self._of_command(self.tried[command].certain)
        if changes == certain or (command not in self._lasting and self.is_over):
            return certain
        if command not in self._lasting:
            self._type(command)
            self._session.step("look")
            self._lasting[command] = ()
            if not self._session.halted:
                memory = self._session.memory()
                self._lasting[command] = self._differences(memory, self._globals)
        later_changes = set(self._lasting[command])
        return certain + tuple(one for one in changes[len(certain) :] if one in later_changes)

    def moves(self, command: str) -> bool:
        """Whether a command, which is tried, puts some object elsewhere."""
        return any(address in self._parents for address, _ in self.try_out(command).certain)

    def close(self) -> None:
        """Go back to the state in which all of it was tried."""
        self._revive()
        self._session.restore(self._begin)

    def _mask(self, table: ObjectTable) -> "np.ndarray[tuple[int], np.dtype[np.uint8]]":
        """Return the bits of the memory that matter."""
        matters = np.zeros(len(self.memory), np.uint8)
        matters[self._area] = 0xFF
        matters[[table.start + at for at in table.link_bytes()]] = 0
        matters[self._globals] = 0xFF
        return matters

    def _watch_neutral(self, table: ObjectTable) -> None:
        """Let what neutral commands change not matter: bits of attributes, bytes of all else."""
        special: set[tuple[int, int]] = set()
        waited = None
        for command in NEUTRAL:
            self._session.restore(self._begin)
            self._session.step(command)
            special.update(self._special_changes())
            self._ignore(self._session.memory(), self.memory, table)
            if waited is None:
                waited = self._session.memory()
            self._session.step("look")
            self._ignore(self._session.memory(), self.memory, table)
        self._special_noise = frozenset(special)

    def _ignore(self, memory: bytes, before: bytes, table: ObjectTable) -> None:
        changed = np.frombuffer(memory, np.uint8) ^ np.frombuffer(before, np.uint8)
        ignored = changed.copy()
        ignored[table.attributes_end :][changed[table.attributes_end :] != 0] = 0xFF
        ignored[self._globals][changed[self._globals] != 0] = 0xFF
        self._matters &= ~ignored

    def _type(self, command: str) -> Outcome:
        session = self._session
        self._revive()
        session.restore(self._begin)
        reply = session.step(command)
        frotz = session.frotz
        if self._known and (frotz.game_over() or frotz.victory()):
            return Outcome(reply, ((_ENDED, 1), (_SCORE, self._score())))
        if session.halted:
            return Outcome(reply, ())
        memory = session.memory()
        certain = self._differences(memory, self._area)
        if self._known:
            certain += tuple(sorted(self._special_changes() - self._special_noise))
            score = self._score()
            if score != self._standing:
                certain = ((_SCORE, score), *certain)
        self._counts.update(certain)
        variables = self._differences(memory, self._globals)
        if not self._of_command(certain) and reply.rstrip("> \n").endswith("?"):
            return Outcome(reply, ())  # the parser waits for more
        if variables and not self._of_command(certain):
            verb = command.partition(" ")[0]
            for address, _ in variables:
                verbs, commands = self._changed_by.setdefault(address, (set(), set()))
                verbs.add(verb)
                commands.add(command)
                if self._is_parsers(address):
                    self._matters[address] = 0
        return Outcome(reply, certain, variables)

    def _of_command(self, changes: Changes) -> Changes:
        """Return changes without those that most commands make, whatever they are.

        Some stories note at the first command but waiting that the player has begun.
        """
        most = max(len(self.tried), _FEW_COMMANDS) / 2
        return tuple(one for one in changes if self._counts[one] <= most)

    def _is_parsers(self, address: int) -> bool:
        """Whether a variable is one that the parser writes, as far as is known."""
        verbs, commands = self._changed_by.get(address, ((), ()))
        return len(verbs) > _MOST_VERBS or len(commands) > _MOST_COMMANDS

    def _differences(self, memory: bytes, part: slice) -> Changes:
        """Return what differs in a part of a memory, of what matters."""
        if memory[part] == self.memory[part]:
            return ()
        now = np.frombuffer(memory, np.uint8)[part]
        matters = self._matters[part]
        places = np.flatnonzero((now ^ self._before[part]) & matters)
        if not len(places):
            return ()
        kept = now & matters
        return tuple((int(at) + part.start, int(kept[at])) for at in places)

    def _special_changes(self) -> set[tuple[int, int]]:
        """Return what Jericho's own watch over variables has seen at the last command."""
        if not self._known:
            return set()
        places, values = self._diff
        self._session.frotz.frotz_lib.get_cleaned_world_diff(places, values)
        found = zip(places[_FIRST_SPECIAL:], values[_FIRST_SPECIAL:], strict=True)
        return {(_SPECIAL + place, value) for place, value in found if place}

    def _score(self) -> int:
        return int(self._session.frotz.get_score()) if self._known else 0

    def _revive(self) -> None:
        """Start the interpreter again if the last command has stopped it."""
        if self._session.halted:
            self._session.reset()
