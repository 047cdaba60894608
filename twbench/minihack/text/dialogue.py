"""Performing a command: keys are pressed, and whatever NetHack asks is answered or escaped.

NetHack asks for a thing, a direction, a yes, a line of text, a place, or a choice from a menu; and
it shows pages. Pages are read to their end. What the command has an answer for is answered, all
else is escaped, and told. So after a command NetHack waits for the next one. What was missing is
remembered: where the next line is no command but such an answer, the command is given again with
it.
"""

__all__ = ["Dialogue", "completed"]

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum
from typing import Any

from twbench.minihack.engine import nethack
from twbench.minihack.text.commands import Command, as_direction
from twbench.minihack.text.meant import as_meant
from twbench.minihack.text.screen import Screen
from twbench.minihack.text.underfoot import absent, listed, wanted_here
from twbench.minihack.text.vocabulary import ALL, Form
from twbench.minihack.text.whereabouts import beside, direction_of, is_named, keys_to, sought

_ESCAPE, _ENTER, _SPACE, _YES, _NO = 27, 13, ord(" "), ord("y"), ord("n")
_ALL = "A"
_MOST_ANSWERS = 60
_THERE, _LOOK = ord("."), ord(":")
_LETTERS = re.compile(r"\[([^\]]*?)(?: or \?\*)?\]")
_STATUS, _CARRIED, _TIME = 2, 7, 20
_BARE = frozenset({"-", "fingers", "fingertip", "hands", "hand", "bare hands", "nothing"})
_LEFT = "left"
_SPELL_END = re.compile(r"  +")
_CLASSES = re.compile(r"[^A-Za-z\s:]+")
_KINDS = "What kinds of thing"
_NEW_LETTER = "Adjust letter to what"
_CONTAINER = re.compile(r"^(.*?) *Do what with .*\[(\S+)")
_CHOICES = re.compile(r" ?(?:\[[^\]]*\])?(?: \(\w\))?$")
_ANSWERS: dict[str, tuple[tuple[re.Pattern[str], int], ...]] = {
    "PRAY": ((re.compile("Are you sure you want to pray"), _YES),),
    "FIGHT": ((re.compile("Really attack"), _YES),),
    "EAT": ((re.compile(r"^Eat it\?|Stop eating"), _YES),),
    "PAY": ((re.compile("^Itemized billing"), _NO), (re.compile(r"Pay\?"), _YES)),
    "UNTRAP": ((re.compile(r"(?:Disarm|[Uu]ntrap|[Cc]heck|Remove) .*\?"), _YES),),
    "APPLY": ((re.compile(r"[Uu]nlock it\?|[Ll]ock it\?|lock\?|Improvise\?|Attach "), _YES),),
    "LOOT": ((re.compile(r"\[yn#?aq\]"), _YES),),
    "ENGRAVE": ((re.compile("^Do you want to add"), _NO),),
    "DROPTYPE": ((re.compile(r"^\w - "), _YES),),
    "TAKEOFFALL": (
        (re.compile(r"\(being worn\)|\(on (?:left|right)"), _YES),
        (re.compile(r"^\w - "), _NO),
    ),
}
"""Questions whose answer the command has given already, by NLE's name of what is done."""
_ABOUT_A_THING = re.compile(r"^(?:[Pp]ick up|Drink from)| here[;,] ")
_LOCK = re.compile(r"\b((?:un)?lock) (?:it|its lock)\?", re.IGNORECASE)
_LOCKS = frozenset({"lock", "unlock"})
_NOT_ASKED_FOR = re.compile(r"^(?:Call |.* be called\?)")
"""What NetHack calls for after something unknown was used; no command is about it."""
_SAY_WHERE = " Say where, such as 1 south 2 east, or what is seen there."


class Wish(Enum):
    """What a command lacked, so that a question was escaped."""

    THING = "thing"
    OTHER = "other"
    DIRECTION = "direction"
    AGREEMENT = "agrees"
    TEXT = "text"
    PLACE = "place"


