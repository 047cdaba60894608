"""A heuristic player of any story: it needs no information beyond the text, and no training.

Coming into a room it takes what there is, and goes on by a way that the text names, or to the
nearest room that has such a way (`twbench.agents.rooms`): a part of the world can be seen in few
commands, and many stories give points for that. Ways that no text names come next. Then it goes
round its rooms, once for each of these: it examines what the texts have named; takes, opens and
enters the things that exist; talks with who is there, gives what it carries, unlocks with it; and
does what else people do to things. Words that the story does not know, and what was refused, it
remembers and does not try again, nor words that get the answer of another one; but ways at which
something stands are tried again when something has changed. When nothing is left it does again, at
random, what has once been answered by something new.
"""

__all__ = ["ExplorerAgent"]

import re
from collections import Counter, deque
from functools import partial

from twbench.agents.rooms import DIRECTIONS, Rooms, room_title
from twbench.core import Agent, Environment, GameState
from twbench.seeding import Rng

_WORD = re.compile(r"[a-z]{2,}")
_MOST_WORDS = 10
"""Words of a text that are examined: stories name what matters, and much else."""
_MOST_THINGS = 6
_FIRST_DONE = ("take", "open", "read", "enter")
_LAST_DONE = ("push", "turn on", "pull", "look under", "turn", "climb", "search")
_EXAMINE, _FIRST, _USE, _LAST = range(4)
"""The rounds: what is planned for a later one is done when nothing is left of those before."""
_MOST_RETRIES = 4
"""How often a way is tried again at which something stands."""
_TAKEN = re.compile(r"^(?:(?:the |an? )?([^:\n]+): *)?taken\b", re.IGNORECASE | re.MULTILINE)
_PERSON = re.compile(r"\b(?:he|she|him|her|they)\b|would care for that", re.IGNORECASE)
_LOCKED = re.compile(r"\block(?:ed)?\b|\bkey\b", re.IGNORECASE)
_NO_WAY = re.compile(
    r"can't go|cannot go|no (?:exit|way|passage)|any exit|nothing in that|that direction|"
    r"aren't in anything|that way|only go",
    re.IGNORECASE,
)
_MOST_TRIES = 6
"""How often something is done in vain before it is not tried any more."""
_UNKNOWN_WORD = re.compile(
    r"don't know (?:the|how)|not (?:a word|know the word)|isn't something you need|"
    r"don't need to (?:use|refer)|didn't (?:understand|recognise)|not (?:understand|recognise)",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"can't see|don't see|not here|isn't here|no such|nothing (?:to|special|happens)|"
    r"can't (?:go|do|take|open|be)|not something|isn't something|is fixed|hardly portable|"
    r"don't know|not understand|didn't|already|no effect|what do you want|that's not|"
    r"you see nothing|multiple objects|none at all|courteous|unable to",
    re.IGNORECASE,
)
_WHICH = re.compile(r"\b(?:did|do) you mean,? (?:the |an? )?([^,?]+?)(?=,|\?| or )", re.IGNORECASE)
_PROMPT_SEEN = 3
"""How often answers end with the same line before it is taken for a question of the story."""
_QUESTION = re.compile(r"\b(?:yes|no)\b[^\n]*\?|\((?:y/n|yes/no)\)|\by/n\b", re.IGNORECASE)
_MORE = re.compile(r"press (?:any|a|the|space|enter|return)|\[more\]|hit (?:any|a)", re.IGNORECASE)
_FILLING = frozenset(
    """
    the and are you your yourself can see here there this that with from into out off for
    has have was were will would could been being its his her him she they them their who
    what which when where how not but all any some one two three very just only also about
    away back down up north south east west northeast northwest southeast southwest over
    under upon through taken dropped nothing seems looks like more than then now don know
    each every four five want word understand need score moves turn points sir way lead leads
    other side around room thing things such mean happens obvious unable none available feel hear
    notice press
    """.split()  # noqa: SIM905 - a list of a hundred words in quotes is harder to read
)
"""Words of texts that name no thing."""


