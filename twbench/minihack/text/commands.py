"""Commands in words, and what NetHack is to be told for them.

Of a command come the keys to press, and the answers for the questions that may follow: which thing,
which direction, how many, what to write, whether one is sure. Things are named as in the inventory,
by words of their names or by their letter.
"""

__all__ = [
    "DIRECTIONS",
    "Command",
    "as_direction",
    "command_words",
    "known_beginnings",
    "parse_command",
]

import re
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache

from twbench.errors import nearest
from twbench.minihack.engine import nethack
from twbench.minihack.text.vocabulary import (
    ABBREVIATED,
    ALL,
    ALONE,
    CONTAINERS,
    DIRECTIONS,
    EARLIER,
    FILLERS,
    MOVES,
    OPENERS,
    SHORT,
    SHOWN,
    VERBS,
    WAYS,
    Form,
)

_COUNTED = frozenset({"SEARCH", "WAIT"})
_TIMES = re.compile(r"^(.*?) (\d+)(?: (?:times?|turns?|steps?))?$")
_FIRST_NUMBER = re.compile(r"^(\d+) (.+)$")
_ZERO = re.compile(
    r"^(?:far |run |(?:go|walk|move|drop|throw|pick up|take|get) )?0+ "
    r"|^(?!engrave|write|annotate)\w+ 0+$"
)
_NOT_NONE = "How often, or how many, is a number from 1 on."
_HELP = ' Type "help" for what can be said.'
_REMEMBERED = 1024
_MOST = 1000
"""The largest number that is passed on: NetHack takes no more."""
_SECOND = re.compile(r" (?:with|into|in|on|onto|out of|from|using|at|to|towards?) ")
_PARTED = re.compile(r"^(put|take|pick) (.+) (on|off|down|up)$")
_ANOTHER = re.compile(r"\s*(?:[.;]|,? (?:and )?then )\s*|(,| and )\s*")
_FAR = ("far ", "run ")
_ONE_AT_A_TIME = "One command at a time."
_ONE_THING = "One thing at a time."
_SEVERAL = re.compile(r",| (?:and|but|except) ")
_WRITTEN = frozenset({Form.TEXT, Form.NAME})
_DOOR = "door"
_PICK = "pick-axe"
_BEHIND = re.compile(r" behind (?:me|myself)$", re.IGNORECASE)
_WRITTEN_WITH = re.compile(r"([^\"]*\S) with (?:the |my |a |an )?([\w -]+)", re.IGNORECASE)
_NAMED = re.compile(r"^(.+?) *: *(.+)$|^(.+) as (.+)$|^(.+) (\S+)$")


@dataclass(frozen=True, slots=True)
class Command:
    """Keys to press, and answers to questions.

    Attributes:
        keys: what is typed first.
        thing: what it is done with, or to.
        direction: the key of a direction.
        count: how often, or how many; 0 for what NetHack takes by itself.
        other: a second thing, such as what is dipped into.
        text: what is written, or what a thing is called.
        place: where, as "1 south 2 east" or what is seen there.
        agrees: what to answer where NetHack asks whether one is sure; None where nobody has said.
        form: what the command needs.
        verb: how it begins, in small letters.

    """

    keys: tuple[int, ...]
    thing: str = ""
    direction: int | None = None
    count: int = 0
    other: str = ""
    text: str = ""
    place: str = ""
    agrees: bool | None = None
    form: Form = field(default=Form.ALONE, compare=False)
    verb: str = field(default="", compare=False)

    @property
    def is_one_key(self) -> bool:
        """Whether to press one key is enough, unless NetHack asks something."""
        return self.form is Form.ALONE and len(self.keys) == 1 and not self.count

    @property
    def action(self) -> str:
        """NLE's name of what is done."""
        return VERBS[self.verb][0][0] if self.verb in VERBS else ALONE.get(self.verb, "")


def command_words() -> tuple[str, ...]:
    """Return the beginnings of commands that manifests list, sorted."""
    return EARLIER


@cache
def known_beginnings() -> tuple[str, ...]:
    """Return the beginnings of all commands, sorted."""
    return tuple(sorted({*ALONE, *VERBS, *DIRECTIONS, *SHOWN, "far"}))


