"""Typing commands on trial: each from the same state, judged by what it changes in the memory.

What counts is in which object each one is, attributes, properties, and the global variables that
matter; not the order of objects in one, which follows from the rest, nor what changes by waiting,
looking or typing nonsense: clocks, and what the parser and the lister of things write down. Which
variables matter is not known. What a parser writes down changes with many commands, whatever their
verbs; what a game remembers changes with few, and is still there after a look.

Where Jericho knows the story, so does it some places that matter (its "special ram"): these count
as well.
"""

__all__ = ["Outcome", "Trials"]

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from twbench.envs.frotz.known import special_addresses
from twbench.envs.frotz.session import Session
from twbench.envs.objects.table import ObjectTable
from twbench.envs.valid_actions.limits import Allowance, Limits

if TYPE_CHECKING:
    from twbench.envs.valid_actions.refusals import Recall

Changes = tuple[tuple[int, int], ...]
"""What a command changes: addresses with their new bytes, sorted."""

NEUTRAL = ("wait", "look", "inventory", "xyzzzyx")
"""Commands that change nothing that matters; the last is no word of any story."""
_GLOBALS = 240 * 2
_ENDED = -1
_SCORE = -2
_GOES_ON, _LOST, _WON = 0, 1, 2
"""How a game stands."""
_MOST_VERBS = 2
_MOST_COMMANDS = 12
"""More than so many verbs, or commands, that change nothing else: then a variable is a parser's."""
_FEW_COMMANDS = 40
"""Of fewer it cannot be told what most of them do."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes of a command: the story's answer, what has changed, and in variables.

    It was ``understood`` if it has taken a turn, or if no clock of the story is known. A parser
    that refuses a command waits for another one in the same turn.
    """

    reply: str
    certain: Changes
    variables: Changes = ()
    understood: bool = True