class ExplorerAgent(Agent):
    """Explores and tries what is named; the same seed and the same texts give the same commands."""

    def __init__(self, seed: int = 1234):
        self.seed = seed
        self._begin()

    def reset(self, env: Environment) -> None:
        """Forget all, and begin."""
        self._begin()
        env.display_command_during_render = True

    def _begin(self) -> None:
        self._rng = Rng(self.seed)
        self._rooms = Rooms()
        # What is to be done in each room, and which ways its texts have named.
        self._plans: dict[tuple[str | None, int], deque[str]] = {}
        self._named: dict[str | None, set[str]] = {}
        self._last: str | None = None
        self._unknown: set[str] = set()
        self._done: set[tuple[str | None, str]] = set()
        self._read: set[str] = set()
        self._useful: list[str] = []
        # What is carried, who can be spoken to where, and what is locked.
        self._carried: dict[str, None] = {}
        self._met: dict[tuple[str | None, str], str] = {}
        # The ways at which something stands, and how often they were tried again.
        self._blocked: dict[tuple[str, str], int] = {}
        self._in_vain: Counter[str] = Counter()
        self._last_lines: Counter[str] = Counter()

    def act(self, game_state: GameState, reward: float, done: bool) -> str:
        """Return the next command."""
        text = game_state.feedback or ""
        self._learn(self._without_prompt(text))
        answer = self._answer(text)
        command = self._next() if answer is None else answer
        self._last = command
        return command

    def _answer(self, text: str) -> str | None:
        """Return what a story that asks something wants to hear."""
        ending = text.strip()[-200:]
        if _QUESTION.search(ending):
            return "yes"
        return "" if _MORE.search(ending) else None

    def _without_prompt(self, text: str) -> str:
        """Return a text without a last line that many answers have: "What will you do now?"."""
        before, _, last = text.rstrip().rpartition("\n")
        self._last_lines[last] += 1
        return before if self._last_lines[last] >= _PROMPT_SEEN and before else text

    def _learn(self, text: str) -> None:
        """Take note of what came of the last command."""
        last, is_new = self._last, text not in self._read
        self._read.add(text)
        way = last if last in self._rooms.untried() or last in _WAYS else None
        if way is not None:
            self._rooms.try_way(way)
        title = room_title(text)
        if title is None and (way is not None or last == "look"):
            title = self._rooms.named_in(text)
        arrives = way is not None or last in (None, "look") or self._rooms.here is None
        if title is not None and arrives:
            is_new_room = self._rooms.enter(title, way)
            self._named.setdefault(title, set()).update(_WAYS & set(_WORD.findall(text.lower())))
            if is_new_room:
                self._look_into(text)
            return
        if way is not None:
            self._rooms.forget_way(way)
            self._learn_of_way(way, text, is_new)
            return
        self._learn_of_thing(text, is_new)

    def _learn_of_way(self, way: str, text: str, is_new: bool) -> None:
        """Take note of what stands in a way."""
        here = self._rooms.here
        if here is None or not is_new or _NO_WAY.search(text):
            return
        self._blocked.setdefault((here, way), 0)
        words = self._words(text)[:_MOST_THINGS]
        self._plan(_EXAMINE).extend(f"examine {word}" for word in words)
        if _LOCKED.search(text):
            self._meet("unlock {} with {}", "door")

    def _meet(self, use: str, noun: str) -> None:
        """Plan to use what is carried, now or later, on a thing or a person here."""
        here = self._rooms.here
        if (here, noun) not in self._met:
            self._met[here, noun] = use
            self._plan(_USE).extend(use.format(noun, one) for one in self._carried)

    def _carry(self, text: str) -> None:
        """Take note of what was taken, and plan to use it."""
        for found in _TAKEN.finditer(text):
            thing = found[1] or (self._last or "").partition(" ")[2]
            thing = thing.strip().lower()
            if not thing or thing == "all" or thing in self._carried:
                continue
            self._carried[thing] = None
            self._do_to(thing)
            for (room, noun), use in self._met.items():
                self._plan(_USE, room).append(use.format(noun, thing))

    def _do_to(self, thing: str) -> None:
        """Plan to do to a thing what people do to things."""
        self._plan(_FIRST).extend(f"{do} {thing}" for do in _FIRST_DONE)
        self._plan(_LAST).extend(f"{do} {thing}" for do in _LAST_DONE)

    def _try_ways_again(self) -> None:
        """Let the ways be tried again at which something stands: something has changed."""
        for (room, way), times in self._blocked.items():
            if times < _MOST_RETRIES:
                self._blocked[room, way] = times + 1
                self._rooms.try_again(room, way)

    def _learn_of_thing(self, text: str, is_new: bool) -> None:
        verb, _, noun = (self._last or "").partition(" ")
        if _UNKNOWN_WORD.search(text):
            self._unknown.add(noun or verb)
            return
        which = _WHICH.search(text)
        if which is not None:
            self._plan(_EXAMINE).appendleft(f"{verb} {which[1].lower()}")
            self._in_vain[_doing(self._last)] += 1
            return
        if _REFUSED.search(text) or not is_new:
            self._in_vain[_doing(self._last)] += 1
            return
        self._in_vain[_doing(self._last)] = 0
        if self._last:
            self._useful.append(self._last)
        if verb == "examine":
            self._see(noun, text)
        elif verb not in _LOOKING:
            self._carry(text)
            self._try_ways_again()
        if verb != "look":
            words = self._words(text)[:_MOST_THINGS]
            self._plan(_EXAMINE).extend(f"examine {word}" for word in words)

    def _see(self, noun: str, text: str) -> None:
        """Plan what to do with a thing that was examined and is no other one's second name."""
        self._do_to(noun)
        if _PERSON.search(text):
            self._plan(_USE).append(f"talk to {noun}")
            self._meet("give {1} to {0}", noun)
        if _LOCKED.search(text):
            self._meet("unlock {} with {}", noun)

    def _look_into(self, text: str) -> None:
        """Plan what to do in a room that is new."""
        words = self._words(text)[:_MOST_WORDS]
        self._plan(_EXAMINE).extend(f"examine {word}" for word in words)

    def _plan(self, round_: int, room: str | None = None) -> deque[str]:
        """Return what is to be done in a round in a room, by default in this one."""
        return self._plans.setdefault((room or self._rooms.here, round_), deque())

    def _named_ways(self, room: str | None) -> list[str]:
        """Return the ways that the texts of a room have named and that were not tried."""
        named = self._named.get(room, set())
        return [way for way in self._rooms.untried(room) if way in named]

    def _words(self, text: str) -> list[str]:
        """Return the words of a text that may name things, those of its end first."""
        words = [w for w in _WORD.findall(text.lower()) if len(w) > 2 and w not in _FILLING]
        last_first = dict.fromkeys(reversed(words))
        return [word for word in last_first if word not in self._unknown]

    def _next(self) -> str:
        """Return what to do next, of what was not done here before."""
        here, rooms = self._rooms.here, self._rooms
        if here is None and (here, "look") not in self._done:
            self._done.add((here, "look"))
            return "look"
        if (here, "take all") not in self._done:
            self._done.add((here, "take all"))
            return "take all"
        if here is not None:
            for way in self._named_ways(here)[:1]:
                return way
            step = rooms.way_to(lambda room: bool(self._named_ways(room)))
            if step is not None:
                return step
            ways = rooms.untried()
            step = ways[0] if ways else rooms.way_to_frontier()
            if step is not None:
                return step
        for round_ in range(_LAST + 1):
            command = self._planned(here, round_)
            if command is None:
                command = rooms.way_to(partial(self._is_planned, round_))
            if command is not None:
                return command
        return self._anything()

    def _is_planned(self, round_: int, room: str) -> bool:
        """Whether something is to be done in a round in a room."""
        return bool(self._plans.get((room, round_)))

    def _planned(self, here: str | None, round_: int) -> str | None:
        """Return what is planned to be done here, but for what has proved to be in vain."""
        plan = self._plan(round_)
        while plan:
            command = plan.popleft()
            noun = command.rpartition(" ")[2]
            if round_ > _EXAMINE and self._in_vain[_doing(command)] >= _MOST_TRIES:
                continue
            if noun not in self._unknown and (here, command) not in self._done:
                self._done.add((here, command))
                return command
        return None

    def _anything(self) -> str:
        """Return something to type when nothing is left to explore."""
        if self._useful and self._rng.chance(0.5):
            return self._rng.choice(self._useful)
        return self._rng.choice(_ANYTHING)


def _doing(command: str | None) -> str:
    """Return a command without its last word, which names the thing."""
    return (command or "").rpartition(" ")[0]


_WAYS = frozenset(DIRECTIONS)
_LOOKING = frozenset({"look", "read", "inventory"})
_ANYTHING = (*sorted(_WAYS), "wait", "look", "inventory", "take all")
