"""An agent that reads: it does what the opening text says, word for word, and understands nothing.

    twbench evaluate dataset=DIR agent=reader agent_module=benchmarks/reader.py

It sees text only. Whatever sentence of the opening text has the form of an instruction becomes one
command, or more. Between two quests it goes back to where it was told about them; if the next one
begins with what cannot be seen there, it goes on where it was. When there is nothing left to do, or
nothing was said, it wanders: it goes somewhere or takes what lies about, at random. So it wins the
games whose objective tells every step, and as for the others, it shows what chance wins.
"""

__all__ = ["Reader", "instructions", "quests_in"]

import re
from collections import deque

from twbench.agents import register
from twbench.core import Agent, Environment, GameState
from twbench.seeding import Rng

ROOM = "-= "
"""With this begins the title of a room, and ends what is said before the game."""
UNSEEN = "You can't see any such thing."
OPPOSITES = {"north": "south", "south": "north", "east": "west", "west": "east"}
WANDERING = (*(f"go {way}" for way in OPPOSITES), "take all")

_WAY = rf"(?P<way>{'|'.join(OPPOSITES)})"
_A, _B, _C = (rf"the (?P<{name}>.+?)" for name in "abc")
_TAKE = r"(?:take|pick up|grab|collect|fetch|get|retrieve)"
_PLACE = r"(?:put|place|insert|store|set)"

# A clause that ends a sentence, and the commands it asks for. The first form that fits counts, so
# those of several actions come before their parts.
_FORMS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (rf"(?:go|walk|move|head|make your way|proceed|step) (?:.*\b)?{_WAY}", ("go {way}",)),
    (
        rf"unlock {_A} with {_B}, open it and {_TAKE} {_C}(?: inside)?",
        ("unlock {a} with {b}", "open {a}", "take {c} from {a}"),
    ),
    (
        rf"{_TAKE} {_B}, unlock {_A} with it and open it",
        ("take {b}", "unlock {a} with {b}", "open {a}"),
    ),
    (rf"unlock {_A} with {_B} and open it", ("unlock {a} with {b}", "open {a}")),
    (rf"use {_B} to get {_A} open", ("unlock {a} with {b}", "open {a}")),
    (rf"unlock {_A} with {_B}, once you have it", ("take {b}", "unlock {a} with {b}")),
    (rf"{_TAKE} {_B} and unlock {_A}(?: with it)?", ("take {b}", "unlock {a} with {b}")),
    (rf"unlock {_A} with {_B}", ("unlock {a} with {b}",)),
    (rf"use {_B} to unlock {_A}", ("unlock {a} with {b}",)),
    (
        rf"open {_A}, {_PLACE} {_B} inside and close it again",
        ("open {a}", "insert {b} into {a}", "close {a}"),
    ),
    (rf"open {_A} and {_PLACE} {_B}(?: inside)?", ("open {a}", "insert {b} into {a}")),
    (rf"open {_A} and {_TAKE} {_B}(?: you find in it)?", ("open {a}", "take {b} from {a}")),
    (rf"{_TAKE} {_B} out of the closed (?P<a>.+)", ("open {a}", "take {b} from {a}")),
    (rf"{_PLACE} {_A} (?:into|in) {_B} and close it", ("insert {a} into {b}", "close {b}")),
    (rf"(?:close|shut) {_A} and lock it with {_B}", ("close {a}", "lock {a} with {b}")),
    (rf"carry {_A} over and {_PLACE} it on {_B}", ("take {a}", "put {a} on {b}")),
    (rf"carry {_A} over and {_PLACE} it (?:into|in) {_B}", ("take {a}", "insert {a} into {b}")),
    (rf"move {_A} to {_B}", ("take {a}", "put {a} on {b}")),
    (rf"move {_A} into {_B}", ("take {a}", "insert {a} into {b}")),
    (rf"(?:{_TAKE}|find) {_A} and (?:eat|enjoy) it", ("take {a}", "eat {a}")),
    (rf"{_TAKE} {_A} from the floor of .+", ("take {a}",)),
    (rf"{_TAKE} {_A} (?:from|out of|off) {_B}", ("take {a} from {b}",)),
    (rf"{_TAKE} {_A}", ("take {a}",)),
    (rf"see to it that {_A} is open", ("open {a}",)),
    (rf"open {_A}", ("open {a}",)),
    (rf"lock {_A} with {_B}", ("lock {a} with {b}",)),
    (rf"use {_B} to lock {_A}", ("lock {a} with {b}",)),
    (rf"(?:close|shut) {_A}", ("close {a}",)),
    (rf"drop {_A}", ("drop {a}",)),
    (rf"put {_A} down", ("drop {a}",)),
    (rf"leave {_A} on the floor", ("drop {a}",)),
    (rf"{_PLACE} {_A} (?:down )?on {_B}", ("put {a} on {b}",)),
    (rf"{_PLACE} {_A} (?:into|in) {_B}", ("insert {a} into {b}",)),
    (rf"have a bite of {_A} and finish it", ("eat {a}",)),
    (rf"(?:eat|treat yourself to) {_A}", ("eat {a}",)),
    (rf"(?:examine|have a look at) {_A}", ("examine {a}",)),
)
FORMS = tuple((re.compile(rf"\b{form}$"), commands) for form, commands in _FORMS)