class Dialogue:
    """What is said while a command is performed.

    ``press`` presses a key and returns whether the game goes on. Of a command that is one key, this
    was pressed before. ``said`` is what NetHack says, ``wish`` what it asked for in vain, if
    anything.
    """

    def __init__(self, screen: Screen, press: Callable[[int], bool], command: Command):
        self.said: list[str] = []
        self.wish: Wish | None = None
        self._screen = screen
        self._press_key = press
        self._command = command
        self._runs = True
        self._things = 0
        self._refused = ""
        self._hint = ""
        self._escaped = ""
        self._before: tuple[Any, bytes] | None = None

    @property
    def performed(self) -> Command:
        """The command, with the direction that was found for it."""
        return self._command

    def perform(self) -> None:
        """Press the keys of the command and answer what is asked."""
        meant = as_meant(self._screen, self._command)
        if isinstance(meant, str):
            self.said.append(meant)
            return
        self._command = meant
        keys = self._keys()
        if not keys or self._is_absent():
            return
        self._converse(keys)
        if self.wish is not None and self._hint:
            if self._standing() != self._before:  # what was begun cannot be begun again
                self.wish, self._hint = None, " (not done)"
            self.said = [
                f"{line}{self._hint}" if line == self._escaped else line for line in self.said
            ]

    def _standing(self) -> tuple[Any, bytes]:
        """Return what shows whether something has come of the command."""
        observation = self._screen.observation
        return int(observation[_STATUS][_TIME]), observation[_CARRIED].tobytes()

    def _converse(self, keys: tuple[int, ...]) -> None:
        """Press keys, and answer until nothing is asked any more."""
        if self._command.is_one_key:  # it was pressed, and led here
            self._note()
        else:
            for key in keys[:-1]:  # nothing has happened yet, and the last message still stands
                self._screen.press(key)
            self._press(keys[-1])
        for _ in range(_MOST_ANSWERS):
            if not self._runs or not self._screen.waits:
                return
            self._respond()
        for _ in range(_MOST_ANSWERS):
            if self._runs and self._screen.waits:
                self._press(_ESCAPE)

    def _keys(self) -> tuple[int, ...]:
        """Return the keys to begin with; none where the direction is not known."""
        command = self._command
        if command.form is Form.TEXT and not command.text:
            self.wish = Wish.TEXT
            self.said.append(f"Say what, such as {command.verb} Elbereth.")
            return ()
        # Elsewhere it is how many of a thing, which is said when NetHack asks for that.
        is_first = command.count and (command.form is Form.ALONE or command.action == "PICKUP")
        count = tuple(map(ord, str(command.count))) if is_first else ()
        keys = (*count, *command.keys)
        if command.form is not Form.DIRECTION or command.direction is not None:
            return self._with_prefixed(keys)
        shoots = command.action == "FIRE"
        thing = command.thing or (command.other if shoots else "")
        found = direction_of(self._screen, thing, command.verb, far=shoots)
        if found is None:
            self.wish = Wish.DIRECTION
            why = self._why_not(thing, "in a straight line from" if shoots else "beside")
            self.said.append(f"{why}Say in which direction, such as {command.verb} north.")
            return ()
        self._command = replace(command, direction=found)
        return self._with_prefixed(keys)

    def _why_not(self, thing: str, where: str) -> str:
        """Return why no direction was found, as the beginning of a text."""
        wanted = thing or sought(self._command.verb)
        there = beside(self._screen, thing, self._command.verb)
        return f"There is no {wanted} {where} you. " if wanted and not there else ""

    def _is_absent(self) -> bool:
        """Say whether what must lie where the player stands is not here, and tell so."""
        told = absent(self._screen, wanted_here(self._command))
        self.said.extend([] if told is None else [told])
        return told is not None

    def _with_prefixed(self, keys: tuple[int, ...]) -> tuple[int, ...]:
        """Add the direction where NetHack does not ask for it: it is the next key."""
        direction = self._command.direction
        if direction is None or (keys and keys[-1] != int(nethack().Command.FIGHT)):
            return keys
        return (*keys, direction)

    def _press(self, key: int) -> None:
        """Press a key and note what comes of it."""
        if not self._runs:
            return
        self._runs = self._press_key(key)
        self._note()

    def _note(self) -> None:
        """Note what NetHack says."""
        screen = self._screen
        if screen.message:
            if not self.said or self.said[-1] != screen.message:
                self.said.append(screen.message)
        elif screen.has_more and not screen.is_over:
            self.said.extend(listed(screen.page()))

    def _type(self, text: str) -> None:
        """Type a line, and note what comes of it."""
        if self.said and self.said[-1] == self._screen.message:
            self.said.pop()
        for letter in text.encode("latin-1", "replace"):
            self._screen.press(letter)
        self._press(_ENTER)

    def _respond(self) -> None:
        screen = self._screen
        if self._before is None:  # at the first question nothing has come of the command yet
            self._before = self._standing()
        if screen.has_more:
            self._press(_ESCAPE if screen.is_last_of_menu else _SPACE)
        elif screen.asks_for_line:
            self._write()
        elif screen.asks_for_place:
            self._point()
        else:
            self._answer()

    def _write(self) -> None:
        """Answer a question for text; what the command has no text for is escaped."""
        question, command = self._screen.message, self._command
        is_asked_for = command.form is Form.NAME or not _NOT_ASKED_FOR.match(question)
        if question == self._refused or not is_asked_for:
            self._unsay(question)
            self._press(_ESCAPE)
        elif question.startswith(_KINDS):
            self._unsay(question)
            self._type(self._classes(question))
            self.said[:] = [line for line in self.said if _KINDS not in line]
        elif command.text:
            self._refused = question
            self._type(command.text)
        else:
            self._refuse(Wish.TEXT, question, " (not done; type it to do it)")

    def _classes(self, question: str) -> str:
        """Return the classes of things that are meant: all of them, or each with a question."""
        letters, command = _offered(question), self._command
        loots = command.action == "LOOT" and not command.other
        everything = command.thing in ("", ALL) or loots
        if everything and _ALL in letters:
            return _ALL
        classes = _CLASSES.match(letters)
        return letters[:1] if classes is None else classes[0]

    def _point(self) -> None:
        """Point at the place of the command."""
        question = self._screen.message
        place = self._command.place or self._command.other
        keys = keys_to(self._screen, place)
        self._unsay(question)
        if question == self._refused or keys is None:
            asked = question.partition("(For")[0].strip()
            told = f"I see no {place}." if place else asked or "Where?"
            self._refuse(Wish.PLACE, told, _SAY_WHERE)
            return
        self._refused = question
        for key in keys:
            self._screen.press(key)
        self._press(_THERE)
        if self._runs and not self._screen.waits:  # were it not over yet, nothing would tell
            self._screen.press(_ESCAPE)
            if self._command.action == "TRAVEL":  # walking there would have told what is there
                self._press(_LOOK)

    def _answer(self) -> None:
        """Answer a question for one letter."""
        question, command = self._screen.message, self._command
        self._unsay(question)
        if "n what direction" in question:
            self._direct(question)
        elif "What do you want to" in question or question.startswith("Cast which"):
            self._name(question)
        elif question.startswith(_NEW_LETTER):
            self._relabel(question)
        elif "Which ring-finger" in question:
            self._press(ord("l") if _LEFT in (command.thing + command.other) else ord("r"))
        elif (container := _CONTAINER.match(question)) is not None:
            self._unpack(container[1], container[2])
        else:
            self._decide(question)

    def _decline(self, question: str) -> None:
        """Say no to a question that the command does not mean."""
        self._escaped = question
        self._press_quietly(_NO)

    def _unpack(self, told: str, letters: str) -> None:
        """Take something out of a container, of which NetHack tells whether it is empty."""
        if "o" in letters:
            self._press(ord("o"))
            return
        self._escaped = told
        self.said.append(told)
        self._press_quietly(_ESCAPE)

    def _direct(self, question: str) -> None:
        command = self._command
        direction = command.direction
        if direction is None and (command.other or command.form is Form.KEY):
            far = bool(command.other)
            direction = direction_of(self._screen, command.other, command.verb, far)
        if direction is None or question == self._refused:
            named = command.other
            why = f" No {named} is in a straight line from you." if named else ""
            self._refuse(Wish.DIRECTION, question, f"{why} Say in which direction, too.")
            return
        self._refused = question
        self._press(direction)

    def _relabel(self, question: str) -> None:
        """Answer with the letter that a thing is to have from now on."""
        letter = self._command.other or self._command.text
        if len(letter) == 1 and letter.isalpha() and question != self._refused:
            self._refused = question
            self._press(ord(letter))
        else:
            self._refuse(Wish.TEXT, question, ' Say which letter, as in "adjust a to b".')

    def _decide(self, question: str) -> None:
        """Answer yes or no."""
        command = self._command
        lock = _LOCK.search(question)
        if lock is not None and command.verb in _LOCKS and lock[1].lower() != command.verb:
            self.said.append(f"It is {command.verb}ed already.")
            self._decline(question)
            return
        known = _ANSWERS.get(command.action, ())
        answer = next((key for asked, key in known if asked.search(question)), None)
        if answer is not None:
            if command.action == "LOOT" and command.other:
                answer = _YES if is_named(command.other, question) else _NO
            self._press(answer)
        elif question.startswith("Dip "):
            self._accept_if(is_named(command.other, question), question)
        elif _ABOUT_A_THING.search(question):
            is_meant = command.thing == ALL or is_named(command.thing, question)
            self._accept_if(is_meant, question)
        elif command.agrees is not None:
            self._press(_YES if command.agrees else _NO)
        else:
            self._refuse(Wish.AGREEMENT, question, ' (not done; "yes" does it)')

    def _accept_if(self, is_meant: bool, question: str) -> None:
        """Say yes, or how many where that can be said, if the command means what is asked for."""
        count = self._command.count
        if not is_meant:
            self._decline(question)
        elif count and "#" in question:
            self._type(f"#{count}")
        else:
            self._press(_YES)

    def _name(self, question: str) -> None:
        """Answer with the letter of a thing that is carried."""
        command, first = self._command, not self._things
        named = command.thing if first else command.other
        self._things += 1
        letters = _spread(_offered(question))
        self._refused = self._refused if question == self._refused else ""
        letter = None if self._refused else self._letter(named, letters)
        known = self._screen.inventory()
        if question.startswith("Cast which"):
            known = [] if self._refused else self._spells()
            meant = [spell for spell, name in known if named and is_named(named, name)]
            letter = ord(meant[0]) if meant else letter
        if letter is None:
            choice = [f"{name} ({each})" for each, name in known if each in letters]
            self._refuse_thing(named, choice, Wish.THING if first else Wish.OTHER)
            return
        self._refused = question
        if first and command.count:
            for digit in str(command.count):
                self._screen.press(ord(digit))
        self._press(letter)

    def _letter(self, named: str, letters: str) -> int | None:
        if named in _BARE and "-" in letters:
            return ord("-")
        carried = self._screen.inventory()
        if named in [letter for letter, _ in carried]:
            return ord(named)
        fitting = [letter for letter, _ in carried if letter in letters]
        if not named:
            return ord(fitting[0]) if len(fitting) == 1 else None
        meant = [letter for letter, name in carried if is_named(named, name)]
        best = [letter for letter in meant if letter in fitting] or meant
        return ord(best[0]) if best else None

    def _spells(self) -> list[tuple[str, str]]:
        """Return the letters and names of spells, of which NetHack shows a list to choose from."""
        self._screen.press(ord("*"))
        lines = self._screen.page()
        return [(line[0], _SPELL_END.split(line[4:])[0]) for line in lines if line[1:4] == " - "]

    def _refuse_thing(self, named: str, choice: list[str], wish: Wish) -> None:
        """Escape a question for a thing, and tell what could be answered."""
        if not self._refused:  # otherwise NetHack has said why
            what = f"You have no {named}." if named else "Say what."
            what = "One thing at a time." if named == ALL else what
            self.said.append(f"{what} It may be {', or '.join(choice)}." if choice else what)
            self.wish = wish
        self._press_quietly(_ESCAPE)

    def _refuse(self, wish: Wish, question: str, hint: str) -> None:
        """Escape a question, and tell it with a hint at what would have answered it."""
        self.wish, self._hint = wish, hint
        self._unsay(question)
        self._escaped = _CHOICES.sub("", question)
        self.said.append(self._escaped)
        self._press_quietly(_ESCAPE)

    def _press_quietly(self, key: int) -> None:
        """Press a key; that NetHack repeats its question, or does not mind, is not told."""
        count = len(self.said)
        self._press(key)
        repeated = self._escaped and self.said[-1].startswith(self._escaped)
        if len(self.said) > count and (repeated or self.said[-1] == "Never mind."):
            self.said.pop()

    def _unsay(self, question: str) -> None:
        if self.said and self.said[-1] == question:
            self.said.pop()


