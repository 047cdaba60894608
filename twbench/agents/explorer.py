"""A heuristic player of any story: it needs no information beyond the text, and no training.

Coming into a room it takes what there is, and goes on by a way that the text names, or to the
nearest room that has such a way (`twbench.agents.rooms`): a part of the world can be seen in few
commands, and many stories give points for that. Then it goes round its rooms, examines what the
texts have named, and does to the things that exist what people do: open, read, push, switch on.
Ways that no text names come last. Words that the story does not know, and what was refused, it
remembers and does not try again. When nothing is left it does again, at random, what has once been
answered by something new.
"""

__all__ = ["ExplorerAgent"]

import re
from collections import Counter, deque

from twbench.agents.rooms import DIRECTIONS, Rooms, room_title
from twbench.core import Agent, Environment, GameState
from twbench.seeding import Rng

_WORD = re.compile(r"[a-z]{2,}")
_MOST_WORDS = 10
"""Words of a text that are examined: stories name what matters, and much else."""
_MOST_THINGS = 6
_DONE_TO_THINGS = ("take", "open", "push", "turn on", "read", "enter", "pull", "look under")
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
    r"you see nothing",
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
    want word understand need score moves turn points sir way lead leads other side around
    room thing things such mean happens obvious unable none available feel hear notice press
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
        self._plans: dict[str | None, deque[str]] = {}
        self._named: dict[str | None, set[str]] = {}
        self._last: str | None = None
        self._unknown: set[str] = set()
        self._done: set[tuple[str | None, str]] = set()
        self._read: set[str] = set()
        self._useful: list[str] = []
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
        if title is not None and (way is not None or last is None or self._rooms.here is None):
            is_new_room = self._rooms.enter(title, way)
            self._named.setdefault(title, set()).update(_WAYS & set(_WORD.findall(text.lower())))
            if is_new_room:
                self._look_into(text)
            return
        if way is not None:
            self._rooms.forget_way(way)
            return
        self._learn_of_thing(text, is_new)

    def _learn_of_thing(self, text: str, is_new: bool) -> None:
        verb, _, noun = (self._last or "").partition(" ")
        if _UNKNOWN_WORD.search(text):
            self._unknown.add(noun or verb)
            return
        which = _WHICH.search(text)
        if which is not None:
            self._plan.appendleft(f"{verb} {which[1].lower()}")
            self._in_vain[_doing(self._last)] += 1
            return
        if _REFUSED.search(text) or not is_new:
            self._in_vain[_doing(self._last)] += 1
            return
        self._in_vain[_doing(self._last)] = 0
        if self._last:
            self._useful.append(self._last)
        if verb == "examine":
            self._plan.extendleft(reversed([f"{do} {noun}" for do in _DONE_TO_THINGS]))
        if verb != "look":
            self._plan.extend(f"examine {word}" for word in self._words(text)[:_MOST_THINGS])

    def _look_into(self, text: str) -> None:
        """Plan what to do in a room that is new."""
        self._plan.extend(f"examine {word}" for word in self._words(text)[:_MOST_WORDS])

    @property
    def _plan(self) -> deque[str]:
        """What is to be done here."""
        return self._plans.setdefault(self._rooms.here, deque())

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
        if (here, "take all") not in self._done:
            self._done.add((here, "take all"))
            return "take all"
        if here is not None:
            for way in self._named_ways(here)[:1]:
                return way
            step = rooms.way_to(lambda room: bool(self._named_ways(room)))
            if step is not None:
                return step
        command = self._planned(here)
        if command is not None:
            return command
        step = rooms.way_to(lambda room: bool(self._plans.get(room)))
        if step is not None:
            return step
        ways = rooms.untried()
        if here is not None and ways:
            return ways[0]
        return rooms.way_to_frontier() or self._anything()

    def _planned(self, here: str | None) -> str | None:
        """Return what is planned to be done here, but for what has proved to be in vain."""
        plan = self._plan
        while plan:
            command = plan.popleft()
            noun = command.rpartition(" ")[2]
            if _doing(command) != "examine" and self._in_vain[_doing(command)] >= _MOST_TRIES:
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
_ANYTHING = (*sorted(_WAYS), "wait", "look", "inventory", "take all")