_NEXT_QUEST = re.compile(
    r"There is more\.|Another matter:|That is not the end of it\.|And a further thing\.|Also:"
)
_END_OF_SENTENCE = re.compile(r"[.!?:]+(?:\s+|$)")


def instructions(text: str) -> list[str]:
    """Return the commands that the sentences of ``text`` ask for, in order."""
    return [command for clause in _END_OF_SENTENCE.split(text) for command in _asked(clause)]


def _asked(clause: str) -> list[str]:
    for form, commands in FORMS:
        found = form.search(clause.lower())
        if found:
            return [command.format(**found.groupdict()) for command in commands]
    return []


def quests_in(opening: str) -> list[list[str]]:
    """Return the commands that the text before the first room asks for, quest by quest."""
    said = opening.partition(ROOM)[0]
    return [instructions(part) for part in _NEXT_QUEST.split(said)]


class Reader(Agent):
    """Follows the instructions of the opening text, then wanders; ``seed`` says where."""

    def __init__(self, seed: int = 1234):
        self.seed = seed

    def reset(self, env: Environment) -> None:
        """Get ready for an opening text; nothing but text is asked for."""
        self._rng = Rng(self.seed)
        self._quests: deque[list[str]] | None = None
        self._commands: deque[str] = deque()
        self._returning: deque[str] = deque()
        self._way_back: deque[str] = deque()
        self._left: deque[str] = deque()
        self._first = self._going = ""

    def act(self, game_state: GameState, reward: float, done: bool) -> str:
        """Return the next command that was asked for, or any."""
        text = str(game_state.feedback or "")
        if self._quests is None:
            self._quests = deque(quests_in(text))
        elif self._going and ROOM in text:
            self._way_back.appendleft(f"go {OPPOSITES[self._going]}")
        elif self._first and UNSEEN in text:
            self._commands.appendleft(self._first)
            self._way_back = self._left.copy()
            self._returning.extend(f"go {OPPOSITES[way[3:]]}" for way in reversed(self._left))
        self._first = self._going = ""
        return self._next(self._quests)

    def _next(self, quests: deque[list[str]]) -> str:
        if self._returning:
            return self._returning.popleft()
        if self._commands:
            command = self._commands.popleft()
            self._going = command.removeprefix("go ") if command.startswith("go ") else ""
            if self._left and not self._way_back:
                self._first = command
            return command
        if quests:
            self._commands.extend(quests.popleft())
            self._left, self._way_back = self._way_back, deque()
            self._returning.extend(self._left)
            return self._next(quests)
        return self._rng.choice(WANDERING)


register("reader", Reader, "does what the opening text says, then wanders")