def completed(
    command: Command, wish: Wish, line: str, carried: Sequence[tuple[str, str]], is_command: bool
) -> Command | None:
    """Return a command with the answer that a line gives; None for a line that is no answer.

    ``carried`` are the letters and names of what the player carries. A line that ``is_command`` may
    be an answer only as a direction, if one was asked for, or as a letter: that of a thing, or the
    one that a thing is to have.
    """
    words = " ".join(line.lower().split()).rstrip(".!")
    if wish is Wish.AGREEMENT:
        return replace(command, agrees=True) if words in ("yes", "y") else None
    if wish is Wish.DIRECTION:
        direction = as_direction(words)
        return None if direction is None else replace(command, direction=direction)
    if wish in (Wish.THING, Wish.OTHER):
        thing = words.removeprefix("the ").removeprefix("my ")
        is_known = thing in _BARE or any(
            thing == letter.lower() or (not is_command and is_named(thing, name))
            for letter, name in carried
        )
        if not thing or not is_known:
            return None
        return (
            replace(command, other=thing) if wish is Wish.OTHER else replace(command, thing=thing)
        )
    is_letter = command.action == "ADJUST" and len(words) == 1
    if not words or (is_command and not is_letter):
        return None
    if wish is Wish.TEXT:
        return replace(command, text=line.strip().strip('"'))
    return replace(command, place=words)


def _offered(question: str) -> str:
    """Return the letters that a question offers as answers."""
    found = _LETTERS.search(question)
    return "" if found is None else found[1]


def _spread(letters: str) -> str:
    """Return the letters of a question, in which "a-d" stands for four."""
    return re.sub(
        r"(\w)-(\w)",
        lambda found: "".join(map(chr, range(ord(found[1]), ord(found[2]) + 1))),
        letters,
    )