class Trials:
    """Commands tried in one state of a story: that in which the ``session`` is now.

    The state is as it was when `close` is called. `is_over` says whether the ``limits`` of what may
    be tried are reached. What ``recall`` knows to be refused is not typed.
    """

    def __init__(
        self,
        session: Session,
        table: ObjectTable,
        story: bytes,
        limits: Limits,
        recall: "Recall | None" = None,
    ):
        self._session = session
        self._story = story
        self._known = bool(session.frotz.is_fully_supported)
        self._begin = session.save()
        self.allowance = Allowance(limits, self._instructions)
        """What may still be tried, and whether that much was tried that it was slow."""
        self.tried: dict[str, Outcome] = {}
        self._recall = recall
        self._recalled: set[str] = set()
        self.neutral_replies: tuple[str, ...] = ()
        self._changed_by: dict[int, tuple[set[str], set[str]]] = {}
        # By all changes of a command, as other commands may have the same.
        self._lasting: dict[Changes, frozenset[tuple[int, int]]] = {}
        self._counts: Counter[tuple[int, int]] = Counter()
        self.memory = session.memory()
        self._parents = table.parent_bytes
        self._area = slice(table.start, table.end)
        first = story[0x0C] << 8 | story[0x0D]
        self._globals = slice(first, min(first + _GLOBALS, len(self.memory)))
        self._special = self._special_places(session)
        self._before = np.frombuffer(self.memory, np.uint8)
        self._matters = self._mask(table)
        # Points and ends that come of themselves, whatever is typed.
        self._standings = {(_GOES_ON, self._score())}
        self._clocks: tuple[int, ...] = ()
        # What is told of others after waiting.
        self._chatter: set[str] = set()
        self._watch_neutral(table)

    @property
    def is_over(self) -> bool:
        """Whether nothing more may be tried."""
        return self.allowance.is_over

    @property
    def timed_out(self) -> bool:
        """Whether the clock was the reason; see `twbench.envs.valid_actions.limits`."""
        return self.allowance.timed_out

    def try_out(self, command: str) -> Outcome:
        """Return what comes of a command; it is typed once."""
        known = self.tried.get(command)
        if known is None:
            known = self.tried[command] = self._recollect(command) or self._type(command)
        return known

    @property
    def typed(self) -> list[str]:
        """The commands that were tried by typing them: the results of the others were recalled."""
        return [command for command in self.tried if command not in self._recalled]

    @property
    def parsers(self) -> tuple[int, ...]:
        """The addresses of variables that are the parser's, as far as is known."""
        return tuple(sorted(filter(self._is_parsers, self._changed_by)))

    def changes(self, command: str) -> Changes:
        """Return what a command that was tried has changed, as far as it matters.

        What a variable is may come to be known later, by other commands.
        """
        outcome = self.tried[command]
        variables = tuple(one for one in outcome.variables if not self._is_parsers(one[0]))
        return self._certain(outcome) + variables

    def certain_changes(self, command: str) -> Changes:
        """Return those of the `changes` of a command, which was tried, that are no variables."""
        return self._certain(self.tried[command])

    def lasting_changes(self, command: str) -> Changes:
        """Return those of the `changes` that are still there after a look.

        When nothing more may be tried, only those that are certain.
        """
        changes, certain = self.changes(command), self.certain_changes(command)
        if changes == certain or (changes not in self._lasting and self.is_over):
            return certain
        later_changes = self._lasting.get(changes)
        if later_changes is None:
            later_changes = self._lasting[changes] = self._after_a_look(command)
        return certain + tuple(one for one in changes[len(certain) :] if one in later_changes)

    def _after_a_look(self, command: str) -> frozenset[tuple[int, int]]:
        """Return what differs in variables after a command and a look."""
        self._type(command)
        self._session.step("look")
        if self._session.halted:
            return frozenset()
        return frozenset(self._differences(self._session.memory(), self._globals))

    def is_certain(self, command: str) -> bool:
        """Whether a command, which was tried, changes more than variables.

        Of these nobody knows what they are for.
        """
        return bool(self.tried[command].certain)

    def moves(self, command: str) -> bool:
        """Whether a command, which is tried, puts some object elsewhere."""
        return any(self.is_place(address) for address, _ in self.try_out(command).certain)

    def is_place(self, address: int) -> bool:
        """Whether what stands at an address says in which object another one is."""
        return address in self._parents

    def close(self) -> None:
        """Go back to the state in which all of it was tried."""
        self._revive()
        self._session.restore(self._begin)

    def _special_places(self, session: Session) -> tuple[int, ...]:
        """Return where special bytes lie that are no part of the table of objects."""
        within = range(self._area.start, self._area.stop)
        known = special_addresses(session.frotz)
        return tuple(at for at in known if at not in within and at < len(self.memory))

    def _mask(self, table: ObjectTable) -> "np.ndarray[tuple[int], np.dtype[np.uint8]]":
        """Return the bits of the memory that matter."""
        matters = np.zeros(len(self.memory), np.uint8)
        matters[self._area] = 0xFF
        matters[[table.start + at for at in table.link_bytes()]] = 0
        matters[self._globals] = 0xFF
        return matters

    def _watch_neutral(self, table: ObjectTable) -> None:
        """Let what neutral commands change not matter: bits of attributes, bytes of all else."""
        after = []
        for command in NEUTRAL:
            self._revive()
            reply = self._session.step_from(self._begin, command)
            self.neutral_replies += (reply,)
            if command == NEUTRAL[0]:
                self._chatter.update(_paragraphs(reply)[1:])
            self._standings.add(self._standing())
            after.append(self._session.memory())
            self._ignore(after[-1], self.memory, table)
            self._session.step("look")
            self._ignore(self._session.memory(), self.memory, table)
        if self._recall is not None:
            waiting, *_, nonsense = self.neutral_replies
            self._recall.manner = _paragraphs(waiting)[0], _paragraphs(nonsense)[0]
        self._clocks = self._that_count_turns(*after)

    def _that_count_turns(self, *after: bytes) -> tuple[int, ...]:
        """Return the variables that go up by one with a turn, by their lower bytes.

        ``after`` has the memory after each neutral command, of which the last takes no turn.
        """
        before = self.memory
        *turns, refused = after

        def counts(at: int) -> bool:
            return refused[at] == before[at] and all(
                (memory[at] - before[at]) & 0xFF == 1 for memory in turns
            )

        return tuple(filter(counts, range(self._globals.start + 1, self._globals.stop, 2)))

    def _ignore(self, memory: bytes, before: bytes, table: ObjectTable) -> None:
        changed = np.frombuffer(memory, np.uint8) ^ np.frombuffer(before, np.uint8)
        ignored = changed.copy()
        ignored[table.attributes_end :][changed[table.attributes_end :] != 0] = 0xFF
        ignored[self._globals][changed[self._globals] != 0] = 0xFF
        self._special = tuple(at for at in self._special if not changed[at])
        self._matters &= ~ignored

    def _type(self, command: str) -> Outcome:
        session = self._session
        self._revive()
        self.allowance.typed(self.tried)
        reply = session.step_from(self._begin, command)
        if command not in NEUTRAL:  # these tell what can be named, and are no answers
            reply = self._without_chatter(reply)
        standing = end, score = self._standing()
        by_itself = standing in self._standings
        if end != _GOES_ON and not by_itself:
            return Outcome(reply, ((_ENDED, end), (_SCORE, score)))
        if session.halted:
            return Outcome(reply, ())
        memory = session.memory()
        certain = self._differences(memory, self._area)
        if self._known:
            certain += self._special_changes(memory)
            if not by_itself:
                certain = ((_SCORE, score), *certain)
        self._counts.update(certain)
        variables = self._differences(memory, self._globals)
        if self._recall is not None:
            self._recall.note(command, memory)
        took_turn = bool(certain) or self._took_turn(memory)
        if not self._of_command(certain) and reply.rstrip("> \n").endswith("?"):
            return Outcome(reply, (), understood=took_turn)  # the parser waits for more
        if variables and not self._of_command(certain):
            verb = command.partition(" ")[0]
            for address, _ in variables:
                verbs, commands = self._changed_by.setdefault(address, (set(), set()))
                verbs.add(verb)
                commands.add(command)
                if self._is_parsers(address):
                    self._matters[address] = 0
        return Outcome(reply, certain, variables, took_turn)

    def _without_chatter(self, reply: str) -> str:
        """Return an answer without what is told at its end whatever is typed."""
        parts = _paragraphs(reply)
        while len(parts) > 1 and parts[-1] in self._chatter:
            parts.pop()
            reply = "\n\n".join(parts)
        return reply

    def _took_turn(self, memory: bytes) -> bool:
        return not self._clocks or any(memory[at] != self.memory[at] for at in self._clocks)

    def _certain(self, outcome: Outcome) -> Changes:
        """Return what a command changes for certain, by itself if that is anything."""
        return self._of_command(outcome.certain) or outcome.certain

    def _of_command(self, changes: Changes) -> Changes:
        """Return changes without those that most commands make, whatever they are.

        Some stories note at the first command but waiting that the player has begun.
        """
        most = max(len(self.tried) - len(self._recalled), _FEW_COMMANDS) / 2
        return tuple(one for one in changes if self._counts[one] <= most)

    def _is_parsers(self, address: int) -> bool:
        """Whether a variable is one that the parser writes, as far as is known."""
        if self._recall is not None and self._recall.is_parsers(address):
            return True
        verbs, commands = self._changed_by.get(address, ((), ()))
        return len(verbs) > _MOST_VERBS or len(commands) > _MOST_COMMANDS

    def _differences(self, memory: bytes, part: slice) -> Changes:
        """Return what differs in a part of a memory, of what matters."""
        if memory[part] == self.memory[part]:
            return ()
        now = np.frombuffer(memory, np.uint8)[part]
        matters = self._matters[part]
        # Of truth values numpy finds the true ones ten times faster than numbers other than 0.
        places = np.flatnonzero(((now ^ self._before[part]) & matters) != 0)
        kept = now[places] & matters[places]
        return tuple(zip((places + part.start).tolist(), kept.tolist(), strict=True))

    def _special_changes(self, memory: bytes) -> Changes:
        """Return what differs in a memory at the places of which Jericho says that they matter."""
        changed = (at for at in self._special if memory[at] != self.memory[at])
        return tuple((at, memory[at]) for at in changed)

    def _recollect(self, command: str) -> Outcome | None:
        """Return what comes of a command that is known to be refused."""
        if self._recall is None or command in NEUTRAL:
            return None
        known = self._recall.refused(command)
        if known is None:
            return None
        self._recalled.add(command)
        reply, understood = known
        return Outcome(reply, (), understood=understood)

    def _instructions(self, command: str) -> int:
        self._revive()
        self._session.restore(self._begin)
        return self._session.count_instructions(command)

    def _standing(self) -> tuple[int, int]:
        """Return how the game stands, and the score."""
        frotz = self._session.frotz
        end = _GOES_ON
        if self._known and frotz.victory():
            end = _WON
        elif self._known and frotz.game_over():
            end = _LOST
        return end, self._score()

    def _score(self) -> int:
        return int(self._session.frotz.get_score()) if self._known else 0

    def _revive(self) -> None:
        """Start the interpreter again if the last command has stopped it."""
        if self._session.halted:
            self._session.reset()


def _paragraphs(reply: str) -> list[str]:
    return reply.strip().split("\n\n")
