"""What an explorer has still to do, in which room, and what it has learned not to do."""

__all__ = ["Agenda", "Round", "split"]

from collections import Counter, deque
from collections.abc import Iterable
from enum import IntEnum

from twbench.agents.exploring.habits import OF_TWO_WORDS, habits_with

_MOST_IN_VAIN = 5
"""How often something is done in vain before it is not tried any more with other things."""


_NEVER_IN_VAIN = frozenset({"examine", "give", "put", "unlock", "ask", "attack"})
"""What depends on the thing so much that failures tell little of others."""


class Round(IntEnum):
    """When a command is typed: those of a round wait until nothing is left of the earlier ones."""

    EXAMINE = 0
    FIRST = 1
    USE = 2
    THEN = 3
    WORDS = 4
    LAST = 5


def split(command: str) -> tuple[str, str]:
    """Return what a command does, and to what: "look under", "rug"."""
    words = command.split(" ", 2)
    of_two = " ".join(words[:2]) in OF_TWO_WORDS and len(words) > 2
    doing, _, noun = (" ".join(words[:2]), "", words[2]) if of_two else command.partition(" ")
    return doing, noun


class Agenda:
    """Commands to be typed, by room and round, none twice in the same room."""

    def __init__(self) -> None:
        self._plans: dict[tuple[str | None, Round], deque[str]] = {}
        self._done: set[tuple[str | None, str]] = set()
        self._unknown: set[str] = set()
        self._unknown_doing: set[str] = set()
        self._gone: set[tuple[str | None, str]] = set()
        self._in_vain: Counter[str] = Counter()

    def plan(self, room: str | None, round_: Round, commands: Iterable[str]) -> None:
        """Let commands be typed in a room in a round."""
        self._plans.setdefault((room, round_), deque()).extend(commands)

    def plan_first(self, room: str | None, round_: Round, command: str) -> None:
        """Let a command be the next one of a round in a room."""
        self._plans.setdefault((room, round_), deque()).appendleft(command)

    def next(self, room: str | None, round_: Round) -> str | None:
        """Take the next command of a round in a room; None if nothing of use is left.

        What has been in vain with other things too often waits for the last round.
        """
        plan = self._plans.get((room, round_))
        while plan:
            command = plan.popleft()
            if not self._is_possible(room, command):
                continue
            if round_ < Round.LAST and self._is_in_vain(command):
                self.plan(room, Round.LAST, [command])
            elif self.begin(room, command):
                return command
        return None

    def has(self, room: str, round_: Round) -> bool:
        """Whether something is left of a round in a room."""
        return any(
            self._is_possible(room, command)
            and (room, command) not in self._done
            and (round_ == Round.LAST or not self._is_in_vain(command))
            for command in self._plans.get((room, round_), ())
        )

    def drop(self, room: str | None, ending: str) -> None:
        """Let nothing be used in a room that ends so: "to statue"."""
        for (where, _), plan in self._plans.items():
            kept = [command for command in plan if where != room or not command.endswith(ending)]
            plan.clear()
            plan.extend(kept)

    def begin(self, room: str | None, command: str) -> bool:
        """Note that a command is typed in a room; say whether it is for the first time."""
        if (room, command) in self._done:
            return False
        self._done.add((room, command))
        return True

    def forget(self, room: str | None, command: str) -> None:
        """Let a command be typed in a room once more."""
        self._done.discard((room, command))

    def learn_unknown(self, word: str) -> None:
        """Note that a story does not know a word for a thing."""
        self._unknown.add(word)

    def learn_unknown_doing(self, doing: str) -> None:
        """Note that a story does not know what is to be done."""
        self._unknown_doing.add(doing)

    def learn(self, command: str, is_in_vain: bool) -> None:
        """Note whether a command had an effect worth reading."""
        doing, _ = split(command)
        self._in_vain[doing] += 1 if is_in_vain else -_MOST_IN_VAIN

    def is_unknown(self, word: str) -> bool:
        """Whether a story is known not to know a word."""
        return word in self._unknown

    def forget_thing(self, room: str | None, thing: str) -> None:
        """Let nothing be done in a room to a thing that is not there."""
        self._gone.add((room, thing))

    def _is_possible(self, room: str | None, command: str) -> bool:
        doing, noun = split(command)
        unknown = noun in self._unknown or doing in self._unknown_doing
        return not unknown and (room, noun) not in self._gone

    def _is_in_vain(self, command: str) -> bool:
        doing, noun = split(command)
        usual = doing in _NEVER_IN_VAIN or doing in habits_with(noun)
        return not usual and self._in_vain[doing] >= _MOST_IN_VAIN