@lru_cache(_REMEMBERED)
def parse_command(text: str) -> Command | str:
    """Return the command, or a sentence that says what is wrong with it."""
    typed = " ".join(text.split()).rstrip(".!")
    words = typed.lower()
    if not words:
        return f"Say what you do.{_HELP}"
    if _ZERO.search(words):
        return _NOT_NONE
    if _are_several(typed):
        return _ONE_AT_A_TIME
    if (found := _command(typed)) is not None:
        return found
    if f"{words} " in (*MOVES, *_FAR):
        return f"Say in which direction, such as {words} north."
    near = nearest(words.partition(" ")[0], known_beginnings())
    return f"That is no command: {text.strip()[:60]!r}.{near or _HELP}"


def _are_several(typed: str) -> bool:
    """Say whether what is typed is one command and another.

    A direction after a comma or an "and" may belong to what is before: "open the door, east".
    """
    found = _ANOTHER.search(typed)
    if found is None:
        return False
    first, second = _command(typed[: found.start()]), _command(typed[found.end() :])
    if not isinstance(first, Command) or first.form in _WRITTEN or not isinstance(second, Command):
        return False
    return found[1] is None or typed[found.end() :].lower() not in {*DIRECTIONS, *SHORT}


def _command(typed: str) -> Command | str | None:
    """Return the command that was typed, or what it lacks in a sentence, or None for neither."""
    words = typed.lower()
    while (bare := _without(words, OPENERS)) != words:
        words = bare
    words = ABBREVIATED.get(words, words)
    found = _move(words) or _counted(words) or _alone(words)
    if found is not None:
        return found
    parted = _PARTED.match(words)
    if parted is not None and (verb := f"{parted[1]} {parted[3]}") in VERBS:
        return _with_rest(verb, parted[2])
    for verb in sorted(VERBS, key=len, reverse=True):
        if words == verb or words.startswith((f"{verb} ", f"{verb}:")):
            return _with_rest(verb, typed[len(typed) - len(words) + len(verb) :].strip())
    return None


def _without(words: str, beginnings: tuple[str, ...]) -> str:
    for beginning in beginnings:
        if words.startswith(beginning) and words != beginning.strip():
            return words.removeprefix(beginning)
    return words


def _move(words: str) -> Command | None:
    """Return the command of a direction, near or far, or so many steps."""
    words = _without(words, MOVES)
    far = words.startswith(_FAR)
    words = words.removeprefix("far ").removeprefix("run ")
    count, words = _number(words)
    words = words.removeprefix("steps ").removeprefix("step ").removeprefix("to the ")
    word = SHORT.get(words, words)
    if word not in DIRECTIONS:
        return None
    return Command((_key(word, far),), count=count)


def _number(words: str) -> tuple[int, str]:
    """Return the number before or after some words, 0 without one, and the words."""
    before, after = _FIRST_NUMBER.match(words), _TIMES.match(words)
    if before is not None:
        return min(int(before[1]), _MOST), before[2]
    return (min(int(after[2]), _MOST), after[1]) if after is not None else (0, words)


def _counted(words: str) -> Command | None:
    count, bare = _number(words)
    name = ALONE.get(bare)
    if not count or name not in _COUNTED:
        return None
    return replace(_pressed(name, bare), count=count)


def _alone(words: str) -> Command | None:
    name = ALONE.get(words)
    return None if name is None else _pressed(name, words)


def _pressed(name: str, verb: str) -> Command:
    game = nethack()
    kind = game.MiscDirection if name in game.MiscDirection.__members__ else game.Command
    return Command((int(kind[name]),), verb=verb)


def _with_rest(verb: str, rest: str) -> Command | str:
    """Return the command that begins with a verb."""
    name, form = VERBS[verb]
    keys = tuple(
        int(nethack().Command[part]) if len(part) > 1 else ord(part) for part in name if part
    )
    command = Command(keys, form=form, verb=verb)
    if form is Form.TEXT:
        return _written(command, rest, name == ("ENGRAVE",))
    if form is Form.NAME:
        return _called(command, rest)
    if form is Form.PLACE:
        where = _without(rest.lower().removeprefix("to "), ("the ", "a ", "an "))
        return replace(command, place=where)
    if verb == "open" and CONTAINERS & {*rest.lower().split()}:
        return _looted(_named(rest.lower().partition(" with ")[0].split()))
    return _with_things(command, _BEHIND.sub("", rest), name[0])


def _written(command: Command, rest: str, has_tool: bool) -> Command:
    """Return a command that writes a text, with a tool that may be named before it."""
    found = _WRITTEN_WITH.fullmatch(rest) if has_tool else None
    text, tool = (rest, "-") if found is None else found.groups()
    return replace(command, text=text.lstrip(": ").strip('"'), thing=_named(tool.lower().split()))


def _called(command: Command, rest: str) -> Command | str:
    """Return a command that gives a thing a name."""
    found = _NAMED.match(_without(rest, ("the ", "my ", "a ")))
    if found is None:
        return f"Say what it is to be called, such as {command.verb} dagger Sting."
    what, called = (part for part in found.groups() if part is not None)
    return replace(command, thing=_named(what.split()), text=called)


def _with_things(command: Command, rest: str, name: str) -> Command | str:
    """Return a command that is done to a thing, with another one, in a direction, for a text."""
    form = command.form
    names_several = form in (Form.THING, Form.BOTH) and _SEVERAL.search(rest.rstrip(","))
    rest, _, text = rest.replace(",", " ").partition(" for ")
    words, direction, other = _apart(rest.lower(), form)
    if names_several and direction is None:
        return _ONE_THING
    if form is Form.KEY:  # the door is where, and what opens it is the thing
        what, direction = _direction(rest.lower())
        here = int(nethack().MiscDirection.WAIT) if CONTAINERS & {*what} else None
        return replace(command, thing=other or "key", direction=direction or here)
    if form is Form.TOOL:
        return replace(command, thing=other or _PICK, direction=direction)
    if name in ("PICKUP", "LOOT") and CONTAINERS & {*other.split()}:
        taken = _named(words)
        return replace(_looted(other), other="" if taken == ALL else taken)
    count, words = _how_many(words)
    return replace(
        command,
        thing=_named(words),
        direction=direction if form is not Form.THING else None,
        count=count,
        other=other,
        text=text,
    )


def _apart(rest: str, form: Form) -> tuple[list[str], int | None, str]:
    """Return the words of the thing, the key of the direction, and the other thing."""
    first, *others = _SECOND.split(f" {rest} ", maxsplit=1)
    words, direction = _direction(first)
    other = _named(others[0].split()) if others else ""
    if others and not other and _DOOR in others[0].split():
        other = _DOOR
    if direction is None and form in (Form.BOTH, Form.DIRECTION, Form.TOOL):
        direction = as_direction(other)
        other = other if direction is None else ""
    return words, direction, other


def _looted(container: str) -> Command:
    """Return the command that takes everything out of what lies here."""
    return Command((int(nethack().Command.LOOT),), container, form=Form.THING, verb="loot")


def _direction(words: str) -> tuple[list[str], int | None]:
    """Return words without the direction among them, and its key."""
    left = words.split()
    found = [word for word in left if word in DIRECTIONS or word in SHORT or word in WAYS]
    if not found:
        return left, None
    left.remove(found[-1])
    if found[-1] in WAYS:
        return left, int(nethack().MiscDirection[WAYS[found[-1]]])
    return left, _key(SHORT.get(found[-1], found[-1]), False)


def _how_many(words: list[str]) -> tuple[int, list[str]]:
    known = [word for word in words if word not in FILLERS] or words[:1]
    if known and known[0].isdecimal():
        return min(int(known[0]), _MOST), known[1:]
    return 0, known[1:] if len(known) > 1 and known[0] == ALL else known


def _named(words: list[str]) -> str:
    """Return a name without what says nothing; an "a" that stands alone is a letter."""
    if words == ["a"]:
        return "a"
    named = " ".join(word for word in words if word.lower() not in FILLERS)
    return ALL if named.lower() == "everything" else named


@cache
def _key(word: str, far: bool) -> int:
    game = nethack()
    kind = game.CompassDirectionLonger if far else game.CompassDirection
    return int(kind[DIRECTIONS[word]])


def as_direction(words: str) -> int | None:
    """Return the key of the direction that some words are, None where they are none."""
    bare = _without(words.strip().lower(), MOVES)
    if bare in WAYS:
        return int(nethack().MiscDirection[WAYS[bare]])
    word = SHORT.get(bare, bare)
    return _key(word, False) if word in DIRECTIONS else None
